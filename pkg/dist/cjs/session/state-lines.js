var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  stateLines: () => stateLines
});
module.exports = __toCommonJS(stdin_exports);
var import_continuation = require("./continuation.js");
const LONGEST = 120;
const MOST = { skills: 5, todos: 10, notes: 10 };
function stateLines(state) {
  const { goal, todos, skills, notes } = state ?? {};
  const objective = clip(goal?.objective);
  const status = goal?.status;
  const lines = [];
  if (objective && status === "active")
    lines.push(`Active goal: ${objective} (status: active)`);
  if (objective && status === "paused")
    lines.push(`Paused goal: ${objective} (status: paused)`);
  const active = clipped(skills, import_continuation.isOpen.skill, ({ name, phase }) => clip(name) && clip(name) + (clip(phase) && ` phase=${clip(phase)}`));
  for (const skill of active.slice(0, MOST.skills))
    lines.push(`Active skill: ${skill}`);
  const open = clipped(todos, import_continuation.isOpen.todo, ({ text }) => clip(text));
  const more = open.splice(MOST.todos).length;
  if (open.length > 0)
    lines.push(`Open todos: ${open.join("; ")}${more ? `; \u2026 (${more} more)` : ""}`);
  for (const note of clipped(notes, () => true, clip).slice(0, MOST.notes))
    lines.push(`Note: ${note}`);
  return lines;
}
function clipped(list, isWanted, write) {
  return Array.isArray(list) ? list.filter((item) => item && isWanted(item)).flatMap((item) => write(item) || []) : [];
}
function clip(text) {
  const line = typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "";
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, "")}\u2026` : line;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  stateLines
});
