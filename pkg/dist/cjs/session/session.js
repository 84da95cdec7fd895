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
  Session: () => Session,
  openSession: () => openSession
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_engine = require("../engine/engine.js");
var import_tape = require("../engine/tape.js");
var import_errors = require("../errors.js");
var import_extractive = require("../summarizers/extractive.js");
var import_compaction = require("./compaction.js");
var import_journal = require("./journal.js");
var import_rendered = require("./rendered.js");
class Session {
  /** The session's id. */
  id;
  #log;
  #journal;
  #rendered;
  #summarizers;
  #newId;
  #now;
  #listeners = /* @__PURE__ */ new Set();
  #running;
  #closed = false;
  constructor(options) {
    this.id = options.id;
    const core = (0, import_engine.engine)();
    this.#log = (0, import_call.guarded)(() => new core.Log(options.format ?? "pi", (0, import_tape.stage)(null, { model: options.model, settings: options.settings })));
    this.#journal = new import_journal.Journal(this.id, this.#log, options.store, options.format);
    this.#rendered = new import_rendered.Rendered(this.#log, this.#journal.entries);
    this.#summarizers = summarizersOf(options.summarizer);
    this.#newId = options.newId;
    this.#now = options.now ?? Date.now;
  }
  /** @internal */
  static async open(options) {
    const session = new Session(options);
    try {
      await session.#journal.readOn();
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }
  /** How many entries the log has. */
  get head() {
    return this.#journal.head;
  }
  /** The entry where the session stands; null before the first. */
  get leafId() {
    this.#checkOpen();
    return this.#journal.leafId;
  }
  /** What was not right with the stored log. */
  get warnings() {
    return this.#journal.warnings;
  }
  /**
   * Appends one message or several, in the session's format. They are kept as they are: `context()` gives back the same
   * objects.
   *
   * @throws EpitomeError `invalid-message` with the place (`messages[2].content[0]`); the session is then as it was.
   */
  async append(message, options = {}) {
    this.#checkOpen();
    const messages = Array.isArray(message) ? message : [message];
    const { usage, pinned, signal } = options;
    const place = (path) => {
      const [, at, rest] = /^entries\[(\d+)\]\.message(?:\.?(.*))$/s.exec(path) ?? [];
      if (at === void 0)
        return path;
      const start = Array.isArray(message) ? `messages[${at}]` : "message";
      return rest ? `${start}${rest.startsWith("[") ? "" : "."}${rest}` : start;
    };
    const reporter = usage === void 0 ? -1 : newestReply(messages);
    const make = (leafId) => {
      const timestamp = this.#timestamp();
      const taken = /* @__PURE__ */ new Set();
      let parentId = leafId;
      return messages.map((item, at) => {
        const id = this.#freshId(taken);
        const entry = { type: "message", id, parentId, timestamp, message: item };
        if (at === reporter)
          entry.usage = usage;
        if (pinned)
          entry.pinned = true;
        parentId = id;
        return entry;
      });
    };
    return this.#told(await this.#journal.write(make, { signal, place }));
  }
  /**
   * Appends text of the host's own that the model sees as a user's message.
   *
   * @param customType the host's name for this kind of text
   * @param content text, or blocks of text and images in pi's shape
   */
  async appendCustom(customType, content, options = {}) {
    this.#checkOpen();
    const make = (leafId) => [
      {
        type: "custom_message",
        id: this.#freshId(/* @__PURE__ */ new Set()),
        parentId: leafId,
        timestamp: this.#timestamp(),
        customType,
        content,
        display: options.display ?? true
      }
    ];
    return this.#told(await this.#journal.write(make))[0];
  }
  #told(entries) {
    const written = entries ?? [];
    if (written.length > 0)
      this.#emit({ type: "append", entries: written });
    return written;
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
  /** Numbers only: how large the context is, with messages that are about to be sent, and what `maintain` would do. */
  check(options = {}) {
    this.#checkOpen();
    const { pending } = options;
    return (0, import_call.guarded)(() => this.#log.check(pending && pending.length > 0 ? (0, import_tape.stage)(pending, null, "pending") : 0, false), pendingPlace);
  }
  /** What the model should see now. The arrays are the caller's own; the messages in them are not to be changed. */
  context(options = {}) {
    const { tokens } = this.check(options);
    const { messages, entries } = this.#rendered.now();
    for (const message of options.pending ?? [])
      messages.push(message);
    return { messages, tokens, entries };
  }
  /** Compacts if that is due. Call it after each turn, and between tool calls in a long one. */
  async maintain(options = {}) {
    this.#checkOpen();
    const { action, reason, tokens } = this.#log.check(0, options.reason === "overflow");
    const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
    if (action === "none" && reason === "exhausted") {
      const message = "Compaction was tried often enough since the newest user message; it is tried again after the next one.";
      return { status: "exhausted", reason, message, ...unchanged };
    }
    if (action === "none")
      return { status: "nothing", reason, ...unchanged };
    const outcome = await this.#compact(options.reason ?? "threshold", reason, options.signal);
    if (outcome.status === "refused" && !this.#closed)
      this.#log.noteFailure();
    return outcome;
  }
  /**
   * Compacts now, whatever the size.
   *
   * @param options.instructions what the summary should look at most
   */
  async compact(options = {}) {
    this.#checkOpen();
    if (options.instructions !== void 0 && typeof options.instructions !== "string")
      throw invalidOption("instructions", "must be text");
    return this.#compact("manual", "manual", options.signal, options.instructions);
  }
  async #compact(trigger, reason, signal, instructions) {
    const { tokens } = this.check();
    const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
    if (this.#running)
      return { status: "nothing", reason: "already-compacting", ...unchanged };
    if (signal?.aborted)
      return (0, import_compaction.cancelled)(tokens);
    const run = this.#log.beginCompaction(this.#summarizers.length, trigger === "manual", instructions);
    if (!run)
      return { status: "nothing", reason: "nothing-to-compact", ...unchanged };
    const since = this.#now();
    const { timeoutMs } = this.#log;
    const running = new AbortController();
    this.#running = running;
    const abort = () => running.abort(signal.reason);
    signal?.addEventListener("abort", abort, { once: true });
    const { messagesToSummarize, turnPrefix, firstKeptEntryId, isSplitTurn, tokensBefore, fileOperations } = run.preparation();
    const sizes = { messagesToSummarize: messagesToSummarize.length, turnPrefix: turnPrefix.length };
    this.#emit({ type: "compaction_start", reason: trigger, tokensBefore, ...sizes, firstKeptEntryId, isSplitTurn, fileOperations });
    let outcome;
    try {
      outcome = await (0, import_compaction.compact)(run, tokens, reason, {
        summarizers: this.#summarizers,
        timeoutMs,
        signal: running.signal,
        emit: (event) => running.signal.aborted || this.#emit(event),
        commit: (draft) => this.#commit(draft, running.signal)
      });
      return outcome;
    } catch (error) {
      if (running.signal.aborted && error === running.signal.reason) {
        outcome = (0, import_compaction.cancelled)(tokens);
        return outcome;
      }
      throw error;
    } finally {
      this.#running = void 0;
      signal?.removeEventListener("abort", abort);
      running.abort(new DOMException("The compaction has ended", "AbortError"));
      const ended = outcome ?? { status: "refused", reason: "error", ...unchanged };
      this.#emit({ type: "compaction_end", reason: trigger, outcome: ended, durationMs: this.#now() - since });
    }
  }
  async #commit(draft, signal) {
    const { compactions } = this.check();
    const make = (leafId) => {
      if (!this.#log.isOnPath(draft.leafId) || this.check().compactions !== compactions)
        return null;
      const { summary, firstKeptEntryId, tokensBefore, fileOperations, keptEntryIds, usageRatio } = draft;
      const details = { ...fileOperations, ...keptEntryIds.length > 0 && { keptEntryIds }, ...usageRatio && { usageRatio } };
      const id = this.#freshId(/* @__PURE__ */ new Set());
      const timestamp = this.#timestamp();
      return [{ type: "compaction", id, parentId: leafId, timestamp, summary, firstKeptEntryId, tokensBefore, details }];
    };
    const entries = await this.#journal.write(make, { signal });
    if (!entries)
      return null;
    this.#told(entries);
    return { entry: entries[0], compactionNumber: compactions + 1 };
  }
  /** Aborts the compaction that is under way, if any. One that is committed already stays. */
  abortCompaction() {
    this.#running?.abort(new DOMException("The compaction was aborted", "AbortError"));
  }
  /** Changes the model; the next `check` goes by it. */
  setModel(model) {
    this.#checkOpen();
    (0, import_call.guarded)(() => this.#log.setModel((0, import_tape.stage)(model)));
  }
  /** The message of an entry as it was appended, whatever became of it in the context. */
  original(entryId) {
    this.#checkOpen();
    const place = typeof entryId === "string" ? this.#log.placeOf(entryId) : void 0;
    if (place === void 0) {
      throw new import_errors.EpitomeError("unknown-entry", `There is no entry ${JSON.stringify(entryId)}.`, { details: { path: "entryId" } });
    }
    return this.#journal.entries[place].message;
  }
  /** The entries from the root to where the session stands. */
  path() {
    this.#checkOpen();
    return Array.from(this.#log.path(), (at) => this.#journal.entries[at]);
  }
  /** Takes over what other writers have appended to the store since; a write does so by itself. */
  async refresh(options = {}) {
    this.#checkOpen();
    await this.#journal.refresh(options.signal);
  }
  /** Calls `listener` for each event until the returned function is called. What a listener throws is reported, and changes nothing. */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  #emit(event) {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        console.error("epitome: a session listener threw", error);
      }
    }
  }
  /** Aborts what is under way and frees the session's memory. Closing twice is harmless. */
  close() {
    if (this.#closed)
      return;
    this.#closed = true;
    this.abortCompaction();
    this.#listeners.clear();
    this.#journal.close();
    this.#log.free();
  }
  [Symbol.dispose]() {
    this.close();
  }
  #checkOpen() {
    if (this.#closed)
      throw new import_errors.EpitomeError("session-closed", `The session ${JSON.stringify(this.id)} is closed; open it again.`);
  }
}
function newestReply(messages) {
  const isReply = (message) => message?.role === "assistant";
  for (let at = messages.length - 1; at >= 0; at--)
    if (isReply(messages[at]))
      return at;
  return messages.length - 1;
}
function pendingPlace(path) {
  return path.replace(/^messages/, "pending");
}
function invalidOption(path, what) {
  return new import_errors.EpitomeError("invalid-option", `${path} ${what}.`, { details: { path } });
}
function summarizersOf(given) {
  if (given === void 0)
    return [(0, import_extractive.extractive)()];
  const list = typeof given === "function" ? [given] : given;
  if (!Array.isArray(list) || list.some((summarizer) => typeof summarizer !== "function")) {
    throw invalidOption("summarizer", "must be a function or an array of functions");
  }
  return list;
}
const OPTIONS = /* @__PURE__ */ new Set([
  "id",
  "store",
  "format",
  "model",
  "summarizer",
  "settings",
  "newId",
  "now"
]);
function checkOptions(options) {
  if (typeof options?.id !== "string" || options.id === "")
    throw invalidOption("id", "must be a text: the session's name in the store");
  const unknown = Object.keys(options).find((key) => !OPTIONS.has(key));
  if (unknown !== void 0)
    throw invalidOption(unknown, `is no option of openSession; there are ${[...OPTIONS].join(", ")}`);
  const { store, format, model, newId, now } = options;
  if (format !== void 0 && typeof format !== "string")
    throw invalidOption("format", "must be the name of a format");
  if (model !== void 0 && (typeof model !== "object" || model === null))
    throw invalidOption("model", "must be an object, such as { contextWindow: 128_000 }");
  if (store !== void 0 && (typeof store?.append !== "function" || typeof store.read !== "function")) {
    throw invalidOption("store", "must have the methods append and read");
  }
  for (const [path, value] of Object.entries({ newId, now })) {
    if (value !== void 0 && typeof value !== "function")
      throw invalidOption(path, "must be a function");
  }
}
async function openSession(options) {
  checkOptions(options);
  return Session.open(options);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Session,
  openSession
});
