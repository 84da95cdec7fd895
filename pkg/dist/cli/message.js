/** Messages as this command line shows them: who speaks, with which tool, and the first words. The core does the counting. */
/** How much of a text is looked at. */
const GLANCE = 2_000;
const PI_ROLES = new Set([
    "toolResult",
    "bashExecution",
    "pythonExecution",
    "fileMention",
    "hookMessage",
    "custom",
    "compactionSummary",
    "branchSummary",
]);
/** The format of a list of messages; undefined where it is one that cannot be read. */
export function formatOf(messages) {
    for (const message of messages) {
        const { role, content } = partsOf(message);
        if (typeof role === "string" && PI_ROLES.has(role))
            return "pi";
        const types = (Array.isArray(content) ? content : []).map((block) => partsOf(block).type);
        if (types.includes("toolCall"))
            return "pi";
        if (types.includes("tool_use") || types.includes("tool_result"))
            return undefined;
    }
    return "openai-chat";
}
/** Shows messages one after the other, so that an output can be given the name of the tool that was called for it. */
export class Eyes {
    #tools = new Map();
    /** Shows the message that the model sees of an entry. */
    show(message, entry) {
        const { role: given, content, reasoning_content: reasoning, ...rest } = partsOf(message);
        const role = typeof given === "string" ? given : "unknown";
        const said = [glance(reasoning), ...blocksOf(content).map(textOf), ...this.#calls(content, rest.tool_calls)];
        const executed = [rest.command ?? rest.code, rest.output].map(glance);
        const text = [...said, ...executed, glance(rest.summary)].filter(Boolean).join("\n").slice(0, GLANCE);
        if (role === "toolResult" || role === "tool" || role === "function") {
            const id = rest.toolCallId ?? rest.tool_call_id;
            const named = rest.toolName ?? this.#tools.get(String(id)) ?? rest.name;
            const tool = typeof named === "string" && named ? named : "unnamed tool";
            return { kind: "tool", role, startsTurn: false, tool, failed: rest.isError === true, text };
        }
        const kind = kindOf(role, entry);
        const startsTurn = kind === "user" ? role !== "fileMention" : kind === "host" || entry.type === "branch_summary";
        return { kind, role, startsTurn, text };
    }
    #calls(content, calls) {
        const called = [];
        for (const part of [...blocksOf(content), ...(Array.isArray(calls) ? calls : [])]) {
            const { id, type, name, arguments: given, function: inner, custom } = partsOf(part);
            const call = partsOf(inner ?? custom);
            const tool = type === "toolCall" ? name : call.name;
            if (typeof tool !== "string")
                continue;
            this.#tools.set(String(id), tool);
            const input = type === "toolCall" ? given : (call.arguments ?? call.input);
            called.push(`→ ${tool} ${typeof input === "string" ? input.slice(0, GLANCE) : (JSON.stringify(input) ?? "").slice(0, GLANCE)}`);
        }
        return called;
    }
}
function kindOf(role, entry) {
    if (entry.type === "compaction" || entry.type === "branch_summary")
        return "summary";
    if (entry.type === "custom_message" || role === "custom" || role === "hookMessage")
        return "host";
    if (role === "system" || role === "developer")
        return "instructions";
    if (role === "compactionSummary" || role === "branchSummary")
        return "summary";
    return role === "assistant" ? "assistant" : "user";
}
function partsOf(value) {
    return typeof value === "object" && value !== null ? value : {};
}
function blocksOf(content) {
    return Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
}
function textOf(block) {
    if (typeof block === "string")
        return glance(block);
    const { type, text, thinking } = partsOf(block);
    if (type === "image" || type === "image_url")
        return "[image]";
    return glance(text ?? thinking);
}
function glance(text) {
    return typeof text === "string" ? text.slice(0, GLANCE) : "";
}
