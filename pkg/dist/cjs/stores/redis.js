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
  redis: () => redis
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_waiting = require("../waiting.js");
var import_entries = require("./entries.js");
var import_client = require("./redis/client.js");
var import_failure = require("./redis/failure.js");
var import_scripts = require("./redis/scripts.js");
var import_text_key = require("./text-key.js");
const PAGE_ENTRIES = 500;
const PAGE_BYTES = 4e6;
function redis(client, options = {}) {
  const { prefix = "epitome:", kind } = options;
  if (typeof prefix !== "string" || !/^[\w:./-]{1,100}$/.test(prefix)) {
    const message = "prefix must be 1 to 100 letters, digits and _ : . / - characters.";
    throw new import_errors.EpitomeError("invalid-option", message, { details: { path: "prefix" } });
  }
  const evaluate = (0, import_client.evaluateWith)(client, kind);
  const index = `${prefix}sessions`;
  const keysOf = (sessionId) => {
    const session = `${prefix}{${(0, import_text_key.escapeId)(sessionId).replaceAll("}", "\\u007d")}}`;
    return { log: `${session}:log`, ids: `${session}:ids`, artifacts: `${session}:artifacts` };
  };
  const run = async (script, keys, args, signal) => {
    signal?.throwIfAborted();
    try {
      return await (0, import_waiting.orAborted)(() => evaluate(script, keys, args), signal);
    } catch (error) {
      if (signal?.aborted && error === signal.reason)
        throw error;
      throw (0, import_failure.redisFailed)(error);
    }
  };
  return {
    async append(sessionId, expectedHead, entries, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("expectedHead", expectedHead);
      const lines = (0, import_entries.encodeEntries)(entries);
      const { log, ids } = keysOf(sessionId);
      const parts = lines.map((line, at) => `${(0, import_text_key.escapeId)(entries[at].id)}
${line}
`);
      const args = [String(expectedHead), crypto.randomUUID(), ...inGroups(parts)];
      const begins = expectedHead === 0 && entries.length > 0;
      const enlist = () => run(import_scripts.ENLIST, [index], [(0, import_text_key.escapeId)(sessionId)], signal);
      if (begins)
        await enlist();
      const [status, number] = await run(import_scripts.APPEND, [log, ids], args, signal);
      if (status === "damaged")
        throw (0, import_failure.damaged)(sessionId);
      if (status === "duplicate")
        throw (0, import_entries.duplicateEntry)(entries[Number(number)].id, "the session has an entry with this id already");
      if (begins && status === "ok")
        await enlist();
      return { ok: status === "ok", head: Number(number) };
    },
    async read(sessionId, after, { limit = Number.POSITIVE_INFINITY, signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      (0, import_entries.checkPosition)("after", after);
      if (limit !== Number.POSITIVE_INFINITY)
        (0, import_entries.checkPosition)("limit", limit, 1);
      for (; ; ) {
        const result = await readPages(sessionId, after, limit, signal);
        if (result)
          return result;
      }
    },
    async list({ signal } = {}) {
      const found = /* @__PURE__ */ new Set();
      let cursor = "0";
      do {
        const [next, ids2] = await run(import_scripts.SCAN, [index], [cursor], signal);
        for (const id of ids2)
          found.add(id);
        cursor = String(next);
      } while (cursor !== "0");
      const sessions = [];
      const ids = Array.from(found, import_text_key.unescapeId);
      for (let from = 0; from < ids.length; from += PAGE_ENTRIES) {
        const some = ids.slice(from, from + PAGE_ENTRIES);
        const heads = await Promise.all(some.map((id) => run(import_scripts.LENGTH, [keysOf(id).log], [], signal)));
        some.forEach((id, at) => {
          const head = Number(heads[at]);
          if (head > 0)
            sessions.push({ id, head });
        });
      }
      return sessions;
    },
    async delete(sessionId, { signal } = {}) {
      signal?.throwIfAborted();
      (0, import_entries.checkSessionId)(sessionId);
      const { log, ids, artifacts } = keysOf(sessionId);
      await run(import_scripts.REMOVE, [log, ids, artifacts], [], signal);
      const id = [(0, import_text_key.escapeId)(sessionId)];
      await run(import_scripts.DELIST, [index], id, signal);
      if (Number(await run(import_scripts.LENGTH, [log], [], signal)) > 0)
        await run(import_scripts.ENLIST, [index], id, signal);
    },
    artifacts(sessionId) {
      (0, import_entries.checkSessionId)(sessionId);
      const { artifacts } = keysOf(sessionId);
      return {
        async put(id, data, { signal } = {}) {
          signal?.throwIfAborted();
          checkText("id", id, 1);
          checkText("data", data, 0);
          await run(import_scripts.PUT, [artifacts], [(0, import_text_key.escapeId)(id), JSON.stringify(data)], signal);
        },
        async get(id, { signal } = {}) {
          signal?.throwIfAborted();
          checkText("id", id, 1);
          const text = await run(import_scripts.GET, [artifacts], [(0, import_text_key.escapeId)(id)], signal);
          return typeof text === "string" ? JSON.parse(text) : null;
        }
      };
    }
  };
  async function readPages(sessionId, after, limit, signal) {
    const { log, ids } = keysOf(sessionId);
    const entries = [];
    let first;
    for (; ; ) {
      const wanted = Math.min(limit, first ? first.head - after : PAGE_ENTRIES) - entries.length;
      const args = [after + entries.length, Math.min(wanted, PAGE_ENTRIES), PAGE_BYTES].map(String);
      const [status, head, mark, ...lines] = await run(import_scripts.READ, [log, ids], args, signal);
      if (status === "damaged")
        throw (0, import_failure.damaged)(sessionId);
      first ??= { head: Number(head), mark };
      if (mark !== first.mark)
        return void 0;
      for (const line of lines)
        entries.push(JSON.parse(line));
      if (entries.length >= Math.min(limit, first.head - after))
        return { entries, head: first.head };
      if (lines.length === 0)
        return void 0;
    }
  }
}
function inGroups(parts) {
  const size = Math.ceil(parts.length / 1e3);
  const groups = [];
  for (let from = 0; from < parts.length; from += size)
    groups.push(parts.slice(from, from + size).join(""));
  return groups;
}
function checkText(name, value, least) {
  if (typeof value === "string" && value.length >= least)
    return;
  throw new import_errors.EpitomeError("invalid-option", `${name} must be a string${least > 0 ? " that is not empty" : ""}.`);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  redis
});
