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
  Ladder: () => Ladder
});
module.exports = __toCommonJS(stdin_exports);
var import_unfit = require("../unfit.js");
var import_fold = require("./fold.js");
var import_job = require("./job.js");
var import_pruning = require("./pruning.js");
var import_relief = require("./relief.js");
const NEAR = 0.95;
const TOO_MANY_BYTES = "The request has too many bytes, and there is no image or file left that could go.";
const TRIED_OFTEN = "Compaction was tried often enough since the newest user message; it is tried again after the next one, or when a limit changes.";
class Ladder {
  #host;
  /** Whether it is told already that no model is asked any more. */
  #isExhausted = false;
  constructor(host) {
    this.#host = host;
  }
  /** The cheapest way: old outputs give their place to notices, where that is due and enough. For what, where any did. */
  async prune(job, occasion) {
    const { log, now } = this.#host;
    const plan = log.planPrune(occasion, ...job.pending, now());
    const reason = occasion === "threshold" && !job.isOver() ? "cost" : occasion;
    const edits = await (0, import_pruning.editsOf)(this.#host, plan, job.signal);
    return await this.#prune(job, { reason, edits, generation: plan.generation }) ? reason : void 0;
  }
  /**
   * The normal way: a summary, with outputs shortened first where what stays would be too much by itself. `ended`: one that was
   * written in the background.
   */
  async reduce(job, ended) {
    const { log, journal } = this.#host;
    const mode = job.refusal || job.mustShrink() ? import_fold.Mode.Urgent : import_fold.Mode.Automatic;
    let outcome = ended ?? await this.fold(job, mode);
    if (!outcome && log.is("stuck") && await this.hide(job, import_relief.Relief.LargeOutputs, "oversized")) {
      if (!job.isOver())
        return job.ended("pruned", "oversized");
      outcome = await this.fold(job, mode);
    }
    if (outcome?.status === "cancelled" || outcome?.reason === "compacted-elsewhere" || journal.isClosed)
      return outcome;
    if (outcome?.status === "refused")
      log.noteFailure();
    else if (outcome ? job.isOver() : log.is("stuck"))
      log.noteStuck();
    const isClose = job.mustShrink(job.refusal ? NEAR : 1);
    if (isClose || job.refusal && outcome?.status !== "compacted")
      return this.rescue(job, outcome);
    return outcome ?? (log.is("stuck") ? this.exhausted(job) : job.ended("nothing", "nothing-to-compact"));
  }
  /** The last way: without a model, until it fits, or nothing is left to do. */
  async rescue(job, before) {
    const { log } = this.#host;
    if (log.is("without-fallback"))
      return before ?? this.exhausted(job);
    const how = { ...before?.failures && { failures: before.failures }, ...before?.error && { error: before.error } };
    let folded = before?.status === "compacted" ? before : void 0;
    const pruned = await this.prune(job, "emergency");
    if (pruned && !job.isOver())
      return { ...folded ?? job.ended("pruned", pruned), ...job.sizes(), ...how };
    const isTooMuch = () => job.refusal ? job.isOver() : job.mustShrink();
    await this.hide(job, import_relief.Relief.LargeOutputs, "emergency");
    if (job.isOver()) {
      const outcome = await this.fold(job, import_fold.Mode.Emergency);
      if (outcome?.status === "cancelled")
        return outcome;
      if (outcome?.status === "compacted")
        folded = outcome;
    }
    for (const what of [import_relief.Relief.Outputs, import_relief.Relief.Media])
      if (isTooMuch())
        await this.hide(job, what, "emergency");
    if (job.isOver())
      log.noteStuck();
    if (job.mustShrink())
      return { ...this.exhausted(job, "cannot-fit"), ...how };
    if (folded)
      return { ...folded, ...job.sizes(), ...how, degraded: true };
    if (job.isShortened())
      return { ...job.ended("pruned", "emergency"), ...how, degraded: true };
    return before ?? this.exhausted(job);
  }
  /** Makes a compaction. Undefined where there is none to make; the log then says whether it is stuck. */
  async fold(job, mode) {
    return (0, import_fold.begin)(this.#host, job, mode)?.();
  }
  /** Shows less of messages. Whether there was anything to hide. */
  async hide(job, what, reason) {
    return this.#prune(job, { reason, edits: (0, import_relief.reliefEdits)(this.#host, what, job.pending[1]) });
  }
  /** Takes a reply out of the context that says nothing but that the request failed. */
  async dropReply(job, entryId) {
    await this.#prune(job, { reason: import_job.FAILED_REPLY, edits: [{ entryId, drop: true }] });
  }
  async #prune(job, draft) {
    const entry = await (0, import_relief.writePrune)(this.#host, draft, job.signal);
    if (!entry)
      return false;
    job.prunes.push(entry);
    const pruned = (0, import_pruning.summaryOf)([entry]);
    this.#host.emit({ type: "prune", reason: draft.reason, entry, ...pruned && { pruned } });
    return true;
  }
  exhausted(job, reason = "exhausted") {
    const { log, emit } = this.#host;
    const unfit = log.unfit(job.pending[1]);
    const isBytes = job.refusal?.kind === "payload-too-large";
    const message = isBytes ? TOO_MANY_BYTES : log.is("tried") && reason === "exhausted" ? TRIED_OFTEN : (0, import_unfit.describeUnfit)(unfit);
    const outcome = { ...job.ended("exhausted", reason), message, unfit };
    if (reason === "cannot-fit")
      outcome.error = (0, import_unfit.cannotFit)(unfit);
    if (!this.#isExhausted)
      emit({ type: "exhausted", reason, message, unfit });
    return outcome;
  }
  /** An outcome that says of the context what is true: it may have been shortened on the way to a refusal. */
  settle(outcome, job) {
    this.#isExhausted = outcome.status === "exhausted";
    const ended = outcome.status === "refused" || outcome.status === "nothing";
    const isPruned = ended && job.isShortened() && !this.#host.journal.isClosed;
    return isPruned ? { ...outcome, status: "pruned", ...job.sizes() } : outcome;
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Ladder
});
