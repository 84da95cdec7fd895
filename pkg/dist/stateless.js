/** The main jobs without a session, on arrays of messages in any format. Nothing given is changed. */
import { guarded } from "./engine/call.js";
import { engine } from "./engine/engine.js";
import { stage } from "./engine/tape.js";
import { openSession } from "./session/session.js";
/**
 * The summaries that `compact` wrote, by their message: given back in a later call, such a message is the summary so far and
 * not something that a user said.
 */
const written = new WeakMap();
/** Compacts messages now: gives back a summary and the newest messages, or the same messages and the reason why not. */
export async function compact(messages, options = {}) {
    const { format, settings, summarizer, instructions, signal } = options;
    const session = await openSession({ id: "compact", format, model: modelOf(options), settings, summarizer, store: preloaded(messages) });
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
/** Messages as a log that a session can be opened on; the same objects, so that the same objects come back. */
function preloaded(messages) {
    const timestamp = new Date(0).toISOString();
    const at = (index) => String(index).padStart(8, "0");
    const entries = messages.map((message, index) => {
        const place = { id: at(index), parentId: index === 0 ? null : at(index - 1), timestamp };
        const summary = typeof message === "object" && message !== null ? written.get(message) : undefined;
        if (!summary)
            return { type: "message", ...place, message };
        const { keptEntryIds: _, ...details } = summary.details;
        return { ...summary, ...place, firstKeptEntryId: at(index), details };
    });
    return {
        read: (_, after) => ({ entries: entries.slice(after), head: entries.length }),
        append: (_, head, added) => ({ ok: true, head: head + added.length }),
    };
}
function modelOf({ model, contextWindow }) {
    return contextWindow === undefined ? { ...model } : { ...model, contextWindow };
}
const stageMessages = (messages, { format }) => stage(messages, { format }, "messages");
/** The tokens of messages, each rounded up by itself. */
export function estimateTokens(messages, options = {}) {
    const counts = guarded(() => engine().estimateMessages(stageMessages(messages, options)));
    return counts.reduce((sum, tokens) => sum + tokens, 0);
}
/** Whether messages are too many for the model, and why: the numbers of `Session.check`. */
export function needsCompaction(messages, options) {
    return checkMessages(messages, options).action === "compact";
}
function checkMessages(messages, options) {
    const { format = "pi", settings } = options;
    const log = guarded(() => new (engine().Log)(format, stage(null, { model: modelOf(options), settings })));
    try {
        return guarded(() => log.check(stage(messages, null, "messages")));
    }
    finally {
        log.free();
    }
}
/**
 * What can be sent when no summary is to be had: the host's instructions and the newest whole turns that fit. Never less
 * than the newest turn, even if that alone does not fit.
 */
export function emergencyPrune(messages, options) {
    const kept = guarded(() => engine().emergencyPrune(stageMessages(messages, options), options.maxTokens));
    return Array.from(kept, (at) => messages[at]);
}
/** Every rule of the format that these messages break; empty for a history that the provider accepts. */
export function validate(messages, options = {}) {
    return guarded(() => engine().validate(stageMessages(messages, options), options.inFlight ?? false));
}
