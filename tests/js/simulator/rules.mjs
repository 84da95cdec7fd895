/** What is promised of limits and of effort, and on which conditions. The head of simulator.test.mjs says it in words. */

import { FORMATS } from "./formats.mjs";
import { demand } from "./watch.mjs";

/** Of a server that reads fewer tokens than this nothing is told by its counts. */
const LEAST_READ = 2_000;
/** A cut shows once text was added to it: so many tokens, and this share of what the server reads. */
const SHOWS_AFTER = [2_000, 0.5];

export class Rules {
  /** Requests in a row that were over the limit. */
  overInARow = 0;
  #plan;
  #provider;
  /** The largest prompt that was accepted and counted: from then on the session can know what a token is. */
  #counted = 0;
  /** The tokens of text that were added while prompts were cut. */
  #unheard = 0;
  #compactions = 0;
  /** Compactions that are paid for. */
  #credit = 1;
  /** Whether a refusal told something that no later count has confirmed. */
  #isTaught = false;

  constructor(plan, provider) {
    this.#plan = plan;
    this.#provider = provider;
  }

  /** Whether all that the session knows of sizes stands in its log. */
  get isInLog() {
    return !this.#isTaught;
  }

  /** What was appended: each 5 % of the threshold pays for a compaction. `isHeard`: it is not the model's. */
  added(messages, { threshold, limit }, isHeard) {
    const most = Math.min(threshold ?? Number.POSITIVE_INFINITY, limit ?? Number.POSITIVE_INFINITY);
    for (const message of messages) {
      const tokens = this.#provider.tokensOf(message);
      this.#credit += Math.max(tokens, tokens / this.#provider.slope) / (0.05 * most);
      if (isHeard) this.#unheard += tokens / this.#provider.slope;
    }
  }

  compacted() {
    this.#compactions++;
    if (this.#plan.compaction.maxMessages) return;
    demand(this.#compactions <= this.#credit, "amortized", () => {
      return `${this.#compactions} compactions, at most ${Math.floor(this.#credit)} are paid for`;
    });
  }

  /** A limit is another one: what fitted need not fit. */
  limitChanged() {
    this.#credit += 2;
  }

  refused() {
    this.#isTaught = true;
  }

  /** A prompt was counted, and the count told. */
  counted(tokens) {
    this.#counted = Math.max(this.#counted, tokens);
    this.#isTaught = false;
  }

  /** Another model counts from here on. */
  forget() {
    this.#counted = 0;
  }

  pinnedShare(pins) {
    return this.#sum(pins) / this.#provider.limit;
  }

  #sum(notes) {
    return notes.reduce((sum, { message }) => sum + this.#provider.tokensOf(message), 0);
  }

  /** What would be sent if all that can go went, in the provider's tokens. */
  #floor({ lead, newest, pins }) {
    const system = this.#plan.system > 0 && lead ? this.#plan.system * this.#provider.slope * 1.1 : 0;
    return this.#provider.overhead + system + this.#sum(pins) + this.#provider.tokensOf(newest.message);
  }

  /** Whether the session can know what fits, and what must stay does so with room for a summary. */
  isSolvable(fixed) {
    const { manner, usage, window } = this.#plan;
    const floor = this.#floor(fixed);
    const knowsOverhead = this.#saysOverhead() || this.#counted >= floor;
    const isTold = manner === "refuses" || (manner === "accepts" && usage === "whole" && window > 0);
    return isTold && knowsOverhead && floor < this.#provider.limit * 0.5;
  }

  /** What stands beside the messages is known: there is nothing, or the host has said it. */
  #saysOverhead() {
    return this.#plan.overhead === 0 || this.#plan.declared !== "nothing";
  }

  /** A request was sent, and this is what the provider makes of it. */
  sent({ over, tokens }, fixed) {
    const { limit, manner } = this.#provider;
    this.overInARow = over ? this.overInARow + 1 : 0;
    if (!(manner === "truncates" && tokens > 2 * limit)) this.#unheard = 0;
    const message = () => `requests in a row are over the limit: ${tokens} > ${limit}, at least ${Math.round(this.#floor(fixed))}`;
    if (this.overInARow > 1) demand(!this.isSolvable(fixed), "over-twice", () => `${this.overInARow} ${message()}`);
    const enough = SHOWS_AFTER[0] + SHOWS_AFTER[1] * limit;
    if (this.#unheard > enough) demand(!this.#isSeen(fixed), "truncation", () => `${this.overInARow} ${message()}`);
  }

  /** Whether the counts tell that a prompt was cut: half of it and more is lost, and an earlier one told what a token is. */
  #isSeen(fixed) {
    const { usage, window, giants, longRequests, images, format, slope } = this.#plan;
    const { limit } = this.#provider;
    const isPlain = giants === 0 && longRequests === 0 && images === 0 && !FORMATS[format].whole && slope >= 0.8;
    const isRead = usage === "whole" && window > 0 && limit >= LEAST_READ && this.#counted > limit / 4;
    return isPlain && isRead && this.#floor(fixed) < limit / 2;
  }
}
