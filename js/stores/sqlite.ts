/** A store in a SQLite database, through the host's own client. */

import { EpitomeError } from "../errors.js";
import type { AppendResult, ArtifactStore, Entry, MaybePromise, ReadResult, SessionInfo, SessionStore } from "../types.js";
import { orAborted, pause } from "../waiting.js";
import { checkArtifactData, checkArtifactId, checkPosition, checkSessionId, decideAppend, encodeEntries } from "./entries.js";
import { type Connection, columnOf, connect, type LibsqlClient, type SqliteDatabase } from "./sqlite/connection.js";
import { databaseClosed, isBusy, storeFailed, storeLocked } from "./sqlite/failure.js";
import { idOf, keyOf, statementsFor } from "./sqlite/statements.js";

export type { LibsqlClient, SqliteDatabase, SqliteStatement } from "./sqlite/connection.js";

/** The longest pause between two tries, in milliseconds. */
const MAX_PAUSE_MS = 40;
/** How often an append is tried anew because the log has moved between its statement and the look at why it did nothing. */
const MAX_TRIES = 32;

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

type Options = { signal?: AbortSignal | undefined };

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
export function sqlite(db: SqliteDatabase | LibsqlClient, options: SqliteOptions = {}): SqliteStore {
  const { prefix = "epitome_", lockTimeoutMs = 15_000 } = options;
  if (typeof prefix !== "string" || !/^[A-Za-z_][A-Za-z0-9_]{0,47}$/.test(prefix) || /^sqlite_/i.test(prefix)) {
    const message = "prefix must be a letter or _, then up to 47 letters, digits and _, and must not begin with sqlite_.";
    throw new EpitomeError("invalid-option", message);
  }
  if (!(lockTimeoutMs > 0)) throw new EpitomeError("invalid-option", "lockTimeoutMs must be a positive number of milliseconds.");
  const connection = connect(db);
  const statements = statementsFor(prefix);
  const run = runner(connection, statements, lockTimeoutMs);

  const look = async (session: string, expectedHead: number, entries: readonly Entry[]): Promise<AppendResult | undefined> => {
    const ids = new Map(entries.map(({ id }) => [keyOf(id), id]));
    const row = (await connection.rows(statements.look(session, [...ids.keys()])))[0];
    const found = JSON.parse(columnOf(row, "found", 1) as string) as [position: number, key: string][];
    const stored = new Map(found.map(([position, key]) => [position, ids.get(key)]));
    const taken = new Set(stored.values());
    const head = Number(columnOf(row, "head", 0));
    return decideAppend({ head, at: (position) => stored.get(position), has: (id) => taken.has(id) }, expectedHead, entries);
  };

  return {
    async append(sessionId, expectedHead, entries, { signal } = {}) {
      signal?.throwIfAborted();
      checkSessionId(sessionId);
      checkPosition("expectedHead", expectedHead);
      const lines = encodeEntries(entries);
      // The caller may change the entries while we wait.
      const given = entries.map(({ id }) => ({ id }) as Entry);
      const session = keyOf(sessionId);
      const keys = given.map(({ id }) => keyOf(id));
      return run("write", signal, async () => {
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const added = keys.length > 0 && (await connection.change([statements.append(session, expectedHead, keys, lines, Date.now())]));
          if (added === keys.length) return { ok: true, head: expectedHead + keys.length };
          const decided = await look(session, expectedHead, given);
          if (decided) return decided;
        }
        const message = `The database stored nothing ${MAX_TRIES} times and does not say why: is there a trigger on its tables?`;
        throw new EpitomeError("store-failed", message, { retryable: true });
      });
    },

    async read(sessionId, after, { limit, signal } = {}) {
      signal?.throwIfAborted();
      checkSessionId(sessionId);
      checkPosition("after", after);
      if (limit !== undefined) checkPosition("limit", limit, 1);
      const end = Math.min(after + (limit ?? Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
      const [first, ...rows] = Array.from(
        await run("read", signal, () => connection.rows(statements.read(keyOf(sessionId), after, end))),
        (row) => columnOf(row, "value", 1),
      );
      const head = Number(first);
      const entries = rows.map((line, index) => parse(line, sessionId, after + index) as Entry);
      const expected = Math.max(0, Math.min(end, head) - after);
      if (entries.length !== expected)
        throw damaged(sessionId, `${expected - entries.length} entries from position ${after} on are missing`);
      return { entries, head };
    },

    async list({ signal } = {}) {
      signal?.throwIfAborted();
      const rows = await run("read", signal, () => connection.rows(statements.list()));
      return Array.from(rows, (row) => ({
        id: idOf(columnOf(row, "session", 0) as string),
        head: Number(columnOf(row, "head", 1)),
        modified: new Date(Number(columnOf(row, "stored_at", 2))).toISOString(),
      }));
    },

    async delete(sessionId, { signal } = {}) {
      signal?.throwIfAborted();
      checkSessionId(sessionId);
      await run("write", signal, () => connection.change(statements.delete(keyOf(sessionId))));
    },

    artifacts(sessionId) {
      checkSessionId(sessionId);
      const session = keyOf(sessionId);
      return {
        async put(id, data, { signal } = {}) {
          signal?.throwIfAborted();
          checkArtifactId(id);
          checkArtifactData(data);
          await run("write", signal, () => connection.change([statements.putArtifact(session, id, data)]));
        },
        async get(id, { signal } = {}) {
          signal?.throwIfAborted();
          checkArtifactId(id);
          const [row] = Array.from(await run("read", signal, () => connection.rows(statements.getArtifact(session, id))));
          return row === undefined ? null : (parse(columnOf(row, "data", 0), sessionId, id) as string);
        },
      };
    },
  };
}

/**
 * Gives what runs all work on the connection: it makes the tables first, waits while somebody else is at work, and wraps the
 * client's errors.
 */
function runner(connection: Connection, statements: ReturnType<typeof statementsFor>, timeoutMs: number) {
  let hasTables = false;

  const attempt = async <T>(work: () => MaybePromise<T>): Promise<T> => {
    if (!hasTables) {
      const [row] = Array.from(await connection.rows(statements.tables));
      if (Number(columnOf(row, "tables", 0)) < 2) await connection.change(statements.makeTables);
      hasTables = true;
    }
    return work();
  };

  return async <T>(kind: "read" | "write", signal: AbortSignal | undefined, work: () => MaybePromise<T>): Promise<T> => {
    const end = performance.now() + timeoutMs;
    for (let tries = 0; ; tries++) {
      const obstacle = connection.obstacle();
      if (obstacle === "closed") throw databaseClosed();
      let busy: unknown;
      // A read sees what the host's transaction sees, which does no harm.
      if (obstacle === undefined || kind === "read") {
        try {
          // An answer that is only read is not worth waiting for; whether something was written is.
          return await (kind === "read" ? orAborted(() => attempt(work), signal) : attempt(work));
        } catch (error) {
          if (EpitomeError.isInstance(error) || (signal?.aborted && error === signal.reason)) throw error;
          if (connection.obstacle() === "closed") throw databaseClosed(error);
          if (!isBusy(error)) {
            // They may have been removed; if so, the next call makes them anew.
            hasTables = false;
            throw storeFailed(error);
          }
          busy = error;
        }
      }
      if (performance.now() > end) throw storeLocked(timeoutMs, busy);
      await pause(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** Math.min(tries, 6)), signal);
    }
  };
}

function parse(text: unknown, sessionId: string, place: number | string): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    throw damaged(sessionId, `what is stored at ${JSON.stringify(place)} is not JSON`);
  }
}

function damaged(sessionId: string, problem: string): EpitomeError {
  const message = `The tables of the session ${JSON.stringify(sessionId.slice(0, 80))} were changed by something else: ${problem}. Restore them from a copy.`;
  return new EpitomeError("store-failed", message, { details: { sessionId } });
}
