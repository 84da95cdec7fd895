// What a provider with a prompt cache would have reported for each reply, from the sizes of what came before.

/** The agent's system prompt and tool descriptions, in tokens. */
const INSTRUCTIONS = 2_874;
/** A cached prefix is forgotten after five minutes without a request. */
const CACHE_LIFE_MS = 5 * 60_000;
/** Framing of one message, in tokens. */
const FRAME = 6;

/** Dollars for a million tokens, as the models of the session cost. */
const PRICES = {
  "claude-sonnet-4-5": { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  "claude-opus-4-5": { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
};

export class Meter {
  /** Tokens of everything that the next request sends. */
  #context = INSTRUCTIONS;
  /** How much of it the provider holds. */
  #cached = 0;
  #cachedAt = 0;
  #model = "";

  /** Counts text into the context. Code has shorter tokens than prose, on the average. */
  add(text, kind = "prose") {
    this.#context += FRAME + Math.ceil(text.length / (kind === "code" ? 3.5 : 4.1));
  }

  /** The usage of a reply of `output` tokens that is asked for now. */
  reply(model, now, output, fresh) {
    const warm = model === this.#model && now - this.#cachedAt < CACHE_LIFE_MS;
    const cacheRead = warm ? this.#cached : 0;
    const input = Math.min(fresh, this.#context - cacheRead);
    const cacheWrite = this.#context - cacheRead - input;
    this.#cached = this.#context - input;
    this.#cachedAt = now;
    this.#model = model;
    this.#context += output + FRAME;
    const counts = { input, output, cacheRead, cacheWrite };
    const cost = {};
    let total = 0;
    for (const [key, count] of Object.entries(counts)) {
      cost[key] = dollars(count * PRICES[model][key]);
      total += cost[key];
    }
    const totalTokens = input + output + cacheRead + cacheWrite;
    return { ...counts, totalTokens, cost: { ...cost, total: dollars(total * 1e6) } };
  }
}

function dollars(millionths) {
  return Math.round(millionths) / 1e6;
}
