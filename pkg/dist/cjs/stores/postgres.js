var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  postgres: () => postgres,
  postgresTables: () => import_statements2.postgresTables
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_waiting = require("../waiting.js");
var import_entries = require("./entries.js");
var import_failure = require("./postgres/failure.js");
var import_statements = require("./postgres/statements.js");
var import_text_key = require("./text-key.js");
var import_statements2 = require("./postgres/statements.js");
const PAGE_ENTRIES = 1e3;
const PAGE_BYTES = 8e6;
const MAX_KEY = 400;
const MAX_TRIES = 20;
function postgres(client, options = {}) {
  if (typeof client?.query !== "function") {
    throw new import_errors.EpitomeError("invalid-option", "Give postgres a client with a method query(text, values), such as a Pool of pg.");
  }
  const { createTables = true } = options;
  if (typeof createTables !== "boolean")
    throw new import_errors.EpitomeError("invalid-option", "createTables must be true or false.");
  const sql = (0, import_statements.statements)(options);
  let ready;
  const run = async (text, values, signal) => {
    for (let tries = 1; ; tries++) {
      signal?.throwIfAborted();
      try {
        const { rows } = await (0, import_waiting.orAborted)(() => enqueue(client, text, values, signal), signal);
        return rows;
      } catch (error) {
        if (!(0, import_failure.isRollback)(error) || tries >= MAX_TRIES)
          throw error;
        await (0, import_waiting.pause)(backoff(tries), signal);
      }
    }
  };
  const create = async () => {
    for (let tries = 1; ; tries++) {
      const [found] = await run(sql.present, []);
      if (found?.present)
        return;
      try {
        for (const statement of sql.create)
          await run(statement, []);
      } catch (error) {
        if (!(0, import_failure.isCreationRace)(error) || tries >= MAX_TRIES)
          throw error;
        await (0, import_waiting.pause)(backoff(tries));
      }
    }
  };
  const use = async (signal, work) => {
    signal?.throwIfAborted();
    try {
      if (createTables) {
        ready ??= create().catch((error) => {
          ready = void 0;
          throw error;
        });
        await (0, import_waiting.orAborted)(() => ready, signal);
      }
      return await work();
    } catch (error) {
      if (signal?.aborted && error === signal.reason)
        throw error;
      if ((0, import_failure.codeOf)(error) === import_failure.UNDEFINED_TABLE)
        ready = void 0;
      throw (0, import_failure.postgresFailed)(error);
    }
  };
  const sessionKey = (sessionId) => (0, import_text_key.keyOfId)(sessionId, MAX_KEY);
  return {
    async append(sessionId, expectedHead, entries, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("expectedHead", expectedHead);
      const lines = (0, import_entries.encodeEntries)(entries);
      const count = entries.length;
      const given = entries.map(({ id }) => id);
      return use(signal, async () => {
        const key = await sessionKey(sessionId);
        const keys = await Promise.all(given.map((id) => (0, import_text_key.keyOfId)(id, MAX_KEY)));
        const ids = JSON.stringify(keys);
        const values = [key, expectedHead, count, ids, JSON.stringify(lines)];
        if (expectedHead === 0)
          values.push((0, import_text_key.escapeId)(sessionId));
        for (let tries = 1; tries <= MAX_TRIES; tries++) {
          if (count > 0 && await stored(values, signal))
            return { ok: true, head: expectedHead + count };
          const found = await look([key, expectedHead, count, ids], keys, given, signal);
          const decided = (0, import_entries.decideAppend)(found, expectedHead, given.map(asEntry));
          if (decided)
            return decided;
          await (0, import_waiting.pause)(backoff(tries), signal);
        }
        const message = "The session changed under every try to append to it. Nothing was stored; try again.";
        throw new import_errors.EpitomeError("store-locked", message, { retryable: true });
      });
    },
    async read(sessionId, after, { limit = Number.POSITIVE_INFINITY, signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("after", after);
      if (limit !== Number.POSITIVE_INFINITY)
        (0, import_entries.checkPosition)("limit", limit, 1);
      return use(signal, async () => {
        const key = await sessionKey(sessionId);
        for (; ; ) {
          const result = await readPages(key, after, limit, signal);
          if (result)
            return result;
        }
      });
    },
    async list({ signal } = {}) {
      return use(signal, async () => {
        const sessions = [];
        for (let last = ""; ; ) {
          const rows = await run(sql.list, [last, PAGE_ENTRIES], signal);
          for (const { id, head, modified } of rows) {
            sessions.push({ id: (0, import_text_key.unescapeId)(id), head: Number(head), modified: new Date(Number(modified)).toISOString() });
          }
          if (rows.length < PAGE_ENTRIES)
            return sessions;
          last = rows.at(-1)?.key;
        }
      });
    },
    async delete(sessionId, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      await use(signal, async () => run(sql.delete, [await sessionKey(sessionId)], signal));
    },
    artifacts(sessionId) {
      (0, import_entries.checkSessionId)(sessionId);
      const keysOf = (id) => Promise.all([sessionKey(sessionId), (0, import_text_key.keyOfId)(id, MAX_KEY)]);
      return {
        async put(id, data, { signal } = {}) {
          signal?.throwIfAborted();
          checkText("id", id, 1);
          checkText("data", data, 0);
          await use(signal, async () => run(sql.putArtifact, [...await keysOf(id), JSON.stringify(data)], signal));
        },
        async get(id, { signal } = {}) {
          signal?.throwIfAborted();
          checkText("id", id, 1);
          const [row] = await use(signal, async () => run(sql.getArtifact, await keysOf(id), signal));
          return row ? JSON.parse(row.data) : null;
        }
      };
    }
  };
  async function stored(values, signal) {
    try {
      const [row] = await run(values[1] === 0 ? sql.begin : sql.extend, values, signal);
      return Number(row?.stored) > 0;
    } catch (error) {
      if ((0, import_failure.codeOf)(error) === import_failure.UNIQUE_VIOLATION)
        return false;
      throw error;
    }
  }
  async function look(values, keys, ids, signal) {
    const [row] = await run(sql.look, values, signal);
    const [stretch, taken] = [row?.stretch, row?.taken].map((text) => JSON.parse(text ?? "[]"));
    const idOf = new Map(keys.map((key, index) => [key, ids[index]]));
    const takenIds = new Set(taken.map((key) => idOf.get(key)));
    const from = values[1];
    return { head: Number(row?.head ?? 0), at: (position) => idOf.get(stretch[position - from] ?? ""), has: (id) => takenIds.has(id) };
  }
  async function readPages(key, after, limit, signal) {
    const entries = [];
    let first;
    for (; ; ) {
      const wanted = Math.min(limit, first ? first.head - after : PAGE_ENTRIES) - entries.length;
      const rows = await run(sql.read, [key, after + entries.length, Math.min(wanted, PAGE_ENTRIES), PAGE_BYTES], signal);
      const [row] = rows;
      if (!row)
        return first ? void 0 : { entries, head: 0 };
      first ??= { number: String(row.number), head: Number(row.head) };
      if (String(row.number) !== first.number)
        return void 0;
      const before = entries.length;
      for (const { data } of rows)
        if (data !== null)
          entries.push(JSON.parse(data));
      if (entries.length >= Math.min(limit, first.head - after))
        return { entries, head: first.head };
      if (entries.length === before)
        throw missing(after + before);
    }
  }
}
const queues = /* @__PURE__ */ new WeakMap();
function enqueue(client, text, values, signal) {
  const work = () => {
    signal?.throwIfAborted();
    return client.query(text, values);
  };
  if (!("processID" in client))
    return work();
  const result = (queues.get(client) ?? Promise.resolve()).then(work);
  queues.set(client, result.catch(() => {
  }));
  return result;
}
const asEntry = (id) => ({ type: "", id, parentId: null, timestamp: "" });
const backoff = (tries) => Math.random() * Math.min(2 ** tries, 100);
function checkText(name, value, least) {
  if (typeof value === "string" && value.length >= least)
    return;
  throw new import_errors.EpitomeError("invalid-option", `${name} must be a string${least > 0 ? " that is not empty" : ""}.`);
}
function missing(position) {
  const message = `The entry at position ${position} is missing: its row was removed by something else than this store.`;
  return new import_errors.EpitomeError("store-failed", message, { details: { position } });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  postgres,
  postgresTables
});
