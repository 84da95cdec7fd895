/** Calls a host's summarizer, whatever shape its answer has and however badly it behaves, and gives back one shape. */
import type { Summarizer, SummaryRequest, Usage } from "../types.js";
/** What `callSummarizer` can be given. */
export interface CallOptions {
    /** Aborts the call. The promise then rejects with `signal.reason`, whether the summarizer heeds the signal or not. */
    signal?: AbortSignal | undefined;
    /** How long the summarizer may take to the last piece of its answer, in milliseconds. Default: 300,000. */
    timeoutMs?: number | undefined;
    /**
     * How many UTF-16 units of text are read. A longer answer is cut there, and its stream is cancelled. Default: 16 for
     * each token of `request.maxTokens`, at least 65,536.
     */
    maxChars?: number | undefined;
    /** Called for each piece of a stream with the length of the text so far. What it throws is ignored. */
    onProgress?: ((progress: {
        chars: number;
    }) => void) | undefined;
}
/** A summarizer's answer. `"length"` says that it was cut off, by the provider or at `maxChars`. */
export interface SummarizerAnswer {
    text: string;
    shortSummary?: string;
    stopReason: "stop" | "length";
    usage?: Usage;
}
/**
 * Asks a summarizer once.
 *
 * @throws EpitomeError `summarizer-timeout`, `summarizer-invalid-reply`, `summarizer-failed` or `summarizer-aborted`, the
 *   host's own error kept as `cause`; an `EpitomeError` that the summarizer throws is passed on as it is. After an abort
 *   the reason of the signal is thrown.
 */
export declare function callSummarizer(summarizer: Summarizer, request: SummaryRequest, options?: CallOptions): Promise<SummarizerAnswer>;
