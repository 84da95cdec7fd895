/** Makes a context smaller: by a summary, by showing less of outputs, and where it must be, without any model. */
import type { Summarizer } from "../types.js";
import { type Job } from "./job.js";
import { type PruningHost } from "./pruning.js";
import { Relief } from "./relief.js";
import type { Outcome, SessionEvent } from "./types.js";
/** What the ladder needs of its session. */
export interface LadderHost extends PruningHost {
    summarizers: readonly Summarizer[];
    now: () => number;
    emit: (event: SessionEvent) => void;
}
/** How a compaction is made, as the core names it. */
export declare enum Mode {
    Automatic = 0,
    Manual = 1,
    Urgent = 2,
    Emergency = 3
}
export declare class Ladder {
    #private;
    constructor(host: LadderHost);
    /** The cheapest way: old outputs give their place to notices, where that is due and enough. For what, where any did. */
    prune(job: Job, occasion: "threshold" | "idle" | "overflow" | "emergency"): Promise<string | undefined>;
    /** The normal way: a summary, with outputs shortened first where what stays would be too much by itself. */
    reduce(job: Job): Promise<Outcome>;
    /** The last way: without a model, until it fits, or nothing is left to do. */
    rescue(job: Job, before?: Outcome): Promise<Outcome>;
    /** Makes a compaction. Undefined where there is none to make; the log then says whether it is stuck. */
    fold(job: Job, mode: Mode): Promise<Outcome | undefined>;
    /** Shows less of messages. Whether there was anything to hide. */
    hide(job: Job, what: Relief, reason: string): Promise<boolean>;
    /** Takes a reply out of the context that says nothing but that the request failed. */
    dropReply(job: Job, entryId: string): Promise<void>;
    exhausted(job: Job, reason?: string): Outcome;
    /** An outcome that says of the context what is true: it may have been shortened on the way to a refusal. */
    settle(outcome: Outcome, job: Job): Outcome;
}
