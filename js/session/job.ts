/** One maintenance under way: what it was asked to do, and how large the context is for it. */

import type { Entry } from "../types.js";
import type { Check, Log } from "../wasm/epitome.js";
import type { Refusal } from "./refusal.js";
import type { CompactionReason, Outcome } from "./types.js";

/** Messages that are about to be sent: how many, and their tokens by our estimate. */
export type Pending = readonly [messages: number, tokens: number];

export const NOTHING_PENDING: Pending = [0, 0];

/** Why a reply has left the context that says nothing but that the request failed. */
export const FAILED_REPLY = "failed-reply";

/** What a job is made of. */
export interface JobOptions {
  log: Log;
  trigger: CompactionReason;
  signal: AbortSignal;
  pending?: Pending;
  instructions?: string | undefined;
}

export class Job {
  readonly trigger: CompactionReason;
  readonly signal: AbortSignal;
  readonly pending: Pending;
  readonly instructions: string | undefined;
  /** What a provider has refused. */
  refusal: Refusal | undefined;
  /** Why it acts, as the core says. */
  reason: string;
  /** Tokens before anything was done. */
  tokensBefore: number;
  /** The prunes that it has written. */
  readonly prunes: Entry[] = [];
  readonly #log: Log;

  constructor({ log, trigger, signal, pending = NOTHING_PENDING, instructions }: JobOptions) {
    this.#log = log;
    this.trigger = trigger;
    this.signal = signal;
    this.pending = pending;
    this.instructions = instructions;
    this.reason = trigger;
    this.tokensBefore = this.check().tokens;
  }

  /** The numbers as they are now. */
  check(overflow = false, idleMs?: number): Check {
    return this.#log.check(this.pending[0], this.pending[1], overflow, idleMs);
  }

  /** What was learned meanwhile counts for both sizes. */
  measureAnew(): void {
    this.tokensBefore = this.check().tokens;
  }

  /** Whether the context is over its trigger. */
  isOver(): boolean {
    const { tokens, threshold, messages, maxMessages } = this.check();
    return (threshold !== null && tokens > threshold) || (maxMessages !== null && messages > maxMessages);
  }

  /** Whether it is so large that a provider would refuse it, or larger than a share of that. */
  mustShrink(share = 1): boolean {
    const { tokens, limit } = this.check();
    return limit !== null && tokens > limit * share;
  }

  /** Whether what the model sees was shortened. That a failed reply has left makes no other request. */
  isShortened(): boolean {
    return this.prunes.some(({ reason }) => reason !== FAILED_REPLY);
  }

  sizes(): { tokensBefore: number; tokensAfter: number } {
    return { tokensBefore: this.tokensBefore, tokensAfter: this.check().tokens };
  }

  /** An outcome, as it stands. */
  ended(status: Outcome["status"], reason: string): Outcome {
    return { status, reason, ...this.sizes() };
  }
}
