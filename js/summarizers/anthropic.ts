/** A summarizer that asks a server speaking Anthropic's messages API. */

import type { Summarizer, SummaryReply, SummaryRequest, Usage } from "../types.js";
import { checkHttpOptions, checkText, Exchange, type HttpOptions, type Key, resolveUrl, wellFormed } from "./http.js";
import { invalidReply, refusedReply, truncatedReply } from "./http-error.js";

/** Options of `anthropic`. */
export interface AnthropicOptions extends HttpOptions {
  /** The key, or a function that gives it. Without one the request carries none: a proxy adds it, or `headers` do. */
  apiKey?: Key | undefined;
  /** The model's id. */
  model: string;
  /** Where the API lives, with or without `/v1` at its end. Default: `https://api.anthropic.com`. */
  baseURL?: string | undefined;
  /** The `anthropic-version` header. Default: `2023-06-01`. */
  version?: string | undefined;
  /**
   * The request's `thinking` field, for example `{ type: "disabled" }`. A `budget_tokens` in it comes on top of the
   * tokens of the summary. Default: none is sent.
   */
  thinking?: { type: string; budget_tokens?: number; [field: string]: unknown } | undefined;
  /** More fields of the request body. They win over those that the summarizer sets itself, except `stream`. */
  extraBody?: Record<string, unknown> | undefined;
  /** Whether to ask for a stream: progress is visible, and no proxy times out on a long answer. Default: false. */
  stream?: boolean | undefined;
  /**
   * Sends the header by which Anthropic allows calls from a browser. The page's visitors can then read the key: only for
   * pages where each visitor brings their own. Default: false.
   */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** Makes a summarizer that asks Anthropic, or a server that speaks its protocol. */
export function anthropic(options: AnthropicOptions): Summarizer {
  checkHttpOptions(options);
  const model = checkText("model", options.model);
  const version = options.version === undefined ? "2023-06-01" : checkText("version", options.version);
  const base = options.baseURL ?? "https://api.anthropic.com";
  const path = /\/v1\/*$/.test(resolveUrl("baseURL", base).pathname) ? "/messages" : "/v1/messages";
  const url = resolveUrl("baseURL", base, path);
  const stream = options.stream ?? false;

  const send = async (exchange: Exchange, request: SummaryRequest): Promise<void> => {
    await exchange.authorize("x-api-key", "", options.apiKey);
    exchange.header("anthropic-version", version);
    if (options.dangerouslyAllowBrowser) exchange.header("anthropic-dangerous-direct-browser-access", "true");
    if (stream) exchange.header("accept", "text/event-stream, application/json");
    await exchange.post({
      model,
      max_tokens: request.maxTokens + (options.thinking?.budget_tokens ?? 0),
      // An empty system prompt is refused, a missing one is not.
      ...(request.system.trim() ? { system: wellFormed(request.system) } : {}),
      messages: [{ role: "user", content: wellFormed(request.prompt) }],
      ...(options.thinking ? { thinking: options.thinking } : {}),
      ...options.extraBody,
      stream,
    });
  };

  async function whole(request: SummaryRequest, signal?: AbortSignal): Promise<SummaryReply> {
    const exchange = new Exchange("anthropic", url, options, signal);
    try {
      await send(exchange, request);
      return readMessage(exchange, await exchange.json());
    } finally {
      exchange.close();
    }
  }

  async function* streamed(request: SummaryRequest, signal?: AbortSignal): AsyncGenerator<string, Partial<SummaryReply>> {
    const exchange = new Exchange("anthropic", url, options, signal);
    try {
      await send(exchange, request);
      if (exchange.streams) return yield* readStream(exchange);
      const { text, ...rest } = readMessage(exchange, await exchange.json());
      yield text;
      return rest;
    } finally {
      exchange.close();
    }
  }

  return Object.defineProperty(
    ((request, o) => (stream ? streamed(request, o?.signal) : whole(request, o?.signal))) satisfies Summarizer,
    "name",
    { value: `anthropic(${model})` },
  );
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
    let event: StreamEvent | null;
    try {
      event = JSON.parse(data) as StreamEvent | null;
    } catch {
      // The only broken event that is met in practice is the last one, of a connection that was cut.
      throw truncatedReply(exchange.target);
    }
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
  const usage = readUsage(given);
  const rest = usage ? { usage } : {};
  switch (stopReason) {
    case "end_turn":
    case "stop_sequence":
      return { stopReason: "stop", ...rest };
    case "max_tokens":
      return { stopReason: "length", ...rest };
    case "refusal":
      throw refusedReply(target, "refusal", text);
    case "tool_use":
      throw refusedReply(target, "tool call instead of text");
    default: {
      // `model_context_window_exceeded` is known as an overflow by its code. Anything else is not known to be whole.
      const code = typeof stopReason === "string" ? stopReason : "no stop reason";
      throw exchange.reported({ error: { code, message: `the answer ended with ${code}` } });
    }
  }
}

/** Usage in our terms. The input here excludes what came from a cache or went into one. */
function readUsage(given: unknown): Usage | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const usage = given as Record<string, unknown>;
  const count = (value: unknown): number => (typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0);
  const input = count(usage.input_tokens);
  const output = count(usage.output_tokens);
  const cacheRead = count(usage.cache_read_input_tokens);
  const cacheWrite = count(usage.cache_creation_input_tokens);
  const totalTokens = input + output + cacheRead + cacheWrite;
  return totalTokens === 0 ? undefined : { input, output, cacheRead, cacheWrite, totalTokens };
}
