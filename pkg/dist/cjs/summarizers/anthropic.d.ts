/** A summarizer that asks a server speaking Anthropic's messages API. */
import type { Summarizer } from "../types.js";
import { type ModelOptions } from "./model.js";
export { type AnthropicCompactionOptions, anthropicCompaction } from "./anthropic-compaction.js";
/** Options of `anthropic`. */
export interface AnthropicOptions extends ModelOptions {
    /** Where the API lives, with or without `/v1` at its end. Default: `https://api.anthropic.com`. */
    baseURL?: string | undefined;
    /** The `anthropic-version` header. Default: `2023-06-01`. */
    version?: string | undefined;
    /** The request's `thinking` field, for example `{ type: "disabled" }`. Default: none is sent. */
    thinking?: {
        type: string;
        budget_tokens?: number;
        [field: string]: unknown;
    } | undefined;
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
export declare function anthropic(options: AnthropicOptions): Summarizer;
