/**
 * How others take old tool outputs out of a prompt, written from what is known of their behaviour. Each is given the messages
 * of a history and what it keeps for itself, and gives the prompt. `scale` is that of the session.
 */

import { bytesOf, tokensOf } from "./cache.mjs";

/** Messages of which some outputs were replaced: the same objects again as long as the same text stands there. */
class Cleared {
  #made = new Map();

  of(message, placeholder) {
    const made = this.#made.get(message);
    if (made?.content === placeholder) return made;
    const cleared = { ...message, content: placeholder };
    this.#made.set(message, cleared);
    return cleared;
  }
}

/** All of it, always. */
export const nothing = () => ({ prompt: (messages) => messages });

/** Seed 001's: behind the newest eight messages each output over 2,000 bytes becomes a line, in each prompt anew. */
export function prunedForModel({ scale }) {
  const cleared = new Cleared();
  return {
    prompt: (messages) =>
      messages.map((message, at) => {
        const size = message.role === "tool" ? Buffer.byteLength(message.content) : 0;
        if (at >= messages.length - 8 || size <= 2_000 * scale) return message;
        return cleared.of(message, `[${size} bytes of output are left out; run the tool again if you need them]`);
      }),
  };
}

/**
 * opencode's: at the end of each turn, behind the newest two turns and the newest 40,000 tokens of outputs, all outputs as far
 * back as the first that is gone already; only if those are more than 20,000 tokens. What is gone stays so.
 */
export function opencode({ scale }) {
  const cleared = new Cleared();
  const gone = new Set();
  return {
    prompt: (messages) =>
      messages.map((message) => (gone.has(message) ? cleared.of(message, "[Old tool result content cleared]") : message)),
    turnEnded(messages) {
      let [turns, seen, saved] = [0, 0, 0];
      const found = [];
      for (const message of messages.toReversed()) {
        if (message.role === "user") turns++;
        if (turns < 2) continue;
        if (message.name === "summary" || gone.has(message)) break;
        if (message.role !== "tool") continue;
        const tokens = tokensOf([message]);
        seen += tokens;
        if (seen <= 40_000 * scale) continue;
        saved += tokens;
        found.push(message);
      }
      if (saved <= 20_000 * scale) return;
      for (const message of found) gone.add(message);
    },
  };
}

/** LangChain's ClearToolUsesEdit: while the history has over 100,000 tokens, all but the newest three outputs, in each prompt anew. */
export function langchain({ scale }) {
  const cleared = new Cleared();
  return {
    prompt(messages) {
      if (tokensOf(messages) <= 100_000 * scale) return messages;
      const kept = new Set(messages.filter(({ role }) => role === "tool").slice(-3));
      return messages.map((message) => (message.role === "tool" && !kept.has(message) ? cleared.of(message, "[cleared]") : message));
    },
  };
}

/**
 * A session under one of these policies. Where a prompt passes the threshold all the same, a summary of a fixed length takes
 * the place of all but the newest part, as it does in the session that they are compared with.
 */
export class Baseline {
  prunes = 0;
  compactions = 0;
  asked = 0;
  #messages;
  #policy;
  #limits;

  constructor(policy, { lead, scale, threshold, keep, summary }) {
    this.#policy = policy({ scale });
    this.#messages = [lead];
    this.#limits = { threshold, keep, summary };
  }

  append(message) {
    this.#messages.push(message);
  }

  prompt() {
    return this.#policy.prompt(this.#messages);
  }

  maintain() {
    const { threshold, keep, summary } = this.#limits;
    if (tokensOf(this.prompt()) <= threshold) return;
    const shown = this.prompt();
    let [from, tokens] = [shown.length, 0];
    while (from > 1 && tokens < keep) tokens += tokensOf([shown[--from]]);
    while (from < shown.length && shown[from].role === "tool") from++;
    const folded = { role: "user", name: "summary", content: summary };
    this.asked += bytesOf(shown.slice(1, from));
    this.#messages = [this.#messages[0], folded, ...this.#messages.slice(from)];
    this.compactions++;
  }

  turnEnded() {
    this.#policy.turnEnded?.(this.#messages);
  }

  close() {}
}
