/** The main jobs without a session, on arrays of messages in any format. Nothing given is changed. */
import { guarded } from "./engine/call.js";
import { engine } from "./engine/engine.js";
import { pure } from "./engine/pure.js";
import { stage } from "./engine/tape.js";
import { EpitomeError } from "./errors.js";
import { invalidOption, optionsOf } from "./options.js";
import { applyPatch } from "./patch.js";
import { setOverhead } from "./session/options.js";
import { openSession } from "./session/session.js";
import { cannotFit } from "./unfit.js";
const MESSAGES = { format: "text" };
const BUDGET = { ...MESSAGES, contextWindow: "tokens", model: "object", overhead: "any", settings: "object" };
const COMPACT = { ...BUDGET, summarizer: "any", instructions: "text", signal: "signal" };
/** The summaries that `compact` wrote, by their message. */
const written = new WeakMap();
/**
 * Compacts messages now: gives back a summary and the newest messages, or the same messages and the reason why not.
 *
 * A summary that an earlier call wrote is carried on as such, also after the messages have been through JSON: it is known by
 * its frame, in the place where `compact` puts it, behind the host's instructions.
 */
export async function compact(messages, options = {}) {
    if (!Array.isArray(messages)) {
        throw new EpitomeError("invalid-message", "messages: must be an array.", { details: { path: "messages" } });
    }
    const { format, overhead, settings, summarizer, instructions, signal } = optionsOf("compact", COMPACT, options);
    const store = preloaded(messages, options);
    const model = modelOf(options);
    const session = await openSession({ id: "compact", format, model, overhead, settings, summarizer, store }).catch(asMessages);
    try {
        const outcome = await session.compact({ instructions, signal });
        if (outcome.status !== "compacted")
            return { ...outcome, messages: [...messages] };
        const context = session.context();
        context.messages.forEach((message, at) => {
            const entry = context.entries[at];
            if (entry.type === "compaction")
                written.set(message, entry);
        });
        return { ...outcome, messages: context.messages };
    }
    finally {
        session.close();
    }
}
/** A fault in the log that was made of the messages, by its place in the messages. */
function asMessages(error) {
    if (!EpitomeError.isInstance(error) || typeof error.details.path !== "string")
        throw error;
    const path = error.details.path.replace(/^entries(\[\d+\])\.message/, "messages$1");
    throw new EpitomeError(error.code, error.message.replace(error.details.path, path), { details: { path }, cause: error });
}
/** Messages as a log that a session can be opened on; the same objects, so that the same objects come back. */
function preloaded(messages, options) {
    const timestamp = new Date(0).toISOString();
    const id = (index) => String(index).padStart(8, "0");
    const carried = earlierSummary(messages, options);
    const entries = messages.map((message, index) => {
        const place = { id: id(index), parentId: index === 0 ? null : id(index - 1), timestamp };
        if (index !== carried?.index)
            return { type: "message", ...place, message };
        return { type: "compaction", ...place, ...carried.entry, firstKeptEntryId: place.id };
    });
    // What the summary was merged with comes behind it.
    if (carried?.rest) {
        const { id: parentId } = entries[carried.index];
        entries.splice(carried.index + 1, 0, { type: "message", id: "rest", parentId, timestamp, message: carried.rest });
        const next = entries[carried.index + 2];
        if (next)
            next.parentId = "rest";
    }
    return {
        read: (_, after) => ({ entries: entries.slice(after), head: entries.length }),
        append: (_, head, added) => ({ ok: true, head: head + added.length }),
    };
}
/** The summary of an earlier call, which stands behind the instructions at the start. */
function earlierSummary(messages, options) {
    const index = messages.findIndex((message) => written.has(message));
    const known = written.get(messages[index]);
    if (known) {
        const { keptEntryIds: _, ...details } = known.details;
        return { index, entry: { summary: known.summary, tokensBefore: known.tokensBefore, details } };
    }
    const found = pure("earlierSummary", messages, { format: options.format }, "messages");
    if (!found)
        return undefined;
    const [at, summary, edits] = found;
    const rest = edits === "" ? undefined : applyPatch(messages[at], JSON.parse(edits));
    return { index: at, entry: { summary, tokensBefore: 0, details: filesIn(summary) }, rest };
}
/** The file lists that a summary carries as tags. */
function filesIn(summary) {
    const list = (tag) => {
        const block = summary.split(`<${tag}>\n`)[1]?.split(`\n</${tag}>`)[0] ?? "";
        return block.split("\n").filter((line) => line !== "" && !line.startsWith("… ("));
    };
    return { readFiles: list("read-files"), modifiedFiles: list("modified-files") };
}
function modelOf({ model, contextWindow }) {
    return contextWindow === undefined ? { ...model } : { ...model, contextWindow };
}
/** The tokens of messages, each rounded up by itself. */
export function estimateTokens(messages, options = {}) {
    const { format } = optionsOf("estimateTokens", MESSAGES, options);
    const counts = pure("estimateMessages", messages, { format }, "messages");
    return counts.reduce((sum, tokens) => sum + tokens, 0);
}
/** Whether messages are too many for the model, and why: the numbers of `Session.check`. */
export function needsCompaction(messages, options = {}) {
    return checkMessages(messages, options).action === "compact";
}
function checkMessages(messages, options) {
    const { format = "pi", overhead, settings } = optionsOf("needsCompaction", BUDGET, options);
    const log = guarded(() => new (engine().Log)(format, stage(null, { model: modelOf(options), settings })));
    try {
        const { tokens, lastUsageIndex } = pure("contextTokens", messages, { format }, "messages");
        // A provider's count has it in already.
        if (lastUsageIndex === null)
            setOverhead(log, overhead);
        return log.check(messages.length, tokens, false);
    }
    finally {
        log.free();
    }
}
/**
 * What can be sent when no summary is to be had. It asks no model, and always ends:
 *
 * 1. Outputs of tools that are far too large are shortened to their head and tail, none below a quarter of the room.
 * 2. The oldest whole turns go, down to the newest one.
 * 3. The outputs that are left are shortened further, all to the same size, down to a bare notice of what was left out.
 * 4. Images and files become a word, the oldest first.
 *
 * What the user asked for last stays word for word, and so do the host's instructions and a summary at the start that
 * `compact` wrote. A message of the user with `synthetic: true` is the host's own: no turn begins with it.
 *
 * Where that is still too much, it is the least that can be sent; with `strict` it is thrown as an `EpitomeError` of code
 * `cannot-fit`, whose `details` (an `Unfit`) say what takes how much room. Messages that are not changed are the same
 * objects, and the given array comes back where nothing is to be done.
 */
export function emergencyPrune(messages, options) {
    const kinds = { ...MESSAGES, maxTokens: "number", overhead: "number", strict: "flag" };
    const { format, maxTokens, overhead = 0, strict } = optionsOf("emergencyPrune", kinds, options);
    const needed = { maxTokens: "tokens that must fit", overhead: "tokens that are sent beside the messages" };
    for (const [path, what] of Object.entries(needed)) {
        const value = path === "overhead" ? overhead : maxTokens;
        if (typeof value !== "number" || Number.isNaN(value)) {
            throw invalidOption(path, `must be the number of ${what}`);
        }
    }
    const { places, patches, unfit } = pure("emergencyPrune", messages, { format, maxTokens, overhead }, "messages");
    if (unfit && strict)
        throw cannotFit(unfit);
    if (places.length === messages.length && patches.length === 0)
        return messages;
    const edits = new Map(patches);
    return places.map((at) => {
        const edit = edits.get(at);
        return edit ? applyPatch(messages[at], JSON.parse(edit)) : messages[at];
    });
}
