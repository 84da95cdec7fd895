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
  cancelled: () => cancelled,
  compact: () => compact
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_errors = require("../errors.js");
var import_call2 = require("../summarizers/call.js");
var import_waiting = require("../waiting.js");
async function compact(run, tokens, reason, host) {
  const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
  const errors = /* @__PURE__ */ new Map();
  let verdict;
  try {
    verdict = await run.drive((request) => ask(run, request, host, errors), host.signal);
  } catch (thrown) {
    if (host.signal.aborted)
      return cancelled(tokens);
    throw (0, import_call.asEpitomeError)(thrown);
  } finally {
    run.free();
  }
  if (verdict.type === "refused") {
    const { reason: code, message, failures: failures2 } = verdict;
    const error2 = refusal(failures2.at(-1), errors);
    return { status: "refused", reason: code, message, failures: failures2, ...unchanged, ...error2 && { error: error2 } };
  }
  if (host.signal.aborted)
    return cancelled(tokens);
  const committed = await host.commit(verdict);
  if (!committed) {
    const message = "The session moved to another branch while the summary was being written.";
    return { status: "refused", reason: "source-changed", message, ...unchanged };
  }
  if ("elsewhere" in committed) {
    const message = "Another writer compacted the session while the summary was being written; its compaction was taken over.";
    const sizes = { tokensBefore: tokens, tokensAfter: committed.tokens };
    return { status: "nothing", reason: "compacted-elsewhere", message, entry: committed.elsewhere, ...sizes };
  }
  const { failures, degraded, tokensBefore, tokensAfter, messagesSummarized, fileOperations, isSplitTurn } = verdict;
  const error = refusal(failures.at(-1), errors);
  return {
    status: "compacted",
    reason,
    ...committed,
    tokensBefore,
    tokensAfter,
    messagesSummarized,
    fileOperations,
    isSplitTurn,
    ...degraded && { degraded },
    ...failures.length > 0 && { failures },
    ...error && { error }
  };
}
function cancelled(tokens) {
  return { status: "cancelled", reason: "aborted", tokensBefore: tokens, tokensAfter: tokens };
}
function refusal(failure, errors) {
  if (!failure)
    return void 0;
  const cause = errors.get(keyOf(failure));
  return import_errors.EpitomeError.isInstance(cause) ? cause : new import_errors.EpitomeError(failure.reason, failure.message, { retryable: failure.retryable });
}
const keyOf = ({ candidate, attempt }) => `${candidate}/${attempt}`;
async function ask(run, request, host, errors) {
  const { kind, candidate, attempt, delayMs, maxTokens, id } = request;
  host.emit({ type: "summary_request", kind, candidate, attempt, delayMs, promptChars: request.prompt.length, maxTokens });
  try {
    if (delayMs > 0)
      await (0, import_waiting.pause)(delayMs, host.signal);
    const answer = await (0, import_call2.callSummarizer)(host.summarizers[candidate], { ...request, extract: () => extracted(run, id, host.signal) }, {
      signal: host.signal,
      timeoutMs: host.timeoutMs,
      onProgress: ({ chars }) => host.emit({ type: "summary_progress", kind, candidate, chars })
    });
    return { text: answer.text, cutOff: answer.stopReason === "length" };
  } catch (error) {
    if (host.signal.aborted)
      throw host.signal.reason;
    errors.set(keyOf(request), error);
    const failure = failureOf(error, candidate, attempt);
    host.emit({ type: "summary_failed", kind, failure, error });
    return { failure };
  }
}
function extracted(run, id, signal) {
  if (signal.aborted)
    throw new import_errors.EpitomeError("summarizer-aborted", "The compaction has ended; there is nothing to extract from.");
  return run.extract(id) ?? "";
}
function failureOf(error, candidate, attempt) {
  if (!import_errors.EpitomeError.isInstance(error)) {
    return { candidate, attempt, reason: "summarizer-failed", message: String(error), retryable: false, retryAfterMs: 0 };
  }
  const wait = error.details.retryAfterMs;
  const retryAfterMs = typeof wait === "number" && wait > 0 ? Math.min(Math.ceil(wait), 4294967295) : 0;
  return { candidate, attempt, reason: error.code, message: error.message, retryable: error.retryable, retryAfterMs };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  cancelled,
  compact
});
