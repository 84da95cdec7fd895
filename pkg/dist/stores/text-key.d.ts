/** Ids as text that any server keeps as it is. */
/**
 * An id without the characters that servers refuse or change (NUL, halves of surrogate pairs): the inside of its JSON
 * string. No two ids share one, and none begins with a quotation mark.
 */
export declare function escapeId(id: string): string;
/** The id that `escapeId` was given. */
export declare function unescapeId(text: string): string;
/**
 * An id as a key of an index whose keys must not be long: escaped, or, where that has more than `longest` UTF-16 units, a
 * quotation mark and its SHA-256 in hexadecimal.
 */
export declare function keyOfId(id: string, longest: number): Promise<string>;
