/** What the providers' own compactions have in common: their options, how a request is made to fit, and how a call goes. */

import { EpitomeError } from "../errors.js";
import { optionsOf } from "../options.js";
import type { NativeCompactor, NativeReply, NativeRequest } from "../types.js";
import { checkHttpOptions, checkText, Exchange, HTTP, type HttpOptions, type Key } from "./http.js";

/** What a provider's own compaction can be given. */
export interface CompactionOptions extends HttpOptions {
  /** The key, or a function that gives it. Without one the request carries none: a proxy adds it, or `headers` do. */
  apiKey?: Key | undefined;
  /** The model's id. Default: that of the session's model. Another one than the conversation's may not read what it has thought. */
  model?: string | undefined;
  /** Who can read the items: the session's `model.provider` for which it is asked. Default: the vendor's name. */
  provider?: string | undefined;
  /**
   * How many tokens the model takes. Of a longer conversation the oldest messages are left out, calls with their results. Default: the
   * window of the session's model.
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
  /** How many tokens are kept for the answer, at least. */
  room: number;
  send(exchange: Exchange, request: NativeRequest & { model: string }): Promise<void>;
  read(exchange: Exchange, body: Record<string, unknown>): NativeReply;
  /** For each message, whether what stands before it can be left out, and whether it is the provider's own compaction. */
  joints(messages: readonly unknown[]): { starts: boolean[]; isOwn(message: unknown): boolean };
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

  async function once(request: NativeRequest & { model: string }, signal: AbortSignal): Promise<NativeReply> {
    const exchange = new Exchange(vendor, url, options, signal);
    try {
      await protocol.send(exchange, request);
      return protocol.read(exchange, await exchange.json());
    } finally {
      exchange.close();
    }
  }

  const compact = async (request: NativeRequest, { signal }: { signal: AbortSignal }): Promise<NativeReply> => {
    const model = checkText("model", options.model ?? request.model);
    const window = options.contextWindow ?? request.contextWindow;
    const room = window && window - Math.max(Math.floor(window * 0.15), protocol.room, 1);
    const asked = { ...request, model, messages: fitted(protocol, request, room) };
    try {
      return await once(asked, signal);
    } catch (error) {
      // What the provider says of its window is truer than what the host says, or nobody does.
      const { overflow, observed, maximum } = EpitomeError.isInstance(error) ? error.details : {};
      if (!overflow || !(Number(maximum) > 0)) throw error;
      const tokens = Number(observed) > 0 ? Number(observed) : request.tokens;
      const messages = fitted(protocol, { messages: asked.messages, tokens }, Number(maximum) * 0.85);
      if (messages.length === asked.messages.length) throw error;
      return once({ ...asked, messages }, signal);
    }
  };
  return Object.assign(compact, { provider: options.provider ?? vendor, format });
}

/** The conversation without its oldest messages, where it would not fit: what is left is whole, and as it was. */
function fitted(
  { vendor, joints }: Compaction,
  { messages, tokens }: Pick<NativeRequest, "messages" | "tokens">,
  room = Infinity,
): unknown[] {
  if (tokens <= room) return [...messages];
  const { starts, isOwn } = joints(messages);
  const weights = messages.map(weight);
  const scale = tokens / weights.reduce((sum, one) => sum + one, 0);
  const lead = messages.findIndex((message) => !/^(system|developer)$/.test(String((message as { role?: unknown } | null)?.role)));
  let left = tokens;
  for (let at = Math.max(lead, 0); at < messages.length; at++) {
    if (left <= room && starts[at]) return [...messages.slice(0, Math.max(lead, 0)), ...messages.slice(at)];
    // It stands for all that came before, and cannot be left out.
    if (isOwn(messages[at])) break;
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
