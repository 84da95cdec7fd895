/** What `inspect` finds out about a conversation, as plain data: the JSON document is this, and the text is made of it. */
import { estimateMessage } from "../core.js";
import { validate } from "../index.js";
import { hiddenOn, pruneNote } from "../prunes.js";
import { nameOf, show } from "./message.js";
import { damageOf, itemsOf, tokensOf } from "./open.js";
import { tally } from "./outline.js";
import { shapeOf } from "./shape.js";
import { oneLine } from "./text.js";
/** How many of the largest messages and of the broken rules are named. */
const LARGEST = 5;
const VIOLATIONS = 5;
/** How much of a message is quoted. */
const QUOTE = 160;
/** Looks at a session. */
export async function findings(loaded, session) {
    const { name, format, form, entries } = loaded;
    const check = session.check();
    const context = session.context();
    const items = itemsOf(context, format);
    const path = await session.path();
    const place = ({ id }) => {
        const line = form.kind === "session" ? form.lineOf.get(id) : undefined;
        return { entryId: id, ...(line !== undefined && { line }) };
    };
    const said = path.filter(({ type }) => type === "message");
    const shown = show(said.map(({ message }) => message), said, format);
    // What the host put in is no message of the format before it is rendered.
    const hosts = path.filter(({ type }) => type === "custom_message").map(() => "custom");
    const broken = validate(context.messages, { format, inFlight: true });
    return {
        file: name,
        format,
        ...formOf(loaded),
        entries: { total: entries.length, onPath: path.length, types: tally(entries.map(({ type }) => type)) },
        messages: {
            total: shown.length + hosts.length,
            roles: tally([...shown.map(({ role }) => role), ...hosts]),
            turns: shown.filter((one) => one.startsTurn).length + hosts.length,
        },
        context: {
            messages: check.messages,
            tokens: check.tokens,
            usageTokens: check.usageTokens,
            trailingTokens: check.trailingTokens,
            source: check.source,
            estimate: tokensOf(items),
            hidden: hiddenIn(items, path, format),
        },
        budget: { contextWindow: check.contextWindow ?? null, threshold: check.threshold ?? null, action: check.action, reason: check.reason },
        largest: [...items]
            .sort((a, b) => b.tokens - a.tokens)
            .slice(0, LARGEST)
            .map(({ entry, kind, role, tool, tokens, text }) => ({
            ...place(entry),
            kind,
            role,
            ...(tool && { tool }),
            tokens,
            text: oneLine(text).slice(0, QUOTE),
        })),
        tools: toolsOf(items),
        prunes: path.filter(({ type }) => type === "prune").map((entry) => ({ ...place(entry), ...pruneNote(entry) })),
        compactions: path.filter(({ type }) => type === "compaction").map((entry) => ({ ...place(entry), ...compactionOf(entry) })),
        branches: branchesOf(entries, session.leafId),
        damage: damageOf(loaded, session),
        violations: { count: broken.length, first: broken.slice(0, VIOLATIONS).map((violation) => ({ ...violation, ...placeOf(violation) })) },
    };
    function placeOf({ path }) {
        const entry = context.entries[Number(/^messages\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN)];
        return entry ? place(entry) : {};
    }
}
function formOf({ form }) {
    if (form.kind === "messages")
        return { form: form.around ? "object" : "array" };
    const { id, timestamp, cwd } = form.header;
    const known = { id, ...(typeof timestamp === "string" && { timestamp }), ...(typeof cwd === "string" && { cwd }) };
    return { form: "session", version: form.version, session: known };
}
function toolsOf(items) {
    const tools = new Map();
    for (const result of items.flatMap(({ results }) => results)) {
        const name = nameOf(result);
        const { outputs, tokens, failed } = tools.get(name) ?? { outputs: 0, tokens: 0, failed: 0 };
        tools.set(name, { name, outputs: outputs + 1, tokens: tokens + result.tokens, failed: failed + (result.failed ? 1 : 0) });
    }
    return [...tools.values()].sort((a, b) => b.tokens - a.tokens);
}
/** What is shown of messages that a prune has shortened, beside what they are. */
function hiddenIn(items, path, format) {
    const hidden = hiddenOn(path);
    const shortened = items.filter(({ entry }) => hidden.has(entry.id) && entry.type === "message");
    const before = shortened.reduce((sum, { entry }) => sum + estimateMessage(entry.message, { format }), 0);
    return { messages: shortened.length, tokens: Math.max(0, before - tokensOf(shortened)) };
}
function compactionOf({ timestamp, tokensBefore, firstKeptEntryId, summary }) {
    return {
        // The core asks for less of an entry than the format promises.
        timestamp: typeof timestamp === "string" ? timestamp : "",
        tokensBefore: typeof tokensBefore === "number" ? tokensBefore : 0,
        summaryTokens: estimateMessage({ role: "user", content: String(summary) }),
        firstKeptEntryId: String(firstKeptEntryId),
    };
}
function branchesOf(entries, leafId) {
    const { order, children, active } = shapeOf(entries, leafId);
    const nodes = order.filter((at) => at < entries.length);
    return {
        leaves: nodes.filter((at) => children[at] === 0).length,
        forks: order.filter((at) => children[at] > 1).length,
        offPath: nodes.filter((at) => !active[at]).length,
    };
}
