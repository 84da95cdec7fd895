/** The host's word in a compaction: handlers that are asked in order, and none of which can break it. */
import type { BranchSummaryEntry, CompactionEntry, Entry, MaybePromise } from "../types.js";
import type { PreparedIds } from "../wasm/epitome.js";
import type { CompactionReason, SessionWarning } from "./types.js";
/**
 * The host's handlers by the name of their hook, for each a function or several that are asked in their order.
 *
 * A handler that answers nothing, or an empty object, changes nothing of what those before it have said. One that throws, gives a
 * wrong answer or takes longer than 30 s is reported (`hook-failed`, a warning of the session) and passed over. A handler may use
 * the session, but must not wait for its `maintain` or `compact`: they wait for it. For a handoff none of them is asked.
 */
export interface Hooks {
    /** Asked when it is known what a compaction would fold away. It may cancel it, or bring the summary. Not asked in an emergency. */
    session_before_compact?: Handlers<BeforeCompactEvent, BeforeCompactAnswer> | undefined;
    /** Asked before a summarizer is, unless the summary was brought: what the summary is to hold. */
    "session.compacting"?: Handlers<CompactingEvent, CompactingAnswer> | undefined;
    /** Told of a compaction that was written. */
    session_compact?: Handlers<CompactEvent> | undefined;
    /** Told of a compaction that was begun and not written. */
    session_compact_failed?: Handlers<CompactFailedEvent> | undefined;
    /**
     * Asked before the session moves in its tree. It may cancel the move, bring the summary of what is left, or say what it is to hold.
     * Where a summary is wanted, all of them have no longer than `branchSummary.timeoutMs`.
     */
    session_before_tree?: Handlers<BeforeTreeEvent, BeforeTreeAnswer> | undefined;
    /** Told of a move. */
    session_tree?: Handlers<TreeEvent> | undefined;
}
/** One handler, or several. An answer that is empty says nothing. */
export type Handlers<Event, Answer = never> = Handler<Event, Answer> | readonly Handler<Event, Answer>[];
/** A host's function that is asked, or told; `signal` aborts when the compaction does, or nobody waits for the answer any more. */
export type Handler<Event, Answer = never> = ((event: Event & {
    signal: AbortSignal;
}) => MaybePromise<Answer | null | undefined>) | ((event: Event & {
    signal: AbortSignal;
}) => MaybePromise<void>);
/** What is about to be compacted. */
export interface BeforeCompactEvent {
    /** What would be folded away, and what would stay. */
    preparation: PreparedIds;
    /** The path as far as it is in memory, oldest first: all that the model sees is on it. */
    entries: readonly Entry[];
    /** What the caller of `compact` wants the summary to look at most. */
    instructions?: string | undefined;
    /** Why. */
    reason: CompactionReason;
    /** Whether a request that was refused waits for it. */
    willRetry: boolean;
}
/** What `session_before_compact` may answer. */
export interface BeforeCompactAnswer {
    /** No compaction now: it ends as `cancelled`, for the reason `hook-cancelled`. Handlers after this one are not asked. */
    cancel?: boolean | undefined;
    /** The compaction itself. No summarizer is asked; the last handler that brings one wins. */
    compaction?: SuppliedCompaction | undefined;
}
/** A compaction that the host brings. It is taken only if it makes the context smaller, as any other. */
export interface SuppliedCompaction {
    /** The summary. What `state` tells is added to it, as to any other. */
    summary: string;
    /** The first entry that stays. Default: that of the preparation. Where no cut is possible, the outcome is `refused`, `invalid-cut`. */
    firstKeptEntryId?: string | undefined;
    /** Not used: the session's own count is stored. It may be here so that a `CompactionResult` of others can be given back whole. */
    tokensBefore?: number | undefined;
    /** Plain data for the entry's `details`, beside the session's own. */
    details?: object | undefined;
    /** Plain data for the entry's `preserveData`. */
    preserveData?: object | undefined;
    /** A sentence or two for a list of sessions. */
    shortSummary?: string | undefined;
}
/** A compaction that is about to ask a summarizer. */
export interface CompactingEvent {
    sessionId: string;
    /** The messages that will be folded away, as they were appended. */
    messages: readonly unknown[];
    /** Why. */
    reason: CompactionReason;
}
/** What `session.compacting` may answer. */
export interface CompactingAnswer {
    /** The task, in place of the session's own; the last handler that gives one wins. A blank one is none. */
    prompt?: string | undefined;
    /** Further facts, one a line, for the prompts and for the summary. Those of all handlers count. */
    context?: readonly string[] | undefined;
    /** Plain data for the entry's `preserveData`. That of all handlers is merged, and so it is with that of the compaction before. */
    preserveData?: object | undefined;
}
/** A compaction that was written. */
export interface CompactEvent {
    compactionEntry: CompactionEntry;
    /** Whether the summary is that of a handler. */
    fromExtension: boolean;
    /** Why. */
    reason: CompactionReason;
}
/** A compaction that was not written. */
export interface CompactFailedEvent {
    /** Why it was begun. */
    reason: CompactionReason;
    /** Why it was not written, as the outcome's stable code; `error` where it threw. */
    code: string;
    /** The same as a sentence. */
    message: string;
    /** The error behind it. */
    error?: unknown;
    /** Whether somebody has stopped it: the caller, or a handler. */
    aborted: boolean;
    /** Whether a request that was refused waits for it. */
    willRetry: boolean;
    /** Whether the summary is that of a handler. */
    fromExtension: boolean;
}
/** A move in the tree that is about to be made. */
export interface BeforeTreeEvent {
    preparation: TreePreparation;
}
/** What a move would leave, and what was asked for. */
export interface TreePreparation {
    /** The entry that the caller named; null is before the first. */
    targetId: string | null;
    /** Where the session stands. */
    oldLeafId: string | null;
    /** The deepest entry on the paths of both; null where they share none. */
    commonAncestorId: string | null;
    /** What is left: the entries from there to where the session stands, oldest first. */
    entriesToSummarize: readonly Entry[];
    /** Whether a summary of them is wanted. */
    userWantsSummary: boolean;
    /** What the caller wants the summary to look at most. */
    customInstructions?: string | undefined;
    /** Whether that is the whole task. */
    replaceInstructions?: boolean | undefined;
    /** The label that the caller gives. */
    label?: string | undefined;
}
/** What `session_before_tree` may answer. Of each field the last handler that says it wins. */
export interface BeforeTreeAnswer {
    /** No move: it ends as `cancelled`, for the reason `hook-cancelled`. Handlers after this one are not asked. */
    cancel?: boolean | undefined;
    /** The summary itself, where one is wanted and something is left that a model would see. No summarizer is asked then. */
    summary?: SuppliedBranchSummary | undefined;
    /** In place of the caller's instructions. */
    customInstructions?: string | undefined;
    /** In place of what the caller said of them. */
    replaceInstructions?: boolean | undefined;
    /** In place of the caller's label. */
    label?: string | undefined;
}
/** The summary of a branch that the host brings. The files of the branch are added to its details. */
export interface SuppliedBranchSummary {
    /** The summary. */
    summary: string;
    /** Plain data for the entry's `details`, beside the session's own. */
    details?: object | undefined;
}
/** A move in the tree that was made. */
export interface TreeEvent {
    /** Where the session stands; null is before the first entry. */
    newLeafId: string | null;
    /** Where it stood. */
    oldLeafId: string | null;
    /** The summary of what was left, where one was written. */
    summaryEntry?: BranchSummaryEntry | undefined;
    /** Whether that is a handler's. */
    fromExtension?: boolean | undefined;
}
/** What asking needs of the session. */
export interface HookHost {
    hooks: readonly Hooks[];
    warn: (warning: SessionWarning, error: unknown) => void;
    /** From when on, by `performance.now()`, only those count that answer at once. */
    until?: number;
}
interface Events {
    session_before_compact: BeforeCompactEvent;
    "session.compacting": CompactingEvent;
    session_compact: CompactEvent;
    session_compact_failed: CompactFailedEvent;
    session_before_tree: BeforeTreeEvent;
    session_tree: TreeEvent;
}
/** The host's hooks, checked. */
export declare function hooksOf(given: Hooks | readonly Hooks[] | undefined): readonly Hooks[];
/** What a function of the host's comes to; an error where it takes too long or the signal aborts. */
export declare function patiently<T>(work: (signal: AbortSignal) => T | PromiseLike<T>, signal: AbortSignal | undefined, patienceMs?: number): Promise<T>;
/** Asks all handlers of a hook in their order, until `take` has heard enough of their answers. */
export declare function askHooks<Name extends keyof Events>({ hooks, warn, until }: HookHost, name: Name, event: Events[Name], signal?: AbortSignal, take?: (answer: object) => boolean): Promise<void>;
/** What all handlers together have said of a compaction. */
export interface Word extends Partial<SuppliedCompaction> {
    cancel?: boolean;
    prompt?: string;
    context?: string[];
}
/** Asks the handlers before a compaction: whether it is to be, whether they bring it, and if not, what it is to hold. */
export declare function wordOf(host: HookHost, before: BeforeCompactEvent, compacting: CompactingEvent, signal: AbortSignal): Promise<Word>;
/** What all handlers together have said of a move. */
export type TreeWord = BeforeTreeAnswer;
/** Asks the handlers before a move in the tree. */
export declare function wordOnTree(host: HookHost, preparation: TreePreparation, signal: AbortSignal | undefined): Promise<TreeWord>;
export {};
