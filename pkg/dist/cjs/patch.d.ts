/**
 * Applies the core's edits (JSON Patch, RFC 6902) to a host's objects, copy-on-write: what no edit names stays the same
 * object. Only containers on the way to an edit are copied, so signatures, `URL`s, dates and bytes are never touched.
 */
/** One edit. Paths are JSON pointers (RFC 6901). */
export type PatchOperation = {
    op: "add" | "replace";
    path: string;
    value: unknown;
} | {
    op: "remove";
    path: string;
} | {
    op: "move";
    from: string;
    path: string;
};
/**
 * The document as the edits leave it; the given one is never changed. Without edits, it is the same object.
 *
 * A copy has its original's prototype and own properties. What a class keeps in `#private` fields cannot be copied: no format
 * has such objects between a message and its parts.
 */
export declare function applyPatch<T>(document: T, operations: readonly PatchOperation[]): T;
