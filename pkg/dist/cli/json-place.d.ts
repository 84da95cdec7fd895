/** Finds where JSON is broken: not every engine says so in its error, and those that do quote the text. */
/** A place in a text, for people: both numbers from 1 on. */
export interface TextPlace {
    line: number;
    column: number;
}
/** The place of the first thing in `text` that JSON does not allow there; undefined where it merely ends too soon. */
export declare function brokenPlace(text: string): TextPlace | undefined;
