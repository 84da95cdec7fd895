/// <reference lib="esnext.disposable" />
/** A conversation that is kept inside its model's context window. */
import type { Entry } from "../types.js";
import type { Check, Model } from "../wasm/epitome.js";
import type { Context, DeepPartial, Outcome, SessionEvent, SessionOptions, SessionWarning } from "./types.js";
/** What `append` can be given. */
export interface AppendOptions {
    /** What the provider reported for the call that produced the newest of these messages, in any provider's shape. */
    usage?: object | undefined;
    /** Keeps these messages verbatim in every context. */
    pinned?: boolean | undefined;
    /** Aborts a write that has not reached the store. */
    signal?: AbortSignal | undefined;
}
/** An open session. Make one with `openSession`; close it when it is no longer needed. */
export declare class Session {
    #private;
    /** The session's id. */
    readonly id: string;
    private constructor();
    /** @internal */
    static open(options: SessionOptions): Promise<Session>;
    /** How many entries the log has. */
    get head(): number;
    /** The entry where the session stands; null before the first. */
    get leafId(): string | null;
    /** What was not right with the stored log. */
    get warnings(): readonly SessionWarning[];
    /**
     * Appends one message or several, in the session's format. They are kept as they are: `context()` gives back the same
     * objects.
     *
     * @throws EpitomeError `invalid-message` with the place (`messages[2].content[0]`); the session is then as it was.
     */
    append(message: unknown, options?: AppendOptions): Promise<Entry[]>;
    /**
     * Appends text of the host's own that the model sees as a user's message.
     *
     * @param customType the host's name for this kind of text
     * @param content text, or blocks of text and images in pi's shape
     */
    appendCustom(customType: string, content: unknown, options?: {
        display?: boolean | undefined;
    }): Promise<Entry>;
    /** Numbers only: how large the context is, with messages that are about to be sent, and what `maintain` would do. */
    check(options?: {
        pending?: readonly unknown[] | undefined;
    }): Check;
    /** What the model should see now. The arrays are the caller's own; the messages in them are not to be changed. */
    context(options?: {
        pending?: readonly unknown[] | undefined;
    }): Context;
    /** Compacts if that is due. Call it after each turn, and between tool calls in a long one. */
    maintain(options?: {
        reason?: "threshold" | "idle" | "overflow" | undefined;
        signal?: AbortSignal | undefined;
    }): Promise<Outcome>;
    /**
     * Compacts now, whatever the size.
     *
     * @param options.instructions what the summary should look at most
     */
    compact(options?: {
        instructions?: string | undefined;
        signal?: AbortSignal | undefined;
    }): Promise<Outcome>;
    /** Aborts the compaction that is under way, if any. One that is committed already stays. */
    abortCompaction(): void;
    /** Changes the model; the next `check` goes by it. */
    setModel(model: DeepPartial<Model>): void;
    /** The message of an entry as it was appended, whatever became of it in the context. */
    original(entryId: string): unknown;
    /** The entries from the root to where the session stands. */
    path(): Entry[];
    /** Takes over what other writers have appended to the store since; a write does so by itself. */
    refresh(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<void>;
    /** Calls `listener` for each event until the returned function is called. What a listener throws is reported, and changes nothing. */
    on(listener: (event: SessionEvent) => void): () => void;
    /** Aborts what is under way and frees the session's memory. Closing twice is harmless. */
    close(): void;
    [Symbol.dispose](): void;
}
/**
 * Opens a session: the log that the store has under this id, or a new one.
 *
 * @throws EpitomeError `unknown-format`, `invalid-settings`, `invalid-option`; what the store throws; `invalid-entry` and
 *   `invalid-message` for a stored log that cannot be read in this format.
 */
export declare function openSession(options: SessionOptions): Promise<Session>;
