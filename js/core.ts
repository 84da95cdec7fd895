/**
 * The public face of `epitome/core`: the pipeline's pure functions over entries and messages, for hosts that own their loop.
 * Synchronous, and nothing given is changed. `format` defaults to `"pi"`; settings are partial, defaults apply.
 */

import { engine } from "./engine/engine.js";
import { pure } from "./engine/pure.js";
import { EpitomeError } from "./errors.js";
import { isReference, withReference } from "./notice.js";
import { invalidOption, type Kinds, optionsOf } from "./options.js";
import type { Format } from "./session/types.js";
import type { Entry } from "./types.js";
import type {
  BranchEntries,
  CompactionSettings,
  ContextTokens,
  CutPoint,
  FileOperations,
  Model,
  PreparedBranch,
  PreparedIds,
  PruneConfig,
  PruneReason,
  Pure,
  SummaryRequest,
  ToolKind,
  ToolNames,
  Tools,
  PruneEdit as WholeEdit,
} from "./wasm/epitome.js";

export { type MaskOptions, maskObservations, type PruneForModelOptions, pruneForModel } from "./masking.js";
export { type ClassifyOptions, classifyError, type ErrorClass, type ErrorKind } from "./overflow/classify-error.js";
export type {
  BranchEntries,
  CompactionSettings,
  ContextTokens,
  CutPoint,
  FileOperations,
  PreparedBranch,
  PruneConfig,
  PruneReason,
  SummaryRequest,
  ToolKind,
  ToolNames,
  Tools,
};
export { EpitomeError };

/** The shape of the messages. */
export interface FormatOptions {
  /** Default: `"pi"`. */
  format?: Format | undefined;
}

const FORMAT: Kinds<FormatOptions> = { format: "text" };

const ofEntries = <Name extends keyof Pure>(name: Name, entries: readonly Entry[], options?: object): Pure[Name] =>
  pure(name, entries, { ...options }, "entries");
const ofMessages = <Name extends keyof Pure>(name: Name, messages: unknown, options?: object): Pure[Name] =>
  pure(name, messages, { ...options }, "messages");

/** Throws unless all of these are numbers, or nothing. */
function numbers(given: Record<string, unknown>): void {
  const wrong = Object.entries(given).find(([, value]) => value != null && typeof value !== "number");
  if (wrong) throw invalidOption(wrong[0], "must be a number of tokens");
}

/** The version of the core. */
export const coreVersion = (): string => engine().coreVersion();

/** The estimate of one message, in tokens. */
export function estimateMessage(message: unknown, options?: FormatOptions): number {
  return ofMessages("estimateMessages", [message], optionsOf("estimateMessage", FORMAT, options))[0]!;
}

/** Sizes messages: the newest usage that a provider reported, and the estimate of what came after it. */
export function contextTokens(messages: readonly unknown[], options?: FormatOptions): ContextTokens {
  return ofMessages("contextTokens", messages, optionsOf("contextTokens", FORMAT, options));
}

/** Tokens above which a context is compacted. */
export function resolveThreshold(contextWindow: number, settings?: Partial<CompactionSettings>, maxOutputTokens = 0): number {
  numbers({ contextWindow, maxOutputTokens });
  return pure("resolveThreshold", null, { settings, contextWindow, maxOutputTokens });
}

/** Whether a context of this size is over the threshold, strictly. */
export function shouldCompact(tokens: number, contextWindow: number, settings?: Partial<CompactionSettings>): boolean {
  numbers({ tokens, contextWindow });
  return pure("shouldCompact", null, { settings, tokens, contextWindow });
}

const CUT: Kinds<Parameters<typeof findCutPoint>[1]> = { ...FORMAT, keepRecentTokens: "tokens", startIndex: "number", endIndex: "number" };

/** Where to cut so that about `keepRecentTokens` of the newest entries stay. Indexes are those of `entries`; `-1` is none. */
export function findCutPoint(
  entries: readonly Entry[],
  options: { keepRecentTokens: number; startIndex?: number | undefined; endIndex?: number | undefined } & FormatOptions,
): CutPoint {
  const { startIndex = 0, endIndex = entries.length } = optionsOf("findCutPoint", CUT, options);
  return ofEntries("findCutPoint", entries, { ...options, startIndex, endIndex });
}

/** Seed 000's preserve zone: the index from which on messages stay, for a budget of 2,000 to 15,000 tokens. 0: all stay. */
export function findPreserveBoundary(messages: readonly unknown[], budgetTokens: number, options?: FormatOptions): number {
  optionsOf("findPreserveBoundary", FORMAT, options);
  const budget = Math.min(15_000, Math.max(2_000, Math.floor(budgetTokens) || 0));
  return ofMessages("findPreserveBoundary", messages, { ...options, budgetTokens: budget });
}

/** What `prepareCompaction` can be given. */
export interface PrepareOptions extends FormatOptions {
  /** The model's window in tokens. */
  contextWindow?: number | undefined;
  /** How many tokens the provider counts for each of our estimate. */
  usageRatio?: number | undefined;
  /** Where the session stands. Default: the last entry. */
  leafId?: string | undefined;
}

const PREPARE: Kinds<PrepareOptions> = { ...FORMAT, contextWindow: "tokens", usageRatio: "number", leafId: "text" };

/** A compaction that is about to be made. */
export type Preparation = PreparedIds;

/** What each preparation was made from, for `buildSummaryRequest`. */
const sources = new WeakMap<Preparation, { entries: readonly Entry[]; source: { model: { contextWindow?: number | undefined } } }>();

/** Prepares a compaction: what is folded away and what stays. Null where there is nothing to fold away. */
export function prepareCompaction(
  entries: readonly Entry[],
  settings?: Partial<CompactionSettings>,
  options: PrepareOptions = {},
): Preparation | null {
  const { contextWindow, ...rest } = optionsOf("prepareCompaction", PREPARE, options);
  const source = { ...rest, settings, model: { contextWindow } };
  const prepared = ofEntries("prepareCompaction", entries, source);
  if (!prepared) return null;
  sources.set(prepared, { entries, source });
  return prepared;
}

/** The requests of a prepared compaction: one for the history, one for the start of a parted turn. */
export function buildSummaryRequest(
  preparation: Preparation,
  options: { instructions?: string | undefined; model?: Model | undefined } = {},
): SummaryRequest[] {
  const made = sources.get(preparation);
  if (!made) {
    throw new EpitomeError("invalid-option", "buildSummaryRequest takes what prepareCompaction gave: that object itself.");
  }
  const { entries, source } = made;
  const { instructions, model } = optionsOf("buildSummaryRequest", { instructions: "text", model: "object" }, options);
  return ofEntries("summaryRequests", entries, { ...source, instructions, model: { ...source.model, ...model } });
}

/** Messages as plain text, each part within its limit. */
export function serializeConversation(messages: unknown, options: FormatOptions & { settings?: Partial<CompactionSettings> } = {}): string {
  optionsOf("serializeConversation", { ...FORMAT, settings: "object" }, options);
  const list: unknown = Array.isArray(messages) ? messages : [messages];
  return ofMessages("serializeConversation", list, options);
}

/** Shortens a serialized conversation to what fits a summarizer's window beside its answer. */
export function boundConversation(text: string, options: { contextWindow: number; maxTokens: number }): string {
  return pure("boundConversation", text, optionsOf("boundConversation", { contextWindow: "tokens", maxTokens: "tokens" }, options));
}

/** The prompt that asks for a summary of messages. */
export function buildCompactionPrompt(
  messages: readonly unknown[],
  options: FormatOptions & { priorSummary?: string; instructions?: string; settings?: Partial<CompactionSettings> } = {},
): string {
  optionsOf("buildCompactionPrompt", { ...FORMAT, priorSummary: "text", instructions: "text", settings: "object" }, options);
  return ofMessages("compactionPrompt", messages, options);
}

/** Files that the tools of these entries read and changed, with those of earlier summaries. */
export function fileOperations(entries: readonly Entry[], options?: FormatOptions): FileOperations {
  return ofEntries("fileOperations", entries, optionsOf("fileOperations", FORMAT, options));
}

/** Files that the tools of these messages read and changed, shell commands included. */
export function trackFiles(messages: readonly unknown[], options?: FormatOptions): FileOperations {
  return ofMessages("trackFiles", messages, optionsOf("trackFiles", FORMAT, options));
}

/** A summary with these file lists as its tags; tags that it had are replaced. */
export function setFileTags(summary: string, files: FileOperations): string {
  return pure("setFileTags", files, { summary });
}

/** What the model sees from a leaf; summaries and custom messages keep roles of their own here. */
export function buildContext(
  entries: readonly Entry[],
  leafId?: string,
  options?: FormatOptions,
): { messages: unknown[]; items: { entryId: string }[] } {
  const places = ofEntries("buildContext", entries, { ...optionsOf("buildContext", FORMAT, options), leafId });
  const seen = Array.from(places, (at) => entries[at]!);
  return { messages: seen.map(messageOf), items: seen.map(({ id }) => ({ entryId: id })) };
}

function messageOf(entry: Entry): unknown {
  const timestamp = Date.parse(entry.timestamp);
  const { type, summary, tokensBefore, fromId, customType, content, display, details } = entry;
  switch (type) {
    case "compaction":
      return { role: "compactionSummary", summary, tokensBefore, timestamp };
    case "branch_summary":
      return { role: "branchSummary", summary, fromId, timestamp };
    case "custom_message":
      return { role: "custom", customType, content, display, details, timestamp };
    default:
      return entry.message;
  }
}

/** What is left behind when a session moves from one leaf to another entry. */
export function collectBranch(
  entries: readonly Entry[],
  oldLeafId: string | null,
  targetId: string,
  options?: FormatOptions,
): BranchEntries {
  return ofEntries("collectBranch", entries, { ...optionsOf("collectBranch", FORMAT, options), oldLeafId, targetId });
}

/** Which entries of a branch fit a token budget, newest first; files are those of all entries. */
export function prepareBranch(entries: readonly Entry[], tokenBudget: number, options?: FormatOptions): PreparedBranch {
  numbers({ tokenBudget });
  return ofEntries("prepareBranch", entries, { ...optionsOf("prepareBranch", FORMAT, options), tokenBudget });
}

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

const PRUNE: Kinds<PruneOptions> = { ...FORMAT, leafId: "text", artifactRef: "function", artifactRefMaxChars: "number" };
const PRUNE_ARGUMENTS: Kinds<Pick<PruneOptions, "format" | "leafId">> = { ...FORMAT, leafId: "text" };
const LONGEST_REFERENCE = 16_384;

/**
 * Plans which old tool outputs give their place to a notice. Nothing given is changed: apply each edit by putting its notice
 * in place of the text of the output, in part `part` of the message of `entryId`, and keep the original.
 */
export function prune(entries: readonly Entry[], config?: Partial<PruneConfig>, options?: PruneOptions): Pruning {
  const { artifactRef, artifactRefMaxChars: longest, ...rest } = optionsOf("prune", PRUNE, options);
  if (artifactRef && !(Number.isInteger(longest) && longest! >= 1 && longest! <= LONGEST_REFERENCE)) {
    throw invalidOption("artifactRefMaxChars", `must be a whole number from 1 to ${LONGEST_REFERENCE} where artifactRef is given`);
  }
  const plan = ofEntries("prune", entries, { ...rest, config, reserve: artifactRef ? longest : 0 });
  return pruning(plan.edits, (edit, room) => {
    const copy = (edit.complete ? artifactRef?.(edit.entryId, edit) : null) ?? null;
    if (copy === null) return edit;
    if (!isReference(copy, longest!)) {
      throw invalidOption("artifactRef", `must give "artifact://" and an id, at most ${longest} characters in all`);
    }
    const { notice, tokensSaved } = withReference({ ...edit, room }, copy);
    return { ...edit, notice, tokensSaved };
  });
}

function pruning(planned: WholeEdit[], written: (edit: PruneEdit, room: number) => PruneEdit): Pruning {
  const edits = planned.map(({ room, ...edit }) => written(edit, room));
  return { edits, tokensSaved: edits.reduce((sum, edit) => sum + edit.tokensSaved, 0) };
}

/**
 * Plans which arguments of old calls give their place to a few words: those with which files were changed that were changed
 * again later.
 */
export function pruneArguments(
  entries: readonly Entry[],
  config?: Partial<PruneConfig>,
  options?: Pick<PruneOptions, "format" | "leafId">,
): Pruning {
  const plan = ofEntries("pruneArguments", entries, { ...optionsOf("pruneArguments", PRUNE_ARGUMENTS, options), config });
  return pruning(plan.edits, (edit) => edit);
}
