/** One compaction: the core decides, the host's summarizers answer, the journal commits. */
import type { Entry } from "../types.js";
import type { Draft, Run, Usage } from "../wasm/epitome.js";
import { type AskingHost } from "./asking.js";
import type { Outcome } from "./types.js";
/** What a run needs of its surroundings. */
export interface CompactionHost extends AskingHost {
    /** How long all calls of summarizers may take together, in milliseconds. */
    totalTimeoutMs: number;
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
/** Drives a run to its outcome. */
export declare function compact(run: Run, tokens: number, reason: string, host: CompactionHost): Promise<Outcome>;
/** The outcome of an abort. */
export declare function cancelled(tokens: number, reason?: string): Outcome;
