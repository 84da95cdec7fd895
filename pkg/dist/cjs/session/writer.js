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
  Writer: () => Writer
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_pure = require("../engine/pure.js");
var import_tape = require("../engine/tape.js");
var import_errors = require("../errors.js");
var import_options = require("../options.js");
var import_native = require("./native.js");
var import_pruning = require("./pruning.js");
var import_same = require("./same.js");
const OVERSIZED = "oversized";
const USAGE = "has no count that is known here; give what the provider reported, such as { input_tokens, output_tokens } or { prompt_tokens, completion_tokens }";
const isNothing = (usage) => usage === null || typeof usage === "object" && Object.values(usage).every((count) => count === void 0 || count === null);
class Writer {
  #log;
  #journal;
  #onPruned;
  #newId;
  #now;
  constructor({ log, journal, onPruned, newId, now }) {
    this.#log = log;
    this.#journal = journal;
    this.#onPruned = onPruned;
    this.#newId = newId;
    this.#now = now ?? Date.now;
  }
  /** Appends messages of the host. */
  async append(message, options) {
    const messages = Array.isArray(message) ? message : [message];
    const { pinned, signal } = options;
    const usage = isNothing(options.usage) ? void 0 : options.usage;
    if (usage !== void 0 && (0, import_pure.pure)("readUsage", usage, null, "usage") === null)
      throw (0, import_options.invalidOption)("usage", USAGE);
    const ids = idsFor(messages, options.id);
    const place = (path) => {
      const [, at, rest] = /^entries\[(\d+)\]\.message(?:\.?(.*))$/s.exec(path) ?? [];
      if (at === void 0)
        return path;
      const start = Array.isArray(message) ? `messages[${fresh[Number(at)]}]` : "message";
      return rest ? `${start}${rest.startsWith("[") ? "" : "."}${rest}` : start;
    };
    const reporter = usage === void 0 ? -1 : (0, import_call.guarded)(() => this.#log.newestReply((0, import_tape.stage)(messages, null, "messages")));
    const { held } = this.#journal;
    const known = /* @__PURE__ */ new Map();
    const ours = /* @__PURE__ */ new Map();
    const onRepeated = (pairs) => {
      for (let at = 0; at < pairs.length; at += 2)
        ours.set(fresh[pairs[at]], held.entries[pairs[at + 1]]);
    };
    const large = /* @__PURE__ */ new Map();
    const onOversized = (fours) => {
      large.clear();
      for (let at = 0; at < fours.length; at += 4) {
        const place2 = fresh[fours[at]];
        large.set(place2, [...large.get(place2) ?? [], [fours[at + 1], fours[at + 2], fours[at + 3]]]);
      }
    };
    let fresh = [];
    const make = (leafId) => {
      known.clear();
      ids?.forEach((id, at) => {
        const there = held.placeOf(id);
        if (there === void 0)
          return;
        const entry = held.entries[there];
        known.set(id, entry.type === "message" ? repeated(entry, messages[at]) : entry);
      });
      fresh = messages.map((_, at) => at).filter((at) => !ours.has(at) && !known.has(ids?.[at] ?? ""));
      const { provider } = this.#log.model();
      const timestamp = this.#timestamp();
      const taken = /* @__PURE__ */ new Set();
      let parentId = leafId;
      const edits = [];
      const entries = fresh.map((at) => {
        const id = ids?.[at] ?? this.#freshId(taken);
        const entry = { type: "message", id, parentId, timestamp, message: messages[at] };
        if (at === reporter)
          entry.usage = usage;
        if (pinned)
          entry.pinned = true;
        if (provider && (0, import_native.compactionsIn)(messages[at]).length > 0)
          entry.compactedBy = provider;
        parentId = id;
        for (const [part, tokens, shown] of large.get(at) ?? [])
          edits.push(this.#shortened(entry, part, tokens, shown));
        return entry;
      });
      for (const at of fresh) {
        const managed = messages[at]?.context_management;
        const edits2 = managed?.applied_edits;
        if (!Array.isArray(edits2) || edits2.length === 0)
          continue;
        const id = this.#freshId(taken);
        const data = { ...managed, entryId: entries[fresh.indexOf(at)].id };
        entries.push({ type: "custom", id, parentId, timestamp, customType: "context_management", data });
        parentId = id;
      }
      if (edits.length > 0) {
        const pending = (0, import_call.guarded)(() => this.#log.sizeOf((0, import_tape.stage)(fresh.map((at) => messages[at]))));
        const { tokens: tokensBefore } = this.#log.check(fresh.length, pending, false);
        entries.push({ type: "prune", id: this.#freshId(taken), parentId, timestamp, reason: OVERSIZED, edits, tokensBefore });
      }
      return entries;
    };
    const how = { signal, place, named: ids !== void 0, onRepeated, onOversized };
    let written;
    try {
      written = await this.#journal.write(make, how);
    } catch (error) {
      if (!ids || held.isComplete || !import_errors.EpitomeError.isInstance(error) || error.code !== "duplicate-entry")
        throw error;
      await this.#journal.load(signal);
      written = await this.#journal.write(make, how);
    }
    const prune = written?.at(-1);
    if (prune?.type === "prune")
      await this.#onPruned(prune);
    const added = written?.slice(0, fresh.length) ?? [];
    if (added.length === messages.length)
      return added;
    return messages.map((_, at) => known.get(ids?.[at] ?? "") ?? ours.get(at) ?? added[fresh.indexOf(at)]);
  }
  /** An output's head and tail in place of its texts, and where all of it can be read: of the log, by `Session.artifact`. */
  #shortened({ id: entryId, message }, part, tokens, shown) {
    const artifact = (0, import_pruning.copyId)(entryId, part);
    const reference = this.#journal.held.placeOf(artifact) === void 0 ? (0, import_pruning.referenceTo)(artifact) : void 0;
    const text = (0, import_call.guarded)(() => this.#log.write("digest", (0, import_tape.stage)(message, { part, tokens: shown, reference })));
    const names = reference !== void 0 && text.includes(reference);
    const saved = { why: OVERSIZED, tokens, tokensSaved: tokens - shown };
    return { entryId, part, text, ...saved, ...names && { artifact }, keepsMedia: true };
  }
  /** Appends one entry at the leaf. */
  async write(type, fields, signal) {
    const place = (path) => path.replace(/^entries\[0\]/, "entry");
    return (await this.#journal.write((leafId) => [this.make(type, leafId, fields)], { signal, place }))[0];
  }
  /** An entry that follows another one. */
  make(type, parentId, fields) {
    return { type, id: this.#freshId(/* @__PURE__ */ new Set()), parentId, timestamp: this.#timestamp(), ...fields };
  }
  #timestamp() {
    return new Date(this.#now()).toISOString();
  }
  /** An id that neither the log nor the batch has. An id of the host's own is taken as it comes. */
  #freshId(taken) {
    if (this.#newId)
      return this.#newId();
    for (; ; ) {
      const id = this.#log.newEntryId();
      if (!taken.has(id)) {
        taken.add(id);
        return id;
      }
    }
  }
}
function idsFor(messages, given) {
  if (given === void 0)
    return void 0;
  const ids = Array.isArray(given) ? given : [given];
  if (!ids.every((id) => typeof id === "string" && id !== ""))
    throw (0, import_options.invalidOption)("id", "must be a text that is not empty, or an array of such");
  if (ids.length !== messages.length)
    throw (0, import_options.invalidOption)("id", `must be one text for each message; there are ${messages.length} messages and ${ids.length} ids`);
  if (new Set(ids).size !== ids.length)
    throw (0, import_options.invalidOption)("id", "must not name two messages alike");
  return ids;
}
function repeated(entry, message) {
  if ((0, import_same.isSame)(entry.message, message))
    return entry;
  const said = `The entry ${JSON.stringify(entry.id.slice(0, 80))} is in the session already, with another message.`;
  throw new import_errors.EpitomeError("duplicate-entry", said, { details: { id: entry.id } });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Writer
});
