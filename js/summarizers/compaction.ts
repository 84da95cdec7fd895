/** What the providers' own compactions have in common: their options, how a request is made to fit, and how a call goes. */

import { EpitomeError } from "../errors.js";
import { optionsOf } from "../options.js";
import type { NativeCompactor, NativeReply, NativeRequest } from "../types.js";
import { illFormed } from "../unicode.js";
import { checkHttpOptions, checkText, Exchange, HTTP, type HttpOptions, type Key } from "./http.js";
import { invalidReply } from "./http-error.js";

/** What a provider's own compaction can be given. */
export interface CompactionOptions extends HttpOptions {
  /** The key, or a function that gives it. Without one the request carries none: a proxy adds it, or `headers` do. */
  apiKey?: Key | undefined;
  /** The model's id. Default: that of the session's model. Another one than the conversation's may not read what it has thought. */
  model?: string | undefined;
  /** Who can read the items: the session's `model.provider` for which it is asked. Default: the vendor's name. */
  provider?: string | undefined;
  /**
   * How many tokens the model takes. Of a longer conversation the oldest messages are left out, calls with their results, but for what
   * an earlier compaction of the provider stands for. Default: the window of the session's model.
   */
  contextWindow?: number | undefined;
  /** More fields of the request body. They win over those that are set here. */
  extraBody?: Record<string, unknown> | undefined;
}

const NAMES = { apiKey: "any", model: "any", provider: "any", contextWindow: "any", extraBody: "any", baseURL: "any", ...HTTP } as const;

/** How a provider is asked. */
export interface Compaction {
  vendor: string;
  format: NativeCompactor["format"];
  url: URL;
  /** How many tokens are kept for the answer, at least, where the window has them. */
  room: number;
  send(exchange: Exchange, request: Asked): Promise<void>;
  read(exchange: Exchange, body: Record<string, unknown>): NativeReply;
  joints(messages: readonly unknown[]): Joints;
}

/** What is asked: the conversation as it is sent, and how many tokens the answer may have. */
type Asked = NativeRequest & { model: string; answer: number };

/** Where a conversation can be parted. */
export interface Joints {
  /** For each message, whether what stands between `head` and it can be left out. */
  starts: boolean[];
  /**
   * The messages that cannot be left out, as the indices of the first and of the one behind the last: what stands before the conversation,
   * or an earlier compaction of the provider with all that belongs to it. What stands before them is not read.
   */
  head: readonly [from: number, to: number];
}

/** The number of instructions at a conversation's start. */
export function leadOf(messages: readonly unknown[]): number {
  const lead = messages.findIndex((message) => !/^(system|developer)$/.test(String((message as { role?: unknown } | null)?.role)));
  return lead < 0 ? messages.length : lead;
}

/** The index of the last message that is so; -1 where none is. */
export function lastIndex(messages: readonly unknown[], is: (message: unknown) => boolean): number {
  for (let at = messages.length - 1; at >= 0; at--) if (is(messages[at])) return at;
  return -1;
}

/** Checks the options; `own` names those that a provider has beside those that all have. */
export function checkCompactionOptions(of: string, options: CompactionOptions, own: object): void {
  optionsOf<object>(of, { ...NAMES, ...own }, options);
  checkHttpOptions(options);
  for (const name of ["model", "provider"] as const) if (options[name] !== undefined) checkText(name, options[name]);
  const { contextWindow = 1 } = options;
  if (!(Number.isSafeInteger(contextWindow) && contextWindow > 0)) {
    throw new EpitomeError("invalid-option", "contextWindow must be a whole number of tokens, 1 or more.");
  }
}

/** Makes the compactor. */
export function compacting(protocol: Compaction, options: CompactionOptions): NativeCompactor {
  const { vendor, format, url } = protocol;

  async function once(request: Asked, signal: AbortSignal): Promise<NativeReply> {
    const exchange = new Exchange(vendor, url, options, signal);
    try {
      await protocol.send(exchange, request);
      const reply = protocol.read(exchange, await exchange.json());
      if (illFormed(reply.items).length === 0) return reply;
      throw invalidReply(exchange.target, "ill-formed", "answered with text that is no well-formed Unicode.");
    } finally {
      exchange.close();
    }
  }

  /** What of a window is for the answer: what it needs, but in a small one not more than half. */
  const answerIn = (window: number) => Math.min(Math.max(Math.floor(window * 0.15), protocol.room, 1), Math.floor(window / 2));

  function within(window: number | undefined, request: NativeRequest & { model: string }): Asked {
    if (!window) return { ...request, answer: protocol.room };
    const kept = answerIn(window);
    return { ...request, messages: fitted(protocol, request, window - kept), answer: Math.max(Math.min(kept, protocol.room), 1) };
  }

  const compact = async (request: NativeRequest, { signal }: { signal: AbortSignal }): Promise<NativeReply> => {
    const model = checkText("model", options.model ?? request.model);
    const asked = within(options.contextWindow ?? request.contextWindow, { ...request, model });
    try {
      return await once(asked, signal);
    } catch (error) {
      // What the provider says of its window is truer than what the host says, or nobody does.
      const { overflow, observed, maximum } = EpitomeError.isInstance(error) ? error.details : {};
      if (!overflow || !(Number(maximum) > 0)) throw error;
      const tokens = Number(observed) > 0 ? Number(observed) : request.tokens;
      const less = within(Number(maximum), { ...asked, tokens });
      if (less.messages.length === asked.messages.length && less.answer === asked.answer) throw error;
      return once(less, signal);
    }
  };
  return Object.assign(compact, { provider: options.provider ?? vendor, format });
}

/** The conversation without its oldest messages, where it would not fit: what is left is whole, and as it was. */
function fitted(
  { vendor, joints }: Compaction,
  { messages, tokens }: Pick<NativeRequest, "messages" | "tokens">,
  room: number,
): readonly unknown[] {
  if (tokens <= room) return messages;
  const { starts, head } = joints(messages);
  const [from, to] = head;
  const weights = messages.map(weight);
  const sum = (weights: number[]) => weights.reduce((sum, one) => sum + one, 0);
  const scale = tokens / sum(weights);
  let left = tokens - sum(weights.slice(0, from)) * scale;
  for (let at = to; at < messages.length; at++) {
    if (left <= room && (at === to || starts[at])) return [...messages.slice(from, to), ...messages.slice(at)];
    left -= weights[at]! * scale;
  }
  const message = `The conversation has ${tokens} tokens, and ${vendor} takes ${Math.floor(room)} of it: no part of it can be left out that would make it fit.`;
  throw new EpitomeError("summarizer-failed", message, { details: { overflow: true } });
}

/** How much a message weighs beside others. Data in it, such as images, costs far less than its characters. */
function weight(message: unknown): number {
  const text = JSON.stringify(message, (_, value: unknown) =>
    typeof value === "string" && value.length > 8_000 && !/\s/.test(value.slice(0, 2_000)) ? value.slice(0, 4_800) : value,
  );
  return text.length;
}
