/** `epitome tree`: a session's tree, its branches beside the path on which the session stands. */
import { inkOf } from "./bar.js";
import { EXIT } from "./failure.js";
import { jsonOf, reportDamage } from "./host.js";
import { DEFAULT_WINDOW } from "./inspect.js";
import { damageOf, openFile } from "./open.js";
import { outline } from "./outline.js";
import { counted, flowed, listed, number, ruled, titleOf } from "./style.js";
import { clip, fill, oneLine, widthOf } from "./text.js";
export async function tree(options, host) {
    const { progress } = host;
    const { loaded, session } = await openFile(options.file, { window: DEFAULT_WINDOW, format: options.format() }, host);
    try {
        const damage = damageOf(loaded, session);
        const drawn = outline(loaded, session, options.has("all"));
        progress.end();
        if (options.has("json"))
            host.print(jsonOf({ file: loaded.name, format: loaded.format, ...sessionOf(loaded), ...drawn, damage }));
        else {
            reportDamage(host, loaded.name, damage);
            host.print(`${report(loaded, drawn, host.style).join("\n")}\n`);
        }
    }
    finally {
        session.close();
    }
    return EXIT.ok;
}
/** What a session file says of itself. */
function sessionOf({ form }) {
    if (form.kind !== "session")
        return {};
    const { id, timestamp, cwd, parentSession } = form.header;
    const known = Object.entries({ id, timestamp, cwd, parentSession }).filter(([, value]) => typeof value === "string");
    return { session: Object.fromEntries(known) };
}
function report(loaded, drawn, style) {
    const { form, format, name } = loaded;
    const shape = form.kind === "session" ? `session file v${form.version}` : form.around ? "JSON object with messages" : "JSON array";
    const ids = form.kind === "session" ? (id) => oneLine(id) : (id) => `[${Number(id)}]`;
    const width = drawn.lines.reduce((most, { entryId }) => Math.max(most, entryId === undefined ? 0 : widthOf(ids(entryId))), 0);
    const face = { style, ids, width: Math.min(ID, width), names: namesIn(drawn, style) };
    return [
        ruled(style, titleOf(name, style), `${shape}, ${format} messages`),
        "",
        ...listed(style, overview(loaded, drawn)),
        "",
        ...drawn.lines.map((line) => draw(line, face)),
        "",
        ...legend(drawn, style),
        "",
    ];
}
function overview(loaded, { entries, branches, prunes, labels }) {
    const { session } = sessionOf(loaded);
    const rows = [];
    if (session)
        rows.push(["session", oneLine([session.id, session.timestamp?.slice(0, 19), session.cwd].filter(Boolean).join("  "))]);
    if (session?.parentSession)
        rows.push(["parent", oneLine(session.parentSession)]);
    rows.push(["entries", `${number(entries.total)}: ${tallied(entries.types)}`]);
    const { leaves, forks, offPath } = branches;
    const from = forks === 0 ? "" : `, from ${counted(forks, "fork")}; ${counted(offPath, "entry", "entries")} not on the path`;
    rows.push(["branches", `${number(leaves)}${from}`]);
    if (labels > 0)
        rows.push(["labels", number(labels)]);
    if (prunes.count > 0)
        rows.push(["prunes", `${number(prunes.count)}: ${counted(prunes.edits, "part")}, ${counted(prunes.tokensSaved, "token")} saved`]);
    return rows;
}
const tallied = (types) => Object.entries(types)
    .map(([name, count]) => `${oneLine(name)} ${number(count)}`)
    .join(" · ");
/** The columns of names, at least and at most, and of ids; and how few a text may have before the ids make room for it. */
const NAME = 10;
const LONG_NAME = 16;
const ID = 12;
const LEAST = 20;
const MARKS = { leaf: "◉", active: "●", other: "○" };
const LEAF = "◀ leaf";
/** How wide the column of names is: as the longest of them, as far as there is room. */
function namesIn({ lines }, { columns }) {
    const longest = lines.reduce((most, line) => Math.max(most, widthOf(nameFor(line))), NAME);
    return Math.min(longest, columns < 60 ? 12 : LONG_NAME);
}
/** One line: the bars of the branches that go on below, a mark, whose it is, what it says, its id. */
function draw(line, { style, ids, width, names }) {
    const { level, begins, isActive, isLeaf, folded } = line;
    // In a narrow terminal the deepest branches share a column.
    const most = (style.columns - 18 - names) >> 1;
    const depth = Math.min(level, most);
    const bars = "│ ".repeat(Math.max(0, depth - 1)) + (depth === 0 ? "" : level > most ? "┆ " : begins ? "├─" : "│ ");
    const start = `  ${style.paint("faint", bars)}`;
    const room = style.columns - 4 - 2 * depth - 2;
    if (folded !== undefined) {
        return `${start}${style.paint("faint", `┊ ${clip(`… ${counted(folded, "entry", "entries")}: ${tallied(line.types)}`, room)}`)}`;
    }
    const ink = inkFor(line);
    const mark = isLeaf ? MARKS.leaf : isActive ? MARKS.active : MARKS.other;
    const id = line.entryId === undefined ? "" : clip(ids(line.entryId), width);
    const end = [isLeaf ? LEAF : "", room - names - 1 - width - 2 < LEAST ? "" : id.padStart(width)].filter(Boolean).join("  ");
    const space = room - names - 1 - (end ? widthOf(end) + 2 : 0);
    const label = line.label === undefined ? "" : `[${clip(oneLine(line.label), 24)}] `;
    const text = fill(label + textFor(line, ids), space);
    const name = fill(nameFor(line), names);
    const shown = `${style.paint(ink, `${mark} ${name}`)} ${isActive ? text : style.paint("faint", text)}`;
    return `${start}${end ? `${shown}  ${isLeaf ? style.paint("strong", end) : style.paint("faint", end)}` : shown}`.trimEnd();
}
function inkFor({ kind, isActive, isLeaf }) {
    if (isLeaf)
        return "strong";
    return isActive && kind ? inkOf(kind) : "faint";
}
function nameFor({ type = "", kind, parentSession, sessionId }) {
    if (parentSession !== undefined || sessionId !== undefined)
        return "handoff";
    if (type === "compaction")
        return type;
    if (type === "branch_summary")
        return "summary";
    return kind === "instructions" ? "system" : (kind ?? oneLine(type.replace(/(?:_level)?_change$/, "").replaceAll("_", " ")));
}
function textFor(line, ids) {
    const { type, text = "", tool, tokensBefore = 0, tokensAfter, firstKeptEntryId = "", fromId, parentSession, sessionId } = line;
    if (type === "beginning")
        return "before the first entry";
    if (type === "compaction") {
        const size = `${number(tokensBefore)}${tokensAfter === undefined ? "" : ` → about ${number(tokensAfter)}`} tokens`;
        return `${size}, kept from ${ids(firstKeptEntryId) || "nowhere"}`;
    }
    if (fromId !== undefined)
        return `from ${ids(fromId) || "nowhere"}: ${text}`;
    if (parentSession !== undefined)
        return `from session ${oneLine(parentSession)}: ${text}`;
    if (sessionId !== undefined)
        return `to session ${oneLine(sessionId)}`;
    return tool === undefined ? text || "(nothing that can be shown)" : `${tool}: ${text}`;
}
/** What the marks mean: only those that there are. */
function legend({ lines }, style) {
    const has = (test) => lines.some(test);
    const signs = [
        { sign: MARKS.active, text: "on the active path", is: has((line) => line.isActive && !line.isLeaf) },
        { sign: MARKS.other, text: "on another branch", is: has((line) => !line.isActive) },
        { sign: MARKS.leaf, text: "where the session stands", is: has((line) => line.isLeaf) },
    ];
    return flowed(style, signs.filter(({ is }) => is));
}
