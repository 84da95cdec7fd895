/** Makes entries, and has them written. */
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { Journal } from "./journal.js";
import type { SessionOptions } from "./types.js";
/** What `append` can be given. */
export interface AppendOptions {
    /**
     * What the provider reported for the call that produced the newest of these messages, in any provider's shape. `null`, and an
     * object with nothing in it, which streams and gateways send, are none.
     */
    usage?: object | null | undefined;
    /** Keeps these messages verbatim in every context. */
    pinned?: boolean | undefined;
    /**
     * The entry's id, or one for each message. A message whose id is in the log already, on whatever branch, is not appended
     * again, and the call answers with the entry that is there: so a delivery that may come twice counts once. The same id
     * with another message is an error (`duplicate-entry`). Default: ids of the session's.
     */
    id?: string | readonly string[] | undefined;
    /** Aborts a write that has not reached the store. */
    signal?: AbortSignal | undefined;
}
/** What a writer is made of. */
export interface WriterOptions extends Pick<SessionOptions, "newId" | "now"> {
    log: Log;
    journal: Journal;
    /** Told of a prune that was written beside messages: outputs in them are shown short from the start. */
    onPruned: (entry: Entry) => Promise<void>;
}
export declare class Writer {
    #private;
    constructor({ log, journal, onPruned, newId, now }: WriterOptions);
    /** Appends messages of the host. */
    append(message: unknown, options: AppendOptions): Promise<Entry[]>;
    /** Appends one entry at the leaf. */
    write(type: string, fields: Record<string, unknown>, signal: AbortSignal | undefined): Promise<Entry>;
    /** An entry that follows another one. */
    make(type: string, parentId: string | null, fields: Record<string, unknown>): Entry;
}
