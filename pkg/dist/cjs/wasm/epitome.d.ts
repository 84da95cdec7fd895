/// <reference lib="esnext.disposable" />
/* tslint:disable */
/* eslint-disable */

/** What a tool is: `edit` creates, changes, moves or deletes files; `skill` loads instructions; `other` is anything else. */
export type ToolKind = "read" | "edit" | "bash" | "search" | "skill" | "other";

/** Tools by name. With a kind may stand which of the tool's arguments hold the path, the command, what is looked for. */
export type Tools = Record<string, ToolKind | { kind: ToolKind; path?: string; command?: string; pattern?: string }>;
/** Tools by name. */
export type ToolNames = readonly string[];
/** What a summary is asked to hold: one of two lists of sections, or a task of the host's own. */
export type Template = "nine-sections" | "goal-progress" | (string & {});
/** Names whose values are secret. */
export type SecretNames = readonly string[];
/** Forms of secrets, by what their placeholder says. */
export type Forms = Readonly<Record<string, string>>;

/** What each pure function gives. All take `format`; `settings` are those of compaction. */
export interface Pure {
    /** Of messages: the tokens of each. */
    estimateMessages: number[];
    /** Of messages: their size by the newest usage among them. */
    contextTokens: ContextTokens;
    /** `contextWindow`, `maxOutputTokens`, `settings`. */
    resolveThreshold: number;
    /** Of usage in any provider's shape: the prompt's tokens and the reply's; null where no count of it is known. */
    readUsage: [number, number] | null;
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
    /** Of messages: `maxTokens`, `overhead`; what stays when only so many tokens fit. */
    emergencyPrune: Emergency;
    /**
     * Of messages: `keepOutputs`, `keepMessages`, `maxBytes`, `placeholder`, `media`; a JSON Patch over the array, as text, by which
     * old outputs give their place to a short text.
     */
    mask: string;
    /** Of entries: `config`, `leafId`, `reserve` (longest reference to a copy of an output, 0 for none). */
    prune: Pruning;
    /** Of entries: `config`, `leafId`. */
    pruneArguments: Pruning;
}


/**
 * A compaction entry without the host's id and timestamp; or the summary of a branch, or a handoff's document, which have no
 * first kept entry.
 */
export interface Draft {
    /**
     * The summary, with what is added to it by machine.
     */
    summary: string;
    /**
     * A sentence or two for a list of sessions.
     */
    shortSummary: string | undefined;
    /**
     * The first entry that stays verbatim.
     */
    firstKeptEntryId: string;
    /**
     * Entries before it that stay too; of a handoff, those that the other session begins with, beside the host's
     * instructions: pinned ones, and the newest request where the document does not have all of it.
     */
    keptEntryIds: string[];
    /**
     * Tokens of the context before; of a branch, of what is summarized.
     */
    tokensBefore: number;
    /**
     * Tokens of the context after, counted on the same basis; where no compaction is made, of the summary.
     */
    tokensAfter: number;
    /**
     * How much the provider counted for each token of our estimate, where it is known.
     */
    usageRatio: number | undefined;
    /**
     * How much it counted beside the messages, where that is known; where it is not, it is a part of the ratio.
     */
    overheadTokens: number | undefined;
    /**
     * What the host said of that.
     */
    declaredTokens: number | undefined;
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
     * What the summary lacks although it was taken, as stable codes: `missing-sections`, `too-long`, …; `elided`: of the
     * oldest part only the ends were read, since more pieces would be needed than calls are allowed.
     */
    flaws: string[];
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
 * A share of something, from 0 to 1.
 */
export type Share = number;

/**
 * All settings, by concern.
 */
export interface Settings {
    /**
     * How tokens are counted.
     */
    tokens?: TokenSettings;
    /**
     * What is pruned, and when.
     */
    prune?: PruneConfig;
    /**
     * When and how the conversation is compacted.
     */
    compaction?: CompactionSettings;
    /**
     * Which secrets are kept from summarizers and summaries.
     */
    redaction?: RedactionSettings;
    /**
     * Summaries of branches that are left.
     */
    branchSummary?: BranchSummarySettings;
    /**
     * How a failed summarizer is tried again.
     */
    retry?: RetrySettings;
    /**
     * Going on with a larger model instead of compacting.
     */
    contextPromotion?: ContextPromotionSettings;
}

/**
 * An output that gives its place to a notice; or the arguments of a call, whose notice is the JSON text of an object.
 */
export interface PruneEdit {
    /**
     * The entry of its message.
     */
    entryId: string;
    /**
     * Which part of the message it is; messages of some formats hold several outputs.
     */
    part: number;
    /**
     * The call; empty where the format has no ids.
     */
    toolCallId: string;
    /**
     * The tool.
     */
    toolName: string;
    /**
     * Why it goes.
     */
    reason: PruneReason;
    /**
     * What stands in its place.
     */
    notice: string;
    /**
     * Tokens of all of it, as it was at first.
     */
    originalTokens: number;
    /**
     * Tokens that the notice saves.
     */
    tokensSaved: number;
    /**
     * Whether it is text and nothing else, so that a copy of its text is a copy of all of it. Of a duplicate no copy is needed:
     * this is false.
     */
    complete: boolean;
    /**
     * Whether images and files stay beside the notice, which then stands for the texts alone.
     */
    keepsMedia: boolean;
    /**
     * What the notice saves in quarters of a token: each ASCII character more is one less.
     */
    room: number;
}

/**
 * Going on with a larger model instead of compacting.
 */
export interface ContextPromotionSettings {
    /**
     * Whether one of `largerModels` is taken, where one is large enough, before anything is compacted.
     */
    enabled?: boolean;
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
 * Summaries of branches that are left.
 */
export interface BranchSummarySettings {
    /**
     * Whether `navigate()` summarizes what it leaves where the call does not say.
     */
    enabled?: boolean;
    /**
     * Tokens of the window that are not for the branch's messages in the request, but for the prompt and the answer.
     */
    reserveTokens?: number;
    /**
     * How long a move with a summary may take, in milliseconds; handlers that are asked before it, and a compaction that it
     * waits for, count. Then the model-free summary is taken.
     */
    timeoutMs?: number;
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
 * The model that the context is for. Limits are in tokens; 0, a negative number, NaN, infinity and `null` mean unknown.
 * Other keys than these are the host's own.
 */
export interface Model {
    /**
     * The whole window: what goes in and what comes out. Unknown: nothing is compacted for its sake.
     */
    contextWindow?: number | null | undefined;
    /**
     * The longest reply. Where it is missing, `maxTokens` is read, as pi's models call it.
     */
    maxOutput?: number | null | undefined;
    /**
     * The largest prompt, where the provider has a limit of its own for it.
     */
    inputLimit?: number | null | undefined;
    /**
     * Who serves it.
     */
    provider?: string | null | undefined;
    /**
     * Its name there.
     */
    id?: string | null | undefined;
    /**
     * Which tokenizer it has. Nothing goes by it yet.
     */
    tokenizer?: string | null | undefined;
}

/**
 * The role of the message that carries a summary.
 */
export type SummaryRole = "user" | "system" | "developer";

/**
 * What [`Upkeep::check`] answers. All sizes are in tokens.
 */
export interface Check {
    /**
     * All that would be sent: the context, pending messages, and what every request carries beside them.
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
     * System prompt and tools outside the messages, as the host or the provider's counts tell; they are in `tokens`.
     */
    overheadTokens: number;
    /**
     * Where the number comes from.
     */
    source: Source;
    /**
     * The model's window, or what a provider has said that it is; `null` where it is unknown.
     */
    contextWindow: number | null;
    /**
     * Above this maintenance acts; `null` where the window is unknown and no threshold is set.
     */
    threshold: number | null;
    /**
     * Above this a provider is expected to refuse; `null` where the window is unknown.
     */
    limit: number | null;
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
     * Which of the larger models it would go on with, from 0; `null` where it would not.
     */
    promoteTo: number | null;
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
 * What a prune does to the context, as far as that is known before copies of outputs are kept.
 */
export interface PrunePlan {
    /**
     * Outputs that give their place to notices; none where no prune is due.
     */
    outputs: PruneEdit[];
    /**
     * Calls whose arguments do.
     */
    arguments: PruneEdit[];
    /**
     * What all of it must save, in tokens, to be worth it: where less is left of the plan, it is not to be made.
     */
    leastSavings: number;
    /**
     * The longest reference that a notice has room for; 0 where the settings want none.
     */
    longestReference: number;
    /**
     * The context's generation: once it is another one, the plan is void.
     */
    generation: number;
}

/**
 * What a prune does.
 */
export interface Pruning {
    /**
     * What gives its place to a notice, oldest first.
     */
    edits: PruneEdit[];
    /**
     * Tokens that all of them save.
     */
    tokensSaved: number;
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
    /**
     * Why it is asked again, or after another one, as the code of the failure before; empty at first.
     */
    reason: string;
    /**
     * Which piece of a conversation that is too long for one request it is about, from 0: each carries on the summary of
     * those before it.
     */
    chunk: number;
}

/**
 * What a summary is for.
 */
export type RequestKind = "history" | "turn-prefix" | "branch" | "handoff" | "short";

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
     * A shorter summary that was written along.
     */
    shortSummary?: string | undefined;
    /**
     * The request was too long: how many tokens the summarizer takes, 0 where it did not say.
     */
    overflow?: number | undefined;
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
 * What every request carries beside the messages, in tokens of our estimate.
 */
export interface Overhead {
    /**
     * The system prompt that stands outside the messages.
     */
    system: number;
    /**
     * The schemas of the tools.
     */
    tools: number;
    /**
     * Whatever else the host says that there is.
     */
    other: number;
}

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
 * What is pruned, and when.
 */
export interface PruneConfig {
    /**
     * Whether `maintain()` may prune: without a model's call, old tool outputs give their place to notices, where that is
     * enough. It says nothing of compaction, nor `compaction.enabled` of it.
     */
    enabled?: boolean;
    /**
     * The newest tool outputs of so many tokens stay: what a model is at work with. An output that a later call made
     * worthless goes all the same.
     */
    protectTokens?: number;
    /**
     * Nothing is pruned where all of it together would save fewer tokens: each batch costs the provider's cache of all that
     * stands behind it.
     */
    minimumSavings?: number;
    /**
     * The newest user turns that stay whole; `0` is off. Only messages of the person count, and commands that the person ran.
     */
    protectRecentTurns?: number;
    /**
     * Whether a path without a turn older than `protectRecentTurns` is pruned, too: a run of hours on one prompt, which is
     * what most agents do, and which would else never be pruned. `protectTokens` protects what it is at work with. Off, the
     * oldest turn protects all behind it.
     */
    singleTurn?: boolean;
    /**
     * Tools whose outputs stay, by name; `read`, `edit`, `bash`, `search` and `skill` stand for every known tool of that
     * kind. Instructions hold from there on, and what was read is what is worked on.
     */
    protectedTools?: ToolNames;
    /**
     * Those of them whose outputs go once a later call made them worthless.
     */
    staleOverridableTools?: ToolNames;
    /**
     * Whether a notice stands for the images of an output, too. Off, it stands for its text, and the images stay: only a host
     * that keeps the originals can show them again.
     */
    images?: boolean;
    /**
     * Further tools by name, or known ones otherwise: what each is, and which of its arguments say what it is about.
     */
    tools?: Tools;
    /**
     * Whether a call's arguments go with the same batch, once the files that they wrote were written again: nobody reads a
     * text that is no longer in its file.
     */
    arguments?: boolean;
    /**
     * Whether of identical outputs of the same call only the newest stays: the others point to it, so that nothing is lost.
     */
    duplicates?: boolean;
    /**
     * Whether a copy of what goes is kept with the artifacts, and its notice names it (`artifact://…`): a tool of the model's
     * that reads them saves it the same call again. The entry itself stays in any case.
     */
    spill?: boolean;
    /**
     * A single output larger than this share of the window is shown by its head and tail from the start; `0` is off. With a
     * quarter of the window, one call more would leave no room to work.
     */
    maxOutputShare?: Share;
    /**
     * How long after the model's last reply the provider's cache counts as cold, in milliseconds; `0` is never. Providers
     * keep a prompt for five minutes to an hour, so that after an hour a batch costs nothing: `minimumSavings` does not
     * count then, and idle maintenance prunes below the threshold, too.
     */
    cacheTtlMs?: number;
    /**
     * When a batch is due: `"threshold"`, when the context is over its threshold, so that the cache is left alone as long as
     * there is room; `"cost"`, as soon as a batch saves more than rewriting the cache costs.
     */
    batch?: Batch;
    /**
     * For `"cost"`: what a token read from the cache costs, as a share of the price of one that is not cached.
     */
    cacheReadPrice?: Share;
    /**
     * For `"cost"`: what a token written to the cache costs; 1 is one that is not cached. Anthropic takes 1.25, others 1.
     */
    cacheWritePrice?: number;
}

/**
 * What maintenance does when the context is over its trigger.
 */
export type Strategy = "context-full" | "handoff" | "off";

/**
 * What maintenance would do.
 */
export type Action = "none" | "promote" | "compact" | "emergency";

/**
 * What the ladder leaves of messages.
 */
export interface Emergency {
    /**
     * The indices of the messages that stay, in order.
     */
    places: number[];
    /**
     * Those of them that lose something: each with the edits that take it, a JSON Patch as text.
     */
    patches: [number, string][];
    /**
     * What is still too much.
     */
    unfit: Unfit | undefined;
}

/**
 * When a batch is due.
 */
export type Batch = "threshold" | "cost";

/**
 * When and how the conversation is compacted.
 */
export interface CompactionSettings {
    /**
     * Whether `maintain()` may compact. A manual `compact()` works all the same.
     */
    enabled?: boolean;
    /**
     * What `maintain()` does over the threshold: `"context-full"` compacts; `"handoff"` begins a new session with a document
     * in hand, and compacts where that fails, or once a provider has refused the context; `"off"` is as `enabled: false`.
     */
    strategy?: Strategy;
    /**
     * Tokens left free for the prompt's growth and the reply; 15 % of the window or the model's `maxOutput` where that is more.
     */
    reserveTokens?: number;
    /**
     * Tokens of the newest messages that stay verbatim. In a window of 66,000 or more it becomes 30 % of the window, also
     * where you set it: `maxPreserve` holds it. In a small one it is what the threshold leaves, half of it or more. Where the
     * provider counts more than we estimate, it is that much less.
     */
    keepRecentTokens?: number;
    /**
     * The least of them; `0` is off.
     */
    minPreserve?: number;
    /**
     * The most of them; `0` is off. It goes before `keepRecentTokens` and `minPreserve`.
     */
    maxPreserve?: number;
    /**
     * Compact above this share of the window, or of `inputLimit` where that is smaller, 1 to 99 per cent; `-1` is off.
     */
    thresholdPercent?: number;
    /**
     * Compact above this many tokens; `-1` is off. It goes before `thresholdPercent`. A number that is not below the
     * model's limit is left out of account.
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
     * The share by which a compaction must make the context smaller, from 0 to 1; a summary that gains less is refused.
     */
    minReduction?: Share;
    /**
     * Whether the outcome of a compaction says how to go on (`continue`) where work is unfinished.
     */
    autoContinue?: boolean;
    /**
     * Whether `maintain({ reason: "idle" })` may compact, once the provider's cache of the prompt is cold.
     */
    idleEnabled?: boolean;
    /**
     * Idle maintenance compacts above this many tokens, where the threshold is not lower.
     */
    idleThresholdTokens?: number;
    /**
     * How long after the last message the cache counts as cold, in milliseconds.
     */
    idleAfterMs?: number;
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
     * What a summary is asked to hold: `"nine-sections"` (request, concepts, files, errors, problem solving, all user
     * messages, pending tasks, current work, next step), `"goal-progress"` (goal, constraints, progress, decisions, next
     * steps, critical context), or a text of your own, which takes the place of the task; the conversation stays below it,
     * and the headings of its lines `## …` must be in the answer.
     */
    template?: Template;
    /**
     * Tokens of the user's requests that stand word for word behind the model's text, the newest first; `0` is off.
     */
    requestTokens?: number;
    /**
     * Tokens of what the summary before this one said and the model has dropped: it stays for one round more; `0` is off.
     */
    carryOverTokens?: number;
    /**
     * Whether a summarizer is asked for a sentence or two for a list of sessions, too (`shortSummary` of the entry).
     */
    shortSummary?: boolean;
    /**
     * Whether summaries may be made elsewhere than by a model's plain answer: by an `endpoint`, by a provider's own compaction.
     */
    remoteEnabled?: boolean;
    /**
     * The most calls of summarizers for one compaction, with all retries and parts. What is left then is done without a model.
     */
    maxCalls?: number;
    /**
     * The longest time for all of them together, in milliseconds.
     */
    totalTimeoutMs?: number;
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
 * Which secrets are kept from summarizers and summaries.
 */
export interface RedactionSettings {
    /**
     * Whether keys, tokens, passwords, private keys and connection strings give their place to a placeholder that says what
     * stood there, in what a summarizer is sent and in what it answers. The messages themselves stay as they are.
     */
    enabled?: boolean;
    /**
     * Further names whose values are secret, like `"sessionCookie"`: `sessionCookie=…`, `"session_cookie": "…"`.
     */
    names?: SecretNames;
    /**
     * Further forms of secrets, by what their placeholder says: `{ "acme-key": "acme_*" }`. `*` stands for any letters, digits,
     * `_`, `-` and `.`, `?` for one of them; the rest of a form is taken as it is written.
     */
    forms?: Forms;
}

/**
 * Why a summarizer gave no usable answer.
 */
export interface Failure {
    /**
     * What was wanted.
     */
    kind: RequestKind;
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
 * Why something is pruned.
 */
export type PruneReason = "old" | "repeated" | "covered" | "changed" | "duplicate";

/**
 * Why the least that can be sent is too much. What takes the room adds up to `tokens`.
 */
export interface Unfit {
    /**
     * What there is room for.
     */
    maxTokens: number;
    /**
     * What the least costs.
     */
    tokens: number;
    /**
     * By how much that is too much.
     */
    overBy: number;
    /**
     * What each request costs beside its messages: instructions given elsewhere, tools.
     */
    overhead: number;
    /**
     * In it, the system prompt, where the host has told of it.
     */
    system: number;
    /**
     * In it, the tools, where the host has told of them.
     */
    tools: number;
    /**
     * The host's instructions among the messages.
     */
    instructions: number;
    /**
     * The summary of what came before.
     */
    summary: number;
    /**
     * What is pinned, and what changes the tools or the configuration.
     */
    pinned: number;
    /**
     * The newest turn: what the user asked for last, and all that came behind it.
     */
    newestTurn: number;
    /**
     * In it, the user's own message.
     */
    request: number;
    /**
     * All else.
     */
    rest: number;
}

/**
 * Why.
 */
export type Reason = "below-threshold" | "over-threshold" | "over-message-count" | "overflow" | "idle" | "unknown-window" | "disabled" | "not-idle" | "exhausted";


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
     * Begins a compaction; nothing where there is none to make, and then [`Log::is`] `stuck` tells whether it would not have
     * been enough, or for a document that a call has no result yet. `mode`: 0 when it is due, 1 as the host asks for it (then it falls back on the model-free summary only where
     * the settings say so), 2 when a provider has refused the context or would, 3 without a model, 6 when the provider has
     * compacted by itself in the reply `firstKept`; or no compaction: 4 the
     * summary of the branch that is left when the session moves, 5 a document for another session. The tape has
     * `candidates` (`contextWindow` and `maxOutput` of each summarizer), the `pending` tokens that are about to be sent,
     * `instructions`, `firstKept`, the first entry that is to stay, where the host says so, and `target`, the entry that the
     * session moves to, where there is one.
     *
     * # Errors
     * None that a caller can cause.
     */
    beginCompaction(mode: number, length: number): Run | undefined;
    /**
     * The branches, as triples: the last entry's place, that of the entry of the path where it begins (-1 where there
     * is none), how many entries lie between.
     */
    branches(): Int32Array;
    /**
     * How the provider counts, as a prune notes it: how much for each token of our estimate, and how much beside the messages
     * (NaN where that is a part of the ratio), and what the host said of that (NaN where nothing). Empty where nothing is known.
     */
    calibration(): Float64Array;
    /**
     * Sizes the context with `messages` of `tokens` that are about to be sent. `overflow`: a provider has refused it; `idle`: for
     * so many milliseconds nothing has happened.
     */
    check(messages: number, tokens: number, overflow: boolean, idle?: number | null): Check;
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
     * 30: without bound reasoning, 1 << 29: makes one message with the one before, 1 << 28: with edits, 1 << 27: the provider's own
     * items). The first number is
     * the generation: while it stays, the list only grows, and `have` items that the host knows are left out.
     */
    context(generation: number, have: number): Uint32Array;
    /**
     * The place of the newest prune that changed parts of the message at a place: until there is another one, the message is
     * shown as it was.
     */
    editedBy(at: number): number | undefined;
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
     * Whether something is so: `stuck` (the last compaction was not begun because it would not have been enough; the last handoff because a call has no result yet),
     * `tried` (often enough since the user spoke last), `enabled`, `handoff`, `auto-continue`, `without-fallback`, `summarizes` (settings; the last one: branches that are left), `calling` (the model sees calls of tools), `waiting` (the model has yet to answer), `cut-off` (its newest
     * reply reached the output limit).
     */
    is(what: 'stuck' | 'tried' | 'enabled' | 'handoff' | 'auto-continue' | 'without-fallback' | 'summarizes' | 'calling' | 'waiting' | 'cut-off'): boolean;
    /**
     * How many entries at the path's start are the host's instructions, which every compaction keeps.
     */
    lead(): number;
    /**
     * The place of the leaf.
     */
    leaf(): number | undefined;
    /**
     * Takes note of a refusal: how many tokens the provider counted, and allows (0: it did not say); `pending` tokens were sent
     * with the context. `told`: it has said that this is too much, else the host says so.
     */
    learn(told: boolean, observed: number, maximum: number, pending: number): void;
    /**
     * What a provider's refusal has told of its limit, in tokens.
     */
    learned(): number | undefined;
    /**
     * The model, as the host said.
     */
    model(): Model;
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
     * The place of the newest message on the path, where no compaction has come after it.
     */
    newestMessage(): number | undefined;
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
     * Takes note that what can be folded away is not enough.
     */
    noteStuck(): void;
    /**
     * Says that the log was given anew as it is stored.
     */
    opened(): void;
    /**
     * The outputs among these entries that are to be shown short from the start, in fours: the place in the tape, the part of the
     * message, the tokens of its texts, and those that they are to have. Without those that a prune among the entries shortens.
     */
    oversized(): Uint32Array;
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
     * Plans the prune that is due, of the context with `messages` of `tokens` that are about to be sent; `now` is the time in ms
     * since 1970.
     */
    planPrune(occasion: 'threshold' | 'idle' | 'overflow' | 'emergency', messages: number, tokens: number, now: number): PrunePlan;
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
     * The places of the messages that prunes have changed, or taken out, and that the model would see otherwise.
     */
    pruned(): Uint32Array;
    /**
     * What can be shortened so that the context fits, in fours: a place in the log, a part of its message, the tokens that it is
     * to have, what that saves at least. `what`: 0 outputs of tools that are far too large, 1 all outputs, 2 images and files, 3 all images and files, of
     * the user's newest request only where there are no others.
     */
    relief(what: number, pending: number): Uint32Array;
    /**
     * The estimate of the items on the tape (an array), which a provider has given in the place of a summary, in tokens; `tokens`
     * is what it counted as its output. Undefined where it would not take them back.
     *
     * # Errors
     * None that a caller can cause.
     */
    remote(length: number): number | undefined;
    /**
     * The wire message, as JSON, of a compaction or a branch summary.
     */
    render(at: number): string | undefined;
    /**
     * Whether the message of an entry is the model's and may show that the window is full: 0 no, 1 yes, 2 yes, and it says
     * nothing but that it failed. An answer that ended as it should, with a count below the window, shows nothing.
     */
    reply(at: number): number;
    /**
     * Replaces the larger models that the host could go on with by those on the tape (an array).
     *
     * # Errors
     * A model that cannot be read, by its place.
     */
    setLargerModels(length: number): void;
    /**
     * Replaces the model by the tape's data.
     *
     * # Errors
     * What is no model, by its place.
     */
    setModel(length: number): void;
    /**
     * Says what every request carries beside the messages: the tape's `system`, `tools`, `tokens`.
     *
     * # Errors
     * None that a caller can cause.
     */
    setOverhead(length: number): void;
    /**
     * The tokens of messages that are about to be sent: an array on the tape.
     *
     * # Errors
     * A message that cannot be read, by its place.
     */
    sizeOf(length: number): number;
    /**
     * Whether a turn begins with this entry: a message of the user, not one that has results beside its words, or a custom message.
     */
    startsTurn(at: number): boolean;
    /**
     * What does not fit, in numbers, with `pending` tokens that are about to be sent.
     */
    unfit(pending: number): Unfit;
    /**
     * What is written of the message on the tape. As text: `text`, all that is said in it and that tools answered, or what the tool answered of its part `part`; `shorten`,
     * what is to stand in the place of its part `part` in so many `tokens`: an output's head and tail, or what an image or a file
     * was; `digest`, the same of an output's texts alone, with what they say as a whole and the
     * `reference` by which it can be read; `handoff`, the document on the tape as another session begins with it. As a wire message in JSON: `custom`, that of a `custom_message` entry. As a JSON Patch: `edit`, what prunes have made
     * of the message at the place `at`; `unbind`, without its bound reasoning; `join`, one message of the two in an array, with
     * no edits where something of them would be lost, so that they stay two.
     *
     * # Errors
     * A message that cannot be read, by its place.
     */
    write(what: 'text' | 'shorten' | 'digest' | 'handoff' | 'custom' | 'state' | 'edit' | 'unbind' | 'join', length: number): string;
    /**
     * The longest time that a move waits for its summary, in milliseconds.
     */
    readonly branchTimeoutMs: number;
    /**
     * The model's window, where it is known.
     */
    readonly contextWindow: number | undefined;
    /**
     * How many entries the log has.
     */
    readonly length: number;
    /**
     * The longest time for one call of a summarizer, in milliseconds.
     */
    readonly timeoutMs: number;
    /**
     * The longest time for all calls of summarizers together, in milliseconds.
     */
    readonly totalTimeoutMs: number;
}

/**
 * A compaction under way. The session may be used meanwhile: no borrow is held over an await.
 */
export class Run {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Takes over what the host says of the run before it begins: the tape's `prompt` (a task of its own), `context` and `state`
     * (lists of lines).
     *
     * # Errors
     * None that a caller can cause.
     */
    customize(length: number): void;
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
     * The prompt of the document that a request under way asks for, for a model that has the conversation above it.
     */
    live(id: number): string | undefined;
    /**
     * What was prepared.
     */
    preparation(): PreparedIds;
    /**
     * What the context will measure with a provider's items, of so many tokens by our estimate, in the place of the `summary` that it
     * has beside them. Undefined where they free too little.
     */
    sizeWithItems(items: number, summary: string): number | undefined;
    /**
     * Takes a summary that the host has written: the tape's `summary` and `shortSummary`. No summarizer is asked then.
     *
     * # Errors
     * None that a caller can cause.
     */
    supply(length: number): void;
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
