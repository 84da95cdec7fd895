/** One compaction: the core decides, the host's summarizers answer, the journal commits. */
import { EpitomeError } from "../errors.js";
import type { Entry } from "../types.js";
import type { Draft, Failure, Run, Usage, Verdict } from "../wasm/epitome.js";
import { type AskingHost } from "./asking.js";
import type { Outcome } from "./types.js";
/** What driving a run needs of its surroundings. */
export interface DrivingHost extends AskingHost {
    /** How long all calls of summarizers may take together, in milliseconds. */
    totalTimeoutMs: number;
}
/** What a compaction needs of its surroundings. */
export interface CompactionHost extends DrivingHost {
    /** Appends the compaction, if what it was made from is still what the session stands on. */
    commit(draft: Draft, used: {
        usage?: Usage;
    }): Promise<Committed>;
}
/** The compaction that was written; or the one of another writer that was faster; or neither, where the session has moved. */
export type Committed = {
    entry: Entry;
    compactionNumber: number;
} | {
    elsewhere: Entry;
    tokens: number;
} | null;
/** How a run ended, and what the calls of summarizers have told. */
export interface Driven {
    verdict: Verdict;
    /** What the calls have consumed together. */
    usage: {
        usage?: Usage;
    };
    /** The same, the failed tries, and the last of them as an error. */
    told: {
        usage?: Usage;
        error?: EpitomeError;
        failures?: Failure[];
    };
}
/**
 * Drives a run to its verdict.
 *
 * @throws the signal's reason, once that aborts
 */
export declare function drive(run: Run, host: DrivingHost): Promise<Driven>;
/** Drives a compaction to its outcome. */
export declare function compact(run: Run, tokens: number, reason: string, host: CompactionHost): Promise<Outcome>;
/** The outcome of an abort. */
export declare function cancelled(tokens: number, reason?: string): Outcome;
