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
  Maintenance: () => Maintenance
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_tape = require("../engine/tape.js");
var import_errors = require("../errors.js");
var import_deadline = require("../summarizers/deadline.js");
var import_waiting = require("../waiting.js");
var import_background = require("./background.js");
var import_compaction = require("./compaction.js");
var import_continuation = require("./continuation.js");
var import_fold = require("./fold.js");
var import_handoff = require("./handoff.js");
var import_job = require("./job.js");
var import_ladder = require("./ladder.js");
var import_pruning = require("./pruning.js");
var import_refusal = require("./refusal.js");
var import_relief = require("./relief.js");
class Maintenance {
  #host;
  #log;
  #refusals;
  #ladder;
  #running;
  /** A summary that is written while the conversation goes on. */
  #background;
  /** The user's newest word when no other session came of a handoff that was due; null where one did, or none was. */
  #stayedAt = null;
  /** Ends with what is under way. */
  #work = Promise.resolve();
  constructor(options) {
    this.#host = options;
    this.#log = options.log;
    this.#refusals = new import_refusal.Refusals(options.log, options.journal.held);
    this.#ladder = new import_ladder.Ladder(options);
    if (options.largerModels.length > 0)
      (0, import_call.guarded)(() => this.#log.setLargerModels((0, import_tape.stage)(options.largerModels, null, "largerModels")));
  }
  /** Aborts the compaction that is under way, if any. */
  abort() {
    const reason = new DOMException("The compaction was aborted", "AbortError");
    this.#running?.abort(reason);
    this.#drop(reason);
  }
  /** Ends what is written in the background. */
  #drop(reason) {
    this.#background?.abort(reason);
    this.#background = void 0;
  }
  /** Sizes the context with messages that are about to be sent, and says what `maintain` would do. */
  check(pending) {
    return this.#log.check(pending[0], pending[1], this.#refusals.shown() !== void 0);
  }
  /** The size of messages that are about to be sent. */
  sizeOf(pending) {
    if (!pending?.length)
      return import_job.NOTHING_PENDING;
    return [pending.length, (0, import_call.guarded)(() => this.#log.sizeOf((0, import_tape.stage)(pending, null, "pending")), pendingPlace)];
  }
  /** Compacts now, whatever the size. */
  async compact(instructions, signal) {
    return this.#alone({ trigger: "manual", instructions }, signal, async (job) => {
      this.#drop(new DOMException("Another compaction was asked for", "AbortError"));
      return await this.#ladder.fold(job, import_fold.Mode.Manual) ?? job.ended("nothing", "nothing-to-compact");
    });
  }
  /** Goes on in another session, whatever the size. */
  async handoff(options) {
    const { signal, instructions } = options;
    try {
      return await this.exclusively(signal, (own) => (0, import_handoff.handOff)(this.#host, new import_job.Job({ log: this.#log, trigger: "manual", signal: own, instructions }), options));
    } catch (error) {
      if (!signal?.aborted || error !== signal.reason)
        throw error;
      return (0, import_compaction.cancelled)(this.#log.check(0, 0, false).tokens);
    }
  }
  /** Does what the session's numbers ask for, or what a provider's refusal does. What is under way ends first. */
  async maintain({ reason = "threshold", error, pending: messages, background = false, signal }) {
    const pending = this.sizeOf(messages);
    while (this.#running && !signal?.aborted)
      await (0, import_waiting.orAborted)(() => this.#work, signal).catch(() => {
      });
    this.#host.journal.checkOpen();
    const told = error === void 0 ? void 0 : this.#refusals.told(error);
    const refusal = told ?? this.#refusals.shown() ?? (reason === "overflow" ? UNTOLD : void 0);
    return this.#alone({ trigger: refusal ? "overflow" : reason, pending }, signal, async (job) => {
      if (refusal === "stale")
        return { ...job.ended("nothing", "stale-error"), message: STALE, willRetry: false };
      if (refusal === "other")
        return { ...job.ended("nothing", "not-overflow"), message: NOT_OVERFLOW, willRetry: false };
      job.refusal = refusal;
      const canWait = background && !refusal && !job.mustShrink();
      if (canWait && this.#background?.isReady === false)
        return job.ended("nothing", "compacting");
      const later = canWait ? () => this.#begin(job, signal) : void 0;
      const outcome = this.#ladder.settle(await this.#act(job, later), job);
      if (refusal && outcome.status !== "cancelled")
        this.#refusals.answer(refusal);
      return this.#withContinuation(outcome, job);
    });
  }
  /** What is left to do after maintenance, read now: whether the model should go on by itself. */
  async continuation(trigger) {
    if (trigger === "idle" || !this.#log.is("auto-continue"))
      return null;
    const state = await this.#host.state?.();
    if (this.#host.journal.isClosed)
      return null;
    return (0, import_continuation.continuation)(state, { isCutOff: this.#log.is("cut-off"), isOpenLoop: this.#log.is("waiting") });
  }
  /** `later` begins a summary in the background, if it can. */
  async #act(job, later) {
    const { refusal, trigger } = job;
    const compacts = this.#log.is("enabled");
    if (refusal) {
      this.#learn(job, refusal);
      if (compacts)
        await this.#dropReply(job, refusal);
      if (compacts && refusal.kind === "payload-too-large" && await this.#ladder.hide(job, import_relief.Relief.AllMedia, "payload-too-large")) {
        return job.ended("pruned", "payload-too-large");
      }
    }
    const ended = await this.#ended(job);
    if (ended && !(ended.status === "compacted" && job.isOver()))
      return this.#ladder.reduce(job, ended);
    if (ended) {
      const more = later?.() ? void 0 : await this.#ladder.reduce(job);
      return more?.status === "compacted" ? more : { ...ended, ...job.sizes() };
    }
    const sessionId = !refusal && !job.pending[0] && this.#log.is("handoff") && (0, import_handoff.heirOf)(this.#host);
    if (sessionId) {
      return { ...job.ended("nothing", "handed-off"), message: `The session goes on as ${JSON.stringify(sessionId)}.`, sessionId };
    }
    const pruned = await this.#ladder.prune(job, refusal ? "overflow" : trigger === "idle" ? "idle" : "threshold");
    if (pruned && refusal && !job.isOver()) {
      if (!compacts)
        await this.#dropReply(job, refusal);
      return job.ended("pruned", pruned);
    }
    const check = job.check(refusal !== void 0, this.#idleFor(trigger));
    job.reason = check.reason;
    switch (check.action) {
      case "promote":
        return this.#promote(job, check);
      case "compact":
        if (later?.())
          return job.ended("nothing", "compacting");
        return !later && await this.#handOff(job) || this.#ladder.reduce(job);
      case "emergency":
        return this.#ladder.rescue(job);
      default:
        if (check.reason === "exhausted")
          return this.#ladder.exhausted(job);
        return pruned ? job.ended("pruned", pruned) : job.ended("nothing", check.reason);
    }
  }
  /** Goes on in another session, where that is how it is to be, and the context has not passed what its provider takes. */
  async #handOff(job) {
    if (!this.#log.is("handoff") || job.trigger !== "threshold" || job.mustShrink())
      return void 0;
    await this.#host.journal.load(job.signal);
    if ((0, import_handoff.heirsOf)(this.#host)[0])
      return void 0;
    const turns = Array.from(this.#log.path()).filter((at) => this.#log.startsTurn(at));
    const spoken = this.#host.journal.held.entries[turns.at(-1) ?? -1]?.id;
    if (spoken === this.#stayedAt)
      return void 0;
    const outcome = await (0, import_handoff.handOff)(this.#host, job).catch((error) => {
      if (job.signal.aborted || this.#host.journal.isClosed)
        throw error;
    });
    if (!outcome || outcome.status === "nothing" || outcome.status === "refused") {
      if (outcome?.reason !== "open-call")
        this.#stayedAt = spoken;
      return void 0;
    }
    return { ...outcome, reason: outcome.session ? job.reason : outcome.reason, tokensBefore: job.tokensBefore };
  }
  /** Whether there is a summary to write, which is then begun. */
  #begin({ trigger, pending, reason }, signal) {
    this.#background = (0, import_background.inBackground)(signal, (own) => {
      const job = new import_job.Job({ log: this.#log, trigger, signal: own, pending });
      job.reason = reason;
      return (0, import_fold.begin)(this.#host, job, import_fold.Mode.Automatic);
    });
    return this.#background !== void 0;
  }
  /** What became of the summary that was written in the background; nothing where there is none, or none any more. */
  async #ended(job) {
    const background = this.#background;
    if (!background)
      return void 0;
    this.#background = void 0;
    const stop = () => background.abort(job.signal.reason);
    job.signal.addEventListener("abort", stop, { once: true });
    const outcome = await background.end();
    if (job.signal.aborted)
      return outcome;
    const isVoid = outcome.reason === "source-changed" || outcome.reason === "aborted";
    return isVoid ? void 0 : { ...outcome, ...job.sizes() };
  }
  #learn(job, refusal) {
    if (refusal.kind === "overflow") {
      const { observed, maximum, excess } = refusal;
      const told = maximum || Math.max(0, job.tokensBefore - excess) * Math.sign(excess);
      this.#log.learn(refusal !== UNTOLD, observed, told, job.pending[1]);
    }
    job.measureAnew();
  }
  /** Takes the reply that told of a refusal out of the context, before the request is sent again. */
  async #dropReply(job, { reply }) {
    if (reply)
      await this.#ladder.dropReply(job, reply.id);
  }
  #promote(job, { promoteTo }) {
    const model = this.#host.largerModels[promoteTo];
    (0, import_call.guarded)(() => this.#log.setModel((0, import_tape.stage)(model)));
    this.#host.emit({ type: "promote", model });
    return { ...job.ended("promoted", job.reason), model };
  }
  async #withContinuation(outcome, job) {
    const { status, tokensBefore, tokensAfter } = outcome;
    const changed = ["compacted", "pruned", "promoted", "handed-off"].includes(status) || outcome.reason === "compacted-elsewhere";
    if (job.refusal)
      outcome.willRetry = !job.refusal.isAnswer && (changed || status === "exhausted" && tokensAfter < tokensBefore);
    if (!changed)
      return outcome;
    try {
      outcome.continue = await this.continuation(job.trigger);
    } catch (cause) {
      const message = `The state that openSession was given failed, so that nothing is continued: ${cause}`;
      outcome.error = new import_errors.EpitomeError("state-failed", message, { cause });
      outcome.continue = null;
    }
    return outcome;
  }
  /** For how long nothing has happened, in milliseconds; undefined where the trigger does not ask. */
  #idleFor(trigger) {
    if (trigger !== "idle")
      return void 0;
    const newest = Date.parse(this.#host.journal.held.leaf?.timestamp ?? "");
    return Number.isNaN(newest) ? Number.MAX_VALUE : Math.max(0, this.#host.now() - newest);
  }
  /** One thing at a time. An abort of the caller's, or of the session's, ends it; what is committed stays. */
  async #alone(asked, signal, work) {
    const running = new AbortController();
    const job = new import_job.Job({ ...asked, log: this.#log, signal: running.signal });
    if (signal?.aborted)
      return (0, import_compaction.cancelled)(job.tokensBefore);
    if (this.#running)
      return { ...job.ended("nothing", "already-compacting"), message: UNDER_WAY };
    try {
      return this.#withPrunes(await this.#run(running, signal, () => work(job)), job);
    } catch (error) {
      if (running.signal.aborted && error === running.signal.reason)
        return this.#withPrunes((0, import_compaction.cancelled)(job.tokensBefore), job);
      throw error;
    }
  }
  /**
   * Does other work that asks summarizers, once what is under way has ended. `abort` ends it, as it ends a compaction; it then
   * throws the reason of the signal that it was given. After `patienceMs` it is done beside what is under way: then it asks nobody.
   */
  async exclusively(signal, work, patienceMs = Infinity) {
    const patience = new import_deadline.Deadline(signal, patienceMs, () => void 0);
    while (this.#running && !patience.signal.aborted)
      await patience.race(this.#work).catch(() => {
      });
    patience.close();
    signal?.throwIfAborted();
    this.#host.journal.checkOpen();
    const running = new AbortController();
    if (this.#running)
      return work(signal ?? running.signal);
    return this.#run(running, signal, () => work(running.signal));
  }
  async #run(running, signal, work) {
    this.#running = running;
    const abort = () => running.abort(signal.reason);
    signal?.addEventListener("abort", abort, { once: true });
    const done = work();
    this.#work = done;
    try {
      return await done;
    } finally {
      this.#running = void 0;
      signal?.removeEventListener("abort", abort);
      running.abort(new DOMException("The compaction has ended", "AbortError"));
    }
  }
  #withPrunes(outcome, job) {
    const { prunes } = job;
    if (prunes.length === 0)
      return outcome;
    const isCut = outcome.status === "cancelled" && !this.#host.journal.isClosed;
    const pruned = (0, import_pruning.summaryOf)(prunes);
    const entry = outcome.status === "pruned" ? prunes.filter(({ reason }) => reason !== import_job.FAILED_REPLY).at(-1) : void 0;
    return { ...outcome, ...isCut && job.sizes(), ...entry && { entry }, prunes, ...pruned && { pruned } };
  }
}
const UNTOLD = { kind: "overflow", observed: 0, maximum: 0, excess: 0, error: void 0 };
const UNDER_WAY = "A compaction, a branch summary or a handoff is under way.";
const STALE = "This error was answered before, or something came after it: it says nothing of the context as it is now.";
const NOT_OVERFLOW = "This error is none of a context that is too large: nothing was done.";
function pendingPlace(path) {
  return path.replace(/^messages/, "pending");
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Maintenance
});
