/**
 * The log of one session: in the store, in the core and here, in this order and always the same.
 *
 * Writers take turns. A batch is read by the core first, so that nothing is stored that cannot be read; then the store
 * takes it, and only then does the session stand on it. Where another writer was faster, its entries are read, and the
 * batch is made anew on top of them.
 */
import type { Entry, SessionStore } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { SessionWarning } from "./types.js";
/** The entries of a batch, made for the place where the session stands now; null to write nothing after all. */
export type Draft = (leafId: string | null) => Entry[] | null;
export declare class Journal {
    #private;
    readonly entries: Entry[];
    readonly warnings: SessionWarning[];
    constructor(id: string, log: Log, store: SessionStore | undefined, format: string | undefined);
    /** Ends the writing: what waits for its turn, or for the store, fails. */
    close(): void;
    /** How many entries the log has. */
    get head(): number;
    /** The id of the entry where the session stands. */
    get leafId(): string | null;
    /** Takes over what the store has beyond what is here. */
    readOn(signal?: AbortSignal): Promise<void>;
    /** The same, in turn with the writers. */
    refresh(signal?: AbortSignal): Promise<void>;
    /** Writes a batch; null where the draft decided to write nothing. `place` names the caller's input in errors. */
    write(draft: Draft, options?: {
        signal?: AbortSignal | undefined;
        place?: ((path: string) => string) | undefined;
    }): Promise<Entry[] | null>;
}
