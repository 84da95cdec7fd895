/** What a session and its methods are given, checked before anything is read. */
import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import { checkModel, invalidOption, optionsOf } from "../options.js";
import { extractive } from "../summarizers/extractive.js";
const SESSION = {
    id: "any",
    store: "any",
    artifacts: "any",
    format: "text",
    model: "any",
    overhead: "any",
    largerModels: "list",
    summarizer: "any",
    native: "any",
    settings: "object",
    hooks: "any",
    state: "function",
    newId: "function",
    now: "function",
    signal: "signal",
};
const SIGNAL = { signal: "signal" };
const PENDING = { pending: "list" };
/** What each method takes; the others can only be aborted. */
const METHODS = {
    append: { usage: "any", pinned: "flag", id: "any", ...SIGNAL },
    appendCustom: { display: "flag" },
    check: PENDING,
    context: PENDING,
    maintain: { reason: "reason", error: "any", background: "flag", ...PENDING, ...SIGNAL },
    compact: { instructions: "text", ...SIGNAL },
    handoff: { instructions: "text", id: "text", document: "text", ...SIGNAL },
    navigate: { summarize: "flag", instructions: "text", replaceInstructions: "flag", label: "text", edit: "flag", ...SIGNAL },
};
/** Throws unless the options of a method are those that it has. */
export function checkMethod(method, options) {
    const kinds = Object.hasOwn(METHODS, method) ? METHODS[method] : SIGNAL;
    optionsOf(method, kinds, options);
}
/** Types of entries that have a method of their own. */
const OWN_METHODS = {
    session: "openSession",
    message: "append",
    compaction: "compact",
    leaf: "navigate",
    label: "label",
    artifact: "spill",
    prune: "maintain",
};
/** The type and the fields of an entry that a host wants to append. */
export function entryOf(entry) {
    const { type, id, parentId, timestamp, parentAt, ...fields } = entry ?? {};
    if (typeof type !== "string" || type === "")
        throw invalidOption("entry.type", "must be a text that is not empty");
    const method = Object.hasOwn(OWN_METHODS, type) ? OWN_METHODS[type] : undefined;
    if (method)
        throw invalidOption("entry.type", `cannot be ${JSON.stringify(type)}: use ${method}()`);
    const given = Object.entries({ id, parentId, timestamp, parentAt }).find(([, value]) => value !== undefined);
    if (given)
        throw invalidOption(`entry.${given[0]}`, "is the session's to give");
    return [type, fields];
}
const OVERHEAD = { system: "any", tools: "any", tokens: "tokens" };
export function checkOptions(options) {
    if (typeof options?.id !== "string" || options.id === "")
        throw invalidOption("id", "must be a text: the session's name in the store");
    const { store, artifacts, model, largerModels = [] } = optionsOf("openSession", SESSION, options);
    if (model !== undefined)
        checkModel(model);
    largerModels.forEach((larger, at) => void checkModel(larger, `largerModels[${at}]`));
    if (store !== undefined && (typeof store?.append !== "function" || typeof store.read !== "function")) {
        throw invalidOption("store", "must have the methods append and read");
    }
    if (artifacts !== undefined && (typeof artifacts?.put !== "function" || typeof artifacts.get !== "function")) {
        throw invalidOption("artifacts", "must have the methods put and get");
    }
}
/** Tells the core what every request carries beside the messages: nothing, or as much as it says. */
export function setOverhead(log, overhead) {
    const { tokens } = optionsOf("overhead", OVERHEAD, overhead, "overhead");
    if (tokens && !(tokens > 0 && tokens < Infinity))
        throw invalidOption("overhead.tokens", "must be a number of tokens, not below 0");
    guarded(() => log.setOverhead(stage(overhead, null, "overhead")));
}
export function summarizersOf({ summarizer: given, settings }) {
    if (given === undefined)
        return [extractive()];
    const list = typeof given === "function" ? [given] : given;
    if (!Array.isArray(list) || list.some((summarizer) => typeof summarizer !== "function")) {
        throw invalidOption("summarizer", "must be a function or an array of functions");
    }
    list.forEach((summarizer, at) => {
        for (const name of ["contextWindow", "maxOutput"]) {
            const tokens = summarizer[name];
            if (tokens === undefined || (typeof tokens === "number" && tokens > 0))
                continue;
            throw invalidOption(`summarizer[${at}].${name}`, "must be a number of tokens, above 0");
        }
    });
    const isOff = settings?.compaction?.remoteEnabled === false;
    const asked = isOff ? list.filter(({ remote }) => !remote) : list;
    return asked.length > 0 ? asked : [extractive()];
}
