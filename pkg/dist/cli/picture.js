/** The picture: the context before and after a compaction, as two bars on one scale, then the summary and what follows it. */
import { cellsOf, drawCells, inkOf, legend, runsOf, scaleOf } from "./bar.js";
import { tokensOf } from "./open.js";
import { numbers, partsOf, summaryOf } from "./result.js";
import { counted, listed, number, ruled, titleOf } from "./style.js";
import { clean, clip, fill, oneLine, widthOf, wrap } from "./text.js";
/** How many messages of the new context are shown. */
const FIRST = 10;
/** The width of the column for who speaks. */
const NAME = 16;
/** Draws the result, as lines. */
export function picture(result, style) {
    const { loaded, outcome, before, after } = result;
    const compacted = outcome.status === "compacted";
    const { folded, masked } = partsOf(result);
    const columns = style.columns - 4;
    const scale = scaleOf(tokensOf(before), columns, before.length);
    const old = cellsOf(runsOf(before, (item) => (masked.has(item) ? "masked" : folded.has(item) ? "folded" : "kept")), scale);
    const bar = (name, items, tokens, cells) => [
        ruled(style, name, `${counted(items.length, "message")}, ${counted(tokens, "token")}`),
        ...drawCells(cells, columns, style).map((row) => `  ${row}`),
    ];
    const lines = ["", ruled(style, titleOf(loaded.name, style), compacted ? `compacted by ${result.summarizer}` : outcome.status), ""];
    lines.push(...bar("before", before, outcome.tokensBefore, old), "");
    if (!compacted)
        return [...lines, ...legend(old, scale, style), ""];
    const fresh = cellsOf(runsOf(after, () => "kept"), scale);
    lines.push(...bar("after", after, outcome.tokensAfter, fresh), "");
    lines.push(...legend([...old, ...fresh], scale, style), "", ...listed(style, numbers(result)), "");
    const summary = summaryOf(outcome);
    const written = after.filter(({ entry }) => entry.id === outcome.entry?.id);
    lines.push(ruled(style, "the summary", `${counted(tokensOf(written), "token")}, ${counted(summary.length, "character")}`), "");
    lines.push(...wrap(clean(summary), columns).map((line) => (line ? `  ${line}` : "")), "");
    lines.push(ruled(style, "the context from now on", counted(after.length, "message")), "");
    return [...lines, ...opening(after, style), ""];
}
/** The first messages of a context, in a line or two each. */
function opening(items, style) {
    const lines = items.slice(0, FIRST).flatMap(({ kind, role, tool, tokens, text }) => {
        const name = tool ? `${oneLine(tool)} output` : kind === "summary" ? "summary" : oneLine(role);
        const start = `  ${style.paint(inkOf(kind), fill(name, NAME))}  ${number(tokens).padStart(7)}  `;
        const indent = NAME + 13;
        const room = style.columns - indent - 2;
        const [first = "", second, third] = wrap(oneLine(text) || "(nothing that can be shown)", room);
        if (second === undefined)
            return [start + first];
        const rest = third === undefined ? second : widthOf(second) < room ? `${second}…` : clip(`${second}…`, room);
        return [start + first, " ".repeat(indent) + rest];
    });
    const more = items.length - FIRST;
    if (more > 0)
        lines.push(`  ${style.paint("faint", `and ${counted(more, "message")} more`)}`);
    return lines;
}
