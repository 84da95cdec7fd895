/** What functions are given beside their data, checked by tables: a name that is misspelt must not be passed over in silence. */
import { EpitomeError } from "./errors.js";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** An object as it is written in braces, of whatever realm; an Error or a Response in its place is a mistake. */
function isPlain(value) {
    if (!isObject(value))
        return false;
    const prototype = Object.getPrototypeOf(value);
    return prototype === null || Object.getPrototypeOf(prototype) === null;
}
/** What an option may be, and the words for it. */
const KINDS = {
    any: [() => true, ""],
    text: [(value) => typeof value === "string", "must be a text"],
    flag: [(value) => typeof value === "boolean", "must be true or false"],
    number: [(value) => value === null || typeof value === "number", "must be a number"],
    tokens: [(value) => value === null || typeof value === "number", "must be a number of tokens"],
    list: [Array.isArray, "must be an array"],
    object: [isObject, "must be an object"],
    function: [(value) => typeof value === "function", "must be a function"],
    reason: [(value) => value === "threshold" || value === "idle" || value === "overflow", 'must be "threshold", "idle" or "overflow"'],
    signal: [(value) => isObject(value) && "aborted" in value, "must be an AbortSignal"],
};
/** The error for an option that cannot be. */
export function invalidOption(path, what) {
    return new EpitomeError("invalid-option", `${path} ${what}.`, { details: { path } });
}
/**
 * The options that `of` was given; none where it was given none. `within` is where they stand, if they are part of others.
 *
 * @throws EpitomeError `invalid-option`, which names the option and what it must be, or which ones there are
 */
export function optionsOf(of, kinds, options, within = "") {
    if (options === undefined)
        return {};
    if (!isPlain(options))
        throw invalidOption(within || `the options of ${of}`, `must be an object: { ${Object.keys(kinds).join(", ")} }`);
    for (const [name, value] of Object.entries(options)) {
        const path = within ? `${within}.${name}` : name;
        if (!Object.hasOwn(kinds, name))
            throw invalidOption(path, `is no option of ${of}; there are ${Object.keys(kinds).join(", ")}`);
        const [fits, what] = KINDS[kinds[name]];
        if (value !== undefined && !fits(value))
            throw invalidOption(path, what);
    }
    return options;
}
/** Throws unless `label` can be one. */
export function checkLabel(label) {
    if (typeof label !== "string" || !label.trim())
        throw invalidOption("label", "must be a text that is not blank");
}
/** Throws unless `model` may be a model; what is in it the core reads, and throws. */
export function checkModel(model, path = "model") {
    if (!isObject(model))
        throw invalidOption(path, "must be an object, such as { contextWindow: 128_000 }");
}
