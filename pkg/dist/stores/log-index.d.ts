/** The index beside one session file: whether it is believed, up to where it goes, and how it is kept up to date. Node only. */
import { type FileHandle } from "node:fs/promises";
import { FileIndex, type Mark } from "./file-index.js";
import { IndexBuilder } from "./file-index-builder.js";
import type { LogWindow } from "./log-window.js";
/** Sizes of which tests make smaller ones. */
export declare const LIMITS: {
    /** From this size on, in bytes, a file has an index beside it. A smaller one is in memory: its ids, not its entries. */
    indexFrom: number;
    /** How far apart the marks of an index are, in bytes. */
    markEvery: number;
    /** How much an index may be behind its file, in bytes and in entries. */
    flushBytes: number;
    flushEntries: number;
    /** How many of the last ids are kept in memory. */
    window: number;
};
/** The file is not such that an index can speak for it. */
export declare class NotIndexable extends Error {
}
export declare class LogIndex {
    #private;
    readonly path: string;
    /** The index of a session file, of which `window` holds the end. */
    constructor(sessionPath: string, window: LogWindow);
    /** Up to where it goes. */
    get covered(): Mark;
    /** Forgets what was found out, for a file whose entries begin at a place. */
    begin(body: Mark): void;
    /** Removes it: it has led to the wrong place. */
    distrust(): Promise<void>;
    /** Opens it, if it speaks for what is known of the file: for its state, or for one that has only been added to since. */
    open(file: FileHandle, stamp: string, flags?: "r" | "r+"): Promise<FileIndex | "stale" | undefined>;
    /** Makes it anew while `scan` reads the whole file; false if the file cannot have one. `end` is the place that it covers. */
    build(file: FileHandle, stamp: string, scan: (builder: IndexBuilder) => Promise<void>, end: () => Mark): Promise<boolean>;
    /**
     * Tells it of an append, which brought the file from one state to another and to this size. It is only a cache: what fails
     * here fails nothing.
     */
    keep(file: FileHandle, before: string, stamp: string, size: number): Promise<void>;
    /** A place at or before a position, to read on from; undefined where only the file's beginning is known. */
    markBefore(file: FileHandle, stamp: string, position: number): Promise<Mark | undefined>;
}
