/** Shortens what is shown of messages where folding old ones away is not enough: one appended `prune` entry says how. */
import type { Entry } from "../types.js";
import { type WritingHost } from "./commit.js";
import type { PruneWhy } from "./types.js";
/** What is shown of a message instead of itself. The message stays as it is in the log. */
export type PruneEdit = 
/** It is left out. */
{
    entryId: string;
    drop: true;
}
/** It is shown as it is, whatever edits before this one say. */
 | {
    entryId: string;
    restore: true;
}
/** `text` stands in the place of a part: of a tool's output, of a call's arguments, of an image, of a file. */
 | PartEdit;
/** What stands in the place of a part of a message, and, for those who look at the log, why. */
export interface PartEdit {
    entryId: string;
    part: number;
    text: string;
    why?: PruneWhy;
    /** Tokens of the part as it was at first, and what is saved of them. */
    tokens?: number;
    tokensSaved?: number;
    /** The id of its copy among the artifacts. */
    artifact?: string;
    /** It stands for the texts of an output alone: images and files in it stay. */
    keepsMedia?: boolean;
}
/** What is shortened, as the core names it. */
export declare enum Relief {
    /** Outputs of tools that are far too large by themselves. */
    LargeOutputs = 0,
    /** All outputs of tools, as far as need be. */
    Outputs = 1,
    /** Images and files, as far as need be. */
    Media = 2,
    /** All images and files; those of the user's newest request only where there are no others. */
    AllMedia = 3
}
/** The edits that make the context fit, as far as shortening can. */
export declare function reliefEdits({ log, journal }: WritingHost, what: Relief, pendingTokens: number): PruneEdit[];
/** A prune that is to be written. */
export interface PruneDraft {
    reason: string;
    /** As a function, they are found when it is written. */
    edits: readonly PruneEdit[] | (() => readonly PruneEdit[]);
    /** The context's generation when it was planned: another one it does not fit. */
    generation?: number;
}
/**
 * Writes a prune entry; null where there is nothing to hide, or the context has changed otherwise than by growing. An abort before
 * the store is asked changes nothing.
 */
export declare function writePrune(host: WritingHost, draft: PruneDraft, signal: AbortSignal): Promise<Entry | null>;
