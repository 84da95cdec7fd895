/**
 * Brings batches to the store, once each, although a call may fail after the store has written.
 *
 * The ids of the entries tell: after a call whose outcome is unknown the store is read, and what it has is not written
 * again. While the outcome cannot be found out, the batch stays in doubt; the next write begins by looking.
 */
import type { Entry, ReadResult, SessionStore } from "../types.js";
export declare class Delivery {
    #private;
    constructor(id: string, store: SessionStore, format: string | undefined, parentSession: string | undefined);
    /** Whether nobody knows if a batch was stored. */
    get isInDoubt(): boolean;
    /** Reads from the store, and checks that it answers as it should. */
    read(after: number, limit: number, signal: AbortSignal | undefined): Promise<ReadResult>;
    /** Appends a batch at the head. False where another writer was faster, or has stored what is in doubt. */
    append(head: number, entries: Entry[], signal: AbortSignal | undefined): Promise<boolean>;
    /** What was read from the store at the present head, with the objects that we have for entries of ours. */
    recognize(stored: readonly Entry[], from: number, head: number): Entry[];
    /** Ends the time in which a batch can be a repetition. */
    forget(): void;
    /** The stored batch that this one repeats: the same content, given again because the call before this one failed. */
    repetition(entries: readonly Entry[]): Entry[] | undefined;
}
