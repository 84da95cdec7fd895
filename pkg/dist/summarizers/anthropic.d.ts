/** A summarizer that asks a server speaking Anthropic's messages API. */
import type { Summarizer } from "../types.js";
import { type HttpOptions, type Key } from "./http.js";
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
    thinking?: {
        type: string;
        budget_tokens?: number;
        [field: string]: unknown;
    } | undefined;
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
export declare function anthropic(options: AnthropicOptions): Summarizer;
