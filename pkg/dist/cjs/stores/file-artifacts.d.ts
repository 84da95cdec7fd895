/** The large originals of a session, in a directory beside its file: one file each, written once. Node only. */
/** The directory of a session file's artifacts. */
export declare function artifactsOf(path: string): string;
/** Writes `data` whole or not at all, unless there is something under this id. */
export declare function putArtifact(dir: string, id: string, data: string, sync: boolean, signal?: AbortSignal): Promise<void>;
/** The data under this id, or null. */
export declare function getArtifact(dir: string, id: string, signal?: AbortSignal): Promise<string | null>;
