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
  asking: () => asking,
  limitsOf: () => limitsOf
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_call = require("../summarizers/call.js");
var import_waiting = require("../waiting.js");
const limitsOf = (summarizers) => summarizers.map(({ contextWindow, maxOutput }) => ({ contextWindow, maxOutput }));
function asking(run, { summarizers, timeoutMs, signal, now, emit, live }, budget) {
  const errors = /* @__PURE__ */ new Map();
  const latest = /* @__PURE__ */ new Map();
  let used;
  const fellBack = (kind, to, reason, from) => emit({ type: "summary_fallback", kind, from, to, reason });
  async function ask(request) {
    const { kind, candidate, attempt, reason, maxTokens, id } = request;
    const summarizer = summarizers[candidate];
    const { model, provider } = summarizer;
    const asked = { kind, candidate, attempt, ...model && { model }, ...provider && { provider } };
    const delayMs = Math.round(request.delayMs * (1 + Math.random() / 4));
    if (reason && attempt > 0)
      emit({ type: "summary_retry", ...asked, delayMs, reason });
    else if (reason)
      fellBack(kind, candidate, reason, latest.get(kind) ?? 0);
    latest.set(kind, candidate);
    emit({ type: "summary_request", ...asked, delayMs, promptChars: request.prompt.length, maxTokens });
    try {
      budget.check();
      if (delayMs > 0)
        await (0, import_waiting.pause)(delayMs, budget.signal);
      const since = now();
      const { text, stopReason, shortSummary, usage } = await (0, import_call.callSummarizer)(summarizer, { ...request, extract: () => extracted(run, id, budget.signal), live: live?.(request) }, { signal: budget.signal, timeoutMs, onProgress: ({ chars }) => emit({ type: "summary_progress", kind, candidate, chars }) });
      used = sum(used, usage);
      emit({ type: "summary_end", ...asked, durationMs: now() - since, chars: text.length, ...usage && { usage } });
      return { text, cutOff: stopReason === "length", shortSummary };
    } catch (error) {
      if (signal.aborted)
        throw signal.reason;
      errors.set(keyOf(request), error);
      const failure = failureOf(error, request);
      emit({ type: "summary_failed", kind, failure, error });
      return { failure, overflow: overflowOf(error) };
    }
  }
  return {
    ask,
    usage: () => used ? { usage: used } : {},
    errorOf(failure) {
      if (!failure)
        return void 0;
      const cause = errors.get(keyOf(failure));
      return import_errors.EpitomeError.isInstance(cause) ? cause : new import_errors.EpitomeError(failure.reason, failure.message, { retryable: failure.retryable });
    },
    gaveUp: ({ kind, candidate, reason }) => fellBack(kind, "extractive", reason, candidate)
  };
}
const keyOf = ({ kind, candidate, attempt }) => `${kind}/${candidate}/${attempt}`;
function extracted(run, id, signal) {
  if (signal.aborted)
    throw new import_errors.EpitomeError("summarizer-aborted", "The compaction has ended; there is nothing to extract from.");
  return run.extract(id) ?? "";
}
function failureOf(error, { kind, candidate, attempt }) {
  if (!import_errors.EpitomeError.isInstance(error)) {
    return { kind, candidate, attempt, reason: "summarizer-failed", message: String(error), retryable: false, retryAfterMs: 0 };
  }
  const wait = error.details.retryAfterMs;
  const retryAfterMs = typeof wait === "number" && wait > 0 ? Math.min(Math.ceil(wait), 4294967295) : 0;
  return { kind, candidate, attempt, reason: error.code, message: error.message, retryable: error.retryable, retryAfterMs };
}
function overflowOf(error) {
  const { overflow, maximum } = import_errors.EpitomeError.isInstance(error) ? error.details : {};
  return overflow === true ? Number(maximum ?? 0) : void 0;
}
function sum(one, other) {
  if (!one || !other)
    return one ?? other;
  const all = { ...one, ...other };
  for (const key of Object.keys(all))
    all[key] = (one[key] ?? 0) + (other[key] ?? 0);
  return all;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  asking,
  limitsOf
});
