/** One session file on disk: what is known of its lines, and the two ways to touch it, reading on and appending. Node only. */
import type { DamagedLine, Entry } from "../types.js";
/** What is known of a session file. It must be used by one caller at a time. */
export declare class LogFile {
    #private;
    readonly path: string;
    constructor(path: string);
    /** Where the index lies, if there is one. */
    get indexPath(): string;
    /** How many entries there are. */
    get head(): number;
    /** The id in the header, if there is a header. */
    get headerId(): string | undefined;
    /** Whether the file ends in an append that was not finished, or is just being written. */
    get isTorn(): boolean;
    /** Whether the file must be rewritten before it is appended to, because it is of an older version. */
    get isOld(): boolean;
    /**
     * Takes note of what others have written, and says whether there was anything. `"stale"`: the file has an index that does
     * not fit, as when somebody is just writing to both; nothing was done. Unless `build` is set, which makes a new one.
     */
    refresh(build: boolean): Promise<"same" | "changed" | "stale">;
    /** What an append is decided by: the head, the ids at the positions from `after` on, and which of `ids` are taken. */
    stored(after: number, ids: readonly string[]): Promise<{
        head: number;
        at(position: number): string | undefined;
        has(id: string): boolean;
    }>;
    /** The entries from `after` on, and the damage among them. */
    read(after: number, limit?: number): Promise<{
        entries: Entry[];
        damaged: DamagedLine[];
    }>;
    /**
     * Appends lines of JSON, whole or not at all: an unfinished append before them is removed, and a failure in the middle of
     * them is undone. False if somebody who does not heed the lock has written meanwhile, and nothing was done.
     */
    append(ids: readonly string[], lines: readonly string[], header: object, sync: boolean): Promise<boolean>;
    /** Rewrites a file of an older version as one of version 3. The old file is kept beside it; so are its damaged lines within. */
    upgrade(sync: boolean): Promise<void>;
    /** Forgets all, also the index, which has led to the wrong place. */
    distrust(): Promise<void>;
}
