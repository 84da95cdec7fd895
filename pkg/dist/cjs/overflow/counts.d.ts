/** The numbers in the text of an overflow. */
/** How many tokens there were, and how many there may be. */
export interface Counts {
    observed?: number;
    maximum?: number;
    excess?: number;
}
/** A count that can be one. */
export declare function plausible(value: unknown): number | undefined;
/** Reads the counts out of the text of an overflow. */
export declare function countsOf(text: string): Counts;
