/** A store in PostgreSQL, for several processes or machines on the same sessions. */
import type { AppendResult, ReadResult, SessionInfo, SessionStore } from "../types.js";
import { type PostgresNames } from "./postgres/statements.js";
export { type PostgresNames, postgresTables } from "./postgres/statements.js";
/** A client as the store needs it: a `Pool` or `Client` of `pg`, of `@neondatabase/serverless`, a PGlite, or your own. */
export interface PostgresClient {
    /** Runs one statement with the values of `$1`, `$2`, …, all of them texts and numbers. */
    query(text: string, values: unknown[]): PromiseLike<{
        rows: unknown[];
    }>;
}
/** Options of `postgres`. */
export interface PostgresOptions extends PostgresNames {
    /** Whether the store makes its tables where they are missing, on first use. Default: true. */
    createTables?: boolean | undefined;
}
/** What `postgres` gives: a store with every optional method, all of them asynchronous. */
export interface PostgresStore extends Required<SessionStore> {
    append(...args: Parameters<SessionStore["append"]>): Promise<AppendResult>;
    read(...args: Parameters<SessionStore["read"]>): Promise<ReadResult>;
    list(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<SessionInfo[]>;
    delete(sessionId: string, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<void>;
}
/**
 * Makes a store of three tables (sessions, entries, artifacts) in a PostgreSQL database with the encoding UTF8. It is tested
 * with version 15 and uses nothing that version 10 did not have. Any number of processes can write to one session.
 *
 * - **Client:** your own, connected by you and ended by you. A pool is best: it replaces lost connections. Each append, read
 *   and so on is one statement and its own transaction, so poolers such as PgBouncer are welcome in any mode. Do not give a
 *   client that is inside a transaction. One connection is used by one call after the other. For a client with another
 *   interface a line is enough: `{ query: async (text, values) => ({ rows: await sql.unsafe(text, values) }) }`.
 * - **Cost:** an append locks the session's row, compares the head, and adds rows; a read finds its place by the primary
 *   key. So opening costs a few round trips and what is read, however long the session is. A long stretch comes in answers
 *   of at most 1,000 entries and about 8 MB.
 * - **Crash:** an append is whole or not at all. What was answered survives as your server's `fsync` and
 *   `synchronous_commit` say: by default a crash and a power cut, but not the loss of a primary whose standbys lag. Where
 *   the connection is lost under an append it throws `store-failed`, `retryable`; it may have been stored, and repeating it
 *   with the same ids stores it once.
 * - **Limits:** entries and artifacts are kept as JSON text (`text`, not `jsonb`, which refuses what JSON allows), each less
 *   than about 250 MB. Ids over 400 characters are indexed by their SHA-256.
 *
 * An aborted signal ends the waiting at once; the statement itself goes on, and whether it was done is then unknown.
 *
 * @throws EpitomeError `invalid-option` for a client without `query` or a name that SQL should not see.
 */
export declare function postgres(client: PostgresClient, options?: PostgresOptions): PostgresStore;
