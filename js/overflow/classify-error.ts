/** Tells what kind of failure a provider's error is, and in particular whether the request was too long for the model. */

import { type Counts, countsOf, plausible } from "./counts.js";
import { type Facts, readFacts } from "./facts.js";
import { isCutOff, OVERFLOW_TEXT } from "./tables.js";
import { counted } from "./usage.js";
import { type ErrorKind, kindOf } from "./verdict.js";

export type { ErrorKind };

/** What `classifyError` can be given. */
export interface ClassifyOptions {
  /** The model's window in tokens. With it an overflow that no error tells of is seen in a reply's usage. */
  contextWindow?: number | undefined;
  /** Who answered, where the error does not say so itself: Cerebras answers an overflow with a status and nothing else. */
  provider?: string | undefined;
}

/** What kind of failure it is. */
export interface ErrorClass {
  /**
   * - `overflow`: the request, or the request with the room that it asks for its answer, is longer than the model's window.
   * - `payload-too-large`: it has too many bytes. Pictures and files have to go; a summary does not help.
   * - `rate-limit`: too much for now, or more than the account may use: a rate, a quota or its credit.
   * - `auth`: the key is missing, refused, or may not do this.
   * - `other`: anything else, and no failure at all.
   */
  kind: ErrorKind;
  /**
   * Of an overflow: the prompt's tokens as the provider counted them, without the room for the answer where the text has the
   * two apart. Not above `maximum`, the prompt alone fits, and a smaller `max_tokens` is enough.
   */
  observed?: number;
  /** Of an overflow: the largest size that the provider says it takes, in tokens. Never `contextWindow`, which only the host says. */
  maximum?: number;
  /** Of an overflow: by how many tokens it was too long, where neither of the two is told (Ollama). */
  excess?: number;
}

/** The longest reply that can be an error's text and nothing else, and where in it the error may begin; in characters. */
const MAX_SAID = 200;
const MAX_LEAD = 40;
/** The longest text of a reply marked as an error: what is longer is an answer that an error broke off. */
const MAX_MARKED = 1_000;
/** A window that is full to this share leaves no room for an answer. */
const FULL = 0.99;

/**
 * Tells overflows, requests with too many bytes, rate limits and refused keys apart: from typed codes and statuses first, from
 * the wording second. It knows the answers of Anthropic, OpenAI, Google, Bedrock, Mistral, Groq, xAI, OpenRouter, DeepSeek,
 * Cerebras, Copilot, z.ai, MiniMax, Kimi, Together, Cloudflare, DashScope, llama.cpp, Ollama, vLLM, LM Studio and more.
 *
 * It takes whatever there is: an error of the vendors' clients, of the AI SDK or of LangChain, with all that it wraps; a body,
 * parsed or as text; an event of a stream; an assistant message or a whole reply. An error that came as a reply counts, a reply
 * that only speaks of errors does not. With `contextWindow`, an overflow without any error is seen too: more prompt tokens
 * than the window has, or an answer that was cut off before its first token because the prompt fills the window.
 *
 * It never throws, never waits, and changes nothing. The body of a `Response` can only be read with a promise: of the
 * `Response` alone, its status decides. Pass `{ status: response.status, body: await response.text() }` to have all.
 *
 * ```js
 * const { kind, observed, maximum } = classifyError(error, { contextWindow: 200_000 });
 * ```
 */
export function classifyError(error: unknown, options?: ClassifyOptions): ErrorClass {
  try {
    return classify(error, options ?? {});
  } catch {
    // Some values cannot even be asked what they are.
    return { kind: "other" };
  }
}

function classify(error: unknown, { contextWindow, provider }: ClassifyOptions): ErrorClass {
  const chain = readFacts(error);
  for (const facts of chain) prepare(facts, provider);
  const kind = kindOf(chain);
  if (kind === "overflow") return { kind, ...countsIn(chain) };
  if (kind) return { kind };
  const observed = silent(chain, error, contextWindow);
  return observed ? { kind: "overflow", observed } : { kind: "other" };
}

/** A stop reason is a code; the text of a reply is an error's only where it is marked as one, or can be nothing else. */
function prepare(facts: Facts, provider: string | undefined): void {
  facts.codes.push(...facts.stops);
  if (typeof provider === "string") facts.sources.push(provider);
  const { said, texts, stops } = facts;
  if (said && (facts.isMarked || texts.length === 0) && isError(facts, stops.includes("error"))) texts.push(said);
}

const isError = (facts: Facts, isBroken: boolean): boolean =>
  facts.isMarked || isBroken ? facts.said.length <= MAX_MARKED : isOnlyError(facts);

/** Some clients put the error's text where the answer would be, unmarked: then the reply cost nothing, and says no more. */
function isOnlyError({ said, usage }: Facts): boolean {
  const cost = counted(usage);
  if (!cost || cost.prompt > 0 || cost.output > 0 || said.length > MAX_SAID) return false;
  const found = OVERFLOW_TEXT.exec(said);
  return found !== null && found.index <= MAX_LEAD;
}

/** The counts of an overflow, wherever they stand. */
export function countsIn(chain: readonly Facts[]): Counts {
  const counts: Counts = {};
  for (const { observed, maximum, texts } of chain) {
    const typed = { observed: plausible(observed), maximum: plausible(maximum) };
    for (const found of [typed, ...texts.map(countsOf)] as Counts[]) {
      for (const name of ["observed", "maximum", "excess"] as const) {
        if (found[name]) counts[name] ??= found[name];
      }
    }
  }
  return counts;
}

/** The prompt tokens of a reply that shows an overflow nobody reported. */
function silent(chain: readonly Facts[], error: unknown, contextWindow: number | undefined): number | undefined {
  if (!(typeof contextWindow === "number" && contextWindow > 0)) return undefined;
  for (const [index, { usage, stops, status, texts }] of chain.entries()) {
    // Usage may also come alone.
    const cost = counted(usage ?? (index === 0 && status === undefined && texts.length === 0 ? error : undefined));
    if (!cost) continue;
    const isFull = cost.output === 0 && cost.prompt >= FULL * contextWindow && stops.some(isCutOff);
    if (cost.prompt > contextWindow || isFull) return cost.prompt;
  }
  return undefined;
}
