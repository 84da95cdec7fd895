/** What a session takes, answers and tells. */
import type { EpitomeError } from "../errors.js";
import type { Entry, SessionStore, Summarizer } from "../types.js";
import type { Failure, FileOperations, Model, Settings } from "../wasm/epitome.js";
/** The shape of the host's messages. */
export type Format = "pi" | "openai-chat";
/** A value with every part optional. */
export type DeepPartial<T> = {
    [K in keyof T]?: T[K] extends object ? DeepPartial<T[K]> : T[K];
};
/** Why a compaction was made. */
export type CompactionReason = "threshold" | "idle" | "overflow" | "manual";
/** What `openSession` takes. */
export interface SessionOptions {
    /** The session's id: its name in the store. */
    id: string;
    /** Where the log is kept. Default: in memory, for as long as this object lives. */
    store?: SessionStore | undefined;
    /** The shape of the messages. Default: `"pi"`. */
    format?: Format | undefined;
    /** The model that the context is for. Without a window only a message count or `thresholdTokens` triggers. */
    model?: DeepPartial<Model> | undefined;
    /** Who writes summaries, in order of preference. Default: the model-free `extractive` summary. */
    summarizer?: Summarizer | readonly Summarizer[] | undefined;
    /** Settings that differ from their defaults. An unknown key is an error. */
    settings?: DeepPartial<Settings> | undefined;
    /** Makes entry ids, each used once in the session. Default: 8 random hexadecimal characters. */
    newId?: (() => string) | undefined;
    /** The clock, in milliseconds since 1970. Default: `Date.now`. */
    now?: (() => number) | undefined;
}
/** How maintenance or a compaction ended. Expected ends are data; only broken input throws. */
export interface Outcome {
    /**
     * - `compacted`: a compaction was committed.
     * - `nothing`: there was nothing to do; `reason` says why.
     * - `refused`: no acceptable summary; the history is as it was.
     * - `cancelled`: it was aborted; the history is as it was.
     * - `exhausted`: it was tried often enough since the newest user message; no model is asked until the next one.
     */
    status: "compacted" | "nothing" | "refused" | "cancelled" | "exhausted";
    /** Why, as a stable code: `over-threshold`, `blank-summary`, `below-threshold`, …. */
    reason: string;
    /** Why, as a sentence, where the code does not say it all. */
    message?: string;
    /** The entry that was committed. */
    entry?: Entry;
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
    /** Every summarizer failed, and the model-free summary stands in. */
    degraded?: true;
    /** Failed tries on the way, in order. */
    failures?: Failure[];
    /** The last failed try as an error, the summarizer's own error as its `cause`. */
    error?: EpitomeError;
}
/** What the model should see now. */
export interface Context {
    /** The messages: the host's own objects, except for summaries. */
    messages: unknown[];
    /** Their size in tokens: the provider's count where it is still true, and an estimate of the rest. */
    tokens: number;
    /** For each message the entry that it comes from; pending messages have none. */
    entries: Entry[];
}
/** Something that is not right with a stored log; the session goes on with what there is. */
export interface SessionWarning {
    /** `damaged-line`: a line of the store could not be read. `broken-parent`: an entry names a parent that is not in the log. */
    code: "damaged-line" | "broken-parent";
    /** A sentence. */
    message: string;
    /** The entry in question. */
    entryId?: string;
    /** The line in question, from 1. */
    line?: number;
}
/** What a session tells its listeners. */
export type SessionEvent = {
    type: "append";
    entries: readonly Entry[];
} | {
    type: "compaction_start";
    reason: CompactionReason;
    tokensBefore: number;
    messagesToSummarize: number;
    turnPrefix: number;
    firstKeptEntryId: string;
    isSplitTurn: boolean;
    fileOperations: FileOperations;
} | {
    type: "summary_request";
    kind: string;
    candidate: number;
    attempt: number;
    delayMs: number;
    promptChars: number;
    maxTokens: number;
} | {
    type: "summary_progress";
    kind: string;
    candidate: number;
    chars: number;
} | {
    type: "summary_failed";
    kind: string;
    failure: Failure;
    error: unknown;
} | {
    type: "compaction_end";
    reason: CompactionReason;
    outcome: Outcome;
    durationMs: number;
};
