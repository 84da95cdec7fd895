/** Builds the index of a session file beside it, in bounded memory, and gives it its name when it is whole. Node only. */
import { type FileHandle } from "node:fs/promises";
import { type CheckedMark, FileIndex, type Mark } from "./file-index.js";
/** Gathers what goes into an index. Whatever goes wrong is kept to itself: `finish` then says false. */
export declare class IndexBuilder {
    #private;
    constructor(path: string);
    /** Whether something went wrong. */
    get failed(): boolean;
    add(id: string, position: number): void;
    mark(mark: Mark): void;
    /** Puts away what was gathered. To be called now and then. */
    putAway(): Promise<void>;
    /** Writes the index; false if that cannot be. */
    finish(session: FileHandle, covered: Mark, stamp: string): Promise<boolean>;
    /** Removes what was put away. */
    abandon(): Promise<void>;
}
/** Writes an index anew with a larger table. Closes it, and gives the new one, open. */
export declare function growIndex(path: string, index: FileIndex, mode: number): Promise<FileIndex>;
/** Removes the drafts of processes that were killed; all of them when the session is removed. */
export declare function removeLeft(path: string, olderThanMs?: number): Promise<void>;
/** A mark with its check. */
export declare function checked(session: FileHandle, mark: Mark): Promise<CheckedMark>;
