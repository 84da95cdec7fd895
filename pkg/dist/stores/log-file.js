/** One session file on disk: what is known of its lines, and the two ways to touch it, reading on and appending. Node only. */
import { Buffer, isUtf8 } from "node:buffer";
import { copyFile, link, open, readFile, realpath, rename, stat, truncate } from "node:fs/promises";
import { dirname } from "node:path";
import { linked, MORE_FOLLOWS, parseLines, SESSION_VERSION, UNFINISHED_APPEND, UNFINISHED_LINE, unfinished, } from "./session-file.js";
/** How many bytes before the end of what is known are compared, to see that the file was only added to. */
const TAIL = 256;
/** How our header begins. A file that holds nothing but a part of one was being created when its writer was stopped. */
const HEADER_START = '{"type":"session"';
/** The index of a session file. It must be used by one caller at a time. */
export class LogFile {
    path;
    #reader;
    #ids = [];
    /** Where each entry's line begins. */
    #offsets = [];
    #damaged = [];
    /** The end of the last line that counts, and how many lines there are up to it. */
    #end = 0;
    #lines = 0;
    #tail = Buffer.alloc(0);
    /** Whether that last line lacks its line feed. */
    #unended = false;
    /** What comes after: the rest of an append that was not finished. */
    #torn = [];
    #stamp = "";
    /** Entries that the last scan read and nobody has been given. */
    #fresh;
    constructor(path) {
        this.path = path;
    }
    /** How many entries there are. */
    get head() {
        return this.#ids.length;
    }
    /** The id at a position. */
    at(position) {
        return this.#ids[position];
    }
    /** Whether an entry with this id is there. */
    has(id) {
        return this.#reader?.has(id) ?? false;
    }
    /** The id in the header, if there is a header. */
    get headerId() {
        return this.#reader?.header.id;
    }
    /** Whether the file ends in an append that was not finished, or is just being written. */
    get isTorn() {
        return this.#torn.length > 0;
    }
    /** Whether the file must be rewritten before it is appended to, because it is of an older version. */
    get isOld() {
        return this.#reader !== undefined && this.#reader.version < SESSION_VERSION;
    }
    /** Takes note of what others have written, and says whether there was anything. */
    async refresh() {
        this.#fresh = undefined;
        let file;
        try {
            file = await open(this.path, "r");
        }
        catch (error) {
            if (error.code !== "ENOENT")
                throw error;
            this.#reset();
            return true;
        }
        try {
            const { size, stamp } = await stampOf(file);
            if (stamp === this.#stamp)
                return false;
            if (!(await this.#onlyGrew(file, size)))
                this.#reset();
            const from = this.#end;
            this.#scan(await readRange(file, from, size), from);
            this.#stamp = stamp;
            return true;
        }
        catch (error) {
            this.#reset();
            throw error;
        }
        finally {
            await file.close();
        }
    }
    /** The entries from `after` on, and the damage among them. */
    async read(after, limit = this.head) {
        const until = Math.min(this.head, after + limit);
        const entries = after < until ? await this.#entries(after, until) : [];
        const damaged = this.#damaged.filter(({ position }) => position >= after && (position < until || until === this.head));
        const all = [...damaged, ...(until === this.head ? this.#torn : [])];
        return { entries, damaged: all.map(({ line, reason }) => ({ line, reason })) };
    }
    async #entries(after, until) {
        const fresh = this.#fresh;
        this.#fresh = undefined;
        if (fresh && after >= fresh.from)
            return fresh.entries.slice(after - fresh.from, until - fresh.from);
        const file = await open(this.path, "r");
        try {
            if (this.isOld) {
                const { lines } = parseLines(splitLines(await readRange(file, 0, this.#end), 0));
                return lines.flatMap(({ entry }) => entry ?? []).slice(after, until);
            }
            const start = this.#offsets[after] ?? this.#end;
            const bytes = await readRange(file, start, this.#offsets[until] ?? this.#end);
            const entries = [];
            for (let position = after; position < until; position++) {
                const begin = this.#offsets[position] - start;
                const end = bytes.indexOf(10, begin);
                const entry = JSON.parse(bytes.toString("utf8", begin, end < 0 ? bytes.length : end));
                const id = this.#ids[position];
                entries.push(entry.id === id || !this.#reader ? entry : linked(entry, id, this.#ids[position - 1] ?? null, this.#reader.header));
            }
            return entries;
        }
        finally {
            await file.close();
        }
    }
    /**
     * Appends lines of JSON, whole or not at all: an unfinished append before them is removed, and a failure in the middle of
     * them is undone. False if somebody who does not heed the lock has written meanwhile, and nothing was done.
     */
    async append(ids, lines, header, sync) {
        this.#fresh = undefined;
        if (this.#torn.length > 0) {
            if ((await stampOf(this.path)).stamp !== this.#stamp)
                return false;
            await truncate(this.path, this.#end);
            this.#torn = [];
        }
        const created = this.#reader === undefined;
        const before = created ? `${JSON.stringify(header)}\n` : this.#unended ? "\n" : "";
        const marked = lines.map((line, index) => (index < lines.length - 1 ? MORE_FOLLOWS : "") + line);
        const bytes = Buffer.from(`${before}${marked.join("\n")}\n`);
        const file = await open(this.path, "a");
        try {
            if ((await file.stat()).size !== this.#end)
                return false;
            try {
                await file.writeFile(bytes);
                if (sync)
                    await file.sync();
            }
            catch (error) {
                // Its index is not to be trusted either way; the next refresh reads the file anew.
                await file.truncate(this.#end).catch(() => { });
                throw error;
            }
            const { size, stamp } = await stampOf(file);
            if (created || size !== this.#end + bytes.length)
                return true;
            this.#note(ids, marked, Buffer.byteLength(before), bytes);
            this.#stamp = stamp;
            return true;
        }
        catch (error) {
            this.#reset();
            throw error;
        }
        finally {
            await file.close();
            if (created && sync)
                await syncDirectory(this.path);
        }
    }
    /** Rewrites a file of an older version as one of version 3. The old file is kept beside it; so are its damaged lines within. */
    async upgrade(sync) {
        const path = await realpath(this.path);
        const bytes = await readFile(path);
        const raw = splitLines(bytes, 0);
        const { reader, lines } = parseLines(raw);
        const { type, version, ...rest } = reader.header;
        const parts = [Buffer.from(JSON.stringify({ type, version: SESSION_VERSION, ...rest }))];
        for (const { line, entry, reason } of lines) {
            if (entry)
                parts.push(Buffer.from(JSON.stringify(entry)));
            else if (reason !== undefined)
                parts.push(bytes.subarray(raw[line - 1]?.start, raw[line]?.start));
        }
        const { mode } = await stat(path);
        const file = await open(`${path}.new`, "w", mode);
        try {
            await file.writeFile(Buffer.concat(parts.flatMap((part) => (part.at(-1) === 10 ? [part] : [part, Buffer.from("\n")]))));
            if (sync)
                await file.sync();
        }
        finally {
            await file.close();
        }
        await backUp(path, `${path}.v${reader.version}.bak`, bytes);
        await rename(`${path}.new`, path);
        if (sync)
            await syncDirectory(path);
        await this.refresh();
    }
    #reset() {
        this.#reader = undefined;
        this.#ids = [];
        this.#offsets = [];
        this.#damaged = [];
        this.#end = this.#lines = 0;
        this.#tail = Buffer.alloc(0);
        this.#unended = false;
        this.#torn = [];
        this.#stamp = "";
        this.#fresh = undefined;
    }
    async #onlyGrew(file, size) {
        if (!this.#reader || this.isOld || this.#unended || size < this.#end)
            return false;
        return (await readRange(file, this.#end - this.#tail.length, this.#end)).equals(this.#tail);
    }
    /** Reads the lines in `bytes`, which begin at `from` and go to the end of the file. */
    #scan(bytes, from) {
        const raw = splitLines(bytes, from);
        this.#fresh = { from: this.head, entries: [] };
        this.#torn = [];
        if (raw.length === 0)
            return;
        if (!this.#reader && raw.length === 1 && isPartOfHeader(raw[0])) {
            this.#torn = [{ line: 1, reason: UNFINISHED_LINE }];
            return;
        }
        const known = this.#reader;
        const first = this.#lines;
        const parsed = known ? undefined : parseLines(raw);
        this.#reader = known ?? parsed?.reader;
        // The header, and blank lines before it, are not among the lines parsed.
        const offset = parsed ? raw.length - parsed.lines.length : 0;
        const whole = raw.length - unfinished(raw.slice(offset));
        for (const [index, { text, ended, start }] of raw.entries()) {
            const line = first + index + 1;
            if (index >= whole) {
                this.#torn.push({ line, reason: ended ? UNFINISHED_APPEND : UNFINISHED_LINE });
                continue;
            }
            if (index < offset || text?.trim() === "")
                continue;
            const { entry, reason } = parsed?.lines[index - offset] ?? known?.read(text) ?? {};
            if (entry) {
                this.#ids.push(entry.id);
                this.#offsets.push(start);
                this.#fresh.entries.push(entry);
            }
            else if (reason !== undefined)
                this.#damaged.push({ line, reason, position: this.head });
        }
        this.#end = raw[whole]?.start ?? from + bytes.length;
        this.#lines += whole;
        this.#unended = raw[whole - 1]?.ended === false;
        this.#keepTail(bytes.subarray(0, this.#end - from));
    }
    /** Notes lines that were just appended. */
    #note(ids, lines, before, bytes) {
        let offset = this.#end + before;
        lines.forEach((line, index) => {
            const id = ids[index];
            this.#ids.push(id);
            this.#reader?.add(id);
            this.#offsets.push(offset);
            offset += Buffer.byteLength(line) + 1;
        });
        this.#end += bytes.length;
        this.#lines += lines.length;
        this.#unended = false;
        this.#keepTail(bytes);
    }
    #keepTail(bytes) {
        this.#tail = Buffer.from(Buffer.concat([this.#tail, bytes.subarray(-TAIL)]).subarray(-TAIL));
    }
}
function splitLines(bytes, from) {
    const lines = [];
    for (let begin = 0; begin < bytes.length;) {
        const feed = bytes.indexOf(10, begin);
        const end = feed < 0 ? bytes.length : feed;
        const part = bytes.subarray(begin, end);
        const text = isUtf8(part) ? part.toString("utf8") : undefined;
        lines.push({ text: from + begin === 0 ? text?.replace(/^\ufeff/, "") : text, ended: feed >= 0, start: from + begin });
        begin = end + 1;
    }
    return lines;
}
function isPartOfHeader(line) {
    if (!line?.text || line.ended || !(HEADER_START.startsWith(line.text) || line.text.startsWith(HEADER_START)))
        return false;
    try {
        JSON.parse(line.text);
        return false;
    }
    catch {
        return true;
    }
}
/** Tells two states of a file apart, also when it was replaced by another of the same size. */
async function stampOf(file) {
    const { dev, ino, size, mtimeNs } = await (typeof file === "string" ? stat(file, { bigint: true }) : file.stat({ bigint: true }));
    return { size: Number(size), stamp: `${dev}:${ino}:${size}:${mtimeNs}` };
}
async function readRange(file, from, to) {
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
/** Keeps a file under a second name. An earlier backup stays, under a third name if need be. */
async function backUp(path, name, content) {
    for (let number = 1;; number++) {
        const target = number === 1 ? name : `${name}${number}`;
        const earlier = await readFile(target).catch(() => undefined);
        if (earlier?.equals(content))
            return;
        if (earlier)
            continue;
        // A link is whole at once; where there are none, a copy is given its name when it is whole.
        await link(path, target).catch(async () => {
            await copyFile(path, `${target}.new`);
            await rename(`${target}.new`, target);
        });
        return;
    }
}
/** A new name is safe only when its directory is. Some systems do not allow to sync one; there it is not needed. */
async function syncDirectory(path) {
    const directory = await open(dirname(path), "r").catch(() => undefined);
    await directory?.sync().catch(() => { });
    await directory?.close();
}
