/** Reads stretches of a session file of which it is known where its lines are. Node only. */
import { scanLines } from "./file-lines.js";
import { EntryReader, linked, parseEntry } from "./session-file.js";
/** The file became another one while it was read: reading anew helps. */
export class Changed extends Error {
    message = "The file was changed while it was read.";
}
/** Reads the entries from `after` to before `until`, beginning at a place at or before them. */
export async function readStretch(file, known, mark, after, until) {
    const entries = [];
    const damaged = [];
    let { position, line } = mark;
    // Damage at the very end belongs to the last stretch.
    const toEnd = until === known.head;
    await scanLines(file, mark.offset, known.end, ({ text }) => {
        if (position === until && !toEnd)
            return false;
        line++;
        if (text?.trim() === "")
            return true;
        const { value, reason } = parseEntry(text);
        if (value) {
            const id = known.idAt(position);
            if (position >= until || (id !== value.id && id !== undefined && !known.hasAllIds))
                throw new Changed();
            const own = id === undefined || id === value.id;
            if (position >= after)
                entries.push(own ? value : linked(value, id, known.idAt(position - 1) ?? null, known.header));
            position++;
        }
        else if (position >= after)
            damaged.push({ line, reason: reason });
        return true;
    });
    if (position !== until && after <= until && entries.length !== until - after)
        throw new Changed();
    return { entries, damaged };
}
/** The same for a file of version 1 or 2, whose entries depend on those before them: `body` is where the first begins. */
export async function readOld(file, known, body, after, until) {
    const reader = new EntryReader(known);
    const entries = [];
    const damaged = [];
    let position = 0;
    let { line } = body;
    await scanLines(file, body.offset, known.end, ({ text }) => {
        line++;
        if (text?.trim() === "")
            return;
        const read = reader.read(text);
        const inside = position >= after && (position < until || until === known.head);
        if ("entry" in read) {
            if (inside)
                entries.push(read.entry);
            position++;
        }
        else if (inside)
            damaged.push({ line, reason: read.reason });
    });
    if (position !== known.head)
        throw new Changed();
    return { entries, damaged };
}
