/** Plays a coding session under a policy: each prompt goes through the cache. */

import { openSession } from "../../../pkg/dist/index.js";
import { memory } from "../../../pkg/dist/stores/memory.js";
import { Baseline } from "./baselines.mjs";
import { PromptCache, tokensOf } from "./cache.mjs";
import { coding } from "./coding.mjs";

const SUMMARY_TOKENS = 2_000;

/**
 * The numbers of a run, all of them multiplied with `scale`: a window of 128,000 tokens, and what follows from it. `onePrompt`:
 * the user speaks once, and the agent goes on by itself.
 */
export function numbers({ turns = 200, scale = 1, seed, window = 128_000, onePrompt = false } = {}) {
  const reserve = 20_000;
  const line = "What was asked is done, and it was checked. ";
  return {
    turns,
    scale,
    seed,
    onePrompt,
    window: window * scale,
    threshold: (window - reserve) * scale,
    reserve: reserve * scale,
    keep: 0.25 * window * scale,
    summary: `## Progress\n${line.repeat((SUMMARY_TOKENS * scale * 4) / line.length)}`,
    lead: { role: "system", content: `You are a careful agent. ${"Follow the rules of this house. ".repeat(300 * scale)}` },
  };
}

/** Plays a session of Epitome's. `prune` are settings of that group; `watch` looks at each prompt: `({ host, messages, parted })`. */
export async function playEpitome({ prune, watch, ...options }) {
  const given = numbers(options);
  const host = await Host.open(given, prune);
  await play(given, host, watch);
  return host;
}

/** Plays a session under one of the baselines. */
export async function playBaseline(options, policy) {
  const given = numbers(options);
  const host = new Baseline(policy, given);
  host.cache = new PromptCache();
  await play(given, host);
  return host;
}

/** The loop of an agent. */
async function play(given, host, watch) {
  const send = async () => {
    await host.maintain();
    const messages = host.prompt();
    const parted = host.cache.take(messages);
    await watch?.({ host, messages, parted });
    const tokens = tokensOf(messages);
    return { usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens } };
  };
  let isFirst = true;
  for (const { request, steps, answer } of coding(given)) {
    if (isFirst || !given.onePrompt) await host.append(request);
    isFirst = false;
    for (const { reply, results } of steps) {
      await host.append(reply, await send());
      for (const result of results) await host.append(result);
    }
    if (given.onePrompt) continue;
    await host.append(answer, await send());
    host.turnEnded?.();
  }
  host.close();
}

/** A session, and what it has declared of the changes to its prompt. */
class Host {
  cache = new PromptCache();
  prunes = 0;
  compactions = 0;
  /** Bytes that were sent for summaries. */
  asked = 0;
  /** The entries since the last prompt that say that an earlier part of it changes. */
  declared = [];

  static async open(given, prune) {
    const host = new Host();
    host.options = {
      id: "s",
      store: memory(),
      format: "openai-chat",
      model: { contextWindow: given.window },
      settings: {
        compaction: { reserveTokens: given.reserve, keepRecentTokens: given.keep },
        prune: { protectTokens: 40_000 * given.scale, minimumSavings: 20_000 * given.scale, ...prune },
      },
      summarizer: ({ system, prompt }) => {
        host.asked += Buffer.byteLength(system + prompt);
        return given.summary;
      },
    };
    await host.reopen();
    await host.session.append(given.lead);
    return host;
  }

  /** Goes on with a session that is opened anew from the store. */
  async reopen() {
    this.session?.close();
    this.session = await openSession(this.options);
    this.session.on((event) => event.type === "append" && this.#note(event.entries));
  }

  #note(entries) {
    for (const entry of entries) {
      if (entry.type === "prune") this.prunes++;
      else if (entry.type === "compaction") this.compactions++;
      else continue;
      this.declared.push(entry);
    }
  }

  /** The log. */
  async stored() {
    return (await this.options.store.read("s", 0)).entries;
  }

  append(message, options) {
    return this.session.append(message, options);
  }

  async maintain() {
    this.outcome = await this.session.maintain();
  }

  prompt() {
    return this.session.context().messages;
  }

  close() {
    this.session.close();
  }
}
