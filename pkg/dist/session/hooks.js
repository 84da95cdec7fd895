/** The host's word in a compaction: handlers that are asked in order, and none of which can break it. */
import { EpitomeError } from "../errors.js";
import { invalidOption, optionsOf } from "../options.js";
import { Deadline } from "../summarizers/deadline.js";
/** How long a function of the host's may take, in milliseconds. */
const PATIENCE_MS = 30_000;
const HOOKS = {
    session_before_compact: "any",
    "session.compacting": "any",
    session_compact: "any",
    session_compact_failed: "any",
    session_before_tree: "any",
    session_tree: "any",
};
const BEFORE = { cancel: "flag", compaction: "object" };
const SUPPLIED = {
    summary: "text",
    firstKeptEntryId: "text",
    tokensBefore: "any",
    details: "object",
    preserveData: "object",
    shortSummary: "text",
};
const BEFORE_TREE = {
    cancel: "flag",
    summary: "object",
    customInstructions: "text",
    replaceInstructions: "flag",
    label: "text",
};
const COMPACTING = { prompt: "text", context: "list", preserveData: "object" };
/** The host's hooks, checked. */
export function hooksOf(given) {
    const all = [given ?? []].flat();
    for (const hooks of all) {
        for (const name of Object.keys(optionsOf("hooks", HOOKS, hooks, "hooks"))) {
            if (handlersOf(hooks, name).some((handler) => typeof handler !== "function")) {
                throw invalidOption(`hooks.${name}`, "must be a function or an array of functions");
            }
        }
    }
    return all;
}
const handlersOf = (hooks, name) => [hooks[name] ?? []].flat();
/** What a function of the host's comes to; an error where it takes too long or the signal aborts. */
export async function patiently(work, signal, patienceMs = PATIENCE_MS) {
    const late = () => new EpitomeError("timeout", "There was no answer in time.");
    const deadline = new Deadline(signal, patienceMs, late);
    try {
        deadline.check();
        return await deadline.race(Promise.resolve(work(deadline.signal)));
    }
    finally {
        deadline.close();
    }
}
/** Asks all handlers of a hook in their order, until `take` has heard enough of their answers. */
export async function askHooks({ hooks, warn, until = Infinity }, name, event, signal, take) {
    for (const handler of hooks.flatMap((one) => handlersOf(one, name))) {
        try {
            const patienceMs = Math.min(PATIENCE_MS, Math.max(1, until - performance.now()));
            const answer = await patiently((signal) => handler({ ...event, signal }), signal, patienceMs);
            if (answer && take?.(answer))
                return;
        }
        catch (error) {
            if (signal?.aborted)
                throw signal.reason;
            warn({ code: "hook-failed", message: `A handler of ${name} failed, and was passed over: ${error}` }, error);
        }
    }
}
/** Asks the handlers before a compaction: whether it is to be, whether they bring it, and if not, what it is to hold. */
export async function wordOf(host, before, compacting, signal) {
    let word = {};
    await askHooks(host, "session_before_compact", before, signal, (answer) => {
        const { cancel, compaction } = optionsOf("session_before_compact", BEFORE, answer);
        if (compaction)
            word = supplied(compaction, "compaction");
        if (cancel)
            word.cancel = true;
        return word.cancel === true;
    });
    if (word.cancel || word.summary)
        return word;
    await askHooks(host, "session.compacting", compacting, signal, (answer) => {
        const { prompt, context = [], preserveData } = optionsOf("session.compacting", COMPACTING, answer);
        if (context.some((line) => typeof line !== "string"))
            throw invalidOption("context", "must be an array of texts");
        if (preserveData)
            word.preserveData = { ...word.preserveData, ...plain(preserveData) };
        if (prompt?.trim())
            word.prompt = prompt;
        word.context = [...(word.context ?? []), ...context];
        return false;
    });
    return word;
}
/** Asks the handlers before a move in the tree. */
export async function wordOnTree(host, preparation, signal) {
    const { customInstructions, replaceInstructions, label } = preparation;
    const word = { customInstructions, replaceInstructions, label };
    await askHooks(host, "session_before_tree", { preparation }, signal, (answer) => {
        const said = optionsOf("session_before_tree", BEFORE_TREE, answer);
        const summary = said.summary && supplied(said.summary, "summary");
        Object.assign(word, Object.fromEntries(Object.entries({ ...said, summary }).filter(([, value]) => value !== undefined)));
        return word.cancel === true;
    });
    return word;
}
/** A summary of others may have more fields; of those that count here none may be wrong. */
function supplied(given, within) {
    const known = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(SUPPLIED, name)));
    const { summary, details, preserveData, ...others } = optionsOf(within, SUPPLIED, known, within);
    if (!summary?.trim())
        throw invalidOption(`${within}.summary`, "must be a text that is not blank");
    return { ...others, summary, details: plain(details), preserveData: plain(preserveData) };
}
/** Data as it comes back from a store. */
const plain = (data) => data && JSON.parse(JSON.stringify(data));
