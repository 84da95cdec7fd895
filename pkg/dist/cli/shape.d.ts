/** A log as a tree: what follows what, which way the session stands, and in which order it is drawn. No step recurses. */
import type { Entry } from "../types.js";
/** A log's tree. Its nodes are the entries' places; the place behind the last is the beginning, before every root. */
export interface Shape {
    /** For each entry the node before it. Labels and moves belong to no branch: what follows them follows what they follow. */
    parents: Int32Array;
    /** Whether the entry is a node. */
    isNode(at: number): boolean;
    /** The nodes in drawing order: each before its children, the way that goes straight on behind all others. */
    order: number[];
    /** For each node how deep it is drawn: 0 is the trunk, and each branch off goes one to the right. */
    levels: Int32Array;
    /** How many nodes follow each. */
    children: Int32Array;
    /** Whether the path to where the session stands goes through each. */
    active: Uint8Array;
    /** Where the session stands. */
    leaf: number;
    /** How many nodes hang below each, itself counted. */
    sizes: Int32Array;
    /** The place of each entry by its id. */
    places: ReadonlyMap<string, number>;
}
/**
 * Finds the shape of a log, as a session reads it: an entry whose parent is not in the log before it follows the entry
 * before it. The trunk is the active path, and below it the larger part, so that a tree of n entries is drawn some log n
 * levels deep at the most.
 */
export declare function shapeOf(entries: readonly Entry[], leafId: string | null): Shape;
