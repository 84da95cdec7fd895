/** Moving in the session's tree, and what there is to see of it. */
import { EpitomeError } from "../errors.js";
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { Journal } from "./journal.js";
import type { Branch, NavigateOptions, NavigateOutcome } from "./types.js";
/** What navigation needs of its session. */
export interface TreeHost {
    journal: Journal;
    log: Log;
    /** An entry of a type, following another one. */
    make(type: string, parentId: string | null, fields: Record<string, unknown>): Entry;
}
/** The place of an entry that must be there, read from the store if need be, with all of its path. */
export declare function placeOf({ journal }: TreeHost, entryId: string, signal: AbortSignal | undefined): Promise<number>;
/** The error for an entry that the log does not have. */
export declare function unknownEntry(entryId: unknown): EpitomeError;
/** Writes the move to another entry. */
export declare function navigate(host: TreeHost, entryId: string | null, options: NavigateOptions): Promise<NavigateOutcome>;
/** The branches of a log that is held whole. */
export declare function branches({ journal, log }: TreeHost): Branch[];
/** The labels, by the entry that they name. The latest counts; one without a text takes the label away. */
export declare function labelsOf(entries: readonly Entry[]): Map<string, string>;
