/** The bytes of a session file: its lines one by one, however long it is, and what tells two states of it apart. Node only. */
import { Buffer } from "node:buffer";
import { type FileHandle } from "node:fs/promises";
import { type RawLine } from "./session-file.js";
/** A line and where it stands in the file. */
export interface PlacedLine extends RawLine {
    /** Its bytes without the line feed. They are valid only until the next line is asked for. */
    bytes: Buffer;
    /** Where it begins. */
    start: number;
    /** Where the next one begins, or the end of the file. */
    end: number;
}
/**
 * Calls `take` for each line between two places of a file, until it answers false. `between` is waited for now and then, so
 * that who gathers something can put it away.
 */
export declare function scanLines(file: FileHandle, from: number, to: number, take: (line: PlacedLine) => unknown, between?: () => Promise<void>): Promise<void>;
/**
 * Where the lines between two places of a file end that count: before the last append, if it was not finished. It reads
 * from the end, and no more than that.
 */
export declare function wholeEnd(file: FileHandle, from: number, to: number): Promise<number>;
/** What tells two states of a file apart, also when it was written over in place or replaced by another of the same size. */
export interface Stamp {
    size: number;
    text: string;
}
/** The state of a file. */
export declare function stampOf(file: FileHandle | string): Promise<Stamp>;
/** The bytes between two places, fewer if the file ends before. */
export declare function readRange(file: FileHandle, from: number, to: number): Promise<Buffer>;
/** Writes all bytes at a place; a single write may take fewer. */
export declare function writeAt(file: FileHandle, bytes: Buffer, at: number): Promise<void>;
/** A new name is safe only when its directory is. Some systems do not allow to sync one; there it is not needed. */
export declare function syncDirectory(path: string): Promise<void>;
