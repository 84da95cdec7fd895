/** A store in Redis, for several processes or machines on the same sessions. */

import { EpitomeError } from "../errors.js";
import type { AppendResult, ArtifactStore, Entry, ReadResult, SessionInfo, SessionStore } from "../types.js";
import { orAborted } from "../waiting.js";
import { checkPosition, checkSessionId, duplicateEntry, encodeEntries } from "./entries.js";
import { evaluateWith, type IoredisClient, type NodeRedisClient, type RedisKind } from "./redis/client.js";
import { damaged, redisFailed } from "./redis/failure.js";
import { APPEND, DELIST, ENLIST, GET, LENGTH, PUT, READ, REMOVE, SCAN } from "./redis/scripts.js";
import { escapeId, unescapeId } from "./text-key.js";

export type { IoredisClient, NodeRedisClient, RedisKind } from "./redis/client.js";

/** One answer of the server holds at most so many entries, and about so many bytes: it does nothing else meanwhile. */
const PAGE_ENTRIES = 500;
const PAGE_BYTES = 4_000_000;

/** Options of `redis`. */
export interface RedisOptions {
  /** What the names of all keys begin with. Default: `"epitome:"`. */
  prefix?: string | undefined;
  /** Which client it is, where that does not show. */
  kind?: RedisKind | undefined;
}

/** What `redis` gives: a store with every optional method, all of them asynchronous. */
export interface RedisStore extends Required<SessionStore> {
  append(...args: Parameters<SessionStore["append"]>): Promise<AppendResult>;
  read(...args: Parameters<SessionStore["read"]>): Promise<ReadResult>;
  list(options?: { signal?: AbortSignal | undefined }): Promise<SessionInfo[]>;
  delete(sessionId: string, options?: { signal?: AbortSignal | undefined }): Promise<void>;
}

/**
 * Makes a store in Redis (from version 5 on; it is tested with 7.0). Any number of processes can write to one session.
 *
 * - **Client:** your own, of node-redis or ioredis, also for a cluster: all keys of a session have one hash tag. You connect
 *   it and close it.
 * - **Cost:** a session is a stream, found by position, and a hash of its entry ids, about 70 bytes an entry. Each append and
 *   each read is one Lua script whose work depends on what is written or read, not on the session's length. A long stretch
 *   comes in answers of at most 500 entries and about 4 MB, since Redis does nothing else meanwhile.
 * - **Crash:** an append is whole or not at all. What survives a crash of the server is what you have set: with `appendonly
 *   yes` and `appendfsync always` all that was answered, with `everysec` all but the last second or two, and without
 *   `appendonly` what the last snapshot has. A failover loses what the replica had not received; `WAIT` makes that rarer, not
 *   impossible. Where the connection is lost under an append it throws `store-failed`, `retryable`; it may have been stored,
 *   and repeating it with the same ids stores it once. ioredis repeats it by itself; leave its `autoResendUnfulfilledCommands`
 *   on, since without it ioredis never answers such a call.
 * - **Limits:** everything is in memory, so `maxmemory-policy` must be `noeviction` and no key may expire. Where a part of a
 *   session is gone, each call on it throws `store-failed`. A value has at most 512 MB (`proto-max-bulk-len`). Replicas lag:
 *   let the client read from the primary, as it does by default.
 *
 * An aborted signal ends the waiting at once; what was sent goes on, and whether it was done is then unknown.
 *
 * @throws EpitomeError `invalid-option` for a client that it does not know or a prefix with other characters than letters,
 *   digits and `_ : . / -`.
 */
export function redis(client: NodeRedisClient | IoredisClient, options: RedisOptions = {}): RedisStore {
  const { prefix = "epitome:", kind } = options;
  if (typeof prefix !== "string" || !/^[\w:./-]{1,100}$/.test(prefix)) {
    const message = "prefix must be 1 to 100 letters, digits and _ : . / - characters.";
    throw new EpitomeError("invalid-option", message, { details: { path: "prefix" } });
  }
  const evaluate = evaluateWith(client, kind);
  const index = `${prefix}sessions`;
  const keysOf = (sessionId: string) => {
    // What is between the braces decides the slot, and ends at the first closing one.
    const session = `${prefix}{${escapeId(sessionId).replaceAll("}", "\\u007d")}}`;
    return { log: `${session}:log`, ids: `${session}:ids`, artifacts: `${session}:artifacts` };
  };

  /** Runs a script, and gives its errors as the store's. */
  const run = async (script: string, keys: string[], args: string[], signal: AbortSignal | undefined): Promise<unknown> => {
    signal?.throwIfAborted();
    try {
      return await orAborted(() => evaluate(script, keys, args), signal);
    } catch (error) {
      if (signal?.aborted && error === signal.reason) throw error;
      throw redisFailed(error);
    }
  };

  return {
    async append(sessionId, expectedHead, entries, { signal } = {}) {
      signal?.throwIfAborted();
      checkSessionId(sessionId);
      checkPosition("expectedHead", expectedHead);
      const lines = encodeEntries(entries);
      const { log, ids } = keysOf(sessionId);
      // Neither an id so escaped nor JSON has a line feed in it.
      const parts = lines.map((line, at) => `${escapeId(entries[at]!.id)}\n${line}\n`);
      const args = [String(expectedHead), crypto.randomUUID(), ...inGroups(parts)];
      // The index may lie on another server of a cluster. It is written before the session, so that none is missing there,
      // and after it, should somebody have deleted the session in between.
      const begins = expectedHead === 0 && entries.length > 0;
      const enlist = () => run(ENLIST, [index], [escapeId(sessionId)], signal);
      if (begins) await enlist();
      const [status, number] = (await run(APPEND, [log, ids], args, signal)) as [string, number | string];
      if (status === "damaged") throw damaged(sessionId);
      if (status === "duplicate") throw duplicateEntry(entries[Number(number)]!.id, "the session has an entry with this id already");
      if (begins && status === "ok") await enlist();
      return { ok: status === "ok", head: Number(number) };
    },

    async read(sessionId, after, { limit = Number.POSITIVE_INFINITY, signal } = {}) {
      signal?.throwIfAborted();
      checkSessionId(sessionId);
      checkPosition("after", after);
      if (limit !== Number.POSITIVE_INFINITY) checkPosition("limit", limit, 1);
      for (;;) {
        const result = await readPages(sessionId, after, limit, signal);
        if (result) return result;
      }
    },

    async list({ signal } = {}) {
      const found = new Set<string>();
      let cursor = "0";
      do {
        const [next, ids] = (await run(SCAN, [index], [cursor], signal)) as [string, string[]];
        for (const id of ids) found.add(id);
        cursor = String(next);
      } while (cursor !== "0");
      const sessions: SessionInfo[] = [];
      const ids = Array.from(found, unescapeId);
      for (let from = 0; from < ids.length; from += PAGE_ENTRIES) {
        const some = ids.slice(from, from + PAGE_ENTRIES);
        const heads = await Promise.all(some.map((id) => run(LENGTH, [keysOf(id).log], [], signal)));
        some.forEach((id, at) => {
          const head = Number(heads[at]);
          // Without entries: an append that has not come, or was refused.
          if (head > 0) sessions.push({ id, head });
        });
      }
      return sessions;
    },

    async delete(sessionId, { signal } = {}) {
      signal?.throwIfAborted();
      checkSessionId(sessionId);
      const { log, ids, artifacts } = keysOf(sessionId);
      await run(REMOVE, [log, ids, artifacts], [], signal);
      const id = [escapeId(sessionId)];
      await run(DELIST, [index], id, signal);
      // Somebody may have begun it anew before it was taken off the index.
      if (Number(await run(LENGTH, [log], [], signal)) > 0) await run(ENLIST, [index], id, signal);
    },

    artifacts(sessionId): ArtifactStore {
      checkSessionId(sessionId);
      const { artifacts } = keysOf(sessionId);
      return {
        async put(id, data, { signal } = {}) {
          signal?.throwIfAborted();
          checkText("id", id, 1);
          checkText("data", data, 0);
          // As JSON text: UTF-8 has no halves of surrogate pairs.
          await run(PUT, [artifacts], [escapeId(id), JSON.stringify(data)], signal);
        },
        async get(id, { signal } = {}) {
          signal?.throwIfAborted();
          checkText("id", id, 1);
          const text = await run(GET, [artifacts], [escapeId(id)], signal);
          return typeof text === "string" ? (JSON.parse(text) as string) : null;
        },
      };
    },
  };

  /** A stretch, answer by answer; undefined where the session was removed in between. */
  async function readPages(sessionId: string, after: number, limit: number, signal?: AbortSignal): Promise<ReadResult | undefined> {
    const { log, ids } = keysOf(sessionId);
    const entries: Entry[] = [];
    let first: { head: number; mark: string } | undefined;
    for (;;) {
      const wanted = Math.min(limit, first ? first.head - after : PAGE_ENTRIES) - entries.length;
      const args = [after + entries.length, Math.min(wanted, PAGE_ENTRIES), PAGE_BYTES].map(String);
      const [status, head, mark, ...lines] = (await run(READ, [log, ids], args, signal)) as [string, number | string, string, ...string[]];
      if (status === "damaged") throw damaged(sessionId);
      first ??= { head: Number(head), mark };
      if (mark !== first.mark) return undefined;
      for (const line of lines) entries.push(JSON.parse(line) as Entry);
      if (entries.length >= Math.min(limit, first.head - after)) return { entries, head: first.head };
      if (lines.length === 0) return undefined;
    }
  }
}

/** The parts, so many together that there are few enough, and no more: a value has its limit too. */
function inGroups(parts: readonly string[]): string[] {
  const size = Math.ceil(parts.length / 1_000);
  const groups: string[] = [];
  for (let from = 0; from < parts.length; from += size) groups.push(parts.slice(from, from + size).join(""));
  return groups;
}

function checkText(name: string, value: unknown, least: number): void {
  if (typeof value === "string" && value.length >= least) return;
  throw new EpitomeError("invalid-option", `${name} must be a string${least > 0 ? " that is not empty" : ""}.`);
}
