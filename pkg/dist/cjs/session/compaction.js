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
  compact: () => compact,
  drive: () => drive
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_errors = require("../errors.js");
var import_deadline = require("../summarizers/deadline.js");
var import_asking = require("./asking.js");
async function drive(run, host) {
  const { signal, totalTimeoutMs } = host;
  const late = () => new import_errors.EpitomeError("time-budget", "The summary was not there in the time that all calls together may take.");
  const budget = new import_deadline.Deadline(signal, totalTimeoutMs, late);
  const { ask, usage, errorOf, gaveUp } = (0, import_asking.asking)(run, host, budget);
  try {
    const verdict = await run.drive(ask, signal);
    const { failures } = verdict;
    const last = failures.at(-1);
    const error = errorOf(last);
    if (verdict.type === "draft" && verdict.degraded && last)
      gaveUp(last);
    return { verdict, usage: usage(), told: { ...last && { failures }, ...usage(), ...error && { error } } };
  } catch (thrown) {
    if (signal.aborted)
      throw signal.reason;
    throw (0, import_call.asEpitomeError)(thrown);
  } finally {
    budget.close(new DOMException("The compaction has ended", "AbortError"));
  }
}
async function compact(run, tokens, reason, host) {
  const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
  const { verdict, usage, told } = await drive(run, host);
  if (verdict.type === "refused") {
    const { reason: reason2, message, failures } = verdict;
    return { status: "refused", reason: reason2, message, failures, ...unchanged, ...told };
  }
  host.signal.throwIfAborted();
  const { degraded, flaws, tokensBefore, tokensAfter, messagesSummarized, fileOperations, isSplitTurn } = verdict;
  const committed = await host.commit(verdict, usage);
  if (!committed) {
    const message = "The session moved to another branch while the summary was being written.";
    return { status: "refused", reason: "source-changed", message, ...unchanged, ...usage };
  }
  if ("elsewhere" in committed) {
    const message = "Another writer compacted the session while the summary was being written; its compaction was taken over.";
    const sizes = { tokensBefore: tokens, tokensAfter: committed.tokens };
    return { status: "nothing", reason: "compacted-elsewhere", message, entry: committed.elsewhere, ...sizes, ...usage };
  }
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
    ...committed.entry.fromExtension === true && { fromExtension: true },
    ...flaws.length > 0 && { flaws },
    ...told
  };
}
function cancelled(tokens, reason = "aborted") {
  return { status: "cancelled", reason, tokensBefore: tokens, tokensAfter: tokens };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  cancelled,
  compact,
  drive
});
