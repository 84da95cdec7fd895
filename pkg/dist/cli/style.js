/** How this command line looks: colours where the terminal has them, numbers, and lines of two ends. */
import { basename } from "node:path";
import { clip, oneLine, widthOf, wrap } from "./text.js";
/** What a piece of text is painted for. The colours are those of the terminal's own theme. */
const INKS = {
    user: "32",
    assistant: "34",
    tool: "33",
    summary: "35",
    instructions: "36",
    host: "37",
    cut: "1;31",
    good: "32",
    bad: "31",
    strong: "1",
    faint: "2",
};
/** The face of a stream: as it says itself, unless the environment says otherwise (`NO_COLOR`, `FORCE_COLOR`, `COLUMNS`). */
export function styleOf(stream, env) {
    // A terminal that does not know its width says 0.
    const columns = Math.max(40, wholeNumber(env.COLUMNS) ?? ((stream.isTTY && stream.columns) || 80));
    const colour = wantsColour(stream, env);
    return { columns, colour, paint: (ink, text) => (colour ? `\u001b[${INKS[ink]}m${text}\u001b[0m` : text) };
}
function wantsColour({ isTTY }, env) {
    const forced = env.FORCE_COLOR;
    if (forced !== undefined)
        return forced !== "0" && forced !== "false";
    if (env.NO_COLOR)
        return false;
    return isTTY === true && env.TERM !== "dumb";
}
function wholeNumber(text) {
    return text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}
/** A number with its thousands apart: 148,213. */
export function number(value) {
    return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}
/** A number of things: 1 message, 2 messages. */
export function counted(value, thing, things = `${thing}s`) {
    return `${number(value)} ${value === 1 ? thing : things}`;
}
/** A share in per cent, without decimals: 30 %. What is there but less than one per cent shows as such. */
export function share(part, whole) {
    const percent = whole > 0 ? (part / whole) * 100 : 0;
    return percent > 0 && percent < 1 ? "<1 %" : `${number(percent)} %`;
}
/** A file as the title of a page: its name without its directory. */
export function titleOf(file, { columns }) {
    return clip(oneLine(basename(file)), columns >> 1);
}
/** A line with a rule between its two ends, which are plain text. */
export function ruled(style, left, right) {
    const end = clip(right, style.columns - widthOf(left) - 8);
    const rule = "─".repeat(Math.max(2, style.columns - widthOf(left) - widthOf(end) - 6));
    return `  ${style.paint("strong", left)} ${style.paint("faint", rule)}${end ? ` ${end}` : ""}`;
}
/** Rows as lines, the names in a column of their own. A row without a name goes on with the last. */
export function listed(style, rows) {
    const width = Math.max(...rows.map(([name]) => widthOf(name)));
    return rows.flatMap(([name, text, ink]) => wrap(text, style.columns - width - 6).map((line, at) => {
        const start = at === 0 ? `${style.paint("faint", name)}${" ".repeat(width - widthOf(name))}` : " ".repeat(width);
        return `  ${start}  ${ink ? style.paint(ink, line) : line}`;
    }));
}
/** Parts in as few lines as they need, none of them parted. A part is its text and how it is painted. */
export function flowed(style, parts) {
    const lines = [];
    let room = 0;
    for (const { sign, ink, text } of parts) {
        const width = widthOf(sign) + 1 + widthOf(text);
        const painted = `${ink ? style.paint(ink, sign) : sign} ${text}`;
        if (lines.length > 0 && width + 3 <= room) {
            lines[lines.length - 1] += `   ${painted}`;
            room -= width + 3;
        }
        else {
            lines.push(`  ${painted}`);
            room = style.columns - 4 - width;
        }
    }
    return lines;
}
