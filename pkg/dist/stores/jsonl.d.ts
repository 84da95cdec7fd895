/**
 * A store on disk: one file a session, in pi's format, readable by pi and by anything that reads JSON lines. Node only (and
 * Bun and Deno, which have its modules).
 */
import type { AppendResult, ReadResult, SessionInfo, SessionStore } from "../types.js";
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
}
/**
 * Makes a store of JSON Lines files. Several stores, threads and processes can write to one directory: a lock beside each
 * file keeps them apart, and that of a process that died is broken after a second.
 *
 * A process that is stopped while it appends leaves an unfinished end. Reading leaves it out and reports it as `damaged`;
 * the next append removes it. A line in the middle that cannot be read is reported, skipped and kept. A file of version 1 or
 * 2 is rewritten as version 3 by the first append to it; the old one stays beside it as `….v1.bak`.
 */
export declare function jsonl(options: JsonlOptions): JsonlStore;
