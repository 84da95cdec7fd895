/** A store in a SQLite database, through the host's own client. */
import type { AppendResult, ArtifactStore, ReadResult, SessionInfo, SessionStore } from "../types.js";
import { type LibsqlClient, type SqliteDatabase } from "./sqlite/connection.js";
export type { LibsqlClient, SqliteDatabase, SqliteStatement } from "./sqlite/connection.js";
/** Options of `sqlite`. */
export interface SqliteOptions {
    /** How the names of the tables begin: a letter or `_`, then letters, digits and `_`. Default: `"epitome_"`. */
    prefix?: string | undefined;
    /**
     * How long to wait while another process or connection writes, or while the handle is inside a transaction of the host, in
     * milliseconds. Default: 15,000.
     */
    lockTimeoutMs?: number | undefined;
}
type Options = {
    signal?: AbortSignal | undefined;
};
/** What `sqlite` gives: a store whose methods are all asynchronous. */
export interface SqliteStore extends SessionStore {
    append(...args: Parameters<SessionStore["append"]>): Promise<AppendResult>;
    read(...args: Parameters<SessionStore["read"]>): Promise<ReadResult>;
    list(options?: Options): Promise<SessionInfo[]>;
    delete(sessionId: string, options?: Options): Promise<void>;
    artifacts(sessionId: string): SqliteArtifacts;
}
/** The artifacts of one session. */
export interface SqliteArtifacts extends ArtifactStore {
    put(id: string, data: string, options?: Options): Promise<void>;
    get(id: string, options?: Options): Promise<string | null>;
}
/**
 * Makes a store of two tables, `epitome_entries` and `epitome_artifacts`, in a SQLite database (3.38 or newer). `db` is an
 * open `Database` of better-sqlite3 or libsql, a `DatabaseSync` of node:sqlite, or a client of `@libsql/client`, for a file or
 * remote. The tables are made on first use. The store never closes the handle.
 *
 * - **What a crash can do.** An append is one transaction, so it is there whole or not at all. What was answered survives the
 *   death of the process. Whether it survives a power cut is a setting of the host's: `PRAGMA synchronous = FULL`. With
 *   `PRAGMA journal_mode = WAL`, which is recommended, several clients set less than that. The store changes neither.
 * - **Many processes and threads** may use one file, each with its own handle. Who finds it locked tries again, without
 *   stopping the event loop for more than about 20 ms at a time, until `lockTimeoutMs` has passed. For a file that several
 *   use, a client of `@libsql/client` is the poorest choice: it waits by its own `timeout`, during which the event loop stands
 *   still, and a read of its that finds the file locked (never with a write-ahead log) keeps it locked for others for a while.
 * - **Cost.** Appending, and reading a stretch or the head, find their place by an index, whatever the length of the session.
 *   Opening reads only the stretches that it asks for.
 * - **Transactions.** What the store writes must not be undone by a rollback that it knows nothing of. While the handle is
 *   inside a transaction of the host, writing waits for its end; an append that is awaited inside one fails after
 *   `lockTimeoutMs`.
 * - **Limits.** An append or an artifact of up to 1,000,000,000 bytes, if the database is not built or served with less.
 *
 * @throws EpitomeError `invalid-option` if `db` is none of these, or an option has a value that it cannot have. The methods
 *   reject with `store-locked` (retryable) when the wait was too long, and with `store-failed` when the database fails:
 *   closed, read-only, full, damaged, out of reach; the client's error is the `cause`.
 */
export declare function sqlite(db: SqliteDatabase | LibsqlClient, options?: SqliteOptions): SqliteStore;
