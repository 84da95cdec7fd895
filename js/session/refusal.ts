/** What a provider's refusal means for the session: told by the host, or by the newest reply itself. */

import { classifyError, type ErrorClass } from "../overflow/classify-error.js";
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { Held } from "./held.js";

/** A request that was refused for its size. */
export interface Refusal {
  /** Too many tokens, or too many bytes: then images and files are the remedy, and no summary. */
  kind: "overflow" | "payload-too-large";
  /** How many tokens the provider counted, and how many it allows; 0 where it did not say. */
  observed: number;
  maximum: number;
  /** By how much that is too much, where it says nothing else; else 0. */
  excess: number;
  /** What told of it. */
  error: unknown;
  /** The failed reply, where it stands in the log: it leaves the context. */
  reply?: Entry | undefined;
  /** A reply has told of it that is an answer all the same. */
  isAnswer?: boolean;
}

/** The refusals of a session, each to be answered once. */
export class Refusals {
  readonly #log: Log;
  readonly #held: Held;
  readonly #answered = new WeakSet<object>();
  /** What was found out of the newest reply, which `check` asks for each time. */
  #newest: { entry: Entry; contextWindow: number | undefined; refusal: Refusal | undefined } | undefined;

  constructor(log: Log, held: Held) {
    this.#log = log;
    this.#held = held;
  }

  /**
   * The refusal behind an error of the host; `stale` for one that was answered, or that a compaction has come after; `other`
   * for an error of another kind.
   */
  told(error: unknown): Refusal | "stale" | "other" {
    const { entries } = this.#held;
    let place = entries.length - 1;
    while (place >= 0 && (error === undefined || entries[place]!.message !== error)) place--;
    if (this.#isOlder(error, place) || this.#isAnswered(error)) return "stale";
    const reply = place >= 0 ? this.#failed(place) : this.#failedReply();
    return asRefusal(this.#classify(error), error, reply) ?? "other";
  }

  /** Whether a compaction was made since. A reply that is not in the log may say when it was made, in ms since 1970. */
  #isOlder(error: unknown, place: number): boolean {
    const { entries } = this.#held;
    const latest = this.#held.latestCompaction();
    if (latest === undefined) return false;
    if (place >= 0) return place < latest;
    const { timestamp } = (typeof error === "object" && error !== null ? error : {}) as { timestamp?: unknown };
    return typeof timestamp === "number" && timestamp < Date.parse(entries[latest]!.timestamp);
  }

  /** The refusal that the newest reply shows, where neither an answer nor a compaction has come since. */
  shown(): Refusal | undefined {
    const place = this.#log.newestMessage();
    if (place === undefined) return undefined;
    const entry = this.#held.entries[place]!;
    const { contextWindow } = this.#log;
    if (this.#newest?.entry !== entry || this.#newest.contextWindow !== contextWindow) {
      this.#newest = { entry, contextWindow, refusal: this.#shownBy(entry, this.#log.reply(place)) };
    }
    return this.#isAnswered(entry.message) ? undefined : this.#newest.refusal;
  }

  #shownBy({ message }: Entry, reply: number): Refusal | undefined {
    // Without any of these fields a message says nothing of how it ended.
    const says = (key: string) => Object.hasOwn(message as object, key);
    if (reply === 0 || !TELLING.some(says)) return undefined;
    const refusal = asRefusal(this.#classify(message), message, this.#failedReply());
    // An answer that came whole, though it shows that the window is full, needs no second one.
    return refusal && { ...refusal, isAnswer: refusal.reply === undefined };
  }

  /** Takes note that a refusal was answered, whatever came of it. */
  answer({ error }: Refusal): void {
    if (typeof error === "object" && error !== null) this.#answered.add(error);
  }

  #classify(error: unknown): ErrorClass {
    const { provider } = this.#log.model();
    return classifyError(error, { contextWindow: this.#log.contextWindow, provider: provider || undefined });
  }

  #isAnswered(error: unknown): boolean {
    return typeof error === "object" && error !== null && this.#answered.has(error);
  }

  /** The newest message, where it is a reply that says nothing but that it failed. */
  #failedReply(): Entry | undefined {
    const place = this.#log.newestMessage();
    return place === undefined ? undefined : this.#failed(place);
  }

  #failed(place: number): Entry | undefined {
    return this.#log.reply(place) === 2 ? this.#held.entries[place] : undefined;
  }
}

/** Where replies say how they ended, or what they cost. */
const TELLING = [
  ...["stop_reason", "stopReason", "finish_reason", "finishReason", "error", "errorMessage", "isApiErrorMessage"],
  ...["usage", "usage_metadata", "usageMetadata", "response_metadata", "metadata", "kwargs", "data", "status"],
];

function asRefusal(
  { kind, observed = 0, maximum = 0, excess = 0 }: ErrorClass,
  error: unknown,
  reply: Entry | undefined,
): Refusal | undefined {
  return kind === "overflow" || kind === "payload-too-large" ? { kind, observed, maximum, excess, error, reply } : undefined;
}
