/** One session file on disk: what is known of its lines, and the two ways to touch it, reading on and appending. Node only. */
import { Buffer } from "node:buffer";
import { open, truncate } from "node:fs/promises";
import { EpitomeError } from "../errors.js";
import { FileIndex } from "./file-index.js";
import { readRange, scanLines, stampOf, syncDirectory, wholeEnd } from "./file-lines.js";
import { upgradeFile } from "./file-upgrade.js";
import { LIMITS, LogIndex, NotIndexable } from "./log-index.js";
import { Changed, readOld, readStretch } from "./log-read.js";
import { LogWindow } from "./log-window.js";
import { EntryReader, MORE_FOLLOWS, parseEntry, parseHeader, SESSION_VERSION, UNFINISHED_APPEND, UNFINISHED_LINE, } from "./session-file.js";
/** How many bytes before the end of what is known are compared, to see that the file was only added to. */
const TAIL = 256;
/** Up to this size, in bytes, what was scanned is kept for whoever asks next. */
const KEPT = 1 << 22;
/** How our header begins. A file that holds nothing but a part of one was being created when its writer was stopped. */
const HEADER_START = '{"type":"session"';
/** What is known of a session file. It must be used by one caller at a time. */
export class LogFile {
    path;
    #header;
    /** Where the entries begin. */
    #body = { position: 0, offset: 0, line: 0 };
    /** Reads the lines of a file all of whose ids are in memory; undefined if there is an index. */
    #reader;
    /** Whether the file is big, and yet without an index. */
    #unindexable = false;
    #window = new LogWindow();
    #index;
    /** The end of the last line that counts, and how many lines there are up to it. */
    #end = 0;
    #lines = 0;
    #tail = Buffer.alloc(0);
    /** Whether that last line lacks its line feed. */
    #unended = false;
    /** What comes after: the rest of an append that was not finished. */
    #torn = [];
    #stamp = "";
    /** What the last scan read and nobody has been given. */
    #fresh;
    constructor(path) {
        this.path = path;
        this.#index = new LogIndex(path, this.#window);
    }
    /** Where the index lies, if there is one. */
    get indexPath() {
        return this.#index.path;
    }
    /** How many entries there are. */
    get head() {
        return this.#window.head;
    }
    /** The id in the header, if there is a header. */
    get headerId() {
        return this.#header?.header.id;
    }
    /** Whether the file ends in an append that was not finished, or is just being written. */
    get isTorn() {
        return this.#torn.length > 0;
    }
    /** Whether the file must be rewritten before it is appended to, because it is of an older version. */
    get isOld() {
        return this.#header !== undefined && this.#header.version < SESSION_VERSION;
    }
    /**
     * Takes note of what others have written, and says whether there was anything. `"stale"`: the file has an index that does
     * not fit, as when somebody is just writing to both; nothing was done. Unless `build` is set, which makes a new one.
     */
    async refresh(build) {
        this.#fresh = undefined;
        let file;
        try {
            file = await open(this.path, "r");
        }
        catch (error) {
            if (error.code !== "ENOENT")
                throw error;
            this.#reset();
            return "changed";
        }
        try {
            const { size, text } = await stampOf(file);
            if (text === this.#stamp)
                return "same";
            if (!(await this.#onlyGrew(file, size)) || !(await this.#readOn(file, size))) {
                this.#reset();
                if (!(await this.#begin(file, size, text, build))) {
                    this.#reset();
                    return "stale";
                }
            }
            this.#stamp = text;
            return "changed";
        }
        catch (error) {
            this.#reset();
            throw error;
        }
        finally {
            await file.close();
        }
    }
    /** What an append is decided by: the head, the ids at the positions from `after` on, and which of `ids` are taken. */
    async stored(after, ids) {
        for (let tries = 0;; tries++) {
            const { head } = this;
            const at = (position) => this.#window.at(position);
            if (after !== head) {
                const until = Math.min(head, after + ids.length, this.#window.first);
                const earlier = after < until ? (await this.read(after, until - after)).entries : [];
                return { head, at: (position) => earlier[position - after]?.id ?? at(position), has: () => false };
            }
            const taken = await this.#taken(ids);
            if (taken)
                return { head, at, has: (id) => taken.has(id) };
            if (tries > 1)
                throw new Changed();
            this.#reset();
            await this.refresh(true);
        }
    }
    /** The entries from `after` on, and the damage among them. */
    async read(after, limit = this.head) {
        const until = Math.min(this.head, after + limit);
        const torn = until === this.head ? this.#torn : [];
        if (after > this.head || !this.#header)
            return { entries: [], damaged: [...torn] };
        const fresh = this.#fresh;
        this.#fresh = undefined;
        if (fresh && after >= fresh.from) {
            const damaged = fresh.damaged.filter(({ position }) => position >= after && (position < until || until === this.head));
            const entries = fresh.entries.slice(after - fresh.from, until - fresh.from);
            return { entries, damaged: [...damaged.map(({ line, reason }) => ({ line, reason })), ...torn] };
        }
        if (after === this.head && this.#window.markAt(after)?.offset === this.#end)
            return { entries: [], damaged: [...torn] };
        const file = await open(this.path, "r");
        try {
            const { entries, damaged } = await this.#stretch(file, after, until);
            return { entries, damaged: [...damaged, ...torn] };
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
            if ((await stampOf(this.path)).text !== this.#stamp)
                return false;
            await truncate(this.path, this.#end);
            this.#torn = [];
        }
        const created = this.#header === undefined;
        const before = created ? `${JSON.stringify(header)}\n` : this.#unended ? "\n" : "";
        const marked = lines.map((line, index) => (index < lines.length - 1 ? MORE_FOLLOWS : "") + line);
        const bytes = Buffer.from(`${before}${marked.join("\n")}\n`);
        const file = await open(this.path, "a+");
        try {
            if ((await file.stat()).size !== this.#end)
                return false;
            try {
                await file.writeFile(bytes);
                if (sync)
                    await file.sync();
            }
            catch (error) {
                // What is known of it is not to be trusted either way; the next refresh reads the file anew.
                await file.truncate(this.#end).catch(() => { });
                throw error;
            }
            const { size, text } = await stampOf(file);
            if (size !== this.#end + bytes.length) {
                if (!(await readRange(file, this.#end, this.#end + bytes.length)).equals(bytes))
                    throw overtaken(this.path);
                return true;
            }
            if (created)
                return true;
            const known = this.#stamp;
            this.#note(ids, marked, Buffer.byteLength(before), bytes);
            this.#stamp = text;
            if (!this.#reader)
                await this.#index.keep(file, known, text, this.#end);
            // It has grown so big that it should have an index.
            else if (size >= LIMITS.indexFrom && !this.#unindexable)
                this.#reset();
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
        await upgradeFile(this.path, this.#end, sync);
        await this.refresh(true);
    }
    /** Forgets all, also the index, which has led to the wrong place. */
    async distrust() {
        this.#reset();
        await this.#index.distrust();
    }
    #reset() {
        this.#header = this.#reader = this.#fresh = undefined;
        this.#body = { position: 0, offset: 0, line: 0 };
        this.#index.begin(this.#body);
        this.#unindexable = this.#unended = false;
        this.#stamp = "";
        this.#window.begin(this.#body);
        this.#end = this.#lines = 0;
        this.#tail = Buffer.alloc(0);
        this.#torn = [];
    }
    async #onlyGrew(file, size) {
        // A file that was touched and is not longer may be another one.
        if (!this.#header || this.isOld || this.#unended || size <= this.#end)
            return false;
        return (await readRange(file, this.#end - this.#tail.length, this.#end)).equals(this.#tail);
    }
    /** Reads what was added; false if it cannot be understood by itself. */
    async #readOn(file, size) {
        try {
            await this.#scan(file, size);
            return true;
        }
        catch (error) {
            if (error instanceof NotIndexable)
                return false;
            throw error;
        }
    }
    /** Reads a file of which nothing is known yet; false if it has an index that does not fit, and none is to be built. */
    async #begin(file, size, stamp, build) {
        if (!(await this.#readHeader(file, size)) || !this.#header)
            return true;
        if (size >= LIMITS.indexFrom && !this.isOld) {
            const found = await this.#index.open(file, stamp);
            if (found instanceof FileIndex) {
                await found.close();
                this.#startAt(this.#index.covered);
                if (await this.#readOn(file, size))
                    return true;
            }
            else if (found === "stale" && !build)
                return false;
            else if (await this.#buildIndex(file, size, stamp))
                return true;
            this.#startAt(this.#body);
            this.#unindexable = true;
        }
        this.#reader = new EntryReader(this.#header);
        await this.#scan(file, size);
        return true;
    }
    /** False if there is no whole header. */
    async #readHeader(file, size) {
        let number = 0;
        let text;
        let found;
        await scanLines(file, 0, size, (line) => {
            number++;
            if (line.text?.trim() === "")
                return true;
            found = line;
            text = line.text;
            return false;
        });
        if (number === 0)
            return false;
        if (found && number === 1 && isPartOfHeader(text, found.ended)) {
            this.#torn = [{ line: 1, reason: UNFINISHED_LINE }];
            return false;
        }
        this.#header = parseHeader(text, found ? number : 0);
        this.#body = { position: 0, offset: found?.end ?? 0, line: number };
        this.#index.begin(this.#body);
        this.#startAt(this.#body);
        this.#unended = found?.ended === false;
        return true;
    }
    #startAt(mark) {
        this.#window.begin(mark);
        this.#end = mark.offset;
        this.#lines = mark.line;
        this.#unended = false;
        this.#torn = [];
    }
    /** Reads the whole file and makes an index of it; false if it cannot have one. */
    #buildIndex(file, size, stamp) {
        // A last line without its line feed is not covered, since what comes next begins with that.
        const end = () => this.#window.markAt(this.head - (this.#unended && this.head > 0 ? 1 : 0));
        return this.#index.build(file, stamp, (builder) => this.#scan(file, size, builder), end);
    }
    /** Reads the lines from the end of what is known to the end of the file. */
    async #scan(file, to, builder) {
        const from = this.#end;
        const whole = await wholeEnd(file, from, to);
        const fresh = to - from <= KEPT ? { from: this.head, entries: [], damaged: [] } : undefined;
        const torn = [];
        let number = this.#lines;
        const take = ({ text, ended, start, end }) => {
            number++;
            if (start >= whole) {
                torn.push({ line: number, reason: ended ? UNFINISHED_APPEND : UNFINISHED_LINE });
                return;
            }
            this.#end = end;
            this.#lines = number;
            this.#unended = !ended;
            if (text?.trim() === "")
                return;
            const read = this.#parse(text, fresh !== undefined);
            if ("entry" in read) {
                builder?.add(read.entry.id, this.head);
                this.#window.add(read.entry.id, end, number, this.#reader ? Number.POSITIVE_INFINITY : LIMITS.markEvery);
                fresh?.entries.push(read.entry);
            }
            else
                fresh?.damaged.push({ line: number, reason: read.reason, position: this.head });
        };
        const between = async () => {
            if (this.#reader)
                return;
            this.#window.trim(builder ? Number.POSITIVE_INFINITY : this.#index.covered.position, LIMITS.window);
            for (const mark of builder ? this.#window.takeMarks() : [])
                builder?.mark(mark);
            await builder?.putAway();
        };
        await scanLines(file, from, to, take, between);
        this.#torn = torn;
        this.#fresh = fresh;
        await this.#keepTail(file);
    }
    #parse(text, keep) {
        if (this.#reader) {
            const read = this.#reader.read(text);
            return "entry" in read && !keep ? { entry: { id: read.entry.id } } : read;
        }
        const { value, reason = "" } = parseEntry(text);
        if (!value)
            return { reason };
        // Such an entry gets an id by what all others have.
        if (typeof value.id !== "string" || value.id === "")
            throw new NotIndexable();
        return { entry: (keep ? value : { id: value.id }) };
    }
    /** Notes lines that were just appended. */
    #note(ids, lines, before, bytes) {
        this.#end += before;
        lines.forEach((line, index) => {
            const id = ids[index];
            this.#end += Buffer.byteLength(line) + 1;
            this.#reader?.add(id);
            this.#window.add(id, this.#end, ++this.#lines, this.#reader ? Number.POSITIVE_INFINITY : LIMITS.markEvery);
        });
        this.#unended = false;
        this.#tail = Buffer.from(Buffer.concat([this.#tail, bytes.subarray(-TAIL)]).subarray(-TAIL));
    }
    /** Which of the ids are taken; undefined if the index that knows it is gone. */
    async #taken(ids) {
        const { head } = this;
        if (this.#reader || !this.#header)
            return new Set(ids.filter((id) => this.#reader?.has(id)));
        const taken = new Set(ids.filter((id) => this.#window.has(id)));
        const file = await open(this.path, "r");
        let index;
        try {
            index = await this.#index.open(file, this.#stamp);
            if (!(index instanceof FileIndex) || this.#index.covered.position < this.#window.first)
                return undefined;
            for (const id of ids) {
                for (const position of taken.has(id) ? [] : await index.positionsOf(id)) {
                    if (position >= head)
                        continue;
                    const known = this.#window.at(position) ?? (await this.#stretch(file, position, position + 1)).entries[0]?.id;
                    if (known === id)
                        taken.add(id);
                }
            }
            return taken;
        }
        catch (error) {
            if (error instanceof Changed)
                return undefined;
            throw error;
        }
        finally {
            if (index instanceof FileIndex)
                await index.close();
            await file.close();
        }
    }
    async #stretch(file, after, until) {
        const known = {
            ...this.#header,
            head: this.head,
            end: this.#end,
            idAt: (position) => this.#window.at(position),
            hasAllIds: this.#reader !== undefined,
        };
        if (this.isOld)
            return readOld(file, known, this.#body, after, until);
        // Without an index it takes longer, and is right all the same.
        const mark = (await this.#index.markBefore(file, this.#stamp, after)) ?? this.#body;
        return readStretch(file, known, mark, after, until);
    }
    async #keepTail(file) {
        this.#tail = await readRange(file, Math.max(0, this.#end - TAIL), this.#end);
    }
}
function isPartOfHeader(text, ended) {
    if (!text || ended || !(HEADER_START.startsWith(text) || text.startsWith(HEADER_START)))
        return false;
    try {
        JSON.parse(text);
        return false;
    }
    catch {
        return true;
    }
}
function overtaken(path) {
    const message = "Another program has written to the session file without its lock, at the same moment. Read the session again: the entries are stored, but later than they were meant to be.";
    return new EpitomeError("store-failed", message, { retryable: true, details: { path } });
}
