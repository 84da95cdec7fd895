/** Moving in the session's tree, and what there is to see of it. */
import { EpitomeError } from "../errors.js";
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { FoldingHost } from "./fold.js";
import type { Journal } from "./journal.js";
import type { Branch, NavigateOptions, NavigateOutcome } from "./types.js";
/** What navigation needs of its session. */
export interface TreeHost {
    journal: Journal;
    log: Log;
    /** An entry of a type, following another one. */
    make(type: string, parentId: string | null, fields: Record<string, unknown>): Entry;
}
/** What a move needs of its session. */
export interface MovingHost extends TreeHost, FoldingHost {
    /**
     * Does what asks summarizers once other work of that kind has ended, or beside it where that takes longer than `patienceMs`; the
     * signal that it is given aborts with that of the caller.
     */
    exclusively<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>, patienceMs?: number): Promise<T>;
}
/** The place of an entry that must be there, read from the store if need be, with all of its path. */
export declare function placeOf({ journal }: TreeHost, entryId: string, signal: AbortSignal | undefined): Promise<number>;
/** The error for an entry that the log does not have. */
export declare function unknownEntry(entryId: unknown): EpitomeError;
/** Moves to another entry; with a summary of what is left where that is wanted. */
export declare function navigate(host: MovingHost, entryId: string | null, options: NavigateOptions): Promise<NavigateOutcome>;
/** The branches of a log that is held whole. */
export declare function branches({ journal, log }: TreeHost): Branch[];
/** The labels, by the entry that they name. The latest counts; one without a text takes the label away. */
export declare function labelsOf(entries: readonly Entry[]): Map<string, string>;
