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
  Mode: () => Mode,
  begin: () => begin,
  linesOf: () => linesOf
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_tape = require("../engine/tape.js");
var import_asking = require("./asking.js");
var import_commit = require("./commit.js");
var import_compaction = require("./compaction.js");
var import_hooks = require("./hooks.js");
var import_native = require("./native.js");
var import_state_lines = require("./state-lines.js");
var Mode;
(function(Mode2) {
  Mode2[Mode2["Automatic"] = 0] = "Automatic";
  Mode2[Mode2["Manual"] = 1] = "Manual";
  Mode2[Mode2["Urgent"] = 2] = "Urgent";
  Mode2[Mode2["Emergency"] = 3] = "Emergency";
  Mode2[Mode2["Branch"] = 4] = "Branch";
  Mode2[Mode2["Handoff"] = 5] = "Handoff";
  Mode2[Mode2["Adopted"] = 6] = "Adopted";
})(Mode || (Mode = {}));
const PATIENCE_MS = 3e4;
const OVERFLOW_PATIENCE_MS = 1e4;
function begin(host, job, mode) {
  const candidates = (0, import_asking.limitsOf)(host.summarizers);
  const { pending, instructions } = job;
  const start = (firstKept) => (0, import_call.guarded)(() => host.log.beginCompaction(mode, (0, import_tape.stage)({ candidates, pending: pending[1], instructions, firstKept })));
  const run = start();
  return run && ((hold) => fold(host, job, { run, start, hold, isAsking: mode !== Mode.Emergency }));
}
async function fold(host, job, { run: first, start, hold, isAsking }) {
  const { id: sessionId, log, journal, summarizers, now } = host;
  const { trigger: reason, signal, instructions } = job;
  const { entries } = journal.held;
  const { tokens, compactions } = job.check();
  const { timeoutMs, totalTimeoutMs } = log;
  const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
  let isOver = false;
  const emit = (event) => signal.aborted || isOver || host.emit(event);
  const since = now();
  const willRetry = job.refusal !== void 0 && !job.refusal.isAnswer;
  let run = first;
  let word = {};
  let isTheirs = false;
  let native;
  const work = async () => {
    const preparation = first.preparation();
    const { messagesToSummarize, turnPrefix, firstKeptEntryId, isSplitTurn, tokensBefore, fileOperations } = preparation;
    const sizes = { messagesToSummarize: messagesToSummarize.length, turnPrefix: turnPrefix.length };
    emit({ type: "compaction_start", reason, tokensBefore, ...sizes, firstKeptEntryId, isSplitTurn, fileOperations });
    signal.throwIfAborted();
    if (isAsking && host.hooks.length > 0) {
      const folded = [...messagesToSummarize, ...turnPrefix].map((id) => entries[journal.held.placeOf(id)].message);
      const compacting = { sessionId, messages: folded.filter((message) => message !== void 0), reason };
      const path = Array.from(log.path(), (at) => entries[at]);
      word = await (0, import_hooks.wordOf)(host, { preparation, entries: path, instructions, reason, willRetry }, compacting, signal);
      signal.throwIfAborted();
    }
    if (word.cancel)
      return { ...(0, import_compaction.cancelled)(tokens, "hook-cancelled"), message: HOOK_CANCELLED };
    isTheirs = word.summary !== void 0;
    if ((word.firstKeptEntryId ?? firstKeptEntryId) !== firstKeptEntryId) {
      first.free();
      run = start(word.firstKeptEntryId);
      if (!run)
        return { status: "refused", reason: "invalid-cut", message: INVALID_CUT, ...unchanged };
    }
    const { prompt, context = [], summary, shortSummary } = word;
    const state = await linesOf(host, signal) ?? [];
    run.customize((0, import_tape.stage)({ prompt, context, state }));
    if (isTheirs)
      run.supply((0, import_tape.stage)({ summary, shortSummary }));
    else if (isAsking)
      native = (0, import_native.askNative)(host, word.firstKeptEntryId ?? firstKeptEntryId, instructions, signal, emit);
    const place = async (draft, used) => {
      await Promise.all([hold?.(), native?.within(reason === "overflow" ? OVERFLOW_PATIENCE_MS : PATIENCE_MS)]);
      const lines = await linesOf(host, signal);
      signal.throwIfAborted();
      if (lines && lines.join() !== state.join())
        draft.summary = (0, import_call.guarded)(() => log.write("state", (0, import_tape.stage)(draft.summary, { lines })));
      const { details } = word;
      const preserveData = { ...word.preserveData, ...await native?.preserve(run, draft) };
      signal.throwIfAborted();
      return (0, import_commit.commit)(host, draft, compactions, { ...used, details, preserveData, isTheirs }, signal);
    };
    return (0, import_compaction.compact)(run, tokens, job.reason, { summarizers, timeoutMs, totalTimeoutMs, signal, now, emit, commit: place });
  };
  let outcome = { status: "refused", reason: "error", ...unchanged };
  try {
    outcome = await work();
    if (outcome.status === "compacted" && !journal.isClosed)
      outcome = { ...outcome, ...job.sizes() };
  } catch (error) {
    const isAborted = signal.aborted && error === signal.reason;
    outcome = isAborted ? (0, import_compaction.cancelled)(tokens) : { ...outcome, message: String(error), error };
    if (!isAborted)
      throw error;
  } finally {
    native?.close();
    isOver = true;
    run?.free();
    const { tokensBefore, tokensAfter } = outcome;
    host.emit({ type: "compaction_end", reason, outcome, durationMs: now() - since, tokensBefore, tokensAfter });
    const told = tell(host, outcome, { reason, willRetry, fromExtension: isTheirs }, signal.aborted ? void 0 : signal);
    const heard = told.catch(() => {
    });
    if (!signal.aborted)
      await heard;
  }
  return outcome;
}
const HOOK_CANCELLED = "A handler of session_before_compact has cancelled the compaction.";
const INVALID_CUT = "A handler of session_before_compact has named a first kept entry at which the context cannot be parted.";
async function linesOf({ state, warn }, signal) {
  if (!state)
    return void 0;
  try {
    return (0, import_state_lines.stateLines)(await (0, import_hooks.patiently)(state, signal));
  } catch (error) {
    signal.throwIfAborted();
    warn({ code: "state-failed", message: `The state that openSession was given failed, so that no summary carries it: ${error}` }, error);
    return void 0;
  }
}
async function tell(host, outcome, told, signal) {
  const { status, reason: code, message = code, error, entry } = outcome;
  const { willRetry, ...how } = told;
  if (status === "compacted")
    return (0, import_hooks.askHooks)(host, "session_compact", { compactionEntry: entry, ...how }, signal);
  const failed = { ...told, code, message, ...error && { error }, aborted: status === "cancelled" };
  if (status !== "nothing")
    await (0, import_hooks.askHooks)(host, "session_compact_failed", failed, signal);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Mode,
  begin,
  linesOf
});
