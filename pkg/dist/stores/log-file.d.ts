/** One session file on disk: what is known of its lines, and the two ways to touch it, reading on and appending. Node only. */
import type { DamagedLine, Entry } from "../types.js";
/** The index of a session file. It must be used by one caller at a time. */
export declare class LogFile {
    #private;
    readonly path: string;
    constructor(path: string);
    /** How many entries there are. */
    get head(): number;
    /** The id at a position. */
    at(position: number): string | undefined;
    /** Whether an entry with this id is there. */
    has(id: string): boolean;
    /** The id in the header, if there is a header. */
    get headerId(): string | undefined;
    /** Whether the file ends in an append that was not finished, or is just being written. */
    get isTorn(): boolean;
    /** Whether the file must be rewritten before it is appended to, because it is of an older version. */
    get isOld(): boolean;
    /** Takes note of what others have written, and says whether there was anything. */
    refresh(): Promise<boolean>;
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
}
