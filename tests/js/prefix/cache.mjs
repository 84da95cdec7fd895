/** What a provider's prompt cache would have served of each prompt: the messages with which earlier prompts began as well. */

import { estimateTokens } from "../../../pkg/dist/index.js";
import { jsonOf } from "../simulator/json.mjs";

const sizes = new WeakMap();

/** The bytes of a message as JSON, and its tokens, each found once. */
export function sizeOf(message) {
  let size = sizes.get(message);
  if (!size) {
    size = { bytes: Buffer.byteLength(jsonOf(message)), tokens: estimateTokens([message], { format: "openai-chat" }) };
    sizes.set(message, size);
  }
  return size;
}

export const bytesOf = (messages) => messages.reduce((sum, message) => sum + sizeOf(message).bytes, 0);
export const tokensOf = (messages) => messages.reduce((sum, message) => sum + sizeOf(message).tokens, 0);

/**
 * A cache that forgets nothing, counted in whole messages, in the two ways that providers have. An automatic one serves as much
 * as any earlier prompt began with. One with breakpoints, which clients put behind the instructions and at the end of each
 * prompt, serves as much as was all of an earlier prompt.
 */
export class PromptCache {
  requests = 0;
  /** Prompts that did not begin with all of the one before. */
  changes = 0;
  /** Bytes of all prompts, and what was served of them. */
  sent = 0;
  automatic = 0;
  breakpoints = 0;
  #last = [];
  #root = { next: new Map(), ends: false };

  /** Takes a prompt. Tells where it parts from the one before; undefined where it only goes on. */
  take(messages) {
    const isSame = (message, at) => message === messages[at] || (messages[at] && jsonOf(message) === jsonOf(messages[at]));
    const parted = this.#last.findIndex((message, at) => !isSame(message, at));
    this.requests++;
    if (parted >= 0) this.changes++;
    this.#last = [...messages];
    let [node, isKnown, known, ended] = [this.#root, true, 0, 0];
    for (const [at, message] of messages.entries()) {
      const text = jsonOf(message);
      isKnown &&= node.next.has(text);
      if (!isKnown) node.next.set(text, { next: new Map(), ends: at === 0 });
      node = node.next.get(text);
      const { bytes } = sizeOf(message);
      this.sent += bytes;
      if (isKnown) known += bytes;
      if (isKnown && node.ends) ended = known;
    }
    node.ends = true;
    this.automatic += known;
    this.breakpoints += ended;
    return parted < 0 ? undefined : parted;
  }
}
