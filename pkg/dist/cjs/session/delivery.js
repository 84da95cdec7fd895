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
  Delivery: () => Delivery
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_waiting = require("../waiting.js");
var import_same = require("./same.js");
const MAX_RETRIES = 2;
const PAUSE_MS = 50;
const NOTHING_STORED = /* @__PURE__ */ new Set(["duplicate-entry", "invalid-entry", "invalid-option", "store-locked"]);
class Delivery {
  #id;
  #store;
  #format;
  #parentSession;
  /** Batches that were handed to the store at the present head, of which one may be there. */
  #inDoubt = [];
  /** A batch that was in doubt, and turned out to be stored. */
  #landed;
  constructor(id, store, format, parentSession) {
    this.#id = id;
    this.#store = store;
    this.#format = format;
    this.#parentSession = parentSession;
  }
  /** Whether nobody knows if a batch was stored. */
  get isInDoubt() {
    return this.#inDoubt.length > 0;
  }
  /** Reads from the store, and checks that it answers as it should. */
  async read(after, limit, signal) {
    const read = await (0, import_waiting.orAborted)(() => this.#store.read(this.#id, after, { limit, signal }), signal);
    if (!Array.isArray(read?.entries) || !Number.isSafeInteger(read.head)) {
      throw new import_errors.EpitomeError("store-failed", "The store's read answered without entries or head.");
    }
    if (read.entries.length > 0 && read.head < after + read.entries.length) {
      throw new import_errors.EpitomeError("store-failed", `The store's read gave entries beyond its own head, ${read.head}.`);
    }
    return read;
  }
  /** Appends a batch at the head. False where another writer was faster, or has stored what is in doubt. */
  async append(head, entries, signal) {
    this.#landed = void 0;
    for (let tries = 0; ; tries++) {
      if (!this.#inDoubt.includes(entries))
        this.#inDoubt.push(entries);
      try {
        const options = { signal, format: this.#format, ...head === 0 && this.#parentSession && { parentSession: this.#parentSession } };
        const answer = await (0, import_waiting.orAborted)(() => this.#store.append(this.#id, head, entries, options), signal);
        checkAnswer(answer, head + entries.length);
        if (answer.ok)
          this.#inDoubt = [];
        return answer.ok;
      } catch (error) {
        if (signal?.aborted)
          throw error;
        if (import_errors.EpitomeError.isInstance(error) && NOTHING_STORED.has(error.code)) {
          this.#inDoubt = this.#inDoubt.filter((batch) => batch !== entries);
          throw error;
        }
        const found = await this.#look(head, entries, signal);
        if (found === "stored") {
          this.#inDoubt = [];
          return true;
        }
        if (found === "others")
          return false;
        if (import_errors.EpitomeError.isInstance(error) && !error.retryable || tries === MAX_RETRIES)
          throw failed(error);
        await (0, import_waiting.pause)(PAUSE_MS * 4 ** tries, signal);
      }
    }
  }
  /** What the store has where this batch belongs. */
  async #look(head, entries, signal) {
    try {
      const { entries: there, head: now } = await this.read(head, entries.length, signal);
      if (entries.every(({ id }, at) => there[at]?.id === id))
        return "stored";
      return now > head ? "others" : "nothing";
    } catch {
      return "nothing";
    }
  }
  /** What was read from the store at the present head, with the objects that we have for entries of ours. */
  recognize(stored, from, head) {
    const ours = this.#inDoubt.find((batch) => batch[0].id === stored[0]?.id);
    if (stored.length > 0)
      this.#inDoubt = [];
    if (!ours)
      return [...stored];
    const messages = ours.filter(({ type }) => type === "message").length;
    if (head < from + (messages || ours.length)) {
      const message = `The store has kept ${head - from} of the ${ours.length} entries of an append: an append must be whole or not at all.`;
      throw new import_errors.EpitomeError("store-failed", message);
    }
    this.#landed = [...ours];
    return stored.map((entry, at) => ours[at]?.id === entry.id ? ours[at] : entry);
  }
  /** Ends the time in which a batch can be a repetition. */
  forget() {
    this.#landed = void 0;
  }
  /** The stored batch that this one repeats: the same content, given again because the call before this one failed. */
  repetition(entries) {
    const landed = this.#landed;
    this.#landed = void 0;
    if (landed?.length !== entries.length)
      return void 0;
    const [before, now] = [withPlaces(landed), withPlaces(entries)];
    return before.every((entry, at) => isRepeated(entry, now[at])) ? landed : void 0;
  }
}
function withPlaces(batch) {
  const places = new Map(batch.map(({ id }, at) => [id, at]));
  return batch.map((entry) => {
    if (entry.type !== "prune" || !Array.isArray(entry.edits) || batch.length === 1)
      return entry;
    const edits = entry.edits.map(({ entryId, part }) => [places.get(entryId), part]);
    return { ...entry, edits, tokensBefore: 0 };
  });
}
function isRepeated(one, other) {
  const stamped = /* @__PURE__ */ new Set(["id", "parentId", "parentAt", "timestamp"]);
  const keys = /* @__PURE__ */ new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => stamped.has(key) || (0, import_same.isSame)(one[key], other[key]));
}
function failed(error) {
  if (import_errors.EpitomeError.isInstance(error))
    return error;
  const said = error instanceof Error ? error.message : String(error);
  const message = `The store failed, and whether it has written is not known: ${said}. Make the same call again before any other: what was stored is not stored twice.`;
  return new import_errors.EpitomeError("store-failed", message, { retryable: true, cause: error });
}
function checkAnswer(answer, head) {
  if (typeof answer?.ok !== "boolean") {
    throw new import_errors.EpitomeError("store-failed", "The store's append answered neither { ok: true } nor { ok: false }.");
  }
  if (answer.ok && answer.head !== head) {
    throw new import_errors.EpitomeError("store-failed", `The store's append answered with the head ${String(answer.head)}; ${head} is right.`);
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Delivery
});
