/** Builds the index of a session file beside it, in bounded memory, and gives it its name when it is whole. Node only. */
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { BUCKET_SIZE, bucketOf, bucketPlace, checkOf, encodeHeader, encodeMark, FileIndex, FULL, newHeader, SLOT_SIZE, slotOf, } from "./file-index.js";
import { readRange, writeAt } from "./file-lines.js";
/** How many slots are gathered before they are written, and how many bytes of the table are in memory at a time. */
const GATHERED = 1 << 15;
const REGION = 1 << 13;
/** What a process that was killed has left is removed when it is older than this, in milliseconds. */
const LEFT_MS = 3_600_000;
/** Gathers what goes into an index. Whatever goes wrong is kept to itself: `finish` then says false. */
export class IndexBuilder {
    #path;
    #draft;
    #salt = randomBytes(4).readInt32LE(0);
    #marks = [];
    #gathered = [];
    #spool;
    #spooled = 0;
    #ids = 0;
    #failed = false;
    constructor(path) {
        this.#path = path;
        this.#draft = draftOf(path);
    }
    /** Whether something went wrong. */
    get failed() {
        return this.#failed;
    }
    add(id, position) {
        this.#gathered.push(slotOf(id, this.#salt, position));
        this.#ids++;
    }
    mark(mark) {
        this.#marks.push(mark);
    }
    /** Puts away what was gathered. To be called now and then. */
    async putAway() {
        if (this.#gathered.length < GATHERED || this.#failed)
            return;
        try {
            if (!this.#spool)
                await removeLeft(this.#path);
            this.#spool ??= await open(`${this.#draft}.ids`, "wx+", 0o600);
            const bytes = Buffer.concat(this.#gathered);
            await writeAt(this.#spool, bytes, this.#spooled);
            this.#spooled += bytes.length;
        }
        catch {
            this.#failed = true;
        }
        this.#gathered = [];
    }
    /** Writes the index; false if that cannot be. */
    async finish(session, covered, stamp) {
        try {
            if (this.#failed)
                return false;
            const marks = [];
            for (const mark of this.#marks) {
                if (mark.position <= covered.position)
                    marks.push(encodeMark({ ...mark, check: await checkOf(session, mark.offset) }));
            }
            const header = newHeader({
                build: randomBytes(8).toString("hex"),
                salt: this.#salt,
                buckets: bucketsFor(this.#ids),
                ids: this.#ids,
                marks: marks.length,
                covered: { ...covered, check: await checkOf(session, covered.offset) },
                stamp,
            });
            const { mode } = await session.stat();
            await write(this.#path, this.#draft, header, () => this.#slots(), marks, mode);
            return true;
        }
        catch {
            return false;
        }
        finally {
            await this.abandon();
        }
    }
    /** Removes what was put away. */
    async abandon() {
        this.#failed = true;
        this.#gathered = [];
        await this.#spool?.close().catch(() => { });
        if (this.#spool)
            await rm(`${this.#draft}.ids`, { force: true }).catch(() => { });
        this.#spool = undefined;
    }
    async *#slots() {
        const step = SLOT_SIZE << 13;
        for (let at = 0; this.#spool && at < this.#spooled; at += step)
            yield await readRange(this.#spool, at, Math.min(this.#spooled, at + step));
        yield* this.#gathered;
    }
}
/** Writes an index anew with a larger table. Closes it, and gives the new one, open. */
export async function growIndex(path, index, mode) {
    try {
        const { header } = index;
        const grown = { ...header, build: randomBytes(8).toString("hex"), buckets: Math.max(2 * header.buckets, bucketsFor(header.ids)) };
        await write(path, draftOf(path), grown, () => index.slots(), index.marks(), mode);
    }
    finally {
        await index.close();
    }
    const grown = await FileIndex.open(path, "r+");
    if (grown instanceof FileIndex)
        return grown;
    throw new Error("The index is gone.");
}
/** A table that is somewhat filled, and can take as much again. */
function bucketsFor(ids) {
    return 2 ** Math.ceil(Math.log2(Math.max(64, (1.5 * ids) / FULL)));
}
async function write(path, draft, header, slots, marks, mode) {
    const name = `${draft}.new`;
    const file = await open(name, "wx", mode & 0o777);
    try {
        for (let first = 0; first < header.buckets; first += REGION) {
            await writeAt(file, await region(first, Math.min(REGION, header.buckets - first), header.buckets, slots()), bucketPlace(first));
        }
        let place = bucketPlace(header.buckets);
        for await (const bytes of batched(marks)) {
            await writeAt(file, bytes, place);
            place += bytes.length;
        }
        await writeAt(file, encodeHeader(header), 0);
        await file.sync();
        await file.close();
        await rename(name, path);
    }
    catch (error) {
        await file.close().catch(() => { });
        await rm(name, { force: true }).catch(() => { });
        throw error;
    }
}
/** A part of the table: the slots that belong there, each in its bucket. */
async function region(first, count, buckets, slots) {
    const table = Buffer.alloc(count * BUCKET_SIZE);
    const filled = new Uint16Array(count);
    for await (const bytes of slots) {
        for (let at = 0; at < bytes.length; at += SLOT_SIZE) {
            const bucket = bucketOf(bytes.readUInt32LE(at), buckets) - first;
            if (bucket < 0 || bucket >= count)
                continue;
            const place = filled[bucket] * SLOT_SIZE;
            if (place >= BUCKET_SIZE)
                throw new Error("The ids of this session do not spread over the table.");
            bytes.copy(table, bucket * BUCKET_SIZE + place, at, at + SLOT_SIZE);
            filled[bucket] = filled[bucket] + 1;
        }
    }
    return table;
}
async function* batched(parts) {
    let held = [];
    for await (const part of parts) {
        held.push(part);
        if (held.length < 1024)
            continue;
        yield Buffer.concat(held);
        held = [];
    }
    if (held.length > 0)
        yield Buffer.concat(held);
}
/** A name of our own beside the index, for what is not ready. */
function draftOf(path) {
    return `${path}.${randomBytes(6).toString("hex")}`;
}
/** Removes the drafts of processes that were killed; all of them when the session is removed. */
export async function removeLeft(path, olderThanMs = LEFT_MS) {
    const start = `${basename(path)}.`;
    for (const name of await readdir(dirname(path)).catch(() => [])) {
        if (!name.startsWith(start) || !/^[0-9a-f]{12}\.(ids|new)$/.test(name.slice(start.length)))
            continue;
        const draft = join(dirname(path), name);
        const found = await stat(draft).catch(() => undefined);
        if (found && Date.now() - found.mtimeMs >= olderThanMs)
            await rm(draft, { force: true }).catch(() => { });
    }
}
/** A mark with its check. */
export async function checked(session, mark) {
    return { ...mark, check: await checkOf(session, mark.offset) };
}
