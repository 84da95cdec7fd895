/// <reference lib="esnext.disposable" />
/* tslint:disable */
/* eslint-disable */

/** What each pure function gives. All take `format`; `settings` are those of compaction. */
export interface Pure {
    /** Of messages: the tokens of each. */
    estimateMessages: number[];
    /** Of messages: their size by the newest usage among them. */
    contextTokens: ContextTokens;
    /** `contextWindow`, `maxOutputTokens`, `settings`. */
    resolveThreshold: number;
    /** `tokens`, `contextWindow`, `settings`. */
    shouldCompact: boolean;
    /** Of entries: `keepRecentTokens`, `startIndex`, `endIndex`. */
    findCutPoint: CutPoint;
    /** Of messages: `budgetTokens`; the host clamps it to the seed's 2,000 to 15,000. */
    findPreserveBoundary: number;
    /** Of entries: `settings`, `model`, `usageRatio`, `leafId`; null where there is nothing to fold away. */
    prepareCompaction: PreparedIds | null;
    /** Of entries: the same and `instructions`; the requests that a compaction makes of its first summarizer. */
    summaryRequests: SummaryRequest[];
    /** Of messages: `settings`. */
    serializeConversation: string;
    /** Of a text: `contextWindow`, `maxTokens`. */
    boundConversation: string;
    /** Of messages: `priorSummary`, `instructions`, `settings`. */
    compactionPrompt: string;
    /** Of entries: seed 002's rules, earlier summaries' lists included. */
    fileOperations: FileOperations;
    /** Of messages: seed 000's rules, shell commands included. */
    trackFiles: FileOperations;
    /** Of file lists: `summary`. */
    setFileTags: string;
    /**
     * Of messages: the summary of ours with which the conversation begins, behind the host's instructions. Its place, its text,
     * and the JSON Patch, as text, that leaves the rest of its message; "" where that is nothing.
     */
    earlierSummary: [number, string, string] | null;
    /** Of entries: `leafId`; places in the entries. */
    buildContext: number[];
    /** Of entries: `oldLeafId`, `targetId`. */
    collectBranch: BranchEntries;
    /** Of entries: `tokenBudget`. */
    prepareBranch: PreparedBranch;
    /** Of messages: `inFlight` allows calls of the newest batch to be unanswered; `request`, `strictAlternation`. */
    validate: Violation[];
    /** Of messages: the same and `editedAt`; `patch` is a JSON Patch over the array, as text. */
    repair: { patch: string; repairs: Repair[] };
    /** Of messages: what people are shown of each. */
    glance: Glance[];
    /** Of messages in whatever format: its name; null where none reads them. */
    formatOf: string | null;
    /** Of messages: `maxTokens`; places of the messages that stay when only so many tokens fit, and which of them lose their bound reasoning. */
    emergencyPrune: Kept;
    /** Of one message: the JSON Patch, as text, that takes its bound reasoning out. */
    unbind: string;
}


/**
 * A compaction entry without the host's id and timestamp.
 */
export interface Draft {
    /**
     * The summary, file tags included.
     */
    summary: string;
    /**
     * The first entry that stays verbatim.
     */
    firstKeptEntryId: string;
    /**
     * Entries before it that stay too.
     */
    keptEntryIds: string[];
    /**
     * Tokens of the context before.
     */
    tokensBefore: number;
    /**
     * Tokens of the context after, counted on the same basis.
     */
    tokensAfter: number;
    /**
     * How much the provider counted for each token of our estimate, where it is known.
     */
    usageRatio: number | undefined;
    /**
     * Files of everything that is folded away.
     */
    fileOperations: FileOperations;
    /**
     * Whether the cut parts a turn.
     */
    isSplitTurn: boolean;
    /**
     * How many messages the summary replaces.
     */
    messagesSummarized: number;
    /**
     * Whether every summarizer failed and the model-free summary stands in.
     */
    degraded: boolean;
    /**
     * Failed tries on the way.
     */
    failures: Failure[];
    /**
     * Where the session stood when this was prepared.
     */
    leafId: string;
}

/**
 * A message as it is shown.
 */
export interface Glance {
    /**
     * Who speaks: `system`, `developer`, `user`, `assistant` or `tool`.
     */
    role: string;
    /**
     * Whether a turn begins here.
     */
    startsTurn: boolean;
    /**
     * What is said, called and answered, in lines of their own: the first 2,000 UTF-16 units of it.
     */
    text: string;
    /**
     * The results that it carries, in order.
     */
    results: GlanceResult[];
}

/**
 * A place where a history breaks a rule.
 */
export interface Violation {
    /**
     * The rule: `shape` and `C1` to `C7` are shared by all formats, the others belong to some.
     */
    rule: string;
    /**
     * Where: `messages[7].content[2]`.
     */
    path: string;
    /**
     * What is wrong there, in a sentence.
     */
    message: string;
}

/**
 * A preparation as it crosses to the host: ids instead of entries.
 */
export interface PreparedIds {
    /**
     * Ids of the entries whose summary becomes the history, oldest first.
     */
    messagesToSummarize: string[];
    /**
     * Ids of the start of the turn that the cut parts.
     */
    turnPrefix: string[];
    /**
     * The first entry that stays.
     */
    firstKeptEntryId: string;
    /**
     * Entries before it that stay too.
     */
    keptEntryIds: string[];
    /**
     * Whether the cut parts a turn.
     */
    isSplitTurn: boolean;
    /**
     * Tokens of the context before.
     */
    tokensBefore: number;
    /**
     * The summary so far.
     */
    previousSummary?: string;
    /**
     * The budget for what stays, in tokens.
     */
    keepRecentTokens: number;
    /**
     * Files of everything that is folded away, now and before.
     */
    fileOperations: FileOperations;
}

/**
 * A refusal, with every failed try.
 */
export interface Refused {
    /**
     * The reason of the last failed try.
     */
    reason: string;
    /**
     * A sentence for people.
     */
    message: string;
    /**
     * Tokens of the context, as it still is.
     */
    tokensBefore: number;
    /**
     * Failed tries, in order.
     */
    failures: Failure[];
}

/**
 * A result of a tool, as it is shown.
 */
export interface GlanceResult {
    /**
     * The tool; empty where neither the result nor an earlier call of its id names it.
     */
    tool: string;
    /**
     * Whether it failed, where the format says so.
     */
    failed: boolean;
    /**
     * Its estimate, in tokens.
     */
    tokens: number;
}

/**
 * All settings, by concern.
 */
export interface Settings {
    /**
     * How tokens are counted.
     */
    tokens?: TokenSettings;
    /**
     * When and how the conversation is compacted.
     */
    compaction?: CompactionSettings;
    /**
     * How a failed summarizer is tried again.
     */
    retry?: RetrySettings;
}

/**
 * How a failed summarizer is tried again.
 */
export interface RetrySettings {
    /**
     * Whether a transient failure is tried again before the next summarizer is asked.
     */
    enabled?: boolean;
    /**
     * Tries after the first, for each summarizer.
     */
    maxRetries?: number;
    /**
     * Wait before the first of them, in milliseconds; doubled for each further one.
     */
    baseDelayMs?: number;
    /**
     * Longest wait, in milliseconds.
     */
    maxDelayMs?: number;
}

/**
 * How a run ends.
 */
export type Verdict = ({ type: "draft" } & Draft) | ({ type: "refused" } & Refused);

/**
 * How large a context is, and where the number comes from.
 */
export interface ContextTokens {
    /**
     * All of it.
     */
    tokens: number;
    /**
     * What the provider reported, 0 without an anchor.
     */
    usageTokens: number;
    /**
     * The estimate of what came after the anchor; of everything where there is none.
     */
    trailingTokens: number;
    /**
     * The index of the message that reported.
     */
    lastUsageIndex: number | null;
}

/**
 * How tokens are counted.
 */
export interface TokenSettings {
    /**
     * How text is counted: `"chars"` is UTF-16 units / 4, wide East Asian characters 1.
     */
    estimator?: Estimator;
}

/**
 * How tokens are counted.
 */
export type Estimator = "chars";

/**
 * One change of a history that was not valid.
 */
export interface Repair {
    /**
     * What was wrong: `unreadable-message`, `unreadable-part`, `missing-id`, `duplicate-id`, `invalid-arguments`,
     * `displaced-result`, `duplicate-result`, `orphan-result`, `missing-result`, `blank-text`, `empty-message`,
     * `bound-thinking`, `same-role`, `no-user-message`, `first-message`, `last-message`, `format-rule`, `ill-formed-text`.
     */
    kind: string;
    /**
     * Where, in the messages as they were given: `messages[7].content[2]`.
     */
    path: string;
    /**
     * What was wrong there and what was done, in a sentence.
     */
    message: string;
}

/**
 * The entries from a leaf back to where another entry's path joins it.
 */
export interface BranchEntries {
    /**
     * Their ids, oldest first.
     */
    entryIds: string[];
    /**
     * The entry where the paths part; `null` where they share none.
     */
    commonAncestorId: string | null;
}

/**
 * The files that a conversation used. A file that was changed is in the second list only.
 */
export interface FileOperations {
    /**
     * Files that were read and not changed.
     */
    readFiles: string[];
    /**
     * Files that were created, changed, moved or deleted.
     */
    modifiedFiles: string[];
}

/**
 * The model that the context is for. Limits are in tokens; what is unknown stays 0.
 */
export interface Model {
    /**
     * The whole window. 0, a negative number or NaN: unknown, so that nothing is compacted for its sake.
     */
    contextWindow: number;
    /**
     * The longest reply.
     */
    maxOutput: number;
}

/**
 * The role of the message that carries a summary.
 */
export type SummaryRole = "user" | "system" | "developer";

/**
 * What [`check`] answers. All sizes are in tokens.
 */
export interface Check {
    /**
     * The context, pending messages included.
     */
    tokens: number;
    /**
     * The part of it that the provider counted; 0 where nothing it reported is still true.
     */
    usageTokens: number;
    /**
     * The part of it that is estimated.
     */
    trailingTokens: number;
    /**
     * Where the number comes from.
     */
    source: Source;
    /**
     * The model's window; `null` where it is unknown.
     */
    contextWindow: number | null;
    /**
     * Above this the context is compacted; `null` where the window is unknown and no threshold is set.
     */
    threshold: number | null;
    /**
     * Messages that the model sees, pending ones included.
     */
    messages: number;
    /**
     * Above this many messages the context is compacted; `null` where that is off.
     */
    maxMessages: number | null;
    /**
     * What `maintain()` would do.
     */
    action: Action;
    /**
     * Why.
     */
    reason: Reason;
    /**
     * Compactions on the path so far.
     */
    compactions: number;
    /**
     * Compactions since the newest user message.
     */
    compactionsSinceUser: number;
}

/**
 * What a provider reported for one call, normalized: tokens, the cached ones apart from `input`.
 */
export interface Usage {
    /**
     * Prompt tokens that were not read from a cache.
     */
    input?: number;
    /**
     * Tokens of the reply.
     */
    output?: number;
    /**
     * Prompt tokens read from a cache.
     */
    cacheRead?: number;
    /**
     * Prompt tokens written to a cache.
     */
    cacheWrite?: number;
    /**
     * All of them, where the provider gives a total; 0 where it does not.
     */
    totalTokens?: number;
}

/**
 * What a summarizer is asked.
 */
export interface SummaryRequest {
    /**
     * Which of the requests of this run it is; the answer names it.
     */
    id: number;
    /**
     * What is wanted.
     */
    kind: RequestKind;
    /**
     * The system prompt.
     */
    system: string;
    /**
     * The prompt: the conversation as data, and the task.
     */
    prompt: string;
    /**
     * The longest answer, in tokens.
     */
    maxTokens: number;
    /**
     * Which of the host's summarizers is asked, from 0.
     */
    candidate: number;
    /**
     * The how-many-th try of this summarizer it is, from 0.
     */
    attempt: number;
    /**
     * How long to wait before asking, in milliseconds.
     */
    delayMs: number;
}

/**
 * What a summary is for.
 */
export type RequestKind = "history" | "turn-prefix" | "branch" | "handoff" | "short";

/**
 * What an emergency cut leaves.
 */
export interface Kept {
    /**
     * The indices of the messages that stay, in order.
     */
    places: number[];
    /**
     * Those of them that lose the reasoning that depends on what is gone ([`crate::view::Bond::Prefix`]).
     */
    unbound: number[];
}

/**
 * What became of a request: a text, or a failure.
 */
export interface Answer {
    /**
     * What the summarizer wrote.
     */
    text?: string;
    /**
     * Whether the text ended at the output limit.
     */
    cutOff?: boolean;
    /**
     * Why there is no text.
     */
    failure?: Failure | undefined;
}

/**
 * What becomes of reasoning whose signature binds it to all that comes before it, once a compaction has changed that.
 */
export type BoundThinking = "auto" | "strip" | "keep";

/**
 * What fits a branch summary's budget.
 */
export interface PreparedBranch {
    /**
     * Ids of the entries that fit, oldest first.
     */
    entryIds: string[];
    /**
     * Their estimate, in tokens.
     */
    totalTokens: number;
    /**
     * Files of all entries, whether they fit or not, and of earlier summaries.
     */
    fileOperations: FileOperations;
}

/**
 * What is done when every summarizer has failed.
 */
export type Fallback = "extractive" | "none";

/**
 * What maintenance would do.
 */
export type Action = "none" | "compact";

/**
 * When and how the conversation is compacted.
 */
export interface CompactionSettings {
    /**
     * Whether `maintain()` may compact. A manual `compact()` works all the same.
     */
    enabled?: boolean;
    /**
     * Tokens left free for the prompt's growth and the reply.
     */
    reserveTokens?: number;
    /**
     * Tokens of the newest messages that stay verbatim, adapted to the window and the measured usage.
     */
    keepRecentTokens?: number;
    /**
     * Compact above this share of the window, 1 to 99 per cent; `-1` is off.
     */
    thresholdPercent?: number;
    /**
     * Compact above this many tokens; `-1` is off. It goes before `thresholdPercent`.
     */
    thresholdTokens?: number;
    /**
     * Compact above this many messages; `0` is off.
     */
    maxMessages?: number;
    /**
     * Compactions, and failed tries in a row, without a new user message before `maintain()` gives up.
     */
    maxWithoutUser?: number;
    /**
     * Whether tool outputs older than the newest few become notices in the summary prompt.
     */
    maskObservations?: boolean;
    /**
     * How many of the newest tool outputs of the summarized part stay in the summary prompt.
     */
    preserveRecentOutputs?: number;
    /**
     * Longest text or reasoning in the summary prompt, in UTF-16 units.
     */
    maxTextChars?: number;
    /**
     * Longest tool arguments in the summary prompt, in UTF-16 units.
     */
    maxToolArgsChars?: number;
    /**
     * Longest tool output in the summary prompt, in UTF-16 units.
     */
    maxToolOutputChars?: number;
    /**
     * What happens when every summarizer has failed: `"extractive"` or `"none"`. Unset: `maintain()` takes the model-free
     * summary, and a manual `compact()` refuses.
     */
    fallback?: Fallback;
    /**
     * The role of the summary's message: `"user"`, `"system"` or `"developer"`.
     */
    summaryRole?: SummaryRole;
    /**
     * Whether the server wants the roles of user and model to alternate strictly (Mistral, many chat templates): then a
     * summary makes one message with the user's message behind it. Formats that need it do so anyway.
     */
    strictAlternation?: boolean;
    /**
     * Claude's reasoning in what a compaction keeps: `"auto"` leaves it out but for a tool loop that is not ended, `"strip"`
     * leaves all out (for models that bind signatures to the whole prefix), `"keep"` keeps all.
     */
    boundThinking?: BoundThinking;
    /**
     * Longest time for one call of a summarizer, in milliseconds.
     */
    timeoutMs?: number;
}

/**
 * Where a number comes from.
 */
export type Source = "anchor" | "estimate";

/**
 * Where to cut.
 */
export interface CutPoint {
    /**
     * The first entry that stays.
     */
    firstKeptEntryIndex: number;
    /**
     * Where the turn begins that the cut parts; `-1` where it parts none.
     */
    turnStartIndex: number;
    /**
     * Whether the cut lies inside a turn.
     */
    isSplitTurn: boolean;
}

/**
 * Why a summarizer gave no usable answer.
 */
export interface Failure {
    /**
     * Which summarizer, from 0.
     */
    candidate: number;
    /**
     * Which try of it, from 0.
     */
    attempt: number;
    /**
     * A stable code: `blank-summary`, `cut-off-summary`, `not-smaller`, `summarizer-timeout`, ….
     */
    reason: string;
    /**
     * A sentence for people.
     */
    message: string;
    /**
     * Whether the same request may succeed later.
     */
    retryable: boolean;
    /**
     * How long the provider asked to wait, in milliseconds; 0 where it did not.
     */
    retryAfterMs: number;
}

/**
 * Why.
 */
export type Reason = "below-threshold" | "over-threshold" | "over-message-count" | "overflow" | "unknown-window" | "disabled" | "exhausted";


/**
 * A session's log in the core.
 */
export class Log {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Takes over the entries of a tape (an array) as a store has them: nothing is refused but what cannot be read;
     * [`Log::findings`] tells what had to be decided.
     *
     * # Errors
     * The entry that cannot be read, by its place.
     */
    adopt(length: number): void;
    /**
     * Begins a compaction; nothing where there is nothing to fold away. A `manual` one falls back on the model-free
     * summary only where the settings say so.
     */
    beginCompaction(candidates: number, manual: boolean, instructions?: string | null): Run | undefined;
    /**
     * The branches, as triples: the last entry's place, that of the entry of the path where it begins (-1 where there
     * is none), how many entries lie between.
     */
    branches(): Int32Array;
    /**
     * Sizes the context; `pending` bytes of tape are messages that are about to be sent; `overflow`: a
     * provider has refused the context.
     *
     * # Errors
     * A pending message that cannot be read, by its place.
     */
    check(pending: number, overflow: boolean): Check;
    /**
     * Forgets the entries, to be given them anew.
     */
    clear(): void;
    /**
     * Appends the entries that [`Log::propose`] read.
     *
     * # Errors
     * None that a caller can cause.
     */
    commit(): void;
    /**
     * The deepest entry that lies on the paths of both.
     */
    commonAncestor(one?: number | null, other?: number | null): number | undefined;
    /**
     * Estimates, in tokens, of the items of the context, in order.
     */
    contextTokens(): Uint32Array;
    /**
     * What the model sees, as places in the log; the highest bits say what is to be done with it (1 << 31: a summary, 1 <<
     * 30: without bound reasoning, 1 << 29: makes one message with the one before). The first number is the
     * generation: while it stays, the list only grows, and `have` items that the host knows are left out.
     */
    context(generation: number, have: number): Uint32Array;
    /**
     * What had to be decided because the log does not say it, from the `skip`th on, as triples: what, the entry's id,
     * the id that it names.
     */
    findings(skip: number): string[];
    /**
     * Whether an entry is on the path.
     */
    isOnPath(id: string): boolean;
    /**
     * The edits, as a JSON Patch, that make one message of the two in the array on the tape; none where something of them
     * would be lost, so that they stay two.
     *
     * # Errors
     * None that a caller can cause.
     */
    join(length: number): string;
    /**
     * How many entries at the path's start are the host's instructions, which every compaction keeps.
     */
    lead(): number;
    /**
     * The place of the leaf.
     */
    leaf(): number | undefined;
    /**
     * An entry id that the log does not hold: 8 hexadecimal characters, as in pi's session files.
     *
     * # Errors
     * Where the runtime gives no randomness (a worker's global scope).
     */
    newEntryId(): string;
    /**
     * An empty log in a wire format. The tape's options are `model` and `settings`.
     *
     * # Errors
     * An unknown format, or settings that cannot be read.
     */
    constructor(format: string, length: number);
    /**
     * The index of the newest message of the model in the array on the tape; the last one's where there is none.
     *
     * # Errors
     * A message that cannot be read, by its place.
     */
    newestReply(length: number): number;
    /**
     * Counts a compaction that was tried and refused.
     */
    noteFailure(): void;
    /**
     * The place of the entry before another one on its branch.
     */
    parentOf(at: number): number | undefined;
    /**
     * Places in the log, root to leaf.
     */
    path(): Uint32Array;
    /**
     * The place of an entry in the log.
     */
    placeOf(id: string): number | undefined;
    /**
     * Reads the entries of a tape (an array) and holds them until [`Log::commit`]: all of them are right, or none is
     * held. A host calls this before it stores them, so that nothing is stored that cannot be read. The answer names the
     * messages that are summaries of this log's own, which a host's page has sent back, in pairs: the place in the tape, the
     * compaction's place in the log.
     *
     * # Errors
     * The entry that cannot be read, by its place.
     */
    propose(length: number): Uint32Array;
    /**
     * The wire message, as JSON, of a `custom_message` entry, which is on the tape.
     *
     * # Errors
     * An entry without content.
     */
    renderCustom(length: number): string;
    /**
     * The wire message, as JSON, of a compaction or a branch summary.
     */
    render(at: number): string | undefined;
    /**
     * Replaces the model by the tape's data.
     *
     * # Errors
     * None that a caller can cause.
     */
    setModel(length: number): void;
    /**
     * Whether a turn begins with this entry: a message of the user, a custom message.
     */
    startsTurn(at: number): boolean;
    /**
     * All text of the message on the tape: what is said, and what tools answered.
     *
     * # Errors
     * A message that cannot be read, by its place.
     */
    textOf(length: number): string;
    /**
     * The edits, as a JSON Patch, that take the bound reasoning out of the message on the tape.
     *
     * # Errors
     * A message that cannot be read, by its place.
     */
    unbind(length: number): string;
    /**
     * How many entries the log has.
     */
    readonly length: number;
    /**
     * The longest time for one call of a summarizer, in milliseconds.
     */
    readonly timeoutMs: number;
}

/**
 * A compaction under way. The session may be used meanwhile: no borrow is held over an await.
 */
export class Run {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Runs to the end. `ask` gets each request and answers with a promise of an `Answer`; it rejects only when the
     * run was aborted, and the run then ends with that reason.
     */
    drive(ask: (request: SummaryRequest) => Promise<Answer>, signal: AbortSignal): Promise<Verdict>;
    /**
     * The model-free summary of what a request that is under way asks for.
     */
    extract(id: number): string | undefined;
    /**
     * What was prepared.
     */
    preparation(): PreparedIds;
}

/**
 * The version of the core.
 */
export function coreVersion(): string;

/**
 * Calls a pure function by its name.
 *
 * # Errors
 * Data or options that cannot be read, by their place.
 */
export function pure(name: keyof Pure, length: number): unknown;

/**
 * Makes room for `capacity` bytes of tape and returns where the buffer starts. What it held stays.
 */
export function staging(capacity: number): number;

/**
 * The memory that the staging buffer lies in. Ask again after every call into the core: growing replaces it.
 */
export function stagingMemory(): { readonly buffer: ArrayBuffer };

/** Starts the core with its compiled module. */
export function initFromModule(module: object): void;
