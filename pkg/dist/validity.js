/** Whether a provider accepts a history, and what to send where it does not. Nothing given is changed. */
import { pure } from "./engine/pure.js";
import { invalidOption, optionsOf } from "./options.js";
import { applyPatch } from "./patch.js";
import { illFormed, wellFormed } from "./unicode.js";
const VALIDATE = { format: "text", inFlight: "flag", request: "flag", strictAlternation: "flag" };
/**
 * Every rule of the format that these messages break, in their order; empty for a history that the provider accepts. A
 * fault may be named twice, by the rule that all formats share (`C2`) and by the format's own (`O2`).
 */
export function validate(messages, options = {}) {
    const found = pure("validate", messages, optionsOf("validate", VALIDATE, options), "messages");
    const texts = illFormed(messages).map(({ path }) => ({ rule: "C7", path: `messages${path}`, message: LONE_SURROGATE }));
    if (texts.length === 0)
        return found;
    return [...found, ...texts].sort((a, b) => indexIn(a.path) - indexIn(b.path));
}
/**
 * Makes of messages that a provider would refuse such that it accepts: a projection to send, while the originals stay what
 * they are. A valid history comes back as it is.
 *
 * In this order: what cannot be read is left out; ids are given and made unique; arguments become JSON; results are moved to
 * their calls, surplus ones left out, missing ones written as interrupted; blank texts and bound reasoning are left out; who
 * speaks first, last and twice in a row is mended where the format or the options want it. What user and model
 * have said stays, wherever it can be read.
 */
export function repair(messages, options = {}) {
    const { editedAt } = optionsOf("repair", { ...VALIDATE, editedAt: "any" }, options);
    if (editedAt !== undefined && !(Number.isInteger(editedAt) && editedAt >= 0))
        throw invalidOption("editedAt", "must be the index of a message");
    const texts = illFormed(messages);
    const clean = applyPatch(messages, texts.map(({ pointer, text }) => ({ op: "replace", path: pointer, value: wellFormed(text) })));
    const { patch, repairs } = pure("repair", clean, options, "messages");
    const mended = texts.map(({ path }) => ({ kind: "ill-formed-text", path: `messages${path}`, message: REPLACED }));
    return { messages: [...applyPatch(clean, JSON.parse(patch))], repairs: [...mended, ...repairs] };
}
const LONE_SURROGATE = "the text is no well-formed Unicode: it holds half of a surrogate pair";
const REPLACED = "the text held half of a surrogate pair, which was replaced by U+FFFD";
/** The index of the message in a path; faults of the whole history come first. */
function indexIn(path) {
    return Number(/^messages\[(\d+)/.exec(path)?.[1] ?? -1);
}
