/** A context as a bar of cells, each for so many tokens: its colour or letter says whose they are, its shade what became of them. */
import { counted, flowed } from "./style.js";
/** At most so many rows, and one for each so many messages. */
const ROWS = 6;
const MESSAGES_PER_ROW = 40;
/** So many cells there must be for each turn, for its beginning to be marked. */
const CELLS_PER_TURN = 3;
const KINDS = {
    instructions: { letter: "i", name: "instructions", ink: "instructions" },
    summary: { letter: "s", name: "summary", ink: "summary" },
    user: { letter: "u", name: "user", ink: "user" },
    assistant: { letter: "a", name: "assistant", ink: "assistant" },
    tool: { letter: "t", name: "tool output", ink: "tool" },
    host: { letter: "h", name: "host's text", ink: "host" },
};
const SHADES = { kept: "█", folded: "▒", masked: "░" };
const MASKED = "·";
const CUT = "┃";
const CUT_CELLS = ["gap", "cut", "gap"];
/** The colour of a kind of message. */
export const inkOf = (kind) => KINDS[kind].ink;
/** How many tokens a cell stands for: a round number, so that the bar fills the rows that it gets. */
export function scaleOf(tokens, columns, messages) {
    const rows = Math.min(ROWS, Math.max(1, Math.ceil(messages / MESSAGES_PER_ROW)));
    const exact = Math.max(1, tokens / (columns * rows));
    const power = 10 ** Math.floor(Math.log10(exact));
    const step = [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10].find((factor) => factor * power >= exact);
    return Math.max(1, Math.ceil(step * power));
}
/** Parts items into runs: what stays, what goes, and each summary are by themselves. */
export function runsOf(items, fateOf) {
    const runs = [];
    let group = "";
    for (const item of items) {
        const fate = fateOf(item);
        const own = `${fate === "kept"} ${item.kind === "summary"} ${item.kind === "instructions"}`;
        if (own !== group)
            runs.push([]);
        group = own;
        runs.at(-1).push({ item, fate });
    }
    return runs;
}
/** The cells of runs, one after the other; the cut stands behind the last that was folded away. */
export function cellsOf(runs, scale) {
    const turns = runs.flat().filter(({ item }) => item.startsTurn).length;
    const cells = runs.flat().reduce((sum, { item }) => sum + item.tokens, 0) / scale;
    // Where a turn begins, the user's words show, however short they are; unless they would hide all the rest.
    const mark = turns * CELLS_PER_TURN <= cells;
    const last = runs.map((run) => run.some(({ fate }) => fate !== "kept")).lastIndexOf(true);
    return runs.flatMap((run, at) => (at === last ? [...cellsOfRun(run, scale, mark), ...CUT_CELLS] : cellsOfRun(run, scale, mark)));
}
function cellsOfRun(run, scale, mark) {
    const total = run.reduce((sum, { item }) => sum + item.tokens, 0);
    const shares = Array.from({ length: Math.max(1, Math.round(total / scale)) }, () => new Map());
    const size = total / shares.length || 1;
    let from = 0;
    for (const { item, fate } of run) {
        const { kind, tokens, startsTurn } = item;
        const to = from + tokens;
        const first = Math.min(Math.floor(from / size), shares.length - 1);
        for (let at = first; at < shares.length && (at === first || at * size < to); at++) {
            const inside = Math.min(to, (at + 1) * size) - Math.max(from, at * size);
            const weight = mark && startsTurn && at === first ? Number.POSITIVE_INFINITY : inside;
            const key = `${kind} ${fate}`;
            const share = shares[at].get(key) ?? { cell: { kind, fate }, tokens: 0 };
            shares[at].set(key, { ...share, tokens: share.tokens + weight });
        }
        from = to;
    }
    return shares.map((share) => [...share.values()].reduce((most, next) => (next.tokens > most.tokens ? next : most)).cell);
}
/** Cells as rows of text. */
export function drawCells(cells, columns, style) {
    const rows = [];
    for (let at = 0; at < cells.length; at += columns) {
        const parts = [];
        for (const cell of cells.slice(at, at + columns)) {
            const ink = typeof cell === "string" ? "cut" : inkOf(cell.kind);
            const last = parts.at(-1);
            if (last?.ink === ink)
                last.text += glyphOf(cell, style);
            else
                parts.push({ ink, text: glyphOf(cell, style) });
        }
        rows.push(parts.map(({ ink, text }) => style.paint(ink, text)).join(""));
    }
    return rows;
}
function glyphOf(cell, { colour }) {
    if (typeof cell === "string")
        return cell === "cut" ? CUT : " ";
    if (colour)
        return SHADES[cell.fate];
    const { letter } = KINDS[cell.kind];
    return cell.fate === "kept" ? letter.toUpperCase() : cell.fate === "folded" ? letter : MASKED;
}
/** What the cells mean: only what there is to see. */
export function legend(cells, scale, style) {
    const seen = cells.filter((cell) => typeof cell === "object");
    const kinds = Object.keys(KINDS).filter((kind) => seen.some((cell) => cell.kind === kind));
    const fates = new Set(seen.map(({ fate }) => fate));
    const names = kinds.map((kind) => ({ sign: style.colour ? SHADES.kept : KINDS[kind].letter, ink: inkOf(kind), text: KINDS[kind].name }));
    const shades = [
        { fate: "kept", sign: style.colour ? SHADES.kept : "CAPITALS", text: "kept" },
        { fate: "folded", sign: style.colour ? SHADES.folded : "small letters", text: "summarized" },
        { fate: "masked", sign: style.colour ? SHADES.masked : MASKED, text: "masked, then summarized" },
    ];
    const cut = cells.includes("cut") ? [{ sign: CUT, ink: "cut", text: "the cut" }] : [];
    const size = { sign: "1 cell", text: `is ${counted(scale, "token")}` };
    return [...flowed(style, names), ...flowed(style, [...shades.filter(({ fate }) => fates.has(fate)), ...cut, size])];
}
