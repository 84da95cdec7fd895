/** Messages as this command line shows them: the core says what is in each, the entry that it comes from whose it is. */
import { pure } from "../engine/pure.js";
/** The format of a list of messages; undefined where it is none that can be read. */
export function formatOf(messages) {
    return pure("formatOf", messages, null, "messages") ?? undefined;
}
/** Shows messages that the model sees, each with the entry that it comes from. */
export function show(messages, entries, format) {
    const glances = pure("glance", messages, { format }, "messages");
    return glances.map((glance, at) => {
        const { type } = entries[at];
        const kind = kindOf(glance, type);
        const startsTurn = kind === "summary" ? type === "branch_summary" : glance.startsTurn;
        if (kind !== "tool")
            return { ...glance, kind, startsTurn };
        const tools = new Set(glance.results.map(nameOf));
        return { ...glance, kind, startsTurn, tool: [...tools].join(", ") };
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
