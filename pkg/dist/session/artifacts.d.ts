/** Where the large originals of a session are: the place that the host gave, the store's own, or memory. */
import type { ArtifactStore, Entry } from "../types.js";
import { type TreeHost } from "./navigation.js";
import type { SessionOptions } from "./types.js";
/** `lasts`: whether it holds what the log does not: in memory there is no need for a second copy. */
export declare function artifactsOf({ id, artifacts, store }: SessionOptions): {
    place: ArtifactStore;
    lasts: boolean;
};
/** Keeps the text of a message in a place, once, and appends an entry that says so. */
export declare function spill(host: TreeHost, to: ArtifactStore, entryId: string, signal: AbortSignal | undefined): Promise<Entry>;
/** What was kept in a place under an id or its reference, or the output that it names, read from the log; else null. */
export declare function readArtifact(host: TreeHost, from: ArtifactStore, id: string, signal: AbortSignal | undefined): Promise<string | null>;
