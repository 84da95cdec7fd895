/** A store in PostgreSQL, for several processes or machines on the same sessions. */

import { EpitomeError } from "../errors.js";
import type { AppendResult, ArtifactStore, Entry, ReadResult, SessionInfo, SessionStore } from "../types.js";
import { orAborted, pause } from "../waiting.js";
import { checkPosition, checkSessionId, decideAppend, encodeEntries } from "./entries.js";
import { codeOf, isCreationRace, isRollback, postgresFailed, UNDEFINED_TABLE, UNIQUE_VIOLATION } from "./postgres/failure.js";
import { type PostgresNames, statements } from "./postgres/statements.js";
import { escapeId, keyOfId, unescapeId } from "./text-key.js";

export { type PostgresNames, postgresTables } from "./postgres/statements.js";

/** One answer of the server holds at most so many entries, and ends with the one that passes so many bytes. */
const PAGE_ENTRIES = 1_000;
const PAGE_BYTES = 8_000_000;
/** Longer ids, in UTF-16 units, are indexed by their hash: an index's key, here of two ids, ends at 2,704 bytes. */
const MAX_KEY = 400;
/** How often a statement that the server undid because of another transaction is run again, or a decision made anew. */
const MAX_TRIES = 20;

/** A client as the store needs it: a `Pool` or `Client` of `pg`, of `@neondatabase/serverless`, a PGlite, or your own. */
export interface PostgresClient {
  /** Runs one statement with the values of `$1`, `$2`, …, all of them texts and numbers. */
  query(text: string, values: unknown[]): PromiseLike<{ rows: unknown[] }>;
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
  list(options?: { signal?: AbortSignal | undefined }): Promise<SessionInfo[]>;
  delete(sessionId: string, options?: { signal?: AbortSignal | undefined }): Promise<void>;
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
export function postgres(client: PostgresClient, options: PostgresOptions = {}): PostgresStore {
  if (typeof client?.query !== "function") {
    throw new EpitomeError("invalid-option", "Give postgres a client with a method query(text, values), such as a Pool of pg.");
  }
  const { createTables = true } = options;
  if (typeof createTables !== "boolean") throw new EpitomeError("invalid-option", "createTables must be true or false.");
  const sql = statements(options);
  let ready: Promise<void> | undefined;

  /** Runs a statement, again where the server undid it because of another transaction. */
  const run = async <Row>(text: string, values: unknown[], signal?: AbortSignal): Promise<Row[]> => {
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted();
      try {
        const { rows } = await orAborted(() => enqueue(client, text, values, signal), signal);
        return rows as Row[];
      } catch (error) {
        if (!isRollback(error) || tries >= MAX_TRIES) throw error;
        await pause(backoff(tries), signal);
      }
    }
  };

  const create = async (): Promise<void> => {
    for (let tries = 1; ; tries++) {
      // Looked at first, so that where the tables are there no right to make any is needed.
      const [found] = await run<{ present: boolean }>(sql.present, []);
      if (found?.present) return;
      try {
        for (const statement of sql.create) await run(statement, []);
      } catch (error) {
        if (!isCreationRace(error) || tries >= MAX_TRIES) throw error;
        await pause(backoff(tries));
      }
    }
  };

  /** Runs `work` on tables that exist, and gives its errors as the store's. */
  const use = async <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted();
    try {
      if (createTables) {
        ready ??= create().catch((error: unknown) => {
          ready = undefined;
          throw error;
        });
        await orAborted(() => ready, signal);
      }
      return await work();
    } catch (error) {
      if (signal?.aborted && error === signal.reason) throw error;
      // Somebody has dropped them: the next call makes them anew.
      if (codeOf(error) === UNDEFINED_TABLE) ready = undefined;
      throw postgresFailed(error);
    }
  };

  const sessionKey = (sessionId: string): Promise<string> => keyOfId(sessionId, MAX_KEY);

  return {
    async append(sessionId, expectedHead, entries, { signal } = {}) {
      signal?.throwIfAborted();
      checkSessionId(sessionId);
      checkPosition("expectedHead", expectedHead);
      const lines = encodeEntries(entries);
      const count = entries.length;
      const given = entries.map(({ id }) => id);
      return use(signal, async () => {
        const key = await sessionKey(sessionId);
        const keys = await Promise.all(given.map((id) => keyOfId(id, MAX_KEY)));
        const ids = JSON.stringify(keys);
        const values = [key, expectedHead, count, ids, JSON.stringify(lines)];
        if (expectedHead === 0) values.push(escapeId(sessionId));
        for (let tries = 1; tries <= MAX_TRIES; tries++) {
          if (count > 0 && (await stored(values, signal))) return { ok: true, head: expectedHead + count };
          const found = await look([key, expectedHead, count, ids], keys, given, signal);
          const decided = decideAppend(found, expectedHead, given.map(asEntry));
          if (decided) return decided;
          // Removed between the two statements, or undone by the server: now it is as expected.
          await pause(backoff(tries), signal);
        }
        const message = "The session changed under every try to append to it. Nothing was stored; try again.";
        throw new EpitomeError("store-locked", message, { retryable: true });
      });
    },

    async read(sessionId, after, { limit = Number.POSITIVE_INFINITY, signal } = {}) {
      signal?.throwIfAborted();
      checkSessionId(sessionId);
      checkPosition("after", after);
      if (limit !== Number.POSITIVE_INFINITY) checkPosition("limit", limit, 1);
      return use(signal, async () => {
        const key = await sessionKey(sessionId);
        for (;;) {
          const result = await readPages(key, after, limit, signal);
          if (result) return result;
        }
      });
    },

    async list({ signal } = {}) {
      return use(signal, async () => {
        const sessions: SessionInfo[] = [];
        for (let last = ""; ; ) {
          const rows = await run<SessionRow>(sql.list, [last, PAGE_ENTRIES], signal);
          for (const { id, head, modified } of rows) {
            sessions.push({ id: unescapeId(id), head: Number(head), modified: new Date(Number(modified)).toISOString() });
          }
          if (rows.length < PAGE_ENTRIES) return sessions;
          last = rows.at(-1)?.key as string;
        }
      });
    },

    async delete(sessionId, { signal } = {}) {
      signal?.throwIfAborted();
      checkSessionId(sessionId);
      await use(signal, async () => run(sql.delete, [await sessionKey(sessionId)], signal));
    },

    artifacts(sessionId): ArtifactStore {
      checkSessionId(sessionId);
      const keysOf = (id: string): Promise<string[]> => Promise.all([sessionKey(sessionId), keyOfId(id, MAX_KEY)]);
      return {
        async put(id, data, { signal } = {}) {
          signal?.throwIfAborted();
          checkText("id", id, 1);
          checkText("data", data, 0);
          // As JSON text, which keeps what the server's own text would refuse.
          await use(signal, async () => run(sql.putArtifact, [...(await keysOf(id)), JSON.stringify(data)], signal));
        },
        async get(id, { signal } = {}) {
          signal?.throwIfAborted();
          checkText("id", id, 1);
          const [row] = await use(signal, async () => run<{ data: string }>(sql.getArtifact, await keysOf(id), signal));
          return row ? (JSON.parse(row.data) as string) : null;
        },
      };
    },
  };

  /** Whether the statement has written. It has not where the head is another one, or an id is taken. */
  async function stored(values: unknown[], signal: AbortSignal | undefined): Promise<boolean> {
    try {
      const [row] = await run<{ stored: number | string }>(values[1] === 0 ? sql.begin : sql.extend, values, signal);
      return Number(row?.stored) > 0;
    } catch (error) {
      if (codeOf(error) === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  /** What is stored, for `decideAppend`. It is told by keys, which are the ids themselves unless they are long. */
  async function look(values: unknown[], keys: string[], ids: string[], signal: AbortSignal | undefined): Promise<Stored> {
    type Row = { head: string; stretch: string | null; taken: string | null };
    const [row] = await run<Row>(sql.look, values, signal);
    const [stretch, taken] = [row?.stretch, row?.taken].map((text) => JSON.parse(text ?? "[]") as string[]) as [string[], string[]];
    const idOf = new Map(keys.map((key, index) => [key, ids[index]]));
    const takenIds = new Set(taken.map((key) => idOf.get(key)));
    const from = values[1] as number;
    return { head: Number(row?.head ?? 0), at: (position) => idOf.get(stretch[position - from] ?? ""), has: (id) => takenIds.has(id) };
  }

  /** A stretch, answer by answer; undefined where the session was removed in between. */
  async function readPages(key: string, after: number, limit: number, signal?: AbortSignal): Promise<ReadResult | undefined> {
    const entries: Entry[] = [];
    let first: { number: string; head: number } | undefined;
    for (;;) {
      const wanted = Math.min(limit, first ? first.head - after : PAGE_ENTRIES) - entries.length;
      const rows = await run<PageRow>(sql.read, [key, after + entries.length, Math.min(wanted, PAGE_ENTRIES), PAGE_BYTES], signal);
      const [row] = rows;
      if (!row) return first ? undefined : { entries, head: 0 };
      first ??= { number: String(row.number), head: Number(row.head) };
      if (String(row.number) !== first.number) return undefined;
      const before = entries.length;
      for (const { data } of rows) if (data !== null) entries.push(JSON.parse(data) as Entry);
      if (entries.length >= Math.min(limit, first.head - after)) return { entries, head: first.head };
      if (entries.length === before) throw missing(after + before);
    }
  }
}

type Stored = Parameters<typeof decideAppend>[0];
type SessionRow = { key: string; id: string; head: string; modified: string };
type PageRow = { number: string; head: string; data: string | null };

/** One connection takes one query at a time: what waits for it stands here, across the stores that share it. */
const queues = new WeakMap<object, Promise<unknown>>();

function enqueue(client: PostgresClient, text: string, values: unknown[], signal?: AbortSignal): PromiseLike<{ rows: unknown[] }> {
  const work = (): PromiseLike<{ rows: unknown[] }> => {
    signal?.throwIfAborted();
    return client.query(text, values);
  };
  // A connection of pg knows its process on the server; a pool, and clients that queue by themselves, have no such thing.
  if (!("processID" in client)) return work();
  const result = (queues.get(client) ?? Promise.resolve()).then(work);
  queues.set(
    client,
    result.catch(() => {}),
  );
  return result;
}

/** What `decideAppend` needs of an entry. */
const asEntry = (id: string): Entry => ({ type: "", id, parentId: null, timestamp: "" });

/** A little longer each time, in milliseconds, and never the same for two that collided. */
const backoff = (tries: number): number => Math.random() * Math.min(2 ** tries, 100);

function checkText(name: string, value: unknown, least: number): void {
  if (typeof value === "string" && value.length >= least) return;
  throw new EpitomeError("invalid-option", `${name} must be a string${least > 0 ? " that is not empty" : ""}.`);
}

function missing(position: number): EpitomeError {
  const message = `The entry at position ${position} is missing: its row was removed by something else than this store.`;
  return new EpitomeError("store-failed", message, { details: { position } });
}
