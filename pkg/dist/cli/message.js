/** Messages as this command line shows them: the core says what is in each, the entry that it comes from whose it is. */
import { pure } from "../engine/pure.js";
/** The format of a list of messages; undefined where it is none that can be read. */
export function formatOf(messages) {
    return pure("formatOf", messages, null, "messages") ?? undefined;
}
/** How many messages are handed over at once: all of a large log take several times as long, for the memory that they need. */
const AT_ONCE = 2_000;
/** How many before these go along, for the calls that their results answer. */
const BEFORE = 100;
function glancesOf(messages, format) {
    const glance = (list) => pure("glance", list, { format }, "messages");
    const glances = [];
    for (let from = 0; from < messages.length; from += AT_ONCE) {
        const before = Math.min(from, BEFORE);
        const part = glance(messages.slice(from - before, from + AT_ONCE)).slice(before);
        // The call may stand farther off, on another branch.
        if (from > 0 && part.some(({ results }) => results.some(({ tool }) => tool === "")))
            return glance(messages);
        glances.push(...part);
    }
    return glances;
}
/** Shows messages that the model sees, each with the entry that it comes from. */
export function show(messages, entries, format) {
    return glancesOf(messages, format).map((glance, at) => {
        const { type } = entries[at];
        const kind = kindOf(glance, type);
        const startsTurn = kind === "summary" ? type === "branch_summary" : glance.startsTurn;
        const shown = Object.assign(glance, { kind, startsTurn });
        if (kind === "tool")
            shown.tool = [...new Set(glance.results.map(nameOf))].join(", ");
        return shown;
    });
}
/** What to call the tool of a result. */
export const nameOf = ({ tool }) => tool || "unnamed tool";
function kindOf({ role, startsTurn, results }, type) {
    if (type === "compaction" || type === "branch_summary")
        return "summary";
    if (type === "custom_message")
        return "host";
    if (role === "system" || role === "developer")
        return "instructions";
    if (role === "assistant")
        return "assistant";
    if (role === "tool" || (results.length > 0 && !startsTurn))
        return "tool";
    // What begins no turn is not the person's: a file that was mentioned, a reminder.
    return startsTurn ? "user" : "host";
}
