/**
 * A store on disk: one file a session, in pi's format, readable by pi and by anything that reads JSON lines. Node only (and
 * Bun and Deno, which have its modules).
 */
import type { AppendResult, ArtifactStore, ReadResult, SessionInfo, SessionStore } from "../types.js";
/** Options of `jsonl`: either `dir` or `fileFor`. */
export interface JsonlOptions {
    /** The directory of the files. It is made when needed. The file's name is the session's id, made safe. */
    dir?: string | undefined;
    /** Gives the file of each session instead. */
    fileFor?: ((sessionId: string) => string) | undefined;
    /**
     * `"always"` (default): an append is answered when the disk has it, so that a power cut loses nothing that was answered.
     * `"never"`: when the system has it, which a crash of the process cannot harm, but a power cut can.
     */
    fsync?: "always" | "never" | undefined;
    /** How long to wait for another process that is writing, in milliseconds. Default: 15,000. */
    lockTimeoutMs?: number | undefined;
    /** Written into the header of new files: the directory that the session is about. */
    cwd?: string | undefined;
    /**
     * Written into the header of new files: the wire format of the messages, if it is not pi's. Default: the format that the
     * session was opened with.
     */
    format?: string | undefined;
}
/** What `jsonl` gives: a store whose methods are all asynchronous. Only with `dir` can it `list`. */
export interface JsonlStore extends SessionStore {
    append(...args: Parameters<SessionStore["append"]>): Promise<AppendResult>;
    read(...args: Parameters<SessionStore["read"]>): Promise<ReadResult>;
    list?(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<SessionInfo[]>;
    delete(sessionId: string, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<void>;
    artifacts(sessionId: string): ArtifactStore & {
        put(...args: Parameters<ArtifactStore["put"]>): Promise<void>;
        get(...args: Parameters<ArtifactStore["get"]>): Promise<string | null>;
    };
}
/**
 * Makes a store of JSON Lines files. Several stores, threads and processes can write to one directory: a lock beside each
 * file keeps them apart, and that of a process that died is broken after a second.
 *
 * A process that is stopped while it appends leaves an unfinished end. Reading leaves it out and reports it as `damaged`;
 * the next append removes it. A line in the middle that cannot be read is reported, skipped and kept. A file of version 1 or
 * 2 is rewritten as version 3 by the first append to it; the old one stays beside it as `….v1.bak`.
 *
 * Opening, reading a stretch and appending cost what is read and written, not what the file is long: a file of more than a
 * megabyte gets an index beside it, `….index`, less than a tenth of its size for messages of the usual kind. It is a cache. It is believed only while the file is as
 * this store left it; after another program has written to it, or a process was killed while it wrote, the next one to open
 * it reads the file once and writes the index anew (some seconds for a million entries). Where no index can be
 * written, the ids of the session are kept in memory. All of a file of version 1 or 2 is read each time.
 *
 * Artifacts are in `….artifacts/`, a file each. An entry or an artifact may have up to half a gigabyte, the longest text
 * there is.
 */
export declare function jsonl(options: JsonlOptions): JsonlStore;
