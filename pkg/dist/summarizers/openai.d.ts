/** A summarizer that asks a server speaking OpenAI's chat completions: OpenAI itself, or any of the many that copy it. */
import type { Summarizer } from "../types.js";
import { type HttpOptions, type Key } from "./http.js";
/** Options of `openai`. */
export interface OpenAIOptions extends HttpOptions {
    /** The key, or a function that gives it. Without one the request carries none, as local servers want it. */
    apiKey?: Key | undefined;
    /** The model's id. */
    model: string;
    /** Where the API lives. Path prefixes, slashes at the end and a query are kept. Default: `https://api.openai.com/v1`. */
    baseURL?: string | undefined;
    /**
     * The field that carries the most tokens of the answer. Default: `max_completion_tokens` at OpenAI and Azure, which
     * refuse the old name for reasoning models; `max_tokens` elsewhere, where few servers know the new one.
     */
    maxTokensField?: "max_completion_tokens" | "max_tokens" | undefined;
    /** More fields of the request body. They win over those that the summarizer sets itself, except `stream`. */
    extraBody?: Record<string, unknown> | undefined;
    /** Whether to ask for a stream: progress is visible, and no proxy times out on a long answer. Default: false. */
    stream?: boolean | undefined;
}
/** Makes a summarizer that asks an OpenAI-compatible server. */
export declare function openai(options: OpenAIOptions): Summarizer;
