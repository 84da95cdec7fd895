/** Makes a context smaller: by a summary, by showing less of outputs, and where it must be, without any model. */
import { type FoldingHost, Mode } from "./fold.js";
import { type Job } from "./job.js";
import { type PruningHost } from "./pruning.js";
import { Relief } from "./relief.js";
import type { Outcome } from "./types.js";
/** What the ladder needs of its session. */
export type LadderHost = PruningHost & FoldingHost;
export declare class Ladder {
    #private;
    constructor(host: LadderHost);
    /** The cheapest way: old outputs give their place to notices, where that is due and enough. For what, where any did. */
    prune(job: Job, occasion: "threshold" | "idle" | "overflow" | "emergency"): Promise<string | undefined>;
    /**
     * The normal way: a summary, with outputs shortened first where what stays would be too much by itself. `ended`: one that was
     * written in the background.
     */
    reduce(job: Job, ended?: Outcome): Promise<Outcome>;
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
