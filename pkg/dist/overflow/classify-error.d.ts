/** Tells what kind of failure a provider's error is, and in particular whether the request was too long for the model. */
import { type Counts } from "./counts.js";
import { type Facts } from "./facts.js";
import { type ErrorKind } from "./verdict.js";
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
export declare function classifyError(error: unknown, options?: ClassifyOptions): ErrorClass;
/** The counts of an overflow, wherever they stand. */
export declare function countsIn(chain: readonly Facts[]): Counts;
