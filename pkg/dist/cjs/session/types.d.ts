/** What a session takes, and what it answers. */
import type { EpitomeError } from "../errors.js";
import type { ArtifactStore, BranchSummaryEntry, Entry, NativeCompactor, SessionStore, Summarizer } from "../types.js";
import type { Failure, FileOperations, Model, PruneReason, Settings, Unfit, Usage } from "../wasm/epitome.js";
import type { Hooks } from "./hooks.js";
import type { Session } from "./session.js";
/** The formats, by their names. */
export declare const FORMATS: readonly ["pi", "openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "ai-sdk-ui", "langchain"];
/** The shape of the host's messages. */
export type Format = (typeof FORMATS)[number];
/** A value with every part optional; a list is given whole. */
export type DeepPartial<T> = {
    [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : T[K] extends object ? DeepPartial<T[K]> : T[K];
};
/** Why a compaction was made. */
export type CompactionReason = "threshold" | "idle" | "overflow" | "manual";
/** What `openSession` takes. */
export interface SessionOptions {
    /** The session's id: its name in the store. */
    id: string;
    /** Where the log is kept. Default: in memory, for as long as this object lives. */
    store?: SessionStore | undefined;
    /**
     * Where large originals are kept, each under `<session id>/<id>`: the entry's id, or that in a notice's `artifact://…`.
     * Default: with the store, where it has a place for them; else in memory.
     */
    artifacts?: ArtifactStore | undefined;
    /** The shape of the messages. Default: `"pi"`. */
    format?: Format | undefined;
    /** The model that the context is for. Without a window only a message count or `thresholdTokens` triggers. */
    model?: DeepPartial<Model> | undefined;
    /** What every request carries beside the messages. It counts. */
    overhead?: Overhead | undefined;
    /** Models with larger windows that the host could go on with, tried first where `contextPromotion.enabled`. */
    largerModels?: readonly DeepPartial<Model>[] | undefined;
    /** The host's word in compactions: asked, and told. Several sets are asked in their order. */
    hooks?: Hooks | readonly Hooks[] | undefined;
    /**
     * The work that is left, asked when a compaction begins, when it is written, and when a maintenance has ended: what is open
     * goes into the summary, and decides whether the outcome says to continue. A failure is a warning, and no more.
     */
    state?: (() => SessionState | Promise<SessionState>) | undefined;
    /** Who writes summaries, in order of preference. Default: the model-free `extractive` summary. */
    summarizer?: Summarizer | readonly Summarizer[] | undefined;
    /**
     * Providers' own compaction, beside the text summary: the one whose format is the session's, and whose provider is `model.provider`,
     * is asked. Its items stand in the place of the text for as long as that is so. `compaction.remoteEnabled: false` turns it off.
     */
    native?: NativeCompactor | readonly NativeCompactor[] | undefined;
    /** Settings that differ from their defaults. An unknown key is an error. */
    settings?: DeepPartial<Settings> | undefined;
    /** Makes entry ids, each used once in the session. Default: 8 random hexadecimal characters. */
    newId?: (() => string) | undefined;
    /** The clock, in milliseconds since 1970. Default: `Date.now`. */
    now?: (() => number) | undefined;
    /** Aborts the opening. */
    signal?: AbortSignal | undefined;
}
/** What every request carries beside the messages. */
export interface Overhead {
    /** The system prompt, where it stands outside the messages: text, or what is sent. */
    system?: unknown;
    /** The tools as they are sent, schemas and all. */
    tools?: unknown;
    /** Tokens of anything else, as the host has counted them. */
    tokens?: number | undefined;
}
/** What `navigate` can be given. */
export interface NavigateOptions {
    /**
     * Summarize what is left, from where the paths part to where the session stood: the summary is appended at the target, and the
     * model sees it there. The session may be used meanwhile; messages that are appended before the summary is there stop the move
     * (`refused`, `source-changed`). The move takes no longer than `branchSummary.timeoutMs`, what the store takes left aside: the time
     * of handlers (`session_before_tree`) and of a compaction that it waits for counts. Then the model-free summary is taken, beside that
     * compaction, which ends as `refused`, `source-changed`. Default: `branchSummary.enabled`.
     */
    summarize?: boolean | undefined;
    /** What the summary should look at most. */
    instructions?: string | undefined;
    /** Whether `instructions`, which must then be given, are the whole task, in place of ours. Default: false. */
    replaceInstructions?: boolean | undefined;
    /** A label for the summary; for the entry named where none is written. Before the first entry (null), then, there is nothing to label. */
    label?: string | undefined;
    /**
     * Where the entry is a message of the user, or text of the host's own, stand before it, and give its text back for
     * editing. Default: true. With false the session stands at that entry itself.
     */
    edit?: boolean | undefined;
    /** Aborts a move that has not reached the store. From then on it is made, whatever the signal says. */
    signal?: AbortSignal | undefined;
}
/** How a move in the tree ended. */
export interface NavigateOutcome {
    /**
     * - `nothing`: the session stands there already (`already-there`); a label is written all the same.
     * - `cancelled`: it was aborted, or a handler of the host's has cancelled it (`hook-cancelled`); the session stands where it stood.
     * - `refused`: there is no acceptable summary, or the session went on meanwhile (`source-changed`): it stands where it is.
     */
    status: "navigated" | "nothing" | "refused" | "cancelled";
    /** Why, as a stable code. `nothing-to-summarize`: it has moved, and nothing was left that a model would see. */
    reason: string;
    /** Why, as a sentence, where the code does not say it all. */
    message?: string;
    /** Where the session stood; null is before the first entry. */
    oldLeafId: string | null;
    /** Where it stands. */
    leafId: string | null;
    /**
     * The deepest entry on the paths of both, where the session stood and where it stands, or was to stand; null where they share none,
     * and where an abort came before the target was read from the store.
     */
    commonAncestorId: string | null;
    /** The text of the message that the session now stands before. */
    editorText?: string;
    /** The entry that made the move: a `leaf` entry, or the summary. Of `already-there`, the `label` entry, where a label was given. */
    entry?: Entry;
    /** The `branch_summary` entry that was written. */
    summaryEntry?: BranchSummaryEntry;
    /** No model could be asked, or none gave a summary in time: the model-free one stands in. */
    degraded?: boolean;
    /** The summary is that of a handler of the host's. */
    fromExtension?: boolean;
    /** What the summary lacks although it was taken, as in `Outcome`. */
    flaws?: string[];
    /** What the calls of summarizers have consumed together, as far as they said. */
    usage?: Usage;
    /** Failed tries on the way, in order. */
    failures?: Failure[];
    /** The last failed try as an error, the summarizer's own error as its `cause`. */
    error?: EpitomeError;
}
/**
 * A branch of the session's tree: an entry that no other follows, and the path to it. Where the session stands in the middle
 * of a path, that place counts as one more, so that one branch is always the active one (before the first entry, none is).
 */
export interface Branch {
    /** Its last entry. `navigate` goes there. */
    leafId: string;
    /** The entry of the active path where it begins; null where they share none. Of the active branch, its last entry. */
    forkId: string | null;
    /** How many entries lie between the two, the last counted; 0 for the active branch. */
    entries: number;
    /** When its last entry was made, as ISO 8601 text. */
    modified: string;
    /** Whether the active path goes through its last entry. */
    isActive: boolean;
    /** The label of its last entry, if it has one. */
    label?: string;
}
/** How maintenance or a compaction ended. Expected ends are data; only broken input throws. */
export interface Outcome {
    /**
     * - `compacted`: a compaction was committed.
     * - `pruned`: outputs, arguments, images or files are shown shortened now, and that is enough. `reason` is what it was done for
     *   (`threshold`, `idle`, `overflow`, `cost`), or how it came to that: `oversized`, `emergency`, `payload-too-large`.
     * - `restored`: what prunes had changed is shown as it was; `entry` says of which messages. Only `restore` ends so.
     * - `promoted`: a larger model is to be used from now on, `model`; nothing was compacted.
     * - `nothing`: there was nothing to do; `reason` says why. `compacted-elsewhere`: another writer was faster, and its
     *   compaction, `entry`, was taken over. `compacting`: a summary is being written in the background. `handed-off`: the session
     *   goes on as another one, `sessionId`, and nothing was said in this one since.
     * - `refused`: no acceptable summary; the history is as it was.
     * - `cancelled`: it was aborted, or a handler of the host's has cancelled it (`hook-cancelled`); the history is as it was, but
     *   for what `prunes` names.
     * - `handed-off`: a new session, `session`, goes on from this one, which is as it was (`compaction.strategy: "handoff"`).
     * - `exhausted`: it was tried often enough, or what is left cannot be folded away: `message` and `unfit` say what. No model
     *   is asked until the user speaks or a limit changes.
     */
    status: "compacted" | "pruned" | "restored" | "promoted" | "nothing" | "refused" | "cancelled" | "handed-off" | "exhausted";
    /** Why, as a stable code: `over-threshold`, `blank-summary`, `below-threshold`, …. */
    reason: string;
    /** Why, as a sentence, where the code does not say it all. */
    message?: string;
    /** After a refusal of the provider: whether the context has changed, so that the request may be sent again. */
    willRetry?: boolean;
    /** The model is to go on by itself, since work is left; null where none is. Absent where nothing was done. */
    continue?: Continuation | null;
    /** What does not fit, in numbers. */
    unfit?: Unfit;
    /** The model to go on with. */
    model?: DeepPartial<Model>;
    /** The `prune` entries that were written on the way: what is shown shortened, or no longer. */
    prunes?: Entry[];
    /** What gave its place to notices in them, and what that saved. */
    pruned?: Pruned;
    /** The entry that was committed: the compaction, or the newest of `prunes`. */
    entry?: Entry;
    /** The session that goes on, open: the host goes on with it. Its id, and the document that it begins with, whose entry is `entry`. */
    session?: Session;
    sessionId?: string;
    document?: string;
    /** Tokens of the context before. */
    tokensBefore: number;
    /** Tokens of the context after, on the same basis; as before where nothing changed. */
    tokensAfter: number;
    /** How many messages the summary took the place of. */
    messagesSummarized?: number;
    /** Files of everything that the summary stands for, now and before. */
    fileOperations?: FileOperations;
    /** Whether the cut parted a turn. */
    isSplitTurn?: boolean;
    /** The how-many-th compaction of this path it was, from 1. */
    compactionNumber?: number;
    /** No model could be asked, or none gave a summary: the model-free one stands in, or outputs were cut in an emergency. */
    degraded?: true;
    /** The summary is that of a handler of the host's. */
    fromExtension?: true;
    /** What the summary lacks although it was taken, as stable codes: `missing-sections`, `too-long`, …. */
    flaws?: string[];
    /** What the calls of summarizers have consumed together, as far as they said; a refusal has its cost too. */
    usage?: Usage;
    /** Failed tries on the way, in order. */
    failures?: Failure[];
    /** The last failed try as an error, the summarizer's own error as its `cause`. */
    error?: EpitomeError;
}
/** What `handoff` can be given. */
export interface HandoffOptions {
    /** What the document is to look at most. */
    instructions?: string | undefined;
    /** The new session's id. There must be no session under it yet. Default: a random one. */
    id?: string | undefined;
    /**
     * The document itself, as it is: the host's own, or that of a handoff that could not be stored. No summarizer is asked. With the
     * `id` of that handoff, too, the session is taken that it may have stored after all.
     */
    document?: string | undefined;
    /** Aborts it, until the new session is handed to the store. */
    signal?: AbortSignal | undefined;
}
/** How a handoff ended; `status` tells which of the two it is. */
export type HandoffOutcome = HandedOff | NotHandedOff;
/** A handoff that was made. */
export interface HandedOff extends HandoffFacts {
    /** The new session is stored, and open. */
    status: "handed-off";
    /** The session that goes on, open: the host closes it, and this one. Who listens to this one (`on`) is not told of that one. */
    session: Session;
    /** Its id. */
    sessionId: string;
    /** Its entry that carries the document: a `custom_message`. */
    entry: Entry;
    /** The document. */
    document: string;
}
/** A handoff of which nothing came: nothing has changed. */
export interface NotHandedOff extends HandoffFacts {
    /**
     * - `nothing`: there are not two messages to tell of (`nothing-to-hand-off`).
     * - `refused`: a call has no result yet (`open-call`), or no document came of it, or the session has moved on meanwhile
     *   (`source-changed`), or what the new session would begin with would not fit (`cannot-fit`).
     * - `cancelled`: it was aborted (`aborted`).
     */
    status: "nothing" | "refused" | "cancelled";
    session?: never;
    sessionId?: never;
    entry?: never;
    /** The document, where one was made all the same. */
    document?: string;
}
/** What is told of every handoff. */
export interface HandoffFacts extends Pick<Outcome, "messagesSummarized" | "fileOperations" | "degraded" | "flaws" | "usage" | "failures" | "error"> {
    /** Why, as a stable code. */
    reason: string;
    /** Why, as a sentence, where the code does not say it all. */
    message?: string;
    /** Tokens of this session's context, and of the new one's; the same where there is none. */
    tokensBefore: number;
    tokensAfter: number;
}
/** Why a part of a message gave its place to a notice. `oversized`: there was no room for it as it was. */
export type PruneWhy = PruneReason | "oversized";
/** What prunes have done. */
export interface Pruned {
    /** The entries of the messages that they changed; `restore` takes such an id. */
    entryIds: string[];
    /** How many outputs, arguments, images and files gave their place to something shorter. */
    edits: number;
    /** What that saves, in tokens of our estimate. */
    tokensSaved: number;
    /** Of how many of them a copy is kept that their notice names. */
    artifacts: number;
    /** The same by the reason why they went. */
    byReason: {
        [why in PruneWhy]?: {
            edits: number;
            tokensSaved: number;
        };
    };
}
/** What the host knows of the work at hand. All of it is optional; it is asked for at the moment of a decision. */
export interface SessionState {
    /** What the session is to reach. `active` is work to go on with; `paused` waits for a person; any other status is neither. */
    goal?: {
        objective: string;
        status: string;
    } | null | undefined;
    /** Tasks. `pending` and `in_progress` are open; any other status is not. */
    todos?: readonly {
        text: string;
        status: string;
    }[] | undefined;
    /** Procedures that the model follows. The host knows which phases are work: it says `active` of those only. */
    skills?: readonly {
        name: string;
        phase?: string | undefined;
        active: boolean;
    }[] | undefined;
    /** How many messages of the user wait to be sent. */
    queued?: number | undefined;
    /** What else a summary must not lose, one thing a text: ids of background jobs and such. Ten are kept. */
    notes?: readonly string[] | undefined;
}
/** That there is work to go on with, and how. */
export interface Continuation {
    /**
     * - `queued-messages`: messages wait to be sent. `cut-off`: the newest reply was cut off at its longest.
     * - `open-loop`: the newest message is a tool's result or a call without one; the model has yet to answer.
     * - `goal`, `todos`, `skill`: the host's state has something unfinished.
     */
    reason: "queued-messages" | "cut-off" | "open-loop" | "goal" | "todos" | "skill";
    /** What to add as a developer's or user's message. Empty where the context needs nothing more: send it as it is. */
    prompt: string;
}
/** What the model should see now. */
export interface Context<T = unknown> {
    /** The messages: the host's own objects, except for summaries, and for messages that a compaction had to change. */
    messages: T[];
    /** Their size in tokens: the provider's count where it is still true, and an estimate of the rest. */
    tokens: number;
    /** For each message the entry that it comes from; pending messages have none. */
    entries: Entry[];
}
/** Something that is not right, with a stored log above all; the session goes on with what there is. */
export interface SessionWarning {
    /**
     * - `damaged-line`: a line of the store could not be read.
     * - `broken-parent`, `missing-parent`: an entry names a parent that is not in the log before it, or none.
     * - `duplicate-id`: several entries have one id.
     * - `first-kept-off-path`: a compaction keeps from an entry on that is not on its path.
     * - `unknown-target`: a leaf entry names an entry that is not in the log before it.
     * - `spill-failed`: no copy of an output could be kept beside the log, so that it was not pruned.
     * - `hook-failed`: a handler of the host's threw, answered wrongly or took too long, and was passed over.
     * - `link-failed`: a handoff was made, and could not be noted in the session that it was made from.
     * - `state-failed`: `state` threw or took too long, so that the summary goes without its lines, or with those from before.
     */
    code: "damaged-line" | "broken-parent" | "missing-parent" | "duplicate-id" | "first-kept-off-path" | "unknown-target" | "spill-failed" | "hook-failed" | "link-failed" | "state-failed";
    /** A sentence. */
    message: string;
    /** The entry in question. */
    entryId?: string;
    /** The line in question, from 1. */
    line?: number;
}
