/**
 * The public face of `epitome/core`: the pipeline's pure functions over entries and messages, for hosts that own their loop.
 * Synchronous, and nothing given is changed. `format` defaults to `"pi"`; settings are partial, defaults apply.
 */
import { EpitomeError } from "./errors.js";
import type { Format } from "./session/types.js";
import type { Entry } from "./types.js";
import type { BranchEntries, CompactionSettings, ContextTokens, CutPoint, FileOperations, Model, PreparedBranch, PreparedIds, PruneConfig, PruneReason, SummaryRequest, ToolKind, ToolNames, Tools, PruneEdit as WholeEdit } from "./wasm/epitome.js";
export { type MaskOptions, maskObservations, type PruneForModelOptions, pruneForModel } from "./masking.js";
export { type ClassifyOptions, classifyError, type ErrorClass, type ErrorKind } from "./overflow/classify-error.js";
export type { BranchEntries, CompactionSettings, ContextTokens, CutPoint, FileOperations, PreparedBranch, PruneConfig, PruneReason, SummaryRequest, ToolKind, ToolNames, Tools, };
export { EpitomeError };
/** The shape of the messages. */
export interface FormatOptions {
    /** Default: `"pi"`. */
    format?: Format | undefined;
}
/** The version of the core. */
export declare const coreVersion: () => string;
/** The estimate of one message, in tokens. */
export declare function estimateMessage(message: unknown, options?: FormatOptions): number;
/** Sizes messages: the newest usage that a provider reported, and the estimate of what came after it. */
export declare function contextTokens(messages: readonly unknown[], options?: FormatOptions): ContextTokens;
/** Tokens above which a context is compacted. */
export declare function resolveThreshold(contextWindow: number, settings?: Partial<CompactionSettings>, maxOutputTokens?: number): number;
/** Whether a context of this size is over the threshold, strictly. */
export declare function shouldCompact(tokens: number, contextWindow: number, settings?: Partial<CompactionSettings>): boolean;
/** Where to cut so that about `keepRecentTokens` of the newest entries stay. Indexes are those of `entries`; `-1` is none. */
export declare function findCutPoint(entries: readonly Entry[], options: {
    keepRecentTokens: number;
    startIndex?: number | undefined;
    endIndex?: number | undefined;
} & FormatOptions): CutPoint;
/** Seed 000's preserve zone: the index from which on messages stay, for a budget of 2,000 to 15,000 tokens. 0: all stay. */
export declare function findPreserveBoundary(messages: readonly unknown[], budgetTokens: number, options?: FormatOptions): number;
/** What `prepareCompaction` can be given. */
export interface PrepareOptions extends FormatOptions {
    /** The model's window in tokens. */
    contextWindow?: number | undefined;
    /** How many tokens the provider counts for each of our estimate. */
    usageRatio?: number | undefined;
    /** Where the session stands. Default: the last entry. */
    leafId?: string | undefined;
}
/** A compaction that is about to be made. */
export type Preparation = PreparedIds;
/** Prepares a compaction: what is folded away and what stays. Null where there is nothing to fold away. */
export declare function prepareCompaction(entries: readonly Entry[], settings?: Partial<CompactionSettings>, options?: PrepareOptions): Preparation | null;
/** The requests of a prepared compaction: one for the history, one for the start of a parted turn. */
export declare function buildSummaryRequest(preparation: Preparation, options?: {
    instructions?: string | undefined;
    model?: Model | undefined;
}): SummaryRequest[];
/** Messages as plain text, each part within its limit. */
export declare function serializeConversation(messages: unknown, options?: FormatOptions & {
    settings?: Partial<CompactionSettings>;
}): string;
/** Shortens a serialized conversation to what fits a summarizer's window beside its answer. */
export declare function boundConversation(text: string, options: {
    contextWindow: number;
    maxTokens: number;
}): string;
/** The prompt that asks for a summary of messages. */
export declare function buildCompactionPrompt(messages: readonly unknown[], options?: FormatOptions & {
    priorSummary?: string;
    instructions?: string;
    settings?: Partial<CompactionSettings>;
}): string;
/** Files that the tools of these entries read and changed, with those of earlier summaries. */
export declare function fileOperations(entries: readonly Entry[], options?: FormatOptions): FileOperations;
/** Files that the tools of these messages read and changed, shell commands included. */
export declare function trackFiles(messages: readonly unknown[], options?: FormatOptions): FileOperations;
/** A summary with these file lists as its tags; tags that it had are replaced. */
export declare function setFileTags(summary: string, files: FileOperations): string;
/** What the model sees from a leaf; summaries and custom messages keep roles of their own here. */
export declare function buildContext(entries: readonly Entry[], leafId?: string, options?: FormatOptions): {
    messages: unknown[];
    items: {
        entryId: string;
    }[];
};
/** What is left behind when a session moves from one leaf to another entry. */
export declare function collectBranch(entries: readonly Entry[], oldLeafId: string | null, targetId: string, options?: FormatOptions): BranchEntries;
/** Which entries of a branch fit a token budget, newest first; files are those of all entries. */
export declare function prepareBranch(entries: readonly Entry[], tokenBudget: number, options?: FormatOptions): PreparedBranch;
/** An output that gives its place to a notice; or the arguments of a call, whose notice is the JSON text of an object. */
export type PruneEdit = Omit<WholeEdit, "room">;
/** What a prune does. */
export interface Pruning {
    /** What gives its place to a notice, oldest first. */
    edits: PruneEdit[];
    /** Tokens that all of them save. */
    tokensSaved: number;
}
/** What `prune` can be given beside its policy. */
export interface PruneOptions extends FormatOptions {
    /** Where the session stands. Default: the last entry. */
    leafId?: string | undefined;
    /**
     * Where the host will keep a copy of an output: `artifact://…`, which its notice then names. It is asked only about outputs
     * that are text and are about to go; null for one without a copy. It must not write: a plan may be thrown away.
     */
    artifactRef?: ((entryId: string, edit: PruneEdit) => string | null | undefined) | undefined;
    /** The longest such reference, 1 to 16,384 characters. Needed with `artifactRef`: the plan reckons with this length. */
    artifactRefMaxChars?: number | undefined;
}
/**
 * Plans which old tool outputs give their place to a notice. Nothing given is changed: apply each edit by putting its notice
 * in place of the text of the output, in part `part` of the message of `entryId`, and keep the original.
 */
export declare function prune(entries: readonly Entry[], config?: Partial<PruneConfig>, options?: PruneOptions): Pruning;
/**
 * Plans which arguments of old calls give their place to a few words: those with which files were changed that were changed
 * again later.
 */
export declare function pruneArguments(entries: readonly Entry[], config?: Partial<PruneConfig>, options?: Pick<PruneOptions, "format" | "leafId">): Pruning;
