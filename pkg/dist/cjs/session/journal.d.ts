/**
 * The log of one session: in the store, in the core and here, in this order and always the same.
 *
 * Writers take turns. A batch is read by the core first, so that nothing is stored that cannot be read; then the store
 * takes it, and only then does the session stand on it. Where another writer was faster, its entries are read, and the
 * batch is made anew on top of them.
 */
import type { Entry, SessionStore } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import { Held } from "./held.js";
import type { SessionWarning } from "./types.js";
/** The entries of a batch, made for the place where the session stands now; null to write nothing after all. */
export type Draft = (leafId: string | null) => Entry[] | null;
/** What `write` can be given beside the batch. */
export interface WriteOptions {
    signal?: AbortSignal | undefined;
    /**
     * From when the store is asked on, an abort is not heeded: who is told that nothing was done can rely on it. Default: the
     * caller is freed at once, and whether the store has written is then unknown.
     */
    settled?: boolean;
    /** The host has given the ids: they alone tell what is repeated. */
    named?: boolean;
    /**
     * Told of entries whose message is a summary of this log's own, as pairs: the place in the batch, the compaction's place in
     * the log. The draft is made again, and is to leave them out.
     */
    onRepeated?: ((pairs: Uint32Array) => void) | undefined;
    /**
     * Told of outputs in the batch that are to be shown short from the start, as the core tells them (`Log.oversized`). The draft is
     * made again, and is to hold a prune that shortens them.
     */
    onOversized?: ((fours: Uint32Array) => void) | undefined;
    /** Names the caller's input in errors. */
    place?: ((path: string) => string) | undefined;
}
/** What a journal is made of. */
export interface JournalOptions {
    id: string;
    log: Log;
    store: SessionStore | undefined;
    format: string | undefined;
    /** The session that this one goes on from, if it is new. */
    parentSession: string | undefined;
    /** Told of entries that were written. */
    onWritten: (entries: readonly Entry[]) => void;
    /** Told of entries that were found in the store: another writer's, or ours of which that was not known. */
    onAdopted: (entries: readonly Entry[]) => void;
}
export declare class Journal {
    #private;
    readonly held: Held;
    readonly warnings: SessionWarning[];
    constructor({ id, log, store, format, parentSession, onWritten, onAdopted }: JournalOptions);
    /** Ends the writing: what waits for its turn, or for the store, fails. */
    close(): void;
    get isClosed(): boolean;
    /** Throws once the session is closed. */
    checkOpen(): void;
    /** Reads the stored log, as much of it as the model can still see. */
    open(signal?: AbortSignal): Promise<void>;
    /** Reads what is not held yet: afterwards the whole log is. */
    load(signal?: AbortSignal): Promise<void>;
    /** Takes over what the store has beyond what is held. */
    refresh(signal?: AbortSignal): Promise<void>;
    /** Takes note of a warning, once. */
    warn(warning: SessionWarning): void;
    /**
     * Writes a batch; null where the draft decided to write nothing.
     *
     * Where the batch before this one failed and nobody knows whether it was stored, the store is asked first. If it was, and
     * this batch is the same again, then it is written already.
     */
    write(draft: Draft, options?: WriteOptions): Promise<Entry[] | null>;
}
