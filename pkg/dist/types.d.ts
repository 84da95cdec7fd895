/** The two things that a host brings, a store and a summarizer, and the data that they exchange with this package. */
import type { Format } from "./session/types.js";
import type { SummaryRequest as SummaryRequestData, Usage } from "./wasm/epitome.js";
export type { Usage };
/** A value, or a promise of it. */
export type MaybePromise<T> = T | PromiseLike<T>;
/** One request for a summary, as a summarizer gets it. */
export interface SummaryRequest extends SummaryRequestData {
    /** Writes the summary of the same entries without a model: deterministic, and within `maxTokens`. */
    extract(): string;
    /**
     * Of a handoff, where it fits the window: the same request as the next turn of the conversation itself, so that the provider
     * finds the conversation in its cache. Whoever cannot send it sends `system` and `prompt`, which quote the conversation, redacted.
     */
    live?: LiveRequest | undefined;
}
/** A request as the next turn of the conversation: what the model was sent last, and one more message of the user. */
export interface LiveRequest {
    /** The wire format of `messages`. */
    format: Format;
    /** The system prompt and the tools, as the session was told of them (`overhead`). */
    system?: unknown;
    tools?: unknown;
    /**
     * What the model sees: the host's own objects. They are not to be changed. Nothing in them is redacted, since the model has seen it
     * all; who sends them elsewhere than to that model sends `request.prompt` instead, which is redacted.
     */
    messages: readonly unknown[];
    /** The text of the user's message to send after them. */
    prompt: string;
    /** The answer is to be a text: no tool may be called. */
    toolChoice: "none";
}
/** An answer with more to say than its text. */
export interface SummaryReply {
    /** The summary. */
    text: string;
    /** A shorter summary for a list of sessions, where the summarizer wrote one along. */
    shortSummary?: string | undefined;
    /**
     * Why the answer ended. Default: `"stop"`, it is complete. `"length"`: it was cut off, and will not be used.
     * `"error"` and `"aborted"`: it failed; put the reason into `error`.
     */
    stopReason?: "stop" | "length" | "error" | "aborted" | undefined;
    /** What the call consumed. */
    usage?: Usage | undefined;
    /** The error behind `"error"` or `"aborted"`. It becomes the `cause` of the failure, by identity. */
    error?: unknown;
}
/**
 * What a provider's client gives for a call that was not streamed: OpenAI's (Chat Completions and Responses), Anthropic's, Gemini's,
 * LangChain's, Ollama's, the AI SDK's. Its text, how it ended and what it cost are read in the client's own words.
 */
export interface ClientReply {
    text?: string | ResponseTextConfig | undefined;
    content?: string | readonly unknown[] | null | undefined;
    choices?: readonly unknown[] | undefined;
    candidates?: readonly unknown[] | undefined;
    message?: object | undefined;
    output?: unknown;
    output_text?: string | undefined;
    usage?: object | null | undefined;
}
/** How the text was asked for, which OpenAI's Responses say back. */
interface ResponseTextConfig {
    format?: unknown;
    verbosity?: unknown;
}
/** What a summarizer answers with: the text, what there is to say beside it, or a client's reply as it is. */
export type SummarizerResult = string | SummaryReply | ClientReply;
/**
 * Asks a model for a summary: any function that sends `request.system` and `request.prompt` and gives back the answer,
 * whole or as a stream of pieces. A stream of UTF-8 bytes is understood as well, and an async generator may *return*
 * `{ stopReason, usage }` after its last piece.
 *
 * To fail, throw or reject: the error is kept as `cause`. Stop when `signal` aborts; the caller does not wait for it.
 */
export interface Summarizer {
    (request: SummaryRequest, options: {
        signal: AbortSignal;
    }): SummarizerResult | Promise<SummarizerResult> | AsyncIterable<string> | ReadableStream<string>;
    /** The window of the model that it asks, in tokens. Default: that of the session's model. */
    contextWindow?: number | undefined;
    /** The longest answer of that model, in tokens. Default: that of the session's model. */
    maxOutput?: number | undefined;
    /** Whether it is a service of its own, which `compaction.remoteEnabled: false` turns off. */
    remote?: boolean | undefined;
    /** The model's id and its provider, for events alone. */
    model?: string | undefined;
    provider?: string | undefined;
}
/** What a provider is asked to compact by itself. */
export interface NativeRequest {
    /** What the model has seen before the first message that stays, in the session's format, oldest first. They are not to be changed. */
    messages: readonly unknown[];
    /** Their size by the session's estimate, in tokens. */
    tokens: number;
    /** The system prompt and the tools, as the session was given them (`overhead`). */
    system?: unknown;
    tools?: unknown;
    /** What the caller of `compact` wants it to look at most. */
    instructions?: string | undefined;
    /** The id and the window of the session's model. */
    model?: string | undefined;
    contextWindow?: number | undefined;
}
/** What a provider gives in the place of a conversation. */
export interface NativeReply {
    /** Its items, as plain JSON. They are kept, and sent back as they are. */
    items: readonly unknown[];
    /** What it has counted. */
    usage?: Usage | undefined;
}
/**
 * Asks a provider to compact a conversation by itself: `openaiCompaction`, `anthropicCompaction`, or a function of yours. It runs
 * beside the summarizers, whose text stands for its items once the provider is another one. To fail, throw or reject.
 */
export interface NativeCompactor {
    (request: NativeRequest, options: {
        signal: AbortSignal;
    }): MaybePromise<NativeReply>;
    /** Who can read the items, as in the session's `model.provider`. */
    provider: string;
    /** The format of messages and items. */
    format: "openai-responses" | "anthropic";
}
/**
 * One line of the session log: a JSON object in the shape of a pi session entry, version 3. It is never changed once
 * stored. Other fields depend on `type`; those of unknown types are carried along.
 */
export interface Entry {
    /** What the entry is: `"message"`, `"compaction"`, `"branch_summary"`, `"custom"` and so on. */
    type: string;
    /** Unique in the session. It is the idempotency key of `append`. */
    id: string;
    /** The entry that this one follows; null at the root. */
    parentId: string | null;
    /** When it was made, as ISO 8601 text. */
    timestamp: string;
    /** The position of the parent in the log, where that is not the entry before this one: a hint for opening. */
    parentAt?: number;
    [field: string]: unknown;
}
/** The entry of a compaction: its summary stands for what came before the first entry that it keeps. */
export interface CompactionEntry extends Entry {
    type: "compaction";
    /** The summary, as the model sees it but for its frame. */
    summary: string;
    /** A sentence or two for a list of sessions. */
    shortSummary?: string;
    /** The first entry that stays verbatim. */
    firstKeptEntryId: string;
    /** Tokens of the context before. */
    tokensBefore: number;
    /** The files of all that the summary stands for, what the session needs to open anew, and the host's own data. */
    details?: SummaryDetails;
    /** The host's own data, and what a provider has compacted by itself. It is carried from one compaction to the next. */
    preserveData?: {
        [name: string]: unknown;
    };
    /** What the calls of summarizers have consumed together. */
    usage?: Usage;
    /** Whether the summary is that of a handler of the host's. */
    fromExtension?: boolean;
}
/** The entry of a branch that was left: its summary stands where the session went on. */
export interface BranchSummaryEntry extends Entry {
    type: "branch_summary";
    /** The summary, as the model sees it but for its frame. */
    summary: string;
    /** Where the session stood when it was left. */
    fromId: string;
    /** The files of all that was left, and the host's own data. */
    details?: SummaryDetails;
    /** What the calls of summarizers have consumed together. */
    usage?: Usage;
    /** Whether the summary is that of a handler of the host's. */
    fromExtension?: boolean;
}
/** What an entry with a summary has beside it. */
export interface SummaryDetails {
    readFiles?: string[];
    modifiedFiles?: string[];
    [name: string]: unknown;
}
/** What `append` answers. `ok: false` is no error: somebody else has written, and nothing of this call was stored. */
export type AppendResult = {
    ok: true;
    head: number;
} | {
    ok: false;
    head: number;
};
/** A line of a stored log that could not be read. */
export interface DamagedLine {
    /** The line's number in the file, from 1. */
    line: number;
    /** What is wrong with it, as a sentence. */
    reason: string;
}
/** What `read` answers. */
export interface ReadResult {
    /** The entries from position `after` on, oldest first. */
    entries: Entry[];
    /** How many entries the session has. */
    head: number;
    /** Lines in the stretch read that could not be read and are not among the entries, if there are any. */
    damaged?: DamagedLine[];
}
/** A stored session, as `list` names it. */
export interface SessionInfo {
    /** The session's id. */
    id: string;
    /** How many entries it has, where the store knows without reading them. */
    head?: number;
    /** When it was last written, as ISO 8601 text, where the store knows. */
    modified?: string;
    /** The session that it goes on from, where the store knows. */
    parentSession?: string;
}
/**
 * Keeps session logs. Two methods are enough; they may answer at once or by promise.
 *
 * **An append is whole or not at all, and happens only where the writer believed the log to end.**
 *
 * `conformance` of `epitome/stores/conformance` tells whether a store does what is said here.
 */
export interface SessionStore {
    /**
     * Stores `entries` at the positions from `expectedHead` on.
     *
     * - `expectedHead` is how many entries the caller believes to be stored. If that is not so, nothing is stored and the
     *   answer is `{ ok: false, head }` with the true number: read on, and decide again.
     * - A repetition of an append that was stored already, the same ids at the same positions, answers `{ ok: true }`, so
     *   that a call whose answer was lost can be repeated as it was.
     * - On success `head` is `expectedHead + entries.length`.
     * - `options.format` is the wire format of the session's messages, where it was opened with one: a store may note it.
     * - `options.parentSession` comes with the first entries of a session that goes on from another one: that one's id. A store may
     *   note it.
     *
     * A store that cannot tell whether it has written (a lost connection) throws; the session then looks, and repeats the
     * call with the same ids.
     *
     * @throws EpitomeError `duplicate-entry` if an id is stored elsewhere in the session or twice in `entries`;
     *   `invalid-entry` if an entry would not come back from JSON as it is. Nothing is stored in either case.
     */
    append(sessionId: string, expectedHead: number, entries: readonly Entry[], options?: {
        signal?: AbortSignal | undefined;
        format?: string | undefined;
        parentSession?: string | undefined;
    }): MaybePromise<AppendResult>;
    /**
     * Reads the entries from position `after` on, `limit` at the most (default: all). An unknown session has none, and past
     * the end there are none: `head` tells where that is. The entries belong to the caller, who may change them.
     *
     * A session opens by reading a few stretches, the end first. A good store finds a position without going through what
     * lies before it.
     */
    read(sessionId: string, after: number, options?: {
        limit?: number | undefined;
        signal?: AbortSignal | undefined;
    }): MaybePromise<ReadResult>;
    /** Names the stored sessions, in no particular order. */
    list?(options?: {
        signal?: AbortSignal | undefined;
    }): MaybePromise<SessionInfo[]>;
    /** Removes a session, all of its entries and its artifacts. An unknown session is no error. */
    delete?(sessionId: string, options?: {
        signal?: AbortSignal | undefined;
    }): MaybePromise<void>;
    /** Where this store keeps the large originals of a session. Used unless `openSession` is given another place for them. */
    artifacts?(sessionId: string): ArtifactStore;
}
/** Keeps large originals beside the log, each written once. An id that is taken keeps its first data. */
export interface ArtifactStore {
    /**
     * Stores `data` under `id`. The same id always comes with the same data, so a repetition is no error.
     *
     * @throws when it is not stored; the entry that it is the original of then stays as it is.
     */
    put(id: string, data: string, options?: {
        signal?: AbortSignal | undefined;
    }): MaybePromise<void>;
    /** The data stored under `id`, or null. */
    get(id: string, options?: {
        signal?: AbortSignal | undefined;
    }): MaybePromise<string | null>;
}
