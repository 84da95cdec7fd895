/** Ids as text that any server keeps as it is. */
/**
 * An id without the characters that servers refuse or change (NUL, halves of surrogate pairs): the inside of its JSON
 * string. No two ids share one, and none begins with a quotation mark.
 */
export function escapeId(id) {
    return JSON.stringify(id).slice(1, -1);
}
/** The id that `escapeId` was given. */
export function unescapeId(text) {
    return JSON.parse(`"${text}"`);
}
/**
 * An id as a key of an index whose keys must not be long: escaped, or, where that has more than `longest` UTF-16 units, a
 * quotation mark and its SHA-256 in hexadecimal.
 */
export async function keyOfId(id, longest) {
    const escaped = escapeId(id);
    if (escaped.length <= longest)
        return escaped;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(escaped));
    return `"${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
