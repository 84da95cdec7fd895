/** A summarizer that asks a server speaking OpenAI's chat completions: OpenAI itself, or any of the many that copy it. */
import type { Summarizer } from "../types.js";
import { type ModelOptions } from "./model.js";
export { type OpenAICompactionOptions, openaiCompaction } from "./openai-compaction.js";
/** Options of `openai`. */
export interface OpenAIOptions extends ModelOptions {
    /** Where the API lives. Path prefixes, slashes at the end and a query are kept. Default: `https://api.openai.com/v1`. */
    baseURL?: string | undefined;
    /**
     * The field that carries the most tokens of the answer. Default: `max_completion_tokens` at OpenAI and Azure, which
     * refuse the old name for reasoning models; `max_tokens` elsewhere, where few servers know the new one.
     */
    maxTokensField?: "max_completion_tokens" | "max_tokens" | undefined;
    /**
     * How many tokens the model may spend on reasoning, where that counts as output. They come on top of those of the
     * summary, within `maxOutput`. Default: 8,192 for OpenAI's own reasoning models, known by their names, or half of
     * `maxOutput` if that is less; 0 for others.
     */
    reasoningTokens?: number | undefined;
}
/** Makes a summarizer that asks an OpenAI-compatible server. */
export declare function openai(options: OpenAIOptions): Summarizer;
