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
import { type FileHandle } from "node:fs/promises";
/** Bytes of the header, of an id's place in the table, of a bucket, of a mark. */
export declare const HEADER_SIZE = 512;
export declare const SLOT_SIZE = 12;
export declare const BUCKET_SIZE: number;
export declare const MARK_SIZE = 24;
/** When buckets hold more ids than this on average, there should be more buckets. */
export declare const FULL = 64;
declare const FORMAT = "epitome session index 1";
/** A place in a session file: the end of the line of an entry, or of the header. */
export interface Mark {
    /** How many entries come before. */
    position: number;
    /** Where in the file it is, in bytes. */
    offset: number;
    /** How many lines come before. */
    line: number;
}
/** A mark with what comes before it in the file. */
export interface CheckedMark extends Mark {
    check: number;
}
/** What the header says. */
export interface IndexHeader {
    format: typeof FORMAT;
    /** Tells one building of the index from another. */
    build: string;
    /** Goes into the hash of the ids. */
    salt: number;
    buckets: number;
    ids: number;
    marks: number;
    /** Up to where the table and the marks go. What comes after is read from the session file. */
    covered: CheckedMark;
    /** The state of the session file. */
    stamp: string;
}
/** A new header. */
export declare function newHeader(fields: Omit<IndexHeader, "format">): IndexHeader;
/** An open index. */
export declare class FileIndex {
    #private;
    private constructor();
    /** Opens an index; undefined if there is none, `"broken"` if it is not one that can be read. */
    static open(path: string, flags?: "r" | "r+"): Promise<FileIndex | "broken" | undefined>;
    /** Names this very state of the index. */
    get key(): string;
    get header(): Readonly<IndexHeader>;
    /** Positions at which the id may stand, according to the table. */
    positionsOf(id: string): Promise<number[]>;
    /** The last mark that is not after a position. */
    markBefore(position: number): Promise<CheckedMark | undefined>;
    /**
     * Adds ids, whose positions go on from what is covered, and marks.
     *
     * @returns false if there is no room, and the table must grow first
     */
    add(ids: readonly string[], marks: readonly CheckedMark[], covered: CheckedMark): Promise<boolean>;
    /** Writes the header, for this state of the session file. */
    save(stamp: string): Promise<void>;
    /** The table's slots that are taken. */
    slots(): AsyncGenerator<Buffer>;
    /** All marks, as they are written. */
    marks(): AsyncGenerator<Buffer>;
    close(): Promise<void>;
}
/** A header as it is written. */
export declare function encodeHeader(header: IndexHeader): Buffer;
/** A mark as it is written. */
export declare function encodeMark({ position, offset, line, check }: CheckedMark): Buffer;
/** An id in the table, as it is written: its hash, and its position. */
export declare function slotOf(id: string, salt: number, position: number): Buffer;
/** The bucket of an id, by the first part of its hash. */
export declare function bucketOf(first: number, buckets: number): number;
/** Where a bucket is; after the last one come the marks. */
export declare function bucketPlace(bucket: number): number;
/** A number for what comes before a place in a file. */
export declare function checkOf(file: FileHandle, offset: number): Promise<number>;
export {};
