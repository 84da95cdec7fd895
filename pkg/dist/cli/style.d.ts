/** How this command line looks: colours where the terminal has them, numbers, and lines of two ends. */
/** What a piece of text is painted for. The colours are those of the terminal's own theme. */
declare const INKS: {
    user: string;
    assistant: string;
    tool: string;
    summary: string;
    instructions: string;
    host: string;
    cut: string;
    good: string;
    bad: string;
    strong: string;
    faint: string;
};
export type Ink = keyof typeof INKS;
/** The face of one output stream. */
export interface Style {
    /** How wide a line may be. */
    readonly columns: number;
    /** Whether colours show. */
    readonly colour: boolean;
    /** Text in a colour, or as it is. */
    paint(ink: Ink, text: string): string;
}
type Environment = Record<string, string | undefined>;
/** The face of a stream: as it says itself, unless the environment says otherwise (`NO_COLOR`, `FORCE_COLOR`, `COLUMNS`). */
export declare function styleOf(stream: {
    isTTY?: boolean;
    columns?: number;
}, env: Environment): Style;
/** A number with its thousands apart: 148,213. */
export declare function number(value: number): string;
/** A number of things: 1 message, 2 messages. */
export declare function counted(value: number, thing: string, things?: string): string;
/** A share in per cent, without decimals: 30 %. What is there but less than one per cent shows as such. */
export declare function share(part: number, whole: number): string;
/** A file as the title of a page: its name without its directory. */
export declare function titleOf(file: string, { columns }: Style): string;
/** A line with a rule between its two ends, which are plain text. */
export declare function ruled(style: Style, left: string, right: string): string;
/** A name, what there is to say about it, and in which colour. All of it is plain text. */
export type Row = readonly [name: string, text: string, ink?: Ink];
/** Rows as lines, the names in a column of their own. A row without a name goes on with the last. */
export declare function listed(style: Style, rows: readonly Row[]): string[];
/** Parts in as few lines as they need, none of them parted. A part is its text and how it is painted. */
export declare function flowed(style: Style, parts: readonly {
    sign: string;
    ink?: Ink;
    text: string;
}[]): string[];
export {};
