/** What the `prune` entries of a path say, for those who look at a log: which parts are hidden, why, and what that saves. */
import type { Entry } from "./types.js";
/** Parts that gave their place to something shorter, and the tokens that this saves, as far as the log says it. */
export interface Saving {
    edits: number;
    tokensSaved: number;
}
/** What one `prune` entry did. */
export interface PruneNote extends Saving {
    timestamp: string;
    /** On what occasion: `threshold`, `idle`, `overflow`, …; of some logs it is not known. */
    reason: string;
    /** How many copies were kept of what went. */
    artifacts: number;
    /** Why the parts went: `old`, `repeated`, `covered`, `changed`, … */
    byReason: Record<string, Saving>;
    /** Messages that left the context, and messages that are shown whole again. */
    dropped: number;
    restored: number;
}
/** What is hidden of one message: for each of its parts why, and what that saves. */
export type Hidden = ReadonlyMap<number, {
    why: string;
    tokensSaved: number;
}>;
/** Reads a `prune` entry. */
export declare function pruneNote({ timestamp, reason, edits }: Entry): PruneNote;
/** What the prunes of a path hide of its messages, by the message's entry. A later edit of a part counts, a restore undoes all before it. */
export declare function hiddenOn(path: readonly Entry[]): Map<string, Hidden>;
