/** Asks the host's summarizers what a run wants to know, and tells of it. */
import { EpitomeError } from "../errors.js";
import type { Deadline } from "../summarizers/deadline.js";
import type { LiveRequest, Summarizer } from "../types.js";
import type { Answer, Failure, Run, SummaryRequest, Usage } from "../wasm/epitome.js";
import type { SessionEvent } from "./events.js";
/** What asking needs of its surroundings. */
export interface AskingHost {
    summarizers: readonly Summarizer[];
    /** How long one call may take, in milliseconds. */
    timeoutMs: number;
    signal: AbortSignal;
    now: () => number;
    emit(event: SessionEvent): void;
    /** The same request as the conversation's next turn, where it can be one. */
    live?: (request: SummaryRequest) => LiveRequest | undefined;
}
/** The limits of those that are asked, as the core goes by them. */
export declare const limitsOf: (summarizers: readonly Summarizer[]) => {
    contextWindow: number | undefined;
    maxOutput: number | undefined;
}[];
/** The questions of one run. */
export interface Asking {
    ask(request: SummaryRequest): Promise<Answer>;
    /** What the calls have consumed together. */
    usage(): {
        usage?: Usage;
    };
    /** A failed try as an error, the summarizer's own as its cause. */
    errorOf(failure: Failure | undefined): EpitomeError | undefined;
    /** Tells that no summarizer is asked any more. */
    gaveUp(failure: Failure): void;
}
/** `budget` is the time for all calls together. */
export declare function asking(run: Run, { summarizers, timeoutMs, signal, now, emit, live }: AskingHost, budget: Deadline): Asking;
