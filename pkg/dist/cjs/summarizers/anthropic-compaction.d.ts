/** Anthropic's own compaction: a block that stands for the conversation before it, for sessions in its format. */
import type { NativeCompactor } from "../types.js";
import { type CompactionOptions } from "./compaction.js";
/** Options of `anthropicCompaction`. */
export interface AnthropicCompactionOptions extends CompactionOptions {
    /** Where the API lives, with or without `/v1` at its end. Default: `https://api.anthropic.com`. */
    baseURL?: string | undefined;
    /** The `anthropic-version` header. Default: `2023-06-01`. */
    version?: string | undefined;
    /**
     * How it is asked for. `on-demand`, the default: by itself, of whatever size (beta `compact-2026-09-04`). `threshold`: as the context
     * edit of a request that pauses behind it (`compact-2026-01-12`), for servers that know no other; it takes 50,000 tokens or more.
     * The conversation's own requests need the same beta header from then on.
     */
    mode?: "on-demand" | "threshold" | undefined;
    /** How many tokens the summary may have. Default: 16,384; in a small window not more than half of it. */
    maxTokens?: number | undefined;
    /**
     * Sends the header by which Anthropic allows calls from a browser. The page's visitors can then read the key: only for
     * pages where each visitor brings their own. Default: false.
     */
    dangerouslyAllowBrowser?: boolean | undefined;
}
/** The beta of a conversation that holds the API's own compaction: without it the API does not know the block. */
export declare function betaOf(messages: readonly unknown[]): string | undefined;
/** Makes a compactor that asks Anthropic, or a server that speaks its protocol with the beta. */
export declare function anthropicCompaction(options?: AnthropicCompactionOptions): NativeCompactor;
