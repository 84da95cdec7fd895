/** Texts with half of a surrogate pair: providers refuse them, and the core does not see them (UTF-8 has no such thing). */
/** A text that is not well-formed, and where it stands: as written in code (`[3].content`), and as a JSON pointer. */
export interface IllFormed {
    path: string;
    pointer: string;
    text: string;
}
/** All such texts in plain data and in the fields of class instances, in their order. */
export declare function illFormed(value: unknown): IllFormed[];
/** The text with U+FFFD in the place of each half. */
export declare function wellFormed(text: string): string;
