/** `epitome inspect`: what a conversation holds, as text or as JSON. */
import { EXIT } from "./failure.js";
import { findings } from "./findings.js";
import { jsonOf, reportDamage } from "./host.js";
import { openFile } from "./open.js";
import { counted, listed, number, ruled, share, titleOf } from "./style.js";
import { clip, fill, oneLine, widthOf } from "./text.js";
/** The window that is assumed unless another is named. */
export const DEFAULT_WINDOW = 200_000;
export async function inspect(options, host) {
    const { progress } = host;
    const window = options.tokens("window") ?? DEFAULT_WINDOW;
    const { loaded, session } = await openFile(options.file, { window, format: options.format() }, host);
    try {
        const found = await findings(loaded, session);
        progress.end();
        if (options.has("json"))
            host.print(jsonOf(found));
        else {
            reportDamage(host, found.file, found.damage);
            host.print(`${report(found, host.style).join("\n")}\n`);
        }
    }
    finally {
        session.close();
    }
    return EXIT.ok;
}
function report(found, style) {
    const { context, largest, tools, prunes, compactions } = found;
    return [
        ruled(style, titleOf(found.file, style), formText(found)),
        "",
        ...listed(style, overview(found)),
        "",
        ruled(style, "context", `${counted(context.messages, "message")}, ${counted(context.tokens, "token")}`),
        "",
        ...listed(style, sizes(found)),
        "",
        ...section(style, "largest messages", largest.map((message) => [
            message.tokens,
            message.tool ? `${message.tool} output` : message.kind === "summary" ? "summary" : message.role,
            `${where(message)}  ${message.text}`,
        ])),
        ...section(style, "tool outputs", tools.map(({ name, outputs, tokens, failed }) => {
            const text = `${counted(outputs, "output")}, ${share(tokens, context.estimate)} of the context`;
            return [tokens, name, failed > 0 ? `${text}, ${failed} failed` : text];
        })),
        ...section(style, "prunes", prunes.map((one) => [one.tokensSaved, one.timestamp.slice(0, 19), `${where(one)}  ${doneBy(one)}`])),
        ...section(style, "compactions", compactions.map((one) => [
            one.tokensBefore,
            one.timestamp.slice(0, 19),
            `${where(one)}  into a summary of ${counted(one.summaryTokens, "token")}`,
        ])),
        ...validity(found, style),
    ];
}
/** What a prune did: why parts went, and what else became of messages. */
function doneBy({ reason, byReason, dropped, restored, artifacts }) {
    const done = Object.entries(byReason).map(([why, { edits }]) => (why === "unsaid" ? counted(edits, "part") : `${number(edits)} ${why}`));
    if (dropped > 0)
        done.push(`${counted(dropped, "message")} left out`);
    if (restored > 0)
        done.push(`${counted(restored, "message")} restored`);
    if (artifacts > 0)
        done.push(counted(artifacts, "copy", "copies"));
    return `${reason || "prune"}: ${done.join(", ") || "nothing that is understood"}`;
}
function sizes({ context, budget }) {
    const { tokens, usageTokens, trailingTokens, estimate, hidden } = context;
    const source = usageTokens > 0 ? `${number(usageTokens)} counted by the provider, ${number(trailingTokens)} estimated since` : "all estimated";
    const { contextWindow, threshold, action, reason } = budget;
    return [
        ["tokens", `${number(tokens)}: ${source}`],
        ["estimate", `${number(estimate)}, without what the provider counted`],
        ...(hidden.messages > 0
            ? [["pruned", `${counted(hidden.messages, "message")} shown shortened, which saves ${counted(hidden.tokens, "token")}`]]
            : []),
        ["window", `${number(contextWindow ?? 0)}: ${share(tokens, contextWindow ?? 0)} used; compacted above ${number(threshold ?? 0)}`],
        ["maintain()", `would ${action === "compact" ? "compact" : "do nothing"}: ${reason}`, action === "compact" ? "bad" : "good"],
    ];
}
function formText({ form, version, format }) {
    const shape = { session: `session file v${version}`, array: "JSON array", object: "JSON object with messages" }[form];
    return `${shape}, ${format} messages`;
}
function overview({ session, entries, messages, branches }) {
    const rows = [];
    if (session)
        rows.push(["session", oneLine([session.id, session.timestamp?.slice(0, 19), session.cwd].filter(Boolean).join("  "))]);
    rows.push(["entries", `${number(entries.total)}: ${tallied(entries.types)}`]);
    rows.push(["messages", `${number(messages.total)}: ${tallied(messages.roles)}`]);
    rows.push(["turns", number(messages.turns)]);
    const { leaves, forks, offPath } = branches;
    if (leaves > 1)
        rows.push(["branches", `${leaves}, from ${counted(forks, "fork")}; ${counted(offPath, "entry", "entries")} not on the path`]);
    return rows;
}
const tallied = (counts) => Object.entries(counts)
    .map(([name, count]) => `${oneLine(name)} ${number(count)}`)
    .join(" · ");
/** Where an entry stands: its line where the file has lines, its number among the messages elsewhere. */
function where({ line, entryId }) {
    return line === undefined ? `messages[${Number(entryId)}]` : `line ${line}`;
}
function section(style, title, rows) {
    if (rows.length === 0)
        return [];
    const names = rows.map(([, name]) => oneLine(name));
    const width = Math.min(24, Math.max(...names.map(widthOf)));
    const lines = rows.map(([tokens, , text], at) => {
        const start = `  ${number(tokens).padStart(9)}  ${fill(names[at], width)}  `;
        return start + clip(oneLine(text), style.columns - widthOf(start) - 2);
    });
    return [ruled(style, title, ""), "", ...lines, ""];
}
function validity({ violations, damage }, style) {
    const lines = [];
    if (damage.length > 0)
        lines.push(`  ${style.paint("bad", `${counted(damage.length, "damaged place")}`)}: the rest was read all the same.`);
    if (violations.count === 0) {
        lines.push(`  ${style.paint("good", "valid")}: a provider accepts these messages as they are.`);
    }
    else {
        lines.push(`  ${style.paint("bad", counted(violations.count, "place breaks", "places break"))} the format's rules: a strict provider would refuse this.`);
        for (const { rule, path, message, line } of violations.first) {
            lines.push(clip(`    ${rule}  ${line === undefined ? path : `line ${line}`}  ${oneLine(message)}`, style.columns - 2));
        }
        const more = violations.count - violations.first.length;
        if (more > 0)
            lines.push(`    and ${number(more)} more`);
    }
    return [...lines, ""];
}
