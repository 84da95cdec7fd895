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
  sqlite: () => sqlite
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_waiting = require("../waiting.js");
var import_entries = require("./entries.js");
var import_connection = require("./sqlite/connection.js");
var import_failure = require("./sqlite/failure.js");
var import_statements = require("./sqlite/statements.js");
const MAX_PAUSE_MS = 40;
const MAX_TRIES = 32;
function sqlite(db, options = {}) {
  const { prefix = "epitome_", lockTimeoutMs = 15e3 } = options;
  if (typeof prefix !== "string" || !/^[A-Za-z_][A-Za-z0-9_]{0,47}$/.test(prefix) || /^sqlite_/i.test(prefix)) {
    const message = "prefix must be a letter or _, then up to 47 letters, digits and _, and must not begin with sqlite_.";
    throw new import_errors.EpitomeError("invalid-option", message);
  }
  if (!(lockTimeoutMs > 0))
    throw new import_errors.EpitomeError("invalid-option", "lockTimeoutMs must be a positive number of milliseconds.");
  const connection = (0, import_connection.connect)(db);
  const statements = (0, import_statements.statementsFor)(prefix);
  const run = runner(connection, statements, lockTimeoutMs);
  const look = async (session, expectedHead, entries) => {
    const ids = new Map(entries.map(({ id }) => [(0, import_statements.keyOf)(id), id]));
    const row = (await connection.rows(statements.look(session, [...ids.keys()])))[0];
    const found = JSON.parse((0, import_connection.columnOf)(row, "found", 1));
    const stored = new Map(found.map(([position, key]) => [position, ids.get(key)]));
    const taken = new Set(stored.values());
    const head = Number((0, import_connection.columnOf)(row, "head", 0));
    return (0, import_entries.decideAppend)({ head, at: (position) => stored.get(position), has: (id) => taken.has(id) }, expectedHead, entries);
  };
  return {
    async append(sessionId, expectedHead, entries, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("expectedHead", expectedHead);
      const lines = (0, import_entries.encodeEntries)(entries);
      const given = entries.map(({ id }) => ({ id }));
      const session = (0, import_statements.keyOf)(sessionId);
      const keys = given.map(({ id }) => (0, import_statements.keyOf)(id));
      return run("write", signal, async () => {
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const added = keys.length > 0 && await connection.change([statements.append(session, expectedHead, keys, lines, Date.now())]);
          if (added === keys.length)
            return { ok: true, head: expectedHead + keys.length };
          const decided = await look(session, expectedHead, given);
          if (decided)
            return decided;
        }
        const message = `The database stored nothing ${MAX_TRIES} times and does not say why: is there a trigger on its tables?`;
        throw new import_errors.EpitomeError("store-failed", message, { retryable: true });
      });
    },
    async read(sessionId, after, { limit, signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("after", after);
      if (limit !== void 0)
        (0, import_entries.checkPosition)("limit", limit, 1);
      const end = Math.min(after + (limit ?? Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
      const [first, ...rows] = Array.from(await run("read", signal, () => connection.rows(statements.read((0, import_statements.keyOf)(sessionId), after, end))), (row) => (0, import_connection.columnOf)(row, "value", 1));
      const head = Number(first);
      const entries = rows.map((line, index) => parse(line, sessionId, after + index));
      const expected = Math.max(0, Math.min(end, head) - after);
      if (entries.length !== expected)
        throw damaged(sessionId, `${expected - entries.length} entries from position ${after} on are missing`);
      return { entries, head };
    },
    async list({ signal } = {}) {
      signal?.throwIfAborted();
      const rows = await run("read", signal, () => connection.rows(statements.list()));
      return Array.from(rows, (row) => ({
        id: (0, import_statements.idOf)((0, import_connection.columnOf)(row, "session", 0)),
        head: Number((0, import_connection.columnOf)(row, "head", 1)),
        modified: new Date(Number((0, import_connection.columnOf)(row, "stored_at", 2))).toISOString()
      }));
    },
    async delete(sessionId, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      await run("write", signal, () => connection.change(statements.delete((0, import_statements.keyOf)(sessionId))));
    },
    artifacts(sessionId) {
      (0, import_entries.checkSessionId)(sessionId);
      const session = (0, import_statements.keyOf)(sessionId);
      return {
        async put(id, data, { signal } = {}) {
          signal?.throwIfAborted();
          (0, import_entries.checkArtifactId)(id);
          (0, import_entries.checkArtifactData)(data);
          await run("write", signal, () => connection.change([statements.putArtifact(session, id, data)]));
        },
        async get(id, { signal } = {}) {
          signal?.throwIfAborted();
          (0, import_entries.checkArtifactId)(id);
          const [row] = Array.from(await run("read", signal, () => connection.rows(statements.getArtifact(session, id))));
          return row === void 0 ? null : parse((0, import_connection.columnOf)(row, "data", 0), sessionId, id);
        }
      };
    }
  };
}
function runner(connection, statements, timeoutMs) {
  let hasTables = false;
  const attempt = async (work) => {
    if (!hasTables) {
      const [row] = Array.from(await connection.rows(statements.tables));
      if (Number((0, import_connection.columnOf)(row, "tables", 0)) < 2)
        await connection.change(statements.makeTables);
      hasTables = true;
    }
    return work();
  };
  return async (kind, signal, work) => {
    const end = performance.now() + timeoutMs;
    for (let tries = 0; ; tries++) {
      const obstacle = connection.obstacle();
      if (obstacle === "closed")
        throw (0, import_failure.databaseClosed)();
      let busy;
      if (obstacle === void 0 || kind === "read") {
        try {
          return await (kind === "read" ? (0, import_waiting.orAborted)(() => attempt(work), signal) : attempt(work));
        } catch (error) {
          if (import_errors.EpitomeError.isInstance(error) || signal?.aborted && error === signal.reason)
            throw error;
          if (connection.obstacle() === "closed")
            throw (0, import_failure.databaseClosed)(error);
          if (!(0, import_failure.isBusy)(error)) {
            hasTables = false;
            throw (0, import_failure.storeFailed)(error);
          }
          busy = error;
        }
      }
      if (performance.now() > end)
        throw (0, import_failure.storeLocked)(timeoutMs, busy);
      await (0, import_waiting.pause)(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** Math.min(tries, 6)), signal);
    }
  };
}
function parse(text, sessionId, place) {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(sessionId, `what is stored at ${JSON.stringify(place)} is not JSON`);
  }
}
function damaged(sessionId, problem) {
  const message = `The tables of the session ${JSON.stringify(sessionId.slice(0, 80))} were changed by something else: ${problem}. Restore them from a copy.`;
  return new import_errors.EpitomeError("store-failed", message, { details: { sessionId } });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  sqlite
});
