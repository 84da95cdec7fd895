/** The part of a log that this session holds, here and in the core alike: all of it, or what the model can still see. */
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import { Known, type Opened } from "./opening.js";
export declare class Held {
    #private;
    /** The entries that are held, in the order of the log. Their places here are those in the core. */
    readonly entries: Entry[];
    /** How many entries the log has, held or not. */
    head: number;
    constructor(log: Log);
    /** Whether every entry of the log is held. */
    get isComplete(): boolean;
    /** The entry where the session stands. */
    get leaf(): Entry | undefined;
    /** The place of an entry, if it is held. */
    placeOf(id: string): number | undefined;
    /** The position in the log of the entry at a place. */
    positionAt(place: number): number;
    /** The `artifact` entry of an entry, if there is one. */
    artifactOf(entryId: string): Entry | undefined;
    /** The place of the newest compaction on the path. */
    latestCompaction(): number | undefined;
    /** What is held, for another look at the store. */
    known(): Known;
    /** Holds what is known of a log, instead of what was held; nothing changes if some of it cannot be read. */
    replace(known: Known, opened: Opened): void;
    /** Adds entries that stand at the end of the store's log. False if what the session now stands on is not all held. */
    adopt(entries: readonly Entry[]): boolean;
    /** Whether the path of the entry at a place is held as far as it matters for what the model sees. */
    isWhole(place: number | undefined): boolean;
    /** Adds a batch that the store has taken and that the core read with `propose`. */
    commit(entries: readonly Entry[]): void;
}
