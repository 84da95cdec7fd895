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
  Journal: () => Journal
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_tape = require("../engine/tape.js");
var import_errors = require("../errors.js");
const SLICE = 500;
const MAX_CONFLICTS = 32;
class Journal {
  entries = [];
  warnings = [];
  #id;
  #log;
  #store;
  #format;
  #turn = Promise.resolve();
  #closed = false;
  constructor(id, log, store, format) {
    this.#id = id;
    this.#log = log;
    this.#store = store;
    this.#format = format;
  }
  /** Ends the writing: what waits for its turn, or for the store, fails. */
  close() {
    this.#closed = true;
  }
  #checkOpen() {
    if (this.#closed) {
      throw new import_errors.EpitomeError("session-closed", "The session was closed while it was writing; what the store took it keeps.", {
        details: { path: this.#id }
      });
    }
  }
  /** How many entries the log has. */
  get head() {
    return this.entries.length;
  }
  /** The id of the entry where the session stands. */
  get leafId() {
    const leaf = this.#log.leaf();
    return leaf === void 0 ? null : this.entries[leaf].id;
  }
  /** Takes over what the store has beyond what is here. */
  async readOn(signal) {
    if (!this.#store)
      return;
    for (; ; ) {
      const read = await this.#store.read(this.#id, this.head, { signal });
      this.#checkOpen();
      if (!Array.isArray(read?.entries) || typeof read.head !== "number") {
        throw new import_errors.EpitomeError("store-failed", "The store's read answered without entries or head.");
      }
      const { entries, head, damaged } = read;
      for (const { line, reason } of damaged ?? []) {
        if (this.warnings.some((warning) => warning.line === line))
          continue;
        this.warnings.push({ code: "damaged-line", message: `Line ${line} of the stored log was left out: ${reason}`, line });
      }
      if (entries.length > 0)
        this.#adopt(entries);
      if (this.head >= head || entries.length === 0)
        break;
    }
    this.#noteBreaks();
  }
  /** The same, in turn with the writers. */
  refresh(signal) {
    const run = this.#turn.then(() => this.readOn(signal));
    this.#turn = run.catch(() => {
    });
    return run;
  }
  #noteBreaks() {
    const breaks = this.#log.breaks();
    const known = this.warnings.filter((warning) => warning.code === "broken-parent").length;
    for (let at = known * 2; at < breaks.length; at += 2) {
      const [entryId, parentId] = [breaks[at], breaks[at + 1]];
      const message = `Entry ${entryId} follows ${parentId}, which is not in the log; it was read as following the entry before it.`;
      this.warnings.push({ code: "broken-parent", message, entryId });
    }
  }
  #adopt(entries) {
    for (let from = 0; from < entries.length; from += SLICE) {
      const slice = entries.slice(from, from + SLICE);
      const place = (path) => path.replace(/^entries\[(\d+)\]/, (_, at) => `entries[${from + Number(at)}]`);
      (0, import_call.guarded)(() => this.#log.propose((0, import_tape.stage)(slice, null, "entries")), place);
      this.#log.commit();
      for (const entry of slice)
        this.entries.push(entry);
    }
  }
  /** Writes a batch; null where the draft decided to write nothing. `place` names the caller's input in errors. */
  write(draft, options = {}) {
    const run = this.#turn.then(() => this.#write(draft, options));
    this.#turn = run.catch(() => {
    });
    return run;
  }
  async #write(draft, { signal, place }) {
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      signal?.throwIfAborted();
      this.#checkOpen();
      const entries = draft(this.leafId);
      if (entries === null || entries.length === 0)
        return entries;
      (0, import_call.guarded)(() => this.#log.propose((0, import_tape.stage)(entries, null, "entries")), place);
      if (this.#store) {
        const answer = await this.#store.append(this.#id, this.head, entries, { signal, format: this.#format });
        this.#checkOpen();
        if (typeof answer?.ok !== "boolean") {
          throw new import_errors.EpitomeError("store-failed", "The store's append answered neither { ok: true } nor { ok: false }.");
        }
        if (!answer.ok) {
          await this.readOn(signal);
          continue;
        }
      }
      this.#log.commit();
      for (const entry of entries)
        this.entries.push(entry);
      return entries;
    }
    throw new import_errors.EpitomeError("store-failed", `Other writers were faster ${MAX_CONFLICTS} times; the store may report a wrong head.`, {
      retryable: true
    });
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Journal
});
