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
  handOff: () => handOff,
  heirOf: () => heirOf,
  heirsOf: () => heirsOf
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_pure = require("../engine/pure.js");
var import_tape = require("../engine/tape.js");
var import_errors = require("../errors.js");
var import_asking = require("./asking.js");
var import_compaction = require("./compaction.js");
var import_fold = require("./fold.js");
const HANDOFF = "handoff";
const USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
const OPENING = { type: "custom_message", customType: HANDOFF, content: "From the session before this one:", display: false };
const OPEN_CALL = {
  reason: "open-call",
  message: "A call of the model has no result yet, which would have no place in another session. Append the results first."
};
const MOVED = ["source-changed", "The session has moved on while the document was being written."];
async function handOff(host, job, { id, document: given } = {}) {
  const { log, summarizers, now } = host;
  const { trigger: reason, signal, instructions } = job;
  const { tokens } = job.check();
  const { timeoutMs, totalTimeoutMs } = log;
  const candidates = (0, import_asking.limitsOf)(summarizers);
  const run = (0, import_call.guarded)(() => log.beginCompaction(import_fold.Mode.Handoff, (0, import_tape.stage)({ candidates, pending: job.pending[1], instructions })));
  const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
  if (!run && log.is("stuck"))
    return { status: "refused", ...OPEN_CALL, ...unchanged };
  if (!run)
    return { status: "nothing", reason: "nothing-to-hand-off", ...unchanged };
  const live = liveOf(host, run, tokens);
  const sessionId = id ?? Array.from({ length: 4 }, () => log.newEntryId()).join("-");
  if (sessionId === host.id || !host.isStored && heirsOf(host).includes(sessionId))
    throw notEmpty(sessionId);
  const since = now();
  let isOver = false;
  const emit = (event) => signal.aborted || isOver || host.emit(event);
  let document = given;
  let heir;
  const work = async () => {
    emit({ type: "handoff_start", reason, tokensBefore: tokens });
    signal.throwIfAborted();
    heir = await host.open(sessionId, signal);
    const { session, journal, writer } = heir;
    if (journal.held.head > 0 && given === void 0)
      throw notEmpty(sessionId);
    if (given === void 0)
      run.customize((0, import_tape.stage)({ state: await (0, import_fold.linesOf)(host, signal) ?? [] }));
    else
      run.supply((0, import_tape.stage)({ summary: given }));
    const driven = await (0, import_compaction.drive)(run, { summarizers, timeoutMs, totalTimeoutMs, signal, now, emit, live });
    const { verdict, usage, told } = driven;
    if (verdict.type === "refused")
      return { status: "refused", reason: verdict.reason, message: verdict.message, ...unchanged, ...told };
    signal.throwIfAborted();
    const { messagesSummarized, fileOperations, degraded, flaws } = verdict;
    document = verdict.summary;
    const content = (0, import_call.guarded)(() => log.write("handoff", (0, import_tape.stage)(document)));
    const details = { parentSession: host.id, parentLeafId: verdict.leafId, ...fileOperations, ...usage };
    const fields = { type: "custom_message", customType: HANDOFF, content, display: true, details };
    const isOurs = (entry2) => entry2.content === content && entry2.details?.parentSession === host.id;
    let entry;
    let refused;
    const draft = () => {
      host.journal.checkOpen();
      entry = journal.held.entries.find(isOurs);
      if (entry)
        return null;
      if (journal.held.head > 0)
        throw notEmpty(sessionId);
      const first = firstOf(host, verdict, fields);
      refused = first ? tooMuch(host, session, first, reason === "threshold") : MOVED;
      if (!first || refused)
        return null;
      let parentId = null;
      const entries = first.map(({ type, ...rest }) => {
        const made = writer.make(type, parentId, rest);
        parentId = made.id;
        return made;
      });
      entry = entries.find(isOurs);
      return entries;
    };
    await host.journal.refresh(signal);
    await journal.write(draft, { signal, settled: true });
    const facts = { messagesSummarized, fileOperations, ...degraded && { degraded }, ...flaws.length > 0 && { flaws }, ...told };
    if (refused)
      return { status: "refused", reason: refused[0], message: refused[1], ...unchanged, ...facts };
    await link(host, sessionId);
    const tokensAfter = session.check().tokens;
    return { status: "handed-off", reason, session, sessionId, entry, document, tokensBefore: tokens, tokensAfter, ...facts };
  };
  let outcome = { status: "refused", reason: "error", ...unchanged };
  try {
    outcome = await work();
  } catch (thrown) {
    if (signal.aborted && thrown === signal.reason)
      outcome = (0, import_compaction.cancelled)(tokens);
    else {
      const error = document === void 0 ? thrown : notStored(thrown, { document, id: sessionId });
      outcome = { ...outcome, message: String(error), error };
      throw error;
    }
  } finally {
    isOver = true;
    run.free();
    if (!outcome.session)
      heir?.session.close();
    if (document !== void 0)
      outcome.document = document;
    host.emit({ type: "handoff_end", reason, outcome, durationMs: now() - since });
  }
  return outcome;
}
function liveOf({ log, format, overhead, shown, summarizers }, run, tokens) {
  const messages = shown();
  const { system, tools } = overhead();
  const hasTools = Array.isArray(tools) ? tools.length > 0 : Boolean(tools);
  const isValid = (0, import_pure.pure)("validate", messages, { format }, "messages").length === 0;
  let isUsable = isValid && (hasTools || !log.is("calling"));
  return ({ id, candidate, maxTokens, reason }) => {
    if (reason === "overflow")
      isUsable = false;
    const prompt = isUsable ? run.live(id) : void 0;
    const window = summarizers[candidate].contextWindow ?? log.contextWindow ?? Infinity;
    if (!prompt || tokens + prompt.length / 3 + maxTokens > window)
      return void 0;
    return { format, system, ...hasTools && { tools }, messages, prompt, toolChoice: "none" };
  };
}
const SAID = /message$|^branch/;
function firstOf({ format, log, journal: { held } }, { leafId, keptEntryIds }, document) {
  const entryAt = (at) => held.entries[at];
  const path = [...log.path()];
  const leaf = path.indexOf(held.placeOf(leafId));
  const isTold = ({ type, message }) => SAID.test(type) && !(format === "pi" && message?.excludeFromContext === true);
  const later = path.slice(leaf + 1).filter((at) => isTold(entryAt(at)));
  if (leaf < 0 || later.length > 0 && !log.startsTurn(later[0]))
    return void 0;
  const lead = path.slice(0, log.lead()).filter((at) => entryAt(at).type === "message");
  const kept = path.filter((at) => keptEntryIds.includes(entryAt(at).id));
  const copied = (at) => {
    const { id: _, parentId: __, parentAt: ___, timestamp: ____, ...fields } = entryAt(at);
    return fields;
  };
  const uncounted = (at) => ({ ...copied(at), ...!log.startsTurn(at) && { usage: USAGE } });
  const opening = kept.length > 0 && !log.startsTurn(kept[0]) ? [OPENING] : [];
  const loop = log.is("waiting") ? path.indexOf(path.filter((at) => log.startsTurn(at)).at(-1) ?? -1) : path.length;
  const carried = kept.map((at) => ({ ...uncounted(at), carried: path.indexOf(at) < loop || "loop" }));
  return [...lead.map(copied), ...opening, ...carried, document, ...later.map(uncounted)];
}
function tooMuch({ log }, session, first, isDue) {
  const shown = (fields) => JSON.parse((0, import_call.guarded)(() => log.write("custom", (0, import_tape.stage)({ id: "", timestamp: "", ...fields }))));
  const pending = first.map((fields) => fields.message ?? shown(fields));
  const { tokens, threshold, limit } = session.check({ pending });
  const most = isDue ? threshold : limit;
  if (most === null || tokens <= most)
    return void 0;
  return ["cannot-fit", `The new session would begin with ${tokens} tokens; its ${isDue ? "threshold" : "limit"} is ${most}.`];
}
const heirIn = ({ type, customType, data }) => type === "custom" && customType === HANDOFF ? data?.sessionId : void 0;
function heirsOf({ journal }) {
  return journal.held.entries.map(heirIn).filter(Boolean);
}
function heirOf({ log, journal: { held } }) {
  for (let at = log.leaf(); at !== void 0; at = log.parentOf(at)) {
    const entry = held.entries[at];
    const id = heirIn(entry);
    if (id || SAID.test(entry.type))
      return id;
  }
  return void 0;
}
async function link({ writer, warn }, sessionId) {
  try {
    await writer.write("custom", { customType: HANDOFF, data: { sessionId } }, void 0);
  } catch (error) {
    warn({ code: "link-failed", message: `That the session goes on as ${JSON.stringify(sessionId)} could not be noted in it: ${error}` }, error);
  }
}
function notEmpty(id) {
  return new import_errors.EpitomeError("session-not-empty", `There is a session ${JSON.stringify(id)} already. Hand off under another id.`);
}
function notStored(cause, details) {
  const why = cause instanceof Error ? cause.message : String(cause);
  const retryable = import_errors.EpitomeError.isInstance(cause) && cause.retryable;
  const message = `The new session could not be stored: ${why} Nothing has changed. Call handoff with these details, and no summarizer is asked again.`;
  return new import_errors.EpitomeError("handoff-not-stored", message, { retryable, details, cause });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  handOff,
  heirOf,
  heirsOf
});
