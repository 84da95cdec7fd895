/**
 * A store in a Durable Object of Cloudflare's workers, on its SQLite storage. The platform runs one such object for each name,
 * wherever the clients are: give each session an object of its own, and all of its writers meet there.
 */
import type { AppendResult, ReadResult, SessionInfo, SessionStore } from "../types.js";
import { type DurableObjectStorageLike } from "./durable-object/tables.js";
export type { DurableObjectStorageLike };
/** Options of `durableObject`. */
export interface DurableObjectOptions {
    /**
     * What the names of the tables begin with: a letter, then letters, digits and `_`, 40 at the most. Default: `"epitome"`,
     * for `epitome_entries` and so on.
     */
    prefix?: string | undefined;
}
/** What `durableObject` gives: a store that answers at once, without promises. */
export interface DurableObjectStore extends Required<SessionStore> {
    append(...args: Parameters<SessionStore["append"]>): AppendResult;
    read(...args: Parameters<SessionStore["read"]>): ReadResult;
    list(options?: {
        signal?: AbortSignal | undefined;
    }): SessionInfo[];
    delete(sessionId: string, options?: {
        signal?: AbortSignal | undefined;
    }): void;
    artifacts(sessionId: string): {
        put(id: string, data: string, options?: {
            signal?: AbortSignal | undefined;
        }): void;
        get(id: string, options?: {
            signal?: AbortSignal | undefined;
        }): string | null;
    };
}
/**
 * Makes a store on the storage of a Durable Object: `durableObject(ctx.storage)`. The class must have SQLite storage
 * (`new_sqlite_classes` in its migration).
 *
 * - **What it keeps**: four tables in the object's database, made on first use. One object can hold one session or several.
 * - **Rows written**, which is what is billed: an append writes two for each entry, the entry and its id in the index that
 *   finds a taken id without a scan; one more for each 500,000 characters that an entry has beyond the first 500,000.
 *   The first append of a session writes two more. An artifact is one row for each 500,000 characters begun.
 * - **Rows read**: an append reads one for the session, one for the head, and looks each new id up in the index; opening
 *   reads the entries that are asked for. Nothing depends on the length of the session.
 * - **A crash**: an append is one transaction, whole or not at all. The platform holds back whatever the object sends until
 *   the write is on disk, so a client that was told of an append can count on it. When the object is moved or restarted, open
 *   the session anew.
 * - **Limits**: a database of 10 GB in the paid plan; 128 MB of memory for the object, which a read of a stretch must fit into.
 *   Entries and artifacts larger than a row (2 MB) are kept in several.
 *
 * @throws EpitomeError `invalid-option` for a storage without SQL, or a prefix that is no name. The methods throw
 *   `store-failed` with the platform's error as `cause`.
 */
export declare function durableObject(storage: DurableObjectStorageLike, options?: DurableObjectOptions): DurableObjectStore;
