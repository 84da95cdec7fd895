/** The summary of a branch that the session leaves: begun by the core, and appended where the session moves to. */
import { type FoldingHost } from "./fold.js";
import type { TreeWord } from "./hooks.js";
import type { NavigateOutcome } from "./types.js";
/** What is about to be left, and for what. */
export interface Leaving {
    /** The entry that the caller named. */
    targetId: string | null;
    /** Where the session is to stand. */
    leafId: string | null;
    oldLeafId: string;
    commonAncestorId: string | null;
    /** How many entries are left. */
    entries: number;
    word: TreeWord;
    signal: AbortSignal;
    /** When the move was asked for, by `performance.now()`. */
    since: number;
}
/** Summarizes what is left and moves there. Undefined where nothing is left that a model would see: then nothing is done. */
export declare function moveWithSummary(host: FoldingHost, leaving: Leaving): Promise<NavigateOutcome | undefined>;
