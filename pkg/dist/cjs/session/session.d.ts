/// <reference lib="esnext.disposable" />
/** A conversation that is kept inside its model's context window. */
import type { Entry } from "../types.js";
import type { Check, Model } from "../wasm/epitome.js";
import type { SessionEvent } from "./events.js";
import { type MaintainOptions } from "./maintenance.js";
import type { Branch, Context, Continuation, DeepPartial, HandoffOptions, HandoffOutcome, NavigateOptions, NavigateOutcome, Outcome, Overhead, SessionOptions, SessionWarning } from "./types.js";
import { type AppendOptions } from "./writer.js";
/** An open session. Make one with `openSession`; close it when it is no longer needed. */
export declare class Session {
    #private;
    /** The session's id. */
    readonly id: string;
    private constructor();
    /** @internal */
    static open(options: SessionOptions, parentSession?: string): Promise<Session>;
    /** How many entries the log has. */
    get head(): number;
    /** The entry where the session stands; null before the first. */
    get leafId(): string | null;
    /** What was not right with the stored log, or else did not go as it should. */
    get warnings(): readonly SessionWarning[];
    /**
     * Appends one message or several, in the session's format. They are kept as they are: `context()` gives back the same
     * objects. Only of a tool's output that is larger than `prune.maxOutputShare` of the window it shows head and tail.
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
    /**
     * Appends an entry that the model does not see, for the host's own use or another program's: `custom`, `model_change`,
     * `thinking_level_change`, `session_info`, or any type that has no method of its own here.
     *
     * @param entry its `type` and fields, as plain JSON; id, parent and time are the session's to give
     * @throws EpitomeError `invalid-option` for a type that has a method of its own; `invalid-entry`
     */
    appendEntry(entry: {
        type: string;
        [field: string]: unknown;
    }, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Entry>;
    /** Sets the label of an entry, or takes it away. */
    label(entryId: string, label: string | null, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Entry>;
    /**
     * Numbers only: how large the context is, with messages that are about to be sent, what `maintain` would do, and why. Nothing
     * is read or waited for, and the work does not grow with the session.
     */
    check(options?: {
        pending?: readonly unknown[] | undefined;
    }): Check;
    /**
     * What the model should see now. The arrays are the caller's own; the messages in them are not to be changed.
     *
     * @typeParam T the type of the messages, which nothing checks: `session.context<UIMessage>()`
     */
    context<T = unknown>(options?: {
        pending?: readonly unknown[] | undefined;
    }): Context<T>;
    /**
     * Keeps the context inside the model's limits: does what `check()` says, from the cheapest remedy to the last. Old outputs give
     * their place to notices where that is enough, else a larger model is taken, else a summary. Call it after each turn, between tool calls in a
     * long one, and with the error when a provider has refused the context; send again only if `willRetry` says that the
     * context has changed.
     */
    maintain(options?: MaintainOptions): Promise<Outcome>;
    /**
     * Whether work is left that the model should go on with by itself, read at this moment: what `state` tells, a reply that was
     * cut off, a tool loop that is not ended. Ask again directly before the prompt is sent.
     */
    continuation(): Promise<Continuation | null>;
    /**
     * Compacts now, whatever the size.
     *
     * @param options.instructions what the summary should look at most
     */
    compact(options?: {
        instructions?: string | undefined;
        signal?: AbortSignal | undefined;
    }): Promise<Outcome>;
    /**
     * Takes back what prunes have done: the model sees the message again as it was appended. What was restored is not pruned
     * again, unless nothing else makes the context fit.
     *
     * One entry is appended, so that this, too, can be read in the log. What a compaction has folded away stays so: read it with
     * `original(entryId)`.
     *
     * @param entryId which message; default: all that were pruned and are still in the context
     * @returns `restored`, with the appended entry; `nothing` where nothing was pruned
     * @throws EpitomeError `unknown-entry`
     */
    restore(entryId?: string, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Outcome>;
    /**
     * Goes on in a new session, with a document in hand that tells what it must know of this one: for a fresh start, whatever the
     * size. The new session has this one's store, format, model and options. It begins with the host's instructions, with what is pinned,
     * and with the document, as text of the host's own (`custom_message`) that the model sees; with the newest request, too, where
     * the document does not have it word for word, and with what is said while it is written. Handlers of compactions are not asked,
     * and who listens to this session (`on`) hears nothing of the new one.
     *
     * The document is asked for as the next turn of the conversation itself where a summarizer can send that (`request.live`), so that
     * the provider has most of it in its cache; tell `overhead.system` and `overhead.tools` for it.
     *
     * Until the new session is stored, whole, this one is as it was; then it notes where it went on, in an entry that no model sees. It
     * stays open. Compactions are waited for, and wait; `abortCompaction` ends it.
     *
     * @throws EpitomeError `handoff-not-stored`, whose `details` are the options with which another call needs no summarizer;
     *   `session-not-empty`, before any is asked, where the id is taken; what the store throws until then
     */
    handoff(options?: HandoffOptions): Promise<HandoffOutcome>;
    /** Aborts the compaction, the summary of a branch, or the handoff that is under way, in the background too. What is committed already stays. */
    abortCompaction(): void;
    /** Changes the model; the next `check` goes by it. What an error has taught of the one before is forgotten. */
    setModel(model: DeepPartial<Model>): void;
    /** Says what every request carries beside the messages: the system prompt, the schemas of the tools. */
    setOverhead(overhead: Overhead): void;
    /**
     * The message of an entry as it was appended, whatever became of it in the context.
     *
     * @throws EpitomeError `not-loaded` for an entry that is not in memory: one that was folded away before the session was
     *   opened, or none at all; `load()` reads the log, `entry(id)` looks for it. `unknown-entry` where all is in memory
     */
    original(entryId: string): unknown;
    /** Whether all of the log is in memory. A session opens with what the model can still see; other methods read the rest. */
    get isLoaded(): boolean;
    /** Reads what is not in memory yet: all entries that a compaction has folded away, and those of other branches. */
    load(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<void>;
    /** The entry of an id, or null. It is read from the store if need be. */
    entry(entryId: string, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Entry | null>;
    /** The entries from the root to where the session stands, those that were folded away included. */
    path(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Entry[]>;
    /** The branches of the session's tree, in the order in which they ended. */
    branches(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Branch[]>;
    /** The labels of entries, by the entry's id. */
    labels(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Map<string, string>>;
    /**
     * Moves to another entry, or before the first (null): what is appended next follows it. The log keeps everything; the
     * move itself is one more entry. With `summarize` that entry is the summary of the branch that is left.
     *
     * @throws EpitomeError `unknown-entry`, `invalid-option`, for what is no id of an entry, too
     */
    navigate(entryId: string | null, options?: NavigateOptions): Promise<NavigateOutcome>;
    /**
     * Keeps the text of a message beside the log, where `artifact(id)` reads it; a tool of the model's may do so as well. The
     * entry itself stays as it is. Of an entry that was spilled already, the answer is the same again.
     *
     * @returns the `artifact` entry: its `artifactId` is the entry's id, `chars` the text's length in UTF-16 units
     * @throws what the artifact store throws; nothing is appended then
     */
    spill(entryId: string, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<Entry>;
    /**
     * The text that was kept beside the log under an id (`spill`), or the output whose notice names that id, with its
     * `artifact://` or without; else null.
     */
    artifact(id: string, options?: {
        signal?: AbortSignal | undefined;
    }): Promise<string | null>;
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
