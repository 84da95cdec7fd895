/** Takes back what prunes have done: one more `prune` entry says which messages are shown as they are. */
import type { LadderHost } from "./ladder.js";
import { type TreeHost } from "./navigation.js";
import type { Outcome } from "./types.js";
/** What restoring needs of its session. */
export type RestoreHost = TreeHost & Pick<LadderHost, "writer" | "emit">;
/** Restores one message, or all that were pruned and that the model would see otherwise. */
export declare function restore(host: RestoreHost, entryId: string | undefined, signal: AbortSignal): Promise<Outcome>;
