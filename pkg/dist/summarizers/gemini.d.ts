/** A summarizer that asks a server speaking the Gemini API. */
import type { Summarizer } from "../types.js";
import { type ModelOptions } from "./model.js";
/** Options of `gemini`. */
export interface GeminiOptions extends ModelOptions {
    /** Where the API lives, with or without its version; for Vertex AI up to the location. Default: `https://generativelanguage.googleapis.com`. */
    baseURL?: string | undefined;
    /** The API's version. Default: `v1beta`. Not used where `baseURL` has one. */
    version?: string | undefined;
    /**
     * The request's `thinkingConfig`, for example `{ thinkingBudget: 0 }` or `{ thinkingLevel: "low" }`. Default: none is
     * sent, and the model decides.
     */
    thinking?: {
        thinkingBudget?: number;
        thinkingLevel?: string;
        includeThoughts?: boolean;
        [field: string]: unknown;
    } | undefined;
    /**
     * How many tokens the model may spend on thinking, which Gemini counts as output. They come on top of those of the
     * summary, within `maxOutput`. Default: the `thinkingBudget` if it is a number of tokens, otherwise 8,192, or half of
     * `maxOutput` if that is less.
     */
    reasoningTokens?: number | undefined;
}
/** Makes a summarizer that asks Gemini, or a server that speaks its protocol. */
export declare function gemini(options: GeminiOptions): Summarizer;
