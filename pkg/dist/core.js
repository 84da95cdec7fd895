/**
 * The public face of `epitome/core`: the pipeline's pure functions over entries and messages, for hosts that own their loop.
 * Synchronous, and nothing given is changed. `format` defaults to `"pi"`; settings are partial, defaults apply.
 */
import { engine } from "./engine/engine.js";
import { pure } from "./engine/pure.js";
import { EpitomeError } from "./errors.js";
import { isReference, withReference } from "./notice.js";
import { invalidOption, optionsOf } from "./options.js";
export { maskObservations, pruneForModel } from "./masking.js";
export { classifyError } from "./overflow/classify-error.js";
export { EpitomeError };
const FORMAT = { format: "text" };
const ofEntries = (name, entries, options) => pure(name, entries, { ...options }, "entries");
const ofMessages = (name, messages, options) => pure(name, messages, { ...options }, "messages");
/** Throws unless all of these are numbers, or nothing. */
function numbers(given) {
    const wrong = Object.entries(given).find(([, value]) => value != null && typeof value !== "number");
    if (wrong)
        throw invalidOption(wrong[0], "must be a number of tokens");
}
/** The version of the core. */
export const coreVersion = () => engine().coreVersion();
/** The estimate of one message, in tokens. */
export function estimateMessage(message, options) {
    return ofMessages("estimateMessages", [message], optionsOf("estimateMessage", FORMAT, options))[0];
}
/** Sizes messages: the newest usage that a provider reported, and the estimate of what came after it. */
export function contextTokens(messages, options) {
    return ofMessages("contextTokens", messages, optionsOf("contextTokens", FORMAT, options));
}
/** Tokens above which a context is compacted. */
export function resolveThreshold(contextWindow, settings, maxOutputTokens = 0) {
    numbers({ contextWindow, maxOutputTokens });
    return pure("resolveThreshold", null, { settings, contextWindow, maxOutputTokens });
}
/** Whether a context of this size is over the threshold, strictly. */
export function shouldCompact(tokens, contextWindow, settings) {
    numbers({ tokens, contextWindow });
    return pure("shouldCompact", null, { settings, tokens, contextWindow });
}
const CUT = { ...FORMAT, keepRecentTokens: "tokens", startIndex: "number", endIndex: "number" };
/** Where to cut so that about `keepRecentTokens` of the newest entries stay. Indexes are those of `entries`; `-1` is none. */
export function findCutPoint(entries, options) {
    const { startIndex = 0, endIndex = entries.length } = optionsOf("findCutPoint", CUT, options);
    return ofEntries("findCutPoint", entries, { ...options, startIndex, endIndex });
}
/** Seed 000's preserve zone: the index from which on messages stay, for a budget of 2,000 to 15,000 tokens. 0: all stay. */
export function findPreserveBoundary(messages, budgetTokens, options) {
    optionsOf("findPreserveBoundary", FORMAT, options);
    const budget = Math.min(15_000, Math.max(2_000, Math.floor(budgetTokens) || 0));
    return ofMessages("findPreserveBoundary", messages, { ...options, budgetTokens: budget });
}
const PREPARE = { ...FORMAT, contextWindow: "tokens", usageRatio: "number", leafId: "text" };
/** What each preparation was made from, for `buildSummaryRequest`. */
const sources = new WeakMap();
/** Prepares a compaction: what is folded away and what stays. Null where there is nothing to fold away. */
export function prepareCompaction(entries, settings, options = {}) {
    const { contextWindow, ...rest } = optionsOf("prepareCompaction", PREPARE, options);
    const source = { ...rest, settings, model: { contextWindow } };
    const prepared = ofEntries("prepareCompaction", entries, source);
    if (!prepared)
        return null;
    sources.set(prepared, { entries, source });
    return prepared;
}
/** The requests of a prepared compaction: one for the history, one for the start of a parted turn. */
export function buildSummaryRequest(preparation, options = {}) {
    const made = sources.get(preparation);
    if (!made) {
        throw new EpitomeError("invalid-option", "buildSummaryRequest takes what prepareCompaction gave: that object itself.");
    }
    const { entries, source } = made;
    const { instructions, model } = optionsOf("buildSummaryRequest", { instructions: "text", model: "object" }, options);
    return ofEntries("summaryRequests", entries, { ...source, instructions, model: { ...source.model, ...model } });
}
/** Messages as plain text, each part within its limit. */
export function serializeConversation(messages, options = {}) {
    optionsOf("serializeConversation", { ...FORMAT, settings: "object" }, options);
    const list = Array.isArray(messages) ? messages : [messages];
    return ofMessages("serializeConversation", list, options);
}
/** Shortens a serialized conversation to what fits a summarizer's window beside its answer. */
export function boundConversation(text, options) {
    return pure("boundConversation", text, optionsOf("boundConversation", { contextWindow: "tokens", maxTokens: "tokens" }, options));
}
/** The prompt that asks for a summary of messages. */
export function buildCompactionPrompt(messages, options = {}) {
    optionsOf("buildCompactionPrompt", { ...FORMAT, priorSummary: "text", instructions: "text", settings: "object" }, options);
    return ofMessages("compactionPrompt", messages, options);
}
/** Files that the tools of these entries read and changed, with those of earlier summaries. */
export function fileOperations(entries, options) {
    return ofEntries("fileOperations", entries, optionsOf("fileOperations", FORMAT, options));
}
/** Files that the tools of these messages read and changed, shell commands included. */
export function trackFiles(messages, options) {
    return ofMessages("trackFiles", messages, optionsOf("trackFiles", FORMAT, options));
}
/** A summary with these file lists as its tags; tags that it had are replaced. */
export function setFileTags(summary, files) {
    return pure("setFileTags", files, { summary });
}
/** What the model sees from a leaf; summaries and custom messages keep roles of their own here. */
export function buildContext(entries, leafId, options) {
    const places = ofEntries("buildContext", entries, { ...optionsOf("buildContext", FORMAT, options), leafId });
    const seen = Array.from(places, (at) => entries[at]);
    return { messages: seen.map(messageOf), items: seen.map(({ id }) => ({ entryId: id })) };
}
function messageOf(entry) {
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
export function collectBranch(entries, oldLeafId, targetId, options) {
    return ofEntries("collectBranch", entries, { ...optionsOf("collectBranch", FORMAT, options), oldLeafId, targetId });
}
/** Which entries of a branch fit a token budget, newest first; files are those of all entries. */
export function prepareBranch(entries, tokenBudget, options) {
    numbers({ tokenBudget });
    return ofEntries("prepareBranch", entries, { ...optionsOf("prepareBranch", FORMAT, options), tokenBudget });
}
const PRUNE = { ...FORMAT, leafId: "text", artifactRef: "function", artifactRefMaxChars: "number" };
const PRUNE_ARGUMENTS = { ...FORMAT, leafId: "text" };
const LONGEST_REFERENCE = 16_384;
/**
 * Plans which old tool outputs give their place to a notice. Nothing given is changed: apply each edit by putting its notice
 * in place of the text of the output, in part `part` of the message of `entryId`, and keep the original.
 */
export function prune(entries, config, options) {
    const { artifactRef, artifactRefMaxChars: longest, ...rest } = optionsOf("prune", PRUNE, options);
    if (artifactRef && !(Number.isInteger(longest) && longest >= 1 && longest <= LONGEST_REFERENCE)) {
        throw invalidOption("artifactRefMaxChars", `must be a whole number from 1 to ${LONGEST_REFERENCE} where artifactRef is given`);
    }
    const plan = ofEntries("prune", entries, { ...rest, config, reserve: artifactRef ? longest : 0 });
    return pruning(plan.edits, (edit, room) => {
        const copy = (edit.complete ? artifactRef?.(edit.entryId, edit) : null) ?? null;
        if (copy === null)
            return edit;
        if (!isReference(copy, longest)) {
            throw invalidOption("artifactRef", `must give "artifact://" and an id, at most ${longest} characters in all`);
        }
        const { notice, tokensSaved } = withReference({ ...edit, room }, copy);
        return { ...edit, notice, tokensSaved };
    });
}
function pruning(planned, written) {
    const edits = planned.map(({ room, ...edit }) => written(edit, room));
    return { edits, tokensSaved: edits.reduce((sum, edit) => sum + edit.tokensSaved, 0) };
}
/**
 * Plans which arguments of old calls give their place to a few words: those with which files were changed that were changed
 * again later.
 */
export function pruneArguments(entries, config, options) {
    const plan = ofEntries("pruneArguments", entries, { ...optionsOf("pruneArguments", PRUNE_ARGUMENTS, options), config });
    return pruning(plan.edits, (edit) => edit);
}
