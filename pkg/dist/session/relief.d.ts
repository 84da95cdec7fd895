/** Shortens what is shown of messages where folding old ones away is not enough: one appended `prune` entry says how. */
import type { Entry } from "../types.js";
import { type WritingHost } from "./commit.js";
/** What is shown of a message instead of itself. The message stays as it is in the log. */
export type PruneEdit = 
/** It is left out. */
{
    entryId: string;
    drop: true;
}
/** `text` stands in the place of a part: of a tool's output, of an image, of a file. */
 | {
    entryId: string;
    part: number;
    text: string;
};
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
/** Writes a prune entry; null where there is nothing to hide. An abort before the store is asked changes nothing. */
export declare function writePrune(host: WritingHost, reason: string, edits: readonly PruneEdit[], tokensBefore: number, signal: AbortSignal): Promise<Entry | null>;
