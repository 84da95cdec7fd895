/** Pruning: what the core plans, with copies of what goes, as edits of one appended entry. */
import type { ArtifactStore, Entry } from "../types.js";
import type { PrunePlan } from "../wasm/epitome.js";
import type { WritingHost } from "./commit.js";
import type { PruneEdit } from "./relief.js";
import type { Pruned, SessionWarning } from "./types.js";
/** What pruning needs of its session. */
export interface PruningHost extends WritingHost {
    /** Where copies of outputs are kept; without it they are read from the log. */
    copies: ArtifactStore | undefined;
    warn: (warning: SessionWarning, error: unknown) => void;
}
/** The id that a reference names, as a model that has read it in a notice may give it. */
export declare const idOf: (reference: string) => string;
/** The id of the copy of an output. */
export declare const copyId: (entryId: string, part: number) => string;
/** The reference to a copy; undefined where its id cannot stand in one. */
export declare function referenceTo(id: string, longest?: number): string | undefined;
/**
 * The edits of a plan, once copies are kept of the outputs that go. An output of which no copy could be kept stays. Empty where
 * what is left is not worth it.
 */
export declare function editsOf(host: PruningHost, plan: PrunePlan, signal: AbortSignal): Promise<PruneEdit[]>;
/** Keeps copies of outputs that are shown short from the start. The log has them all the same, so that a failure is told, no more. */
export declare function keepCopies(host: Omit<PruningHost, "writer">, prune: Entry): Promise<void>;
/** The output that the id of a copy names, read from the log; null where it names none. */
export declare function originalOf({ log, journal }: Pick<WritingHost, "log" | "journal">, id: string, signal: AbortSignal | undefined): Promise<string | null>;
/** What prunes have done; undefined where no part of a message gave its place to anything. */
export declare function summaryOf(prunes: readonly Entry[]): Pruned | undefined;
