/** Says what is under way: on a terminal in one line that is written over, elsewhere in few lines. */
/** The part of a stream that is needed here. */
export interface Screen {
    isTTY?: boolean;
    columns?: number;
    write(text: string): unknown;
}
export declare class Progress {
    #private;
    /** Without a screen nothing is said. */
    constructor(screen: Screen | undefined);
    /** Writes a line that stays. */
    note(text: string): void;
    /** Something begins that may take its time. What will keep the clock from ticking (`busy`) must be said at once. */
    begin(text: string, busy?: boolean): void;
    /** It has come further. */
    update(text: string): void;
    /** It is over. */
    end(): void;
}
