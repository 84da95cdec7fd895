/**
 * The index beside a big session file: a cache, which answers without going through the file where a position is and whether
 * an id is taken. It is believed only as long as the session file is in the very state that it was written for; what it says
 * of an id is looked up in the file itself. Node only.
 *
 * Its parts: a header of one block; a table of ids, in buckets of equal size; and, growing at its end, the marks.
 * The table and the marks are safe on the disk before a header that counts on them is written, so that neither a killed
 * process nor a power cut makes it lie.
 */
import { Buffer } from "node:buffer";
import { readSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { readRange, writeAt } from "./file-lines.js";
/** Bytes of the header, of an id's place in the table, of a bucket, of a mark. */
export const HEADER_SIZE = 512;
export const SLOT_SIZE = 12;
export const BUCKET_SIZE = 128 * SLOT_SIZE;
export const MARK_SIZE = 24;
/** When buckets hold more ids than this on average, there should be more buckets. */
export const FULL = 64;
const FORMAT = "epitome session index 1";
/** How many bytes before a place are compared, to see that it is the same file. */
const CHECKED = 64;
/** A new header. */
export function newHeader(fields) {
    return { format: FORMAT, ...fields };
}
/** An open index. */
export class FileIndex {
    #file;
    #header;
    #key;
    constructor(file, header, key) {
        this.#file = file;
        this.#header = header;
        this.#key = key;
    }
    /** Opens an index; undefined if there is none, `"broken"` if it is not one that can be read. */
    static async open(path, flags = "r") {
        let file;
        try {
            file = await open(path, flags);
        }
        catch (error) {
            return error.code === "ENOENT" ? undefined : "broken";
        }
        try {
            // A header that is just being written may be seen half.
            for (let tries = 0; tries < 2; tries++) {
                if (tries > 0)
                    await new Promise((resolve) => setTimeout(resolve, 5));
                const [text = "", sum] = (await readRange(file, 0, HEADER_SIZE)).toString("latin1").split("\n");
                if (text === "" || sum !== sumOf(text))
                    continue;
                const header = JSON.parse(text);
                if (header.format !== FORMAT || (await file.stat()).size < sizeOf(header))
                    break;
                return new FileIndex(file, header, keyOf(header, text));
            }
            await file.close();
            return "broken";
        }
        catch {
            await file.close();
            return "broken";
        }
    }
    /** Names this very state of the index. */
    get key() {
        return this.#key;
    }
    get header() {
        return this.#header;
    }
    /** Positions at which the id may stand, according to the table. */
    async positionsOf(id) {
        const [first, second] = hash(id, this.#header.salt);
        const bucket = await this.#bucket(bucketOf(first, this.#header.buckets));
        const positions = [];
        for (let at = 0; at < BUCKET_SIZE; at += SLOT_SIZE) {
            const position = bucket.readUIntLE(at + 6, 6) - 1;
            if (position < 0)
                break;
            if (bucket.readUInt32LE(at) === first && bucket.readUInt16LE(at + 4) === second)
                positions.push(position);
        }
        return positions;
    }
    /** The last mark that is not after a position. */
    async markBefore(position) {
        let [low, high] = [0, this.#header.marks];
        while (low < high) {
            const middle = (low + high) >> 1;
            if ((await this.#mark(middle)).position <= position)
                low = middle + 1;
            else
                high = middle;
        }
        return low > 0 ? this.#mark(low - 1) : undefined;
    }
    /**
     * Adds ids, whose positions go on from what is covered, and marks.
     *
     * @returns false if there is no room, and the table must grow first
     */
    async add(ids, marks, covered) {
        const { buckets, salt } = this.#header;
        if (this.#header.ids + ids.length > buckets * FULL)
            return false;
        const slots = new Map();
        for (const [index, id] of ids.entries()) {
            const slot = slotOf(id, salt, this.#header.covered.position + index);
            const bucket = bucketOf(slot.readUInt32LE(0), buckets);
            slots.set(bucket, [...(slots.get(bucket) ?? []), slot]);
        }
        // So many small steps are done at once rather than each by a thread; a pause now and then lets others run.
        let done = 0;
        for (const [bucket, added] of slots) {
            if (!this.#fill(bucket, added))
                return false;
            if (++done % 64 === 0)
                await new Promise((resolve) => setImmediate(resolve));
        }
        if (marks.length > 0)
            await writeAt(this.#file, Buffer.concat(marks.map(encodeMark)), sizeOf(this.#header));
        await this.#file.datasync();
        this.#header = { ...this.#header, ids: this.#header.ids + ids.length, marks: this.#header.marks + marks.length, covered };
        return true;
    }
    /** Writes the header, for this state of the session file. */
    async save(stamp) {
        this.#header = { ...this.#header, stamp };
        const bytes = encodeHeader(this.#header);
        await writeAt(this.#file, bytes, 0);
        this.#key = keyOf(this.#header, JSON.stringify(this.#header));
    }
    /** The table's slots that are taken. */
    async *slots() {
        const step = 256;
        for (let first = 0; first < this.#header.buckets; first += step) {
            const until = Math.min(first + step, this.#header.buckets);
            const bytes = await readRange(this.#file, bucketPlace(first), bucketPlace(until));
            for (let bucket = 0; bucket < bytes.length; bucket += BUCKET_SIZE) {
                let end = bucket;
                while (end < bucket + BUCKET_SIZE && bytes.readUIntLE(end + 6, 6) > 0)
                    end += SLOT_SIZE;
                if (end > bucket)
                    yield bytes.subarray(bucket, end);
            }
        }
    }
    /** All marks, as they are written. */
    async *marks() {
        const end = sizeOf(this.#header);
        for (let at = bucketPlace(this.#header.buckets); at < end; at += 1 << 16) {
            yield await readRange(this.#file, at, Math.min(end, at + (1 << 16)));
        }
    }
    async close() {
        await this.#file.close();
    }
    async #bucket(number) {
        const bytes = await readRange(this.#file, bucketPlace(number), bucketPlace(number + 1));
        if (bytes.length < BUCKET_SIZE)
            throw new Error("The index ends in the middle of its table.");
        return bytes;
    }
    #fill(number, slots) {
        const place = bucketPlace(number);
        const bucket = Buffer.allocUnsafe(BUCKET_SIZE);
        if (readSync(this.#file.fd, bucket, 0, BUCKET_SIZE, place) < BUCKET_SIZE)
            throw new Error("The index ends in the middle of its table.");
        let at = 0;
        while (at < BUCKET_SIZE && bucket.readUIntLE(at + 6, 6) > 0)
            at += SLOT_SIZE;
        const bytes = Buffer.concat(slots);
        if (at + bytes.length > BUCKET_SIZE)
            return false;
        if (writeSync(this.#file.fd, bytes, 0, bytes.length, place + at) < bytes.length)
            throw new Error("The index could not be written.");
        return true;
    }
    async #mark(number) {
        const at = bucketPlace(this.#header.buckets) + number * MARK_SIZE;
        const bytes = await readRange(this.#file, at, at + MARK_SIZE);
        return {
            position: bytes.readUIntLE(0, 6),
            offset: bytes.readUIntLE(6, 6),
            line: bytes.readUIntLE(12, 6),
            check: bytes.readUIntLE(18, 6),
        };
    }
}
/** A header as it is written. */
export function encodeHeader(header) {
    const text = JSON.stringify(header);
    const bytes = Buffer.alloc(HEADER_SIZE);
    bytes.write(`${text}\n${sumOf(text)}\n`, "latin1");
    return bytes;
}
/** A mark as it is written. */
export function encodeMark({ position, offset, line, check }) {
    const bytes = Buffer.allocUnsafe(MARK_SIZE);
    [position, offset, line, check].forEach((value, index) => void bytes.writeUIntLE(value, index * 6, 6));
    return bytes;
}
/** An id in the table, as it is written: its hash, and its position. */
export function slotOf(id, salt, position) {
    const bytes = Buffer.allocUnsafe(SLOT_SIZE);
    const [first, second] = hash(id, salt);
    bytes.writeUInt32LE(first, 0);
    bytes.writeUInt16LE(second, 4);
    bytes.writeUIntLE(position + 1, 6, 6);
    return bytes;
}
/** The bucket of an id, by the first part of its hash. */
export function bucketOf(first, buckets) {
    return (first & (buckets - 1)) >>> 0;
}
/** Where a bucket is; after the last one come the marks. */
export function bucketPlace(bucket) {
    return HEADER_SIZE + bucket * BUCKET_SIZE;
}
/** A number for what comes before a place in a file. */
export async function checkOf(file, offset) {
    const [first, second] = hash((await readRange(file, Math.max(0, offset - CHECKED), offset)).toString("latin1"), 0);
    return second * 2 ** 32 + first;
}
function sizeOf({ buckets, marks }) {
    return bucketPlace(buckets) + marks * MARK_SIZE;
}
function keyOf({ build }, text) {
    return `${build}:${sumOf(text)}`;
}
function sumOf(text) {
    return hash(text, 0)
        .map((part) => part.toString(16))
        .join("-");
}
/** 48 bits for a text, by its UTF-16 units, so that lone surrogates count. */
function hash(text, salt) {
    let a = 0x9e3779b1 ^ salt;
    let b = 0x85ebca6b ^ salt;
    for (let index = 0; index < text.length; index++) {
        const unit = text.charCodeAt(index);
        a = Math.imul(a ^ unit, 0xc2b2ae35);
        b = Math.imul(b ^ unit, 0x27d4eb2f);
        a = (a << 13) | (a >>> 19);
    }
    a = Math.imul(a ^ (a >>> 16) ^ text.length, 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    b = Math.imul(b ^ (b >>> 16), 0x27d4eb2f) ^ Math.imul(a ^ (a >>> 13), 0x165667b1);
    a = Math.imul(a ^ (a >>> 15) ^ b, 0x9e3779b1);
    return [(a ^ (a >>> 16)) >>> 0, (b ^ (b >>> 16)) & 0xffff];
}
