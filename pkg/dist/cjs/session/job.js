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
  FAILED_REPLY: () => FAILED_REPLY,
  Job: () => Job,
  NOTHING_PENDING: () => NOTHING_PENDING
});
module.exports = __toCommonJS(stdin_exports);
const NOTHING_PENDING = [0, 0];
const FAILED_REPLY = "failed-reply";
class Job {
  trigger;
  signal;
  pending;
  instructions;
  /** What a provider has refused. */
  refusal;
  /** Why it acts, as the core says. */
  reason;
  /** Tokens before anything was done. */
  tokensBefore;
  /** The prunes that it has written. */
  prunes = [];
  #log;
  constructor({ log, trigger, signal, pending = NOTHING_PENDING, instructions }) {
    this.#log = log;
    this.trigger = trigger;
    this.signal = signal;
    this.pending = pending;
    this.instructions = instructions;
    this.reason = trigger;
    this.tokensBefore = this.check().tokens;
  }
  /** The numbers as they are now. */
  check(overflow = false, idleMs) {
    return this.#log.check(this.pending[0], this.pending[1], overflow, idleMs);
  }
  /** What was learned meanwhile counts for both sizes. */
  measureAnew() {
    this.tokensBefore = this.check().tokens;
  }
  /** Whether the context is over its trigger. */
  isOver() {
    const { tokens, threshold, messages, maxMessages } = this.check();
    return threshold !== null && tokens > threshold || maxMessages !== null && messages > maxMessages;
  }
  /** Whether it is so large that a provider would refuse it, or larger than a share of that. */
  mustShrink(share = 1) {
    const { tokens, limit } = this.check();
    return limit !== null && tokens > limit * share;
  }
  /** Whether what the model sees was shortened. That a failed reply has left makes no other request. */
  isShortened() {
    return this.prunes.some(({ reason }) => reason !== FAILED_REPLY);
  }
  sizes() {
    return { tokensBefore: this.tokensBefore, tokensAfter: this.check().tokens };
  }
  /** An outcome, as it stands. */
  ended(status, reason) {
    return { status, reason, ...this.sizes() };
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  FAILED_REPLY,
  Job,
  NOTHING_PENDING
});
