/** What must be true of every request, of every outcome, and at the end. Whatever is not is thrown as a `Broken`. */

import assert from "node:assert/strict";
import { estimateTokens, validate } from "../../../pkg/dist/index.js";
import { jsonOf } from "./json.mjs";

/** A rule that does not hold; `rule` is its name. */
export class Broken extends Error {
  constructor(rule, message) {
    super(`${rule}: ${message}`);
    this.rule = rule;
  }
}

export function demand(holds, rule, message) {
  if (!holds) throw new Broken(rule, typeof message === "function" ? message() : message);
}

/** Whether messages hold another one: itself, or its text word for word inside of one that it was joined with. */
export function holdsMessage(messages, message, text) {
  if (messages.lastIndexOf(message) >= 0) return true;
  const words = JSON.stringify(text).slice(1, -1);
  return messages.some((other) => jsonOf(other).includes(words));
}

/** What the model is sent. */
export class ContextWatch {
  #format;
  #last = [];
  #sends = 0;
  #checked = 0;

  constructor(format) {
    this.#format = format;
  }

  /** Looks at a request. `changed`: since the last one something was folded, pruned or moved. */
  look({ messages, tokens, entries }, { newest, pins, changed }) {
    this.#sends++;
    demand(Number.isInteger(tokens) && tokens >= 0, "sound-numbers", `the context has ${tokens} tokens`);
    demand(messages.length === entries.length, "sound-numbers", `${messages.length} messages of ${entries.length} entries`);
    demand(holdsMessage(messages, newest.message, newest.text), "newest-request", "the newest request is not in the context");
    for (const { message, text } of pins) demand(holdsMessage(messages, message, text), "pins", "a pinned message is not in the context");
    if (!changed) this.#sameStart(messages);
    this.#last = messages;
    // A context that only grew by what was valid is looked at now and then.
    if (!changed && this.#sends - this.#checked < 25 && messages.length > 20) return;
    this.#checked = this.#sends;
    const [fault] = validate(messages, { format: this.#format, request: true });
    demand(!fault, "valid", () => `${fault.rule} ${fault.path}: ${fault.message}`);
  }

  /** The session was opened anew: its messages are other objects. */
  forget() {
    this.#last = [];
  }

  #sameStart(messages) {
    const at = this.#last.findIndex((message, place) => message !== messages[place]);
    demand(at < 0, "stable-prefix", () => `message ${at} of ${this.#last.length} changed without a compaction or a prune`);
  }
}

/** The calls of summarizers, between two events that allow more of them. */
export class SummaryWatch {
  calls = 0;
  inAll = 0;
  compactions = 0;
  #most;
  #silence = false;

  /** `most`: calls that are allowed until `renew`. */
  constructor(most) {
    this.#most = most;
  }

  /** A user message came, or a limit changed. */
  renew() {
    this.calls = 0;
    this.#silence = false;
  }

  /** The session said that it is exhausted. */
  exhausted() {
    this.#silence = true;
  }

  call({ system, prompt, maxTokens }, window) {
    const size = estimateTokens([{ role: "user", content: system + prompt }]) + maxTokens;
    demand(window === 0 || size <= window, "request-fits", `a request for a summary takes ${size} tokens of a window of ${window}`);
    this.calls++;
    this.inAll++;
    demand(!this.#silence, "silence", "a summarizer was asked after `exhausted`, without a user message or a change of limits");
    demand(this.calls <= this.#most, "bounded-calls", `${this.calls} calls of summarizers since the user's newest message`);
  }
}

/** Real time that no call may take. */
const HANGS_AFTER = 20_000;

/** Waits for a call, but not for ever. */
export async function inTime(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Broken("hangs", "maintain() did not come back")), HANGS_AFTER);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const STATUSES = ["compacted", "pruned", "promoted", "nothing", "refused", "cancelled", "exhausted"];

/** What an outcome says against what became of the context. `isInterrupted`: the user has spoken meanwhile, which counts after it. */
export function lookAtOutcome(outcome, before, after, isInterrupted) {
  const { status, reason, tokensBefore, tokensAfter } = outcome;
  demand(STATUSES.includes(status), "outcome", `status ${status}`);
  demand(typeof reason === "string" && reason !== "", "outcome", `${status} without a reason`);
  if ((status === "compacted" || status === "pruned") && !isInterrupted) {
    demand(tokensAfter < tokensBefore, "progress", `${status} (${reason}): ${tokensBefore} → ${tokensAfter} tokens`);
  }
  const same = before.every((message, at) => message === after[at]);
  // What is written before an abort stays, and is named.
  const isUntouched = status === "refused" || (status === "cancelled" && !outcome.prunes);
  if (isUntouched) demand(same, "untouched", `${status} (${reason}), and the context changed`);
  if (outcome.willRetry && status !== "promoted")
    demand(!same, "unchanged-resend", `${status} (${reason}) says willRetry, and the context is as it was`);
  if (outcome.unfit) {
    for (const [name, value] of Object.entries(outcome.unfit)) {
      demand(Number.isFinite(value) && value >= 0, "outcome", `unfit.${name} is ${value}`);
    }
  }
}

/** What `check()` said that `maintain()` would do, and what it did. A prune may be made by cost, or where nothing else is left. */
export function lookAtForetold({ action, reason }, { status, reason: why }) {
  if (status === "pruned" && (why === "cost" || reason === "exhausted")) return;
  const expected = {
    none: ["nothing", "exhausted"],
    compact: ["compacted", "pruned", "refused", "cancelled", "exhausted", "nothing"],
    emergency: ["compacted", "pruned", "cancelled", "exhausted"],
    promote: ["promoted", "pruned", "cancelled"],
  }[action];
  demand(expected?.includes(status), "foretold", `check() said ${action} (${reason}), and maintain() ended as ${status} (${why})`);
}

/** Two sessions over one log: the same bytes; and, where nothing was told that the log does not keep, the same size. */
export function lookAtTwins(session, twin, isInLog) {
  const [one, two] = [session.context(), twin.context()];
  assert.equal(JSON.stringify(two.messages), JSON.stringify(one.messages), "the context after opening anew");
  if (isInLog) assert.equal(two.tokens, one.tokens, "tokens after opening anew");
}
