/** A summarizer that asks a server of the host's own, by the smallest protocol there is. */
import type { Summarizer } from "../types.js";
import { type HttpOptions } from "./http.js";
import { type LimitOptions } from "./model.js";
/** Options of `endpoint`. Put what authorizes the call into `headers`. */
export interface EndpointOptions extends HttpOptions, LimitOptions {
    /** Where to send the request. */
    url: string | URL;
}
/**
 * Makes a summarizer that POSTs `{ systemPrompt, prompt }` as JSON, and expects `{ summary, shortSummary? }` back. What the
 * server answers with another status than a success is an error, as is a summary that is missing or blank.
 */
export declare function endpoint(options: EndpointOptions): Summarizer;
