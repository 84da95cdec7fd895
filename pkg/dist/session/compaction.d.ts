/** One compaction: the core decides, the host's summarizers answer, the journal commits. */
import type { Entry, Summarizer } from "../types.js";
import type { Draft, Run } from "../wasm/epitome.js";
import type { Outcome, SessionEvent } from "./types.js";
/** What a run needs of its surroundings. */
export interface CompactionHost {
    summarizers: readonly Summarizer[];
    timeoutMs: number;
    signal: AbortSignal;
    emit(event: SessionEvent): void;
    /** Appends the compaction, if what it was made from is still what the session stands on. */
    commit(draft: Draft): Promise<Committed>;
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
export declare function cancelled(tokens: number): Outcome;
