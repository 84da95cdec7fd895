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
  indexedDb: () => indexedDb
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_entries = require("./entries.js");
var import_connection = require("./indexeddb/connection.js");
var import_schema = require("./indexeddb/schema.js");
var import_transaction = require("./indexeddb/transaction.js");
const FIRST_CHUNK = 128;
const SMALL_CHUNK = 1e6;
const LARGE_CHUNK = 8e6;
function indexedDb(options = {}) {
  const { name = "epitome", durability = "strict" } = checkOptions(options);
  const connection = new import_connection.Connection(name, durability, options.indexedDB);
  const keyRanges = options.IDBKeyRange;
  return {
    async append(sessionId, expectedHead, entries, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("expectedHead", expectedHead);
      const lines = (0, import_entries.encodeEntries)(entries);
      const ids = entries.map(({ id }) => id);
      const given = ids.map((id) => ({ id }));
      return connection.write([import_schema.SESSIONS, import_schema.ENTRIES], signal, async (transaction) => {
        const sessions = transaction.objectStore(import_schema.SESSIONS);
        const log = transaction.objectStore(import_schema.ENTRIES);
        const byId = log.index(import_schema.IDS);
        const [session, ...places] = await Promise.all([
          (0, import_transaction.answer)(sessions.get(sessionId)),
          ...ids.map((id) => (0, import_transaction.answer)(byId.getKey([sessionId, id])))
        ]);
        const at = /* @__PURE__ */ new Map();
        places.forEach((key, index) => {
          if (key !== void 0)
            at.set(key[1], ids[index]);
        });
        const known = new Set(at.values());
        const head = session?.head ?? 0;
        const decided = (0, import_entries.decideAppend)({ head, at: (position) => at.get(position), has: (id) => known.has(id) }, expectedHead, given);
        if (decided)
          return decided;
        lines.forEach((line, index) => {
          const record2 = { session: sessionId, position: head + index, id: ids[index], line };
          log.add(record2);
        });
        const record = { id: sessionId, head: head + ids.length, modified: Date.now() };
        sessions.put(record);
        (0, import_transaction.commit)(transaction);
        return { ok: true, head: record.head };
      });
    },
    async read(sessionId, after, { limit, signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("after", after);
      if (limit !== void 0)
        (0, import_entries.checkPosition)("limit", limit, 1);
      return connection.read([import_schema.SESSIONS, import_schema.ENTRIES], signal, async (transaction) => {
        const log = transaction.objectStore(import_schema.ENTRIES);
        const stretch = (from, count) => (0, import_transaction.answer)(log.getAll((0, import_schema.keysOf)(sessionId, keyRanges, from), count));
        let chunk = FIRST_CHUNK;
        const [session, first] = await Promise.all([
          (0, import_transaction.answer)(transaction.objectStore(import_schema.SESSIONS).get(sessionId)),
          stretch(after, Math.min(limit ?? chunk, chunk))
        ]);
        const result = { entries: [], head: session?.head ?? 0 };
        const end = Math.min(result.head, after + (limit ?? result.head));
        for (let records = first; records.length > 0; ) {
          let size = 0;
          for (const { line } of records) {
            size += line.length;
            result.entries.push(JSON.parse(line));
          }
          const from = records.at(-1).position + 1;
          if (from >= end)
            break;
          if (size < SMALL_CHUNK)
            chunk *= 2;
          else if (size > LARGE_CHUNK)
            chunk = Math.max(1, Math.floor(chunk * LARGE_CHUNK / size));
          records = await stretch(from, Math.min(end - from, chunk));
        }
        return result;
      });
    },
    async list({ signal } = {}) {
      signal?.throwIfAborted();
      const sessions = await connection.read([import_schema.SESSIONS], signal, (transaction) => (0, import_transaction.answer)(transaction.objectStore(import_schema.SESSIONS).getAll()));
      return sessions.map(({ id, head, modified }) => ({ id, head, modified: new Date(modified).toISOString() }));
    },
    async delete(sessionId, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      await connection.write([import_schema.SESSIONS, import_schema.ENTRIES, import_schema.ARTIFACTS], signal, async (transaction) => {
        transaction.objectStore(import_schema.SESSIONS).delete(sessionId);
        transaction.objectStore(import_schema.ENTRIES).delete((0, import_schema.keysOf)(sessionId, keyRanges));
        transaction.objectStore(import_schema.ARTIFACTS).delete((0, import_schema.keysOf)(sessionId, keyRanges));
        (0, import_transaction.commit)(transaction);
      });
    },
    artifacts(sessionId) {
      (0, import_entries.checkSessionId)(sessionId);
      return artifactsOf(sessionId, connection);
    },
    close() {
      connection.close();
    }
  };
}
function artifactsOf(sessionId, connection) {
  return {
    async put(id, data, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkArtifactId)(id);
      (0, import_entries.checkArtifactData)(data);
      await connection.write([import_schema.ARTIFACTS], signal, async (transaction) => {
        const artifacts = transaction.objectStore(import_schema.ARTIFACTS);
        if (await (0, import_transaction.answer)(artifacts.getKey([sessionId, id])) === void 0)
          artifacts.add(data, [sessionId, id]);
        (0, import_transaction.commit)(transaction);
      });
    },
    async get(id, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkArtifactId)(id);
      const data = await connection.read([import_schema.ARTIFACTS], signal, (transaction) => (0, import_transaction.answer)(transaction.objectStore(import_schema.ARTIFACTS).get([sessionId, id])));
      return data ?? null;
    }
  };
}
function checkOptions(options) {
  const { name, durability, indexedDB, IDBKeyRange } = options;
  if (name !== void 0 && (typeof name !== "string" || name === ""))
    throw invalidOption("name", "must be a string that is not empty");
  if (durability !== void 0 && durability !== "strict" && durability !== "relaxed") {
    throw invalidOption("durability", 'must be "strict" or "relaxed"');
  }
  if (indexedDB !== void 0 && typeof indexedDB?.open !== "function")
    throw invalidOption("indexedDB", "must have the method open");
  if (IDBKeyRange !== void 0 && typeof IDBKeyRange?.bound !== "function") {
    throw invalidOption("IDBKeyRange", "must have the method bound");
  }
  return options;
}
function invalidOption(path, problem) {
  return new import_errors.EpitomeError("invalid-option", `${path} ${problem}.`, { details: { path } });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  indexedDb
});
