/**
 * What OpenAI's and Anthropic's servers do of their own compaction, as documented: `POST /responses/compact` and `context_management` of
 * `/responses`; the `compaction` parameter and the edits of `/v1/messages`. They take back what they have given, unchanged and in its
 * place, and refuse all else with the error that is documented for it.
 */

import { isDeepStrictEqual } from "node:util";

const tokensOf = (value) => Math.ceil(JSON.stringify(value).length / 4);

export class Refusal extends Error {
  constructor(message, { status = 400, code, type = "invalid_request_error" } = {}) {
    super(message);
    Object.assign(this, { status, code, type });
  }
}

const refuse = (message, details) => {
  throw new Refusal(message, details);
};

/** OpenAI's items. `issued`: what was given out, by its encrypted content. */
export class OpenAIServer {
  issued = new Map();
  stored = new Set();
  replies = [];
  count = 0;

  /** An opaque item, and the window that it was given in. */
  #compaction(before) {
    const number = ++this.count;
    const item = {
      id: `cmp_${number}`,
      type: "compaction",
      encrypted_content: `gAAAAA${Buffer.from(`state ${number}`).toString("base64")}`,
    };
    const window = [...before, item];
    this.issued.set(item.encrypted_content, window);
    return { item, window };
  }

  check({ model, input, previous_response_id: previous }) {
    if (typeof model !== "string") refuse("Missing required parameter: 'model'.");
    if (previous !== undefined && !this.stored.has(previous)) {
      refuse(`Previous response with id '${previous}' not found.`, { status: 404, code: "previous_response_not_found" });
    }
    if (!Array.isArray(input) || input.length === 0) refuse("Missing required parameter: 'input'.");
    const ids = new Set();
    for (const [at, item] of input.entries()) {
      if (item.id && ids.has(item.id)) refuse(`Duplicate item found with id ${item.id}.`);
      if (item.id) ids.add(item.id);
      if (item.type === "compaction_trigger") {
        if ("id" in item) refuse(`Unknown parameter: 'input[${at}].id'.`, { code: "unknown_parameter" });
        if (at !== input.length - 1) refuse("The 'compaction_trigger' item must be the final input item.");
      }
      if (item.type !== "compaction") continue;
      const window = this.issued.get(item.encrypted_content);
      if (!window) refuse(`The encrypted content for item ${item.id} could not be verified.`, { code: "invalid_encrypted_content" });
      const start = at - window.length + 1;
      if (!isDeepStrictEqual(input.slice(Math.max(0, start), at + 1), window)) refuse(`The window that ends with ${item.id} was changed.`);
    }
    const newest = input.findLastIndex(({ type }) => type === "compaction");
    const open = new Set();
    for (const item of input.slice(Math.max(newest, 0))) {
      if (item.type === "function_call") open.add(item.call_id);
      if (item.type === "function_call_output" && !open.delete(item.call_id))
        refuse(`No tool call found for function call output with call_id ${item.call_id}.`);
    }
    for (const id of open) refuse(`No tool output found for function call ${id}.`);
  }

  compact(body) {
    this.check(body);
    const { window } = this.#compaction(
      body.input.filter(({ role, type }) => role === "user" && (type ?? "message") === "message").slice(-2),
    );
    const usage = { input_tokens: tokensOf(body.input), output_tokens: 40, total_tokens: tokensOf(body.input) + 40 };
    const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 10 } };
    return { id: `resp_c${this.count}`, object: "response.compaction", created_at: 1, output: window, usage: { ...usage, ...details } };
  }

  respond(body) {
    this.check(body);
    const { context_management: edits = [], input, store = true } = body;
    const edit = edits.find(({ type }) => type === "compaction");
    if (edit && !(edit.compact_threshold >= 1_000)) refuse("compact_threshold is below the minimum of 1000.");
    const trigger = input.at(-1).type === "compaction_trigger";
    const newest = input.findLastIndex(({ type }) => type === "compaction");
    const read = input.slice(Math.max(newest, 0));
    const compacts = trigger || (edit && tokensOf(read) > edit.compact_threshold);
    const output = compacts ? [this.#compaction([]).item] : [];
    if (!trigger) output.push(...this.replies.shift());
    const id = `resp_${++this.count}`;
    if (store) this.stored.add(id);
    const tokens = compacts ? 60 : tokensOf(read);
    const usage = { input_tokens: tokens, output_tokens: 20, total_tokens: tokens + 20, input_tokens_details: { cached_tokens: 0 } };
    return { id, object: "response", created_at: 1, status: "completed", model: body.model, output, usage };
  }
}

const blocksOf = ({ content }) => (typeof content === "string" ? [{ type: "text", text: content }] : content);

/** Anthropic's messages. `issued`: the blocks that were given out. */
export class AnthropicServer {
  issued = [];
  replies = [];

  check(body, betas) {
    const { model, max_tokens: most, messages, compaction, context_management: management, ...rest } = body;
    if (typeof model !== "string" || !(most > 0) || !Array.isArray(messages)) refuse("model, max_tokens and messages are required");
    for (const key of Object.keys(rest))
      if (!["system", "tools", "stream", "thinking"].includes(key)) refuse(`${key}: Extra inputs are not permitted`);
    if (compaction && !betas.includes("compact-2026-09-04")) refuse("compaction: Extra inputs are not permitted");
    if (compaction && management) refuse("compaction cannot be combined with context_management");
    for (const { type, trigger } of management?.edits ?? []) {
      const beta = type === "compact_20260112" ? "compact-2026-01-12" : "context-management-2025-06-27";
      if (!betas.includes(beta)) refuse("context_management: Extra inputs are not permitted");
      if (type === "compact_20260112" && trigger && trigger.value < 50_000)
        refuse("context_management.edits.0.trigger.value: must be at least 50000");
    }
    const found = [];
    for (const [at, message] of messages.entries()) {
      for (const key of Object.keys(message)) {
        if (key !== "role" && key !== "content") refuse(`messages.${at}.${key}: Extra inputs are not permitted`);
      }
      if (!["user", "assistant"].includes(message.role)) refuse(`messages.${at}: unexpected role`);
      for (const [index, block] of blocksOf(message).entries()) {
        if (block.type === "text" && !block.text.trim()) refuse("messages: text content blocks must be non-empty");
        if (block.type === "compaction") this.#block(block, { at, index, message, betas, found });
      }
    }
    const signed = found.some(({ block }) => block.signature);
    if (signed && found.length > 1) refuse("more than one compaction block", { code: "compaction_block_ambiguous" });
    const newest = found.at(-1);
    const read = newest
      ? [{ ...messages[newest.at], content: blocksOf(messages[newest.at]).slice(newest.index) }, ...messages.slice(newest.at + 1)]
      : messages;
    if (!newest && read[0]?.role !== "user") refuse('messages: first message must use the "user" role');
    for (const [at, message] of read.entries()) this.#pairs(read[at - 1], message, read[at + 1], at, compaction);
    if (!compaction && read.at(-1).role === "assistant") {
      refuse("This model does not support assistant message prefill. The conversation must end with a user message.");
    }
    return read;
  }

  #block(block, { at, index, message, betas, found }) {
    if (message.role !== "assistant") refuse(`messages.${at}: compaction blocks stand in assistant messages`);
    if (block.content === "") refuse(`messages.${at}.content.${index}: content must not be empty`);
    if (block.content === null || block.content === undefined) return;
    if (!betas.includes(block.signature ? "compact-2026-09-04" : "compact-2026-01-12"))
      refuse(`messages.${at}.content.${index}: unknown block type compaction`);
    if (block.signature && (at > 0 || index > 0)) refuse("the compaction block is not first", { code: "compaction_block_misplaced" });
    const known = this.issued.find((one) => (block.signature ? one.signature === block.signature : one.content === block.content));
    if (!known) refuse("the compaction block does not verify", { code: "compaction_signature_invalid" });
    if (!isDeepStrictEqual(known, block)) refuse("the compaction block was changed", { code: "compaction_content_mismatch" });
    found.push({ at, index, block });
  }

  #pairs(before, message, after, at, compaction) {
    const calls = (one) =>
      one?.role === "assistant"
        ? blocksOf(one)
            .filter(({ type }) => type === "tool_use")
            .map(({ id }) => id)
        : [];
    const results = (one) =>
      one?.role === "user"
        ? blocksOf(one)
            .filter(({ type }) => type === "tool_result")
            .map(({ tool_use_id: id }) => id)
        : [];
    for (const id of results(message))
      if (!calls(before).includes(id)) refuse(`messages.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}`);
    for (const id of calls(message)) {
      if (results(after).includes(id)) continue;
      if (compaction && !after) refuse("the last turn is not finished", { code: "compaction_incomplete_turn" });
      refuse(`messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}`);
    }
  }

  #compacted(extra) {
    const block = { type: "compaction", content: `<summary>${this.issued.length}: what was said so far</summary>`, ...extra };
    this.issued.push(block);
    return block;
  }

  answer(body, betas) {
    const read = this.check(body, betas);
    const input = tokensOf(read);
    const message = (content, stop_reason, more) => ({
      id: `msg_${this.issued.length}_${this.replies.length}`,
      type: "message",
      role: "assistant",
      model: body.model,
      content,
      stop_reason,
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: 50, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      ...more,
    });
    const spent = {
      type: "compaction",
      input_tokens: input,
      output_tokens: 70,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    };
    if (body.compaction) {
      if (!read.some((one) => blocksOf(one).some(({ type }) => type !== "compaction"))) {
        refuse("nothing to summarize", { code: "compaction_nothing_to_summarize" });
      }
      const block = this.#compacted({ encrypted_content: null, signature: `sig${this.issued.length}`, tool_changes: [] });
      return message([block], "compaction", { usage: { input_tokens: 0, output_tokens: 0, iterations: [spent] } });
    }
    const edits = body.context_management?.edits ?? [];
    const compact = edits.find(({ type }) => type === "compact_20260112");
    if (compact && input >= (compact.trigger?.value ?? 150_000)) {
      const block = this.#compacted({ encrypted_content: `enc${this.issued.length}` });
      const usage = (rest) => ({ input_tokens: 300, output_tokens: 50, iterations: [spent, ...rest] });
      if (compact.pause_after_compaction) return message([block], "compaction", { usage: usage([]) });
      const { content, stop_reason } = this.replies.shift();
      return message([block, ...content], stop_reason, { usage: usage([{ type: "message", input_tokens: 300, output_tokens: 50 }]) });
    }
    const { content, stop_reason } = this.replies.shift();
    const clear = edits.find(({ type }) => type === "clear_tool_uses_20250919");
    if (!clear || input < clear.trigger.value) return message(content, stop_reason);
    const applied = [{ type: clear.type, cleared_tool_uses: 2, cleared_input_tokens: Math.floor(input / 2) }];
    const usage = { input_tokens: input - applied[0].cleared_input_tokens, output_tokens: 50 };
    return message(content, stop_reason, { usage, context_management: { applied_edits: applied } });
  }

  /** The events of a stream that makes a message of blocks. */
  static *events({ content, stop_reason, usage, ...message }) {
    yield { type: "message_start", message: { ...message, content: [], stop_reason: null, usage } };
    for (const [index, block] of content.entries()) {
      if (block.type === "compaction") {
        yield { type: "content_block_start", index, content_block: { type: "compaction", content: null, encrypted_content: null } };
        yield { type: "content_block_delta", index, delta: { ...block, type: "compaction_delta" } };
      } else {
        yield { type: "content_block_start", index, content_block: { type: "text", text: "" } };
        yield { type: "content_block_delta", index, delta: { type: "text_delta", text: block.text } };
      }
      yield { type: "content_block_stop", index };
    }
    yield { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage };
    yield { type: "message_stop" };
  }
}
