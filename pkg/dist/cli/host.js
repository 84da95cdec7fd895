/** What a command may touch of the world outside: the two output streams, and the signal of Ctrl-C. */
import { oneLine } from "./text.js";
/** Control characters and those that reorder text, which JSON allows in a text and a terminal might obey. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** A document as JSON that is safe to look at in a terminal, too. */
export function jsonOf(document) {
    const text = JSON.stringify(document, null, 2);
    return `${text.replace(UNSAFE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}
/** How many of a file's damaged places are named one by one. */
const DAMAGE = 10;
/** Says which places of a file could not be read. The rest of the file is used all the same. */
export function reportDamage(host, name, damage) {
    for (const { line, message } of damage.slice(0, DAMAGE)) {
        host.progress.note(`${name}: ${line === undefined ? "" : `line ${line}: `}${oneLine(message)}`);
    }
    if (damage.length > DAMAGE)
        host.progress.note(`${name}: ${damage.length - DAMAGE} more places are damaged; --json names them all.`);
}
