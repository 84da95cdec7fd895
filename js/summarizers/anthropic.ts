/** A summarizer that asks a server speaking Anthropic's messages API. */

import type { Summarizer, SummaryReply, Usage } from "../types.js";
import { betaOf } from "./anthropic-compaction.js";
import { checkText, type Exchange, resolveUrl, wellFormed } from "./http.js";
import { invalidReply, refusedReply, truncatedReply } from "./http-error.js";
import { asking, checkModelOptions, counts, ended, type Live, type ModelOptions, parseEvent, TOOL_CALL, unasked } from "./model.js";

export { type AnthropicCompactionOptions, anthropicCompaction } from "./anthropic-compaction.js";

/** Options of `anthropic`. */
export interface AnthropicOptions extends ModelOptions {
  /** Where the API lives, with or without `/v1` at its end. Default: `https://api.anthropic.com`. */
  baseURL?: string | undefined;
  /** The `anthropic-version` header. Default: `2023-06-01`. */
  version?: string | undefined;
  /** The request's `thinking` field, for example `{ type: "disabled" }`. Default: none is sent. */
  thinking?: { type: string; budget_tokens?: number; [field: string]: unknown } | undefined;
  /**
   * How many tokens the model may spend on thinking. They come on top of those of the summary, within `maxOutput`.
   * Default: the `budget_tokens` of `thinking`, otherwise 8,192 where `thinking` is `{ type: "adaptive" }`, or half of
   * `maxOutput` if that is less, otherwise 0.
   */
  reasoningTokens?: number | undefined;
  /**
   * Sends the header by which Anthropic allows calls from a browser. The page's visitors can then read the key: only for
   * pages where each visitor brings their own. Default: false.
   */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** Makes a summarizer that asks Anthropic, or a server that speaks its protocol. */
export function anthropic(options: AnthropicOptions): Summarizer {
  const model = checkModelOptions("anthropic", options, { version: "any", thinking: "any", dangerouslyAllowBrowser: "any" });
  const version = options.version === undefined ? "2023-06-01" : checkText("version", options.version);
  const base = options.baseURL ?? "https://api.anthropic.com";
  const path = /\/v1\/*$/.test(resolveUrl("baseURL", base).pathname) ? "/messages" : "/v1/messages";
  const { thinking, extraBody, stream = false } = options;
  const reasoning = options.reasoningTokens ?? thinking?.budget_tokens ?? (thinking?.type === "adaptive" ? unasked(options) : 0);

  return asking(
    {
      provider: "anthropic",
      format: "anthropic",
      url: resolveUrl("baseURL", base, path),
      async send(exchange, request, maxTokens, live) {
        const { system, prompt } = live ?? request;
        const content = wellFormed(prompt);
        await exchange.authorize("x-api-key", "", options.apiKey);
        exchange.header("anthropic-version", version);
        if (options.dangerouslyAllowBrowser) exchange.header("anthropic-dangerous-direct-browser-access", "true");
        const beta = betaOf(live?.messages ?? []);
        if (beta) exchange.header("anthropic-beta", beta);
        await exchange.post({
          model,
          max_tokens: maxTokens,
          // An empty system prompt is refused, a missing one is not.
          ...(typeof system === "string" ? system.trim() && { system: wellFormed(system) } : system ? { system } : {}),
          ...(live?.tools ? { tools: live.tools, tool_choice: { type: live.toolChoice } } : {}),
          messages: [
            ...(live?.messages ?? []),
            { role: "user", content: live && isCached(live) ? [{ type: "text", text: content, ...CACHED }] : content },
          ],
          ...(thinking ? { thinking } : {}),
          ...extraBody,
          stream,
        });
      },
      read: readMessage,
      stream: readStream,
    },
    options,
    reasoning,
  );
}

/** The mark up to which a request is read from the cache, and put into it. */
const CACHED = { cache_control: { type: "ephemeral" } };

/** Whether the conversation is sent with such marks, and there is room for one more: without it none of it is read from the cache. */
function isCached({ system, tools, messages }: Live): boolean {
  const marks = JSON.stringify([system, tools, messages]).split('"cache_control":{').length - 1;
  return marks > 0 && marks < 4;
}

/** The parts of a message, or of an event of its stream, that matter here. Nothing in it is taken for granted. */
interface Block {
  type?: unknown;
  text?: unknown;
}
interface Message {
  content?: unknown;
  stop_reason?: unknown;
  usage?: unknown;
  type?: unknown;
}
interface StreamEvent {
  type?: unknown;
  message?: Message | null;
  content_block?: Block | null;
  delta?: (Block & { stop_reason?: unknown }) | null;
  usage?: unknown;
}

function readMessage(exchange: Exchange, body: Message): SummaryReply {
  if (body.type === "error") throw exchange.reported(body);
  if (!Array.isArray(body.content)) {
    throw invalidReply(exchange.target, "no-content", "answered without a message. Check that baseURL is a messages API.");
  }
  const text = body.content.map((block: Block | null) => (block?.type === "text" ? textOf(block) : "")).join("");
  return { text, ...ending(exchange, body.stop_reason, body.usage, text) };
}

async function* readStream(exchange: Exchange): AsyncGenerator<string, Partial<SummaryReply>> {
  let usage: object = {};
  let stopReason: unknown;
  let all = "";
  for await (const { event: name, data } of exchange.events()) {
    const event = parseEvent(data) as StreamEvent | null | undefined;
    if (event === undefined) throw truncatedReply(exchange.target);
    const type = event?.type ?? name;
    if (type === "error") throw exchange.reported(event);
    // Later counts replace earlier ones: they are running totals.
    usage = { ...usage, ...defined(event?.message?.usage), ...defined(event?.usage) };
    if (type === "message_delta") stopReason = event?.delta?.stop_reason ?? stopReason;
    if (type === "message_stop") return ending(exchange, stopReason, usage, all);
    const part = event?.content_block?.type === "text" ? event.content_block : event?.delta;
    const text = type === "content_block_start" || part?.type === "text_delta" ? textOf(part) : "";
    all += text;
    if (text) yield text;
  }
  throw truncatedReply(exchange.target);
}

function textOf(part: Block | null | undefined): string {
  return typeof part?.text === "string" ? part.text : "";
}

/** The fields that have a value. A null in a later count does not take back an earlier one. */
function defined(usage: unknown): object {
  if (typeof usage !== "object" || usage === null) return {};
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}

function ending(exchange: Exchange, stopReason: unknown, given: unknown, text: string): Partial<SummaryReply> {
  const { target } = exchange;
  switch (stopReason) {
    case "end_turn":
    case "stop_sequence":
    case "max_tokens":
      return ended(exchange, text, readUsage(given), stopReason === "max_tokens");
    case "refusal":
      throw refusedReply(target, "refusal", text);
    case "tool_use":
      throw refusedReply(target, TOOL_CALL);
    default: {
      // `model_context_window_exceeded` is known as an overflow by its code. Anything else is not known to be whole.
      const code = typeof stopReason === "string" ? stopReason : "no stop reason";
      throw exchange.reported({ error: { code, message: `the answer ended with ${code}` } });
    }
  }
}

/** Usage in our terms. The input here excludes what came from a cache or went into one. */
function readUsage(given: unknown): Usage | undefined {
  const count = counts(given);
  const input = count("input_tokens");
  const output = count("output_tokens");
  const cacheRead = count("cache_read_input_tokens");
  const cacheWrite = count("cache_creation_input_tokens");
  const totalTokens = input + output + cacheRead + cacheWrite;
  return totalTokens === 0 ? undefined : { input, output, cacheRead, cacheWrite, totalTokens };
}
