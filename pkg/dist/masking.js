/** Old outputs of tools give their place to a short text, on arrays of messages in any format. Nothing given is changed. */
import { pure } from "./engine/pure.js";
import { invalidOption, optionsOf } from "./options.js";
import { applyPatch } from "./patch.js";
const SHARED = { format: "text", media: "flag" };
const MASK = { ...SHARED, preserveRecentOutputs: "any", placeholder: "text" };
const PRUNE = { ...SHARED, preserveRecentMessages: "any", maxBytes: "any" };
/**
 * Masks all outputs of tools but the newest few. Ids and marks of failure stay. Done again, it changes nothing.
 *
 * Messages without such an output are the same objects, and the given array comes back where there is none at all; but of
 * Claude's ended turns behind the first change the reasoning goes that was signed for what stood there before.
 */
export function maskObservations(messages, options) {
    const given = optionsOf("maskObservations", MASK, options);
    const { preserveRecentOutputs = 5, placeholder = "[output masked for compaction]", ...rest } = given;
    if (placeholder.trim() === "")
        throw invalidOption("placeholder", "must be a text that is not blank");
    return masked(messages, { ...rest, placeholder, keepOutputs: counted("preserveRecentOutputs", preserveRecentOutputs) });
}
/**
 * Leaves large outputs of tools out, but for those in the newest messages: in the place of each stands how long it was, and
 * that the tool can be run again; one that would not become shorter stays. As {@link maskObservations} otherwise.
 *
 * Where it begins to hide moves on with each message, and with it what a provider can read from its cache: `Session.maintain`
 * hides in batches instead.
 */
export function pruneForModel(messages, options) {
    const { preserveRecentMessages = 8, maxBytes = 2_000, ...rest } = optionsOf("pruneForModel", PRUNE, options);
    return masked(messages, {
        ...rest,
        keepMessages: counted("preserveRecentMessages", preserveRecentMessages),
        maxBytes: counted("maxBytes", maxBytes),
    });
}
function masked(messages, how) {
    const edits = JSON.parse(pure("mask", messages, how, "messages"));
    return applyPatch(messages, edits);
}
function counted(path, count) {
    if (!Number.isInteger(count) || count < 0)
        throw invalidOption(path, "must be a whole number, 0 or more");
    return count;
}
