/** Texts with half of a surrogate pair: providers refuse them, and the core does not see them (UTF-8 has no such thing). */
/** As deep as the core reads. */
const MAX_DEPTH = 200;
/** With the flag `u` a whole pair is one letter, so that this finds halves only. */
const HALF = /\p{Surrogate}/u;
const HALVES = /\p{Surrogate}/gu;
/** All such texts in plain data and in the fields of class instances, in their order. */
export function illFormed(value) {
    const found = [];
    const trail = [];
    const walk = (value) => {
        if (typeof value === "string") {
            if (HALF.test(value))
                found.push({ path: pathOf(trail), pointer: pointerOf(trail), text: value });
            return;
        }
        if (typeof value !== "object" || value === null || trail.length >= MAX_DEPTH)
            return;
        // Bytes, and what holds its text where the core does not look.
        if (ArrayBuffer.isView(value) || value instanceof URL || value instanceof Date)
            return;
        if (Array.isArray(value)) {
            for (let at = 0; at < value.length; at++)
                step(at, value[at]);
        }
        else {
            for (const key of Object.keys(value))
                step(key, value[key]);
        }
    };
    const step = (key, value) => {
        trail.push(key);
        walk(value);
        trail.pop();
    };
    walk(value);
    return found;
}
/** The text with U+FFFD in the place of each half. */
export function wellFormed(text) {
    return text.replace(HALVES, "\ufffd");
}
function pathOf(trail) {
    return trail.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
}
function pointerOf(trail) {
    return trail.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
