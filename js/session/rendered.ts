/** The context as the host's messages, kept from call to call: only what is new is asked of the core. */

import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";

/** Marks the place of a summary in the core's answer. */
const SUMMARY = 0x8000_0000;

/** A list of messages that follows the log. */
export class Rendered {
  readonly #log: Log;
  readonly #entries: readonly Entry[];
  /** Messages that this package wrote, by their entry: the same object each time. */
  readonly #written = new WeakMap<Entry, unknown>();
  #generation = 0;
  #messages: unknown[] = [];
  #sources: Entry[] = [];

  constructor(log: Log, entries: readonly Entry[]) {
    this.#log = log;
    this.#entries = entries;
  }

  /** The messages and their entries as of now, as arrays of the caller's own. */
  now(): { messages: unknown[]; entries: Entry[] } {
    const answer = this.#log.context(this.#generation, this.#messages.length);
    const generation = answer[0]!;
    if (generation !== this.#generation) {
      this.#generation = generation;
      this.#messages = [];
      this.#sources = [];
    }
    for (let at = 1; at < answer.length; at++) {
      const place = (answer[at]! & ~SUMMARY) >>> 0;
      this.#messages.push(this.#message(place));
      this.#sources.push(this.#entries[place]!);
    }
    return { messages: this.#messages.slice(), entries: this.#sources.slice() };
  }

  #message(place: number): unknown {
    const entry = this.#entries[place]!;
    if (entry.type === "message") return entry.message;
    if (!this.#written.has(entry)) {
      const json = entry.type === "custom_message" ? guarded(() => this.#log.renderCustom(stage(entry))) : this.#log.render(place);
      this.#written.set(entry, JSON.parse(json!));
    }
    return this.#written.get(entry);
  }
}
