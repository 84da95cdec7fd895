/** How many tokens a provider counted, in usage of whatever shape: the core knows the shapes. */
import { pure } from "../engine/pure.js";
import { field } from "./facts.js";
/** What is looked at: an error may be of any size, usage is small. */
const MAX_DEPTH = 4;
const MAX_FIELDS = 300;
const MAX_TEXT = 40;
/** Undefined where nothing of it is a count; also before the core was started, where the host does that (`epitome/slim`). */
export function counted(usage) {
    try {
        const found = pure("readUsage", counts(usage, MAX_DEPTH, { left: MAX_FIELDS }), null);
        return found ? { prompt: found[0], output: found[1] } : undefined;
    }
    catch {
        return undefined;
    }
}
/** A copy of what can be a count, or tells of which: numbers and words. */
function counts(value, depth, fields) {
    if (typeof value === "number" || (typeof value === "string" && value.length <= MAX_TEXT))
        return value;
    if (typeof value !== "object" || value === null || depth === 0)
        return null;
    if (Array.isArray(value))
        return value.slice(-MAX_FIELDS).map((item) => (fields.left-- > 0 ? counts(item, depth - 1, fields) : null));
    const copy = {};
    for (const name in value)
        if (fields.left-- > 0)
            copy[name] = counts(field(value, name), depth - 1, fields);
    return copy;
}
