/** Folds old messages into a summary: begun by the core, with the host's word in it, and told of from start to end. */
import type { Summarizer } from "../types.js";
import { type WritingHost } from "./commit.js";
import { type HookHost } from "./hooks.js";
import type { Job } from "./job.js";
import type { Outcome, SessionEvent, SessionState } from "./types.js";
/** How a compaction is made, as the core names it. */
export declare enum Mode {
    Automatic = 0,
    Manual = 1,
    Urgent = 2,
    Emergency = 3
}
/** What folding needs of its session. */
export interface FoldingHost extends WritingHost, HookHost {
    id: string;
    summarizers: readonly Summarizer[];
    state: (() => SessionState | Promise<SessionState>) | undefined;
    now: () => number;
    emit: (event: SessionEvent) => void;
}
/** Goes on with a compaction that was begun. What it has written is committed when `hold` has come to an end. */
export type Fold = (hold?: () => Promise<void>) => Promise<Outcome>;
/** Begins a compaction; undefined where there is none to make, and the log then says whether it is stuck. */
export declare function begin(host: FoldingHost, job: Job, mode: Mode): Fold | undefined;
