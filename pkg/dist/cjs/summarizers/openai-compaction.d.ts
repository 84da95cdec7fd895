/** OpenAI's own compaction, `POST /responses/compact`: items that only its models can read, for sessions in their format. */
import type { NativeCompactor } from "../types.js";
import { type CompactionOptions } from "./compaction.js";
/** Options of `openaiCompaction`. */
export interface OpenAICompactionOptions extends CompactionOptions {
    /** Where the API lives. Path prefixes, slashes at the end and a query are kept. Default: `https://api.openai.com/v1`. */
    baseURL?: string | undefined;
}
/**
 * Makes a compactor that asks OpenAI, or a server that speaks its Responses API. The whole conversation is sent as `input`; no stored
 * response is referred to, so that it works with `store: false` as well.
 */
export declare function openaiCompaction(options?: OpenAICompactionOptions): NativeCompactor;
