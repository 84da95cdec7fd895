/** The whole text of an entry, as the host gave it. */
import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
/** Stands for a lone surrogate, followed by its four hexadecimal digits: the core's texts are UTF-8, which has none. */
const MARK = "\u{10ffff}";
const LONE = /\p{Surrogate}/gu;
const MARKED = new RegExp(`${MARK}([0-9a-f]{4})`, "gu");
/** All text of a message, or of text of the host's own: what is said, and what tools answered. With `part` what that part answered. */
export function textOf(log, entry, part) {
    if (entry.type === "message") {
        const text = guarded(() => log.write("text", stage(marked(entry.message), { part })));
        return text.replace(MARKED, (_, digits) => (digits === "0000" ? MARK : String.fromCharCode(Number.parseInt(digits, 16))));
    }
    const { content } = entry;
    if (!Array.isArray(content))
        return typeof content === "string" ? content : "";
    return content.map((block) => (typeof block?.text === "string" ? block.text : "")).join("");
}
/** The same value with marks in its texts. */
function marked(value) {
    if (typeof value === "string") {
        // The mark itself is a character that a text may hold.
        return value.replaceAll(MARK, `${MARK}0000`).replace(LONE, (unit) => `${MARK}${unit.charCodeAt(0).toString(16)}`);
    }
    if (Array.isArray(value))
        return value.map(marked);
    if (typeof value !== "object" || value === null || ![Object.prototype, null].includes(Object.getPrototypeOf(value)))
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, marked(part)]));
}
