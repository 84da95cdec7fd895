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
  durableObject: () => durableObject
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_tables = require("./durable-object/tables.js");
var import_entries = require("./entries.js");
function durableObject(storage, options = {}) {
  const { prefix = "epitome" } = options;
  if (typeof storage?.sql?.exec !== "function" || typeof storage.transactionSync !== "function") {
    const message = "durableObject needs the storage of a Durable Object with SQLite: pass ctx.storage, and name the class in new_sqlite_classes.";
    throw new import_errors.EpitomeError("invalid-option", message, { details: { path: "storage" } });
  }
  if (typeof prefix !== "string" || !/^[A-Za-z]\w{0,39}$/.test(prefix) || /^sqlite_/i.test(prefix)) {
    const message = "prefix must be a letter, then letters, digits and _, 40 at the most, and must not begin with sqlite_.";
    throw new import_errors.EpitomeError("invalid-option", message, { details: { path: "prefix" } });
  }
  const tables = new import_tables.Tables(storage, prefix);
  return {
    append(sessionId, expectedHead, entries, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("expectedHead", expectedHead);
      const lines = (0, import_entries.encodeEntries)(entries);
      return run(() => {
        const known = tables.numberOf(sessionId);
        const head = known === void 0 ? 0 : tables.headOf(known);
        const decided = (0, import_entries.decideAppend)({
          head,
          at: (position) => known === void 0 ? void 0 : tables.idAt(known, position),
          has: (id) => known !== void 0 && tables.hasId(known, id)
        }, expectedHead, entries);
        if (decided)
          return decided;
        const rows = lines.map((text, index) => ({ id: entries[index].id, text }));
        tables.add(known ?? tables.begin(sessionId), head, rows);
        return { ok: true, head: head + rows.length };
      });
    },
    read(sessionId, after, { limit, signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("after", after);
      if (limit !== void 0)
        (0, import_entries.checkPosition)("limit", limit, 1);
      return run(() => {
        const session = tables.numberOf(sessionId);
        if (session === void 0)
          return { entries: [], head: 0 };
        const head = tables.headOf(session);
        if (after >= head)
          return { entries: [], head };
        const lines = tables.lines(session, after, limit === void 0 ? head : Math.min(head, after + limit));
        return { entries: lines.map((line) => JSON.parse(line)), head };
      });
    },
    list({ signal } = {}) {
      signal?.throwIfAborted();
      return run(() => tables.sessions());
    },
    delete(sessionId, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      run(() => {
        const session = tables.numberOf(sessionId);
        if (session !== void 0)
          tables.remove(session);
      });
    },
    artifacts(sessionId) {
      (0, import_entries.checkSessionId)(sessionId);
      return {
        put(id, data, { signal } = {}) {
          signal?.throwIfAborted();
          (0, import_entries.checkArtifactId)(id);
          (0, import_entries.checkArtifactData)(data);
          run(() => {
            const session = tables.numberOf(sessionId) ?? tables.begin(sessionId);
            if (!tables.hasArtifact(session, id))
              tables.addArtifact(session, id, data);
          });
        },
        get(id, { signal } = {}) {
          signal?.throwIfAborted();
          (0, import_entries.checkArtifactId)(id);
          return run(() => {
            const session = tables.numberOf(sessionId);
            return session === void 0 ? null : tables.artifact(session, id);
          });
        }
      };
    }
  };
  function run(work) {
    try {
      return tables.transaction(work);
    } catch (error) {
      if (import_errors.EpitomeError.isInstance(error))
        throw error;
      const message = "The Durable Object's storage failed; nothing was stored. See the cause: a full database needs old sessions to be deleted, an object that is being restarted another try.";
      throw new import_errors.EpitomeError("store-failed", message, { retryable: isRetryable(error), cause: error });
    }
  }
}
function isRetryable(error) {
  return error?.retryable === true;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  durableObject
});
