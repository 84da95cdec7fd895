/** Folds old messages into a summary: begun by the core, with the host's word in it, and told of from start to end. */
import type { Summarizer } from "../types.js";
import type { SessionEvent } from "./events.js";
import { type HookHost } from "./hooks.js";
import type { Job } from "./job.js";
import { type NativeHost } from "./native.js";
import type { Outcome, SessionState } from "./types.js";
/** How a compaction is made, or what else a summary is for, as the core names it. */
export declare enum Mode {
    Automatic = 0,
    Manual = 1,
    Urgent = 2,
    Emergency = 3,
    Branch = 4,
    Handoff = 5,
    Adopted = 6
}
/** What folding needs of its session. */
export interface FoldingHost extends NativeHost, HookHost {
    id: string;
    summarizers: readonly Summarizer[];
    state: (() => SessionState | Promise<SessionState>) | undefined;
    emit: (event: SessionEvent) => void;
}
/** Goes on with a compaction that was begun. What it has written is committed when `hold` has come to an end. */
export type Fold = (hold?: () => Promise<void>) => Promise<Outcome>;
/** Begins a compaction; undefined where there is none to make, and the log then says whether it is stuck. */
export declare function begin(host: FoldingHost, job: Job, mode: Mode): Fold | undefined;
/** What is open of the host's work, as lines; undefined where it cannot be found out, which is no reason to stop. */
export declare function linesOf({ state, warn }: FoldingHost, signal: AbortSignal): Promise<string[] | undefined>;
