/** What user, model and tools of a scenario say, in its format. */

import { FORMATS } from "./formats.mjs";
import { text } from "./texts.mjs";

const TOOLS = ["bash", "read", "grep", "mcp__web__fetch"];
/** With one whose arguments are long, and superseded by the next one for the same file. */
const WITH_WRITES = [...TOOLS, "write"];

/** What the model wrote in the arguments of its calls, in tokens. */
const written = (calls) => calls.reduce((sum, { args: { content = "" } }) => sum + content.length / 4, 0);

export class Speech {
  #plan;
  #random;
  #provider;
  #format;
  #names = 0;

  constructor(plan, random, provider) {
    this.#plan = plan;
    this.#random = random;
    this.#provider = provider;
    this.#format = FORMATS[plan.format];
  }

  #chance(share) {
    return share > 0 && this.#random.next() < share;
  }

  /** A text of about this share of what the model can take. */
  #text(share) {
    const tokens = Math.max(2, (share * this.#provider.limit) / this.#provider.slope);
    return text(this.#random, `#${this.#names++}`, tokens, this.#plan.text);
  }

  #size() {
    return this.#plan.size * (0.2 + 3 * this.#random.next() ** 3);
  }

  /** The instructions; nothing where they stand outside of the messages, or there are none. */
  system() {
    const { system } = this.#plan;
    return system > 0 ? this.#format.system(text(this.#random, "You are an agent of the simulator.", system)) : null;
  }

  /** What the user asks: `{ message, text }`. */
  request() {
    const words = this.#text(this.#chance(this.#plan.longRequests) ? this.#random.next() * 0.35 : this.#size());
    const images = this.#chance(this.#plan.images) ? 1 + this.#random.below(2) : 0;
    return { message: this.#format.user(words, images), text: words };
  }

  /** A short word of the user's that is to stay. */
  note() {
    const words = this.#text(0.01);
    return { message: this.#format.user(words), text: words };
  }

  /**
   * What the model answers to a prompt of `input` tokens, and the outputs of the tools that it calls: `{ messages, usage, whole,
   * results? }`. `work` tells whether it calls any; where all of a turn is one message, in how many steps. `whole`: the report
   * is a true one.
   */
  answer(input, work) {
    const name = `r${this.#names++}`;
    if (this.#format.whole) {
      const steps = Array.from({ length: work }, (_, at) => this.#outputs(this.#calls(`${name}_${at}`)));
      const words = this.#text(this.#size());
      return {
        messages: [this.#format.whole({ name, text: words, steps })],
        ...this.#report(input, words.length / 4 + written(steps.flat())),
      };
    }
    const words = work && this.#chance(0.5) ? "" : this.#text(this.#size());
    const calls = work ? this.#calls(name) : [];
    const { usage, whole } = this.#report(input, words.length / 4 + calls.length * 20 + written(calls));
    const results = calls.length > 0 ? this.#format.results(this.#outputs(calls)) : undefined;
    if (!this.#format.usageInside) return { messages: this.#format.reply({ name, text: words, calls }), usage, whole, results };
    return { messages: this.#format.reply({ name, text: words, calls, usage }), whole, results };
  }

  #report(input, output) {
    const { usage } = this.#plan;
    const kind = usage === "sometimes" ? ["whole", "missing", "zero"][this.#random.below(3)] : usage;
    if (kind === "missing") return { whole: false };
    const counts = kind === "zero" ? { input: 0, output: 0 } : { input, output: Math.ceil(output) };
    return { usage: this.#format.usage(counts), whole: kind === "whole" };
  }

  #calls(name) {
    return Array.from({ length: 1 + this.#random.below(this.#plan.callsPerStep) }, (_, at) => {
      const tools = Object.keys(this.#plan.prune).length > 0 ? WITH_WRITES : TOOLS;
      const tool = tools[this.#random.below(tools.length)];
      const args = { path: `src/${this.#random.below(30)}.rs`, at: this.#names };
      return { id: `call_${name}_${at}`, name: tool, args: tool === "write" ? { ...args, content: this.#text(this.#size()) } : args };
    });
  }

  #outputs(calls) {
    return calls.map((call) => {
      const share = this.#chance(this.#plan.giants) ? 0.2 + this.#random.next() * 2.5 : this.#size() * 2;
      return { ...call, text: this.#text(share), images: this.#chance(this.#plan.images / 4) ? 1 : 0 };
    });
  }
}
