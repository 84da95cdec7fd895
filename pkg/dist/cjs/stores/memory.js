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
  memory: () => memory
});
module.exports = __toCommonJS(stdin_exports);
var import_entries = require("./entries.js");
function memory() {
  const sessions = /* @__PURE__ */ new Map();
  const originals = /* @__PURE__ */ new Map();
  return {
    append(sessionId, expectedHead, entries, options) {
      options?.signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("expectedHead", expectedHead);
      const lines = (0, import_entries.encodeEntries)(entries);
      const log = sessions.get(sessionId) ?? new Log();
      const decided = (0, import_entries.decideAppend)(log, expectedHead, entries);
      if (decided)
        return decided;
      log.add(entries, lines);
      sessions.set(sessionId, log);
      return { ok: true, head: log.head };
    },
    read(sessionId, after, options) {
      options?.signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("after", after);
      if (options?.limit !== void 0)
        (0, import_entries.checkPosition)("limit", options.limit, 1);
      const log = sessions.get(sessionId);
      return log ? { entries: log.slice(after, options?.limit), head: log.head } : { entries: [], head: 0 };
    },
    list(options) {
      options?.signal?.throwIfAborted();
      return [...sessions].map(([id, { head }]) => ({ id, head }));
    },
    delete(sessionId, options) {
      options?.signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      sessions.delete(sessionId);
      originals.delete(sessionId);
    },
    artifacts(sessionId) {
      (0, import_entries.checkSessionId)(sessionId);
      return {
        put(id, data, options) {
          options?.signal?.throwIfAborted();
          (0, import_entries.checkArtifactId)(id);
          (0, import_entries.checkArtifactData)(data);
          const own = originals.get(sessionId) ?? /* @__PURE__ */ new Map();
          if (!own.has(id))
            own.set(id, data);
          originals.set(sessionId, own);
        },
        get(id, options) {
          options?.signal?.throwIfAborted();
          (0, import_entries.checkArtifactId)(id);
          return originals.get(sessionId)?.get(id) ?? null;
        }
      };
    }
  };
}
class Log {
  #lines = [];
  #ids = [];
  #known = /* @__PURE__ */ new Set();
  get head() {
    return this.#lines.length;
  }
  at(position) {
    return this.#ids[position];
  }
  has(id) {
    return this.#known.has(id);
  }
  add(entries, lines) {
    entries.forEach(({ id }, index) => {
      this.#lines.push(lines[index]);
      this.#ids.push(id);
      this.#known.add(id);
    });
  }
  slice(after, limit = this.head) {
    return this.#lines.slice(after, after + limit).map((line) => JSON.parse(line));
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  memory
});
