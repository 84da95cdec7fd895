/** What every store asks of the entries that it is given, before it writes any of them. */
import { EpitomeError } from "../errors.js";
/** Deeper nesting than this is no message, and more than some JSON parsers can read. */
const MAX_DEPTH = 512;
/** Checks the arguments that all methods share. */
export function checkSessionId(sessionId) {
    if (typeof sessionId === "string" && sessionId !== "")
        return;
    throw new EpitomeError("invalid-option", "The session id must be a string that is not empty.");
}
/** Checks a position in the log, or a limit. */
export function checkPosition(name, value, least = 0) {
    if (Number.isSafeInteger(value) && value >= least)
        return;
    throw new EpitomeError("invalid-option", `${name} must be a whole number from ${least} on.`);
}
/** Checks the id of an artifact. */
export function checkArtifactId(id) {
    if (typeof id === "string" && id !== "")
        return;
    throw new EpitomeError("invalid-option", "The artifact's id must be a string that is not empty.");
}
/** Checks the data of an artifact. */
export function checkArtifactData(data) {
    if (typeof data === "string")
        return;
    throw new EpitomeError("invalid-option", "The artifact's data must be a string.");
}
/**
 * Writes each entry as one line of JSON, after checking that reading it gives back what was given. A field whose value is
 * undefined is left out, as everywhere in JSON; a lone surrogate is kept.
 *
 * @throws EpitomeError `invalid-entry` with the path of the first part that JSON would drop or change;
 *   `duplicate-entry` if two of the entries have the same id.
 */
export function encodeEntries(entries) {
    if (!Array.isArray(entries))
        throw invalidEntry(["entries"], "must be an array");
    const ids = new Set();
    return entries.map((entry, index) => {
        const path = ["entries", index];
        if (!isObject(entry) || Array.isArray(entry))
            throw invalidEntry(path, "must be an object");
        for (const field of ["id", "type"]) {
            const value = entry[field];
            if (typeof value !== "string" || value === "")
                throw invalidEntry([...path, field], "must be a string that is not empty");
        }
        if (ids.has(entry.id))
            throw duplicateEntry(entry.id, "it is twice in this append");
        ids.add(entry.id);
        checkJson(entry, path, []);
        return JSON.stringify(entry);
    });
}
/** The error for an id that is taken. */
export function duplicateEntry(id, where) {
    const message = `The entry ${JSON.stringify(id.slice(0, 80))} cannot be appended: ${where}. Every entry needs an id of its own.`;
    return new EpitomeError("duplicate-entry", message, { details: { id } });
}
/**
 * Decides an append by what is stored: to write (undefined), or the answer. `at` gives the id stored at a position, `has`
 * whether an id is stored at all.
 */
export function decideAppend(stored, expectedHead, entries) {
    const { head } = stored;
    if (expectedHead !== head) {
        // A repetition: its answer was lost, its entries were not. The answer is the same again, so that the caller stands
        // where this append ended, and reads what others have added since.
        const repeated = entries.length > 0 && entries.every((entry, index) => stored.at(expectedHead + index) === entry.id);
        return repeated ? { ok: true, head: expectedHead + entries.length } : { ok: false, head };
    }
    for (const { id } of entries)
        if (stored.has(id))
            throw duplicateEntry(id, "the session has an entry with this id already");
    return entries.length === 0 ? { ok: true, head } : undefined;
}
function invalidEntry(path, problem) {
    const text = path.map((step, depth) => (depth === 0 ? step : pathStep(step))).join("");
    return new EpitomeError("invalid-entry", `${text} ${problem}. Nothing was stored.`, { details: { path: text } });
}
const pathStep = (step) => typeof step === "string" && /^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
const isObject = (value) => typeof value === "object" && value !== null;
/** Throws at the first part that would not survive JSON. `parents` are the objects around `value`, to find cycles. */
function checkJson(value, path, parents) {
    if (typeof value === "string" || typeof value === "boolean" || value === null)
        return;
    if (typeof value === "number") {
        if (Number.isFinite(value))
            return;
        throw invalidEntry(path, `is ${value}, which JSON does not have`);
    }
    if (!isObject(value)) {
        const kind = value === undefined ? "undefined" : `a ${typeof value}`;
        throw invalidEntry(path, `is ${kind}, which JSON does not have`);
    }
    if (parents.includes(value))
        throw invalidEntry(path, "contains itself: an entry must be a tree");
    if (parents.length >= MAX_DEPTH)
        throw invalidEntry(path, `is nested more than ${MAX_DEPTH} levels deep`);
    if (typeof value.toJSON === "function") {
        throw invalidEntry(path, `is a ${nameOf(value)}, which turns into something else in JSON: store its text instead`);
    }
    const isArray = Array.isArray(value);
    // Maps, sets, errors, byte arrays and boxed values would come back as empty or other objects.
    if (!isArray && Object.prototype.toString.call(value) !== "[object Object]") {
        throw invalidEntry(path, `is a ${nameOf(value)}, which JSON does not have: store its data instead`);
    }
    parents.push(value);
    // An array is walked by index: its holes count too.
    for (const step of isArray ? value.keys() : Object.keys(value)) {
        const part = value[step];
        if (part === undefined && !isArray)
            continue;
        path.push(step);
        checkJson(part, path, parents);
        path.pop();
    }
    parents.pop();
}
function nameOf(value) {
    const name = Object.getPrototypeOf(value)?.constructor?.name;
    return typeof name === "string" && name !== "" ? name : "object";
}
