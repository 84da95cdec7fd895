/** Where the large originals of a session are: the place that the host gave, the store's own, or memory. */
import type { ArtifactStore } from "../types.js";
import type { SessionOptions } from "./types.js";
export declare function artifactsOf({ id, artifacts, store }: SessionOptions): ArtifactStore;
