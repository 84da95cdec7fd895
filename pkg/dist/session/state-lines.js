/** The state of the host's work, as a summary carries it: only what is open, one thing a line. */
import { isOpen } from "./continuation.js";
/** How long one thing may be, in UTF-16 units, and how many of each kind are named (seed 002). */
const LONGEST = 120;
const MOST = { skills: 5, todos: 10, notes: 10 };
/** Lines for a summary; none where nothing is open. The state is the host's: what is no list, or no text, counts for nothing. */
export function stateLines(state) {
    const { goal, todos, skills, notes } = state ?? {};
    const objective = clip(goal?.objective);
    const status = goal?.status;
    const lines = [];
    if (objective && status === "active")
        lines.push(`Active goal: ${objective} (status: active)`);
    if (objective && status === "paused")
        lines.push(`Paused goal: ${objective} (status: paused)`);
    const active = clipped(skills, isOpen.skill, ({ name, phase }) => clip(name) && clip(name) + (clip(phase) && ` phase=${clip(phase)}`));
    for (const skill of active.slice(0, MOST.skills))
        lines.push(`Active skill: ${skill}`);
    const open = clipped(todos, isOpen.todo, ({ text }) => clip(text));
    const more = open.splice(MOST.todos).length;
    if (open.length > 0)
        lines.push(`Open todos: ${open.join("; ")}${more ? `; … (${more} more)` : ""}`);
    for (const note of clipped(notes, () => true, clip).slice(0, MOST.notes))
        lines.push(`Note: ${note}`);
    return lines;
}
function clipped(list, isWanted, write) {
    return Array.isArray(list) ? list.filter((item) => item && isWanted(item)).flatMap((item) => write(item) || []) : [];
}
/** One line, and not too long; no pair of surrogates is parted. What it may hold of tags is taken care of where it is stored. */
function clip(text) {
    const line = typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "";
    return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, "")}…` : line;
}
