/**
 * How a session opens: by reading what the model can still see, and not what a compaction has folded away.
 *
 * The log is read from its end, and the path followed from the leaf up, until it reaches the first entry that the latest
 * compaction kept. What that compaction kept of the time before (the host's instructions, pinned messages) it names by
 * position: `details.resume`. An entry that does not follow the one before it in the log names its parent's position:
 * `parentAt`. Both are hints. What is found at a position counts only if its id is the one that was named; where a hint
 * is missing or wrong, more is read, and all of it in the end.
 */
import type { Entry } from "../types.js";
/** How many entries are read from the start, where a session's instructions stand; a session that has no more is then open. */
export declare const FIRST = 64;
/** Where an entry stood in the log when it was named. */
export interface Place {
    id: string;
    /** Its position, from 0. */
    at: number;
}
/** What a compaction says of the part of its path that it folded away: as much as opening needs (`details.resume`). */
export interface Resume {
    /** The host's instructions at the path's start. */
    lead: Place[];
    /** Single messages that were kept, and the prunes that changed them or the instructions. */
    kept: Place[];
    /** The how-many-th compaction of the path it is. */
    compactions: number;
    /** The same since the newest user message. */
    compactionsSinceUser: number;
}
/** Positions from `from` to before `to`. */
export interface Stretch {
    from: number;
    to: number;
}
/** What opening found out. */
export interface Opened {
    /** The compaction behind which the log was not followed; undefined where the path is held down to its root. */
    compaction: number | undefined;
    /** Positions of the entries that stand on the path before what that compaction kept, in order. */
    before: number[];
}
/** The entries of a stored log that are known, by their position. */
export declare class Known {
    #private;
    /** How many entries the log has. */
    head: number;
    /** Takes note of entries from a position on. One that is known already stays the object that it is. */
    add(from: number, entries: readonly Entry[]): void;
    get(at: number): Entry | undefined;
    get isComplete(): boolean;
    /** The latest position before `before` at which an entry with this id is known. */
    find(id: string, before: number): number | undefined;
    /** All that is known, in the order of the log. */
    inOrder(): [number, Entry][];
    /** The first stretch that is not known. */
    firstGap(): Stretch;
}
/** Which stretch must be read next, or what was found out. With `all`, everything must be known. */
export declare function openNext(known: Known, all: boolean, before: number): Stretch | Opened;
