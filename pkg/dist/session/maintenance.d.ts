/** Compactions of a session, one at a time: when one is due, how it is told, and how it is committed. */
import type { Summarizer } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { Journal } from "./journal.js";
import type { CompactionReason, Outcome, SessionEvent } from "./types.js";
import type { Writer } from "./writer.js";
/** What maintenance needs of its session. */
export interface MaintenanceOptions {
    log: Log;
    journal: Journal;
    writer: Writer;
    summarizers: readonly Summarizer[];
    now: () => number;
    emit: (event: SessionEvent) => void;
}
/** What one compaction is asked to do. */
export interface Request {
    trigger: CompactionReason;
    reason: string;
    signal: AbortSignal | undefined;
    instructions?: string | undefined;
}
export declare class Maintenance {
    #private;
    constructor({ log, journal, writer, summarizers, now, emit }: MaintenanceOptions);
    /** Aborts the compaction that is under way, if any. */
    abort(): void;
    /** Compacts if the session's numbers say so. */
    maintain(trigger: Exclude<CompactionReason, "manual">, signal: AbortSignal | undefined): Promise<Outcome>;
    compact({ trigger, reason, signal, instructions }: Request): Promise<Outcome>;
}
