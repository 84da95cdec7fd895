/** Where the large originals of a session are: the place that the host gave, the store's own, or memory. */
import type { ArtifactStore } from "../types.js";
import type { SessionOptions } from "./types.js";
/** `lasts`: whether it holds what the log does not: in memory there is no need for a second copy. */
export declare function artifactsOf({ id, artifacts, store }: SessionOptions): {
    place: ArtifactStore;
    lasts: boolean;
};
