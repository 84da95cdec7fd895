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
  moveWithSummary: () => moveWithSummary
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_tape = require("../engine/tape.js");
var import_asking = require("./asking.js");
var import_commit = require("./commit.js");
var import_compaction = require("./compaction.js");
var import_fold = require("./fold.js");
async function moveWithSummary(host, leaving) {
  const { log, journal, summarizers, now } = host;
  const { targetId, leafId: target, oldLeafId, commonAncestorId, entries, word, signal } = leaving;
  const task = word.replaceInstructions ? word.customInstructions : void 0;
  const candidates = (0, import_asking.limitsOf)(summarizers);
  const asked = { candidates, instructions: task ? void 0 : word.customInstructions, target: target ?? void 0 };
  const run = (0, import_call.guarded)(() => log.beginCompaction(import_fold.Mode.Branch, (0, import_tape.stage)(asked)));
  if (!run)
    return void 0;
  let isOver = false;
  const emit = (event) => signal.aborted || isOver || host.emit(event);
  const since = now();
  const stayed = { oldLeafId, leafId: oldLeafId, commonAncestorId };
  let outcome = { status: "cancelled", reason: "aborted", ...stayed };
  try {
    const { tokensBefore: tokens } = run.preparation();
    emit({ type: "branch_summary_start", targetId, oldLeafId, commonAncestorId, entries, tokens });
    run.customize((0, import_tape.stage)({ prompt: task }));
    if (word.summary)
      run.supply((0, import_tape.stage)({ summary: word.summary.summary }));
    const { timeoutMs } = log;
    const totalTimeoutMs = log.branchTimeoutMs + leaving.since - performance.now();
    const { verdict, usage, told } = await (0, import_compaction.drive)(run, { summarizers, timeoutMs, totalTimeoutMs, signal, now, emit });
    if (verdict.type === "refused") {
      outcome = { status: "refused", reason: verdict.reason, message: verdict.message, ...stayed, ...told };
      return outcome;
    }
    const written = await write(host, leaving, verdict, usage);
    if (written) {
      const [entry] = written;
      const { degraded, flaws } = verdict;
      outcome = {
        status: "navigated",
        reason: "navigated",
        oldLeafId: entry.fromId,
        leafId: written.at(-1).id,
        commonAncestorId,
        entry,
        summaryEntry: entry,
        ...degraded && { degraded },
        ...flaws.length > 0 && { flaws },
        ...word.summary && { fromExtension: true },
        ...told
      };
    } else {
      const leafId = journal.held.leaf?.id ?? null;
      outcome = { status: "refused", reason: "source-changed", message: CHANGED, ...stayed, leafId, ...usage };
    }
    return outcome;
  } catch (error) {
    if (!signal.aborted || error !== signal.reason)
      outcome = { status: "refused", reason: "error", message: String(error), ...stayed };
    throw error;
  } finally {
    isOver = true;
    run.free();
    host.emit({ type: "branch_summary_end", outcome, durationMs: now() - since });
  }
}
const CHANGED = "The session went on, or moved, while the summary was being written; this move was not made.";
const SEEN = /^(message|custom_message|compaction|branch_summary)$/;
function write({ log, journal, writer }, leaving, draft, usage) {
  const { leafId: target, oldLeafId, word, signal } = leaving;
  const { held } = journal;
  const isChanged = () => {
    const place = held.placeOf(oldLeafId);
    for (let at = log.leaf(); at !== place; at = log.parentOf(at)) {
      if (at === void 0 || SEEN.test(held.entries[at].type))
        return true;
    }
    return false;
  };
  const fields = {
    summary: draft.summary,
    ...word.summary && { fromExtension: true },
    ...usage,
    // With `resume` the files are ours to carry on.
    details: word.summary ? { ...withFiles(word.summary.details, draft.fileOperations), resume: {} } : draft.fileOperations
  };
  return journal.write(
    (fromId) => {
      if (isChanged())
        return null;
      const entry = writer.make("branch_summary", target, { fromId, ...fields });
      const { label } = word;
      return label ? [entry, writer.make("label", entry.id, { targetId: entry.id, label })] : [entry];
    },
    // An abort before the store is asked changes nothing; after that it is too late.
    { signal, settled: true }
  );
}
function withFiles(details = {}, { readFiles, modifiedFiles }) {
  const union = (ours, theirs) => [...new Set(ours.concat(Array.isArray(theirs) ? theirs.filter((file) => typeof file === "string") : []))].sort();
  const modified = union(modifiedFiles, details.modifiedFiles);
  const read = union(readFiles, details.readFiles).filter((file) => !modified.includes(file));
  return { ...(0, import_commit.foreign)(details), readFiles: read, modifiedFiles: modified };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  moveWithSummary
});
