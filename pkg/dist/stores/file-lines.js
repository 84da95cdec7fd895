/** The bytes of a session file: its lines one by one, however long it is, and what tells two states of it apart. Node only. */
import { Buffer, isUtf8 } from "node:buffer";
import { open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { MORE_FOLLOWS, parseEntry } from "./session-file.js";
/** How much of a file is in memory at a time, unless a line is longer. */
const CHUNK = 1 << 18;
/**
 * Calls `take` for each line between two places of a file, until it answers false. `between` is waited for now and then, so
 * that who gathers something can put it away.
 */
export async function scanLines(file, from, to, take, between) {
    let chunk = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK, to - from)));
    // `held` bytes of a line that goes on are at the beginning of the chunk, which stands at `place` in the file.
    for (let place = from, held = 0;;) {
        if (held === chunk.length)
            chunk = Buffer.concat([chunk], Math.min(2 * held, to - place));
        const wanted = Math.min(chunk.length, to - place) - held;
        const { bytesRead } = wanted > 0 ? await file.read(chunk, held, wanted, place + held) : { bytesRead: 0 };
        const filled = chunk.subarray(0, held + bytesRead);
        const last = bytesRead === 0 ? filled.length : filled.lastIndexOf(10) + 1;
        // A line feed is never inside of a character, so that what is valid as a whole is valid line by line.
        const valid = last > held && isUtf8(filled.subarray(0, last));
        let begin = 0;
        for (let search = held; begin < last; search = begin) {
            const feed = filled.indexOf(10, search);
            const ended = feed >= 0;
            const bytes = filled.subarray(begin, ended ? feed : filled.length);
            const start = place + begin;
            begin = ended ? feed + 1 : filled.length;
            const text = valid || isUtf8(bytes) ? bytes.toString("utf8") : undefined;
            const line = { text: start === 0 ? text?.replace(/^\ufeff/, "") : text, ended, bytes, start, end: place + begin };
            if (take(line) === false)
                return;
        }
        if (bytesRead === 0)
            return;
        held = filled.length - begin;
        filled.copyWithin(0, begin);
        place += begin;
        await between?.();
    }
}
/**
 * Where the lines between two places of a file end that count: before the last append, if it was not finished. It reads
 * from the end, and no more than that.
 */
export async function wholeEnd(file, from, to) {
    // What was read last, and where in the file it begins.
    let held = Buffer.alloc(0);
    let place = to;
    /** Where the line begins that ends before `end`. */
    const startOf = async (end) => {
        for (let search = end;;) {
            const feed = search > place ? held.lastIndexOf(10, search - place - 1) : -1;
            if (feed >= 0)
                return place + feed + 1;
            if (place <= from)
                return from;
            // What belongs to the line is kept, so that its bytes are at hand.
            const rest = held.subarray(0, end - place);
            const begin = Math.max(from, place - Math.max(CHUNK, rest.length));
            const more = await readRange(file, begin, place);
            if (more.length < place - begin)
                throw new Error("The file was shortened while it was read.");
            search = place;
            held = Buffer.concat([more, rest]);
            place = begin;
        }
    };
    if (to <= from)
        return to;
    let [begin, end] = [await startOf(to), to];
    if (begin < to) {
        const bytes = held.subarray(begin - place, end - place);
        const text = isUtf8(bytes) ? bytes.toString("utf8") : undefined;
        // Without its line feed a line is whole if it is an entry, since no beginning of a JSON object is one.
        if (!text?.startsWith(MORE_FOLLOWS) && parseEntry(text).value)
            return to;
        end = begin;
    }
    while (end > from) {
        begin = await startOf(end - 1);
        const bytes = held.subarray(begin - place, end - 1 - place);
        if (bytes[0] !== MORE_FOLLOWS.charCodeAt(0) || !isUtf8(bytes))
            break;
        end = begin;
    }
    return end;
}
/** The state of a file. */
export async function stampOf(file) {
    const { ino, size, mtimeNs, ctimeNs } = await (typeof file === "string" ? stat(file, { bigint: true }) : file.stat({ bigint: true }));
    return { size: Number(size), text: `${ino}:${size}:${mtimeNs}:${ctimeNs}` };
}
/** The bytes between two places, fewer if the file ends before. */
export async function readRange(file, from, to) {
    const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
    let length = 0;
    while (length < bytes.length) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, from + length);
        if (bytesRead === 0)
            break;
        length += bytesRead;
    }
    return bytes.subarray(0, length);
}
/** Writes all bytes at a place; a single write may take fewer. */
export async function writeAt(file, bytes, at) {
    for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
        done += bytesWritten;
    }
}
/** A new name is safe only when its directory is. Some systems do not allow to sync one; there it is not needed. */
export async function syncDirectory(path) {
    const directory = await open(dirname(path), "r").catch(() => undefined);
    await directory?.sync().catch(() => { });
    await directory?.close();
}
