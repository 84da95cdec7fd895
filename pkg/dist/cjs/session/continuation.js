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
  continuation: () => continuation,
  isOpen: () => isOpen
});
module.exports = __toCommonJS(stdin_exports);
const RESUME = "This note comes from the program that runs you, not from the user: it has made room in this conversation. Go on with the work that was under way. Where a summary stands for older messages, read it and then the messages after it; where they disagree, the messages are right, and the latest request of the user counts before any earlier plan. Do not do again what is done, and do not start what nobody asked for. If nothing is left to do, say so in one sentence and stop.";
const PROMPTS = {
  "queued-messages": "",
  "open-loop": "",
  "cut-off": `${RESUME} Your last answer broke off because it reached its length limit: take it up where it ends, without repeating it.`,
  goal: `${RESUME} The goal of this session is still active.`,
  todos: `${RESUME} The list of tasks still has open ones.`,
  skill: `${RESUME} The procedure that you were following has not ended.`
};
function continuation(state, facts) {
  const reason = reasonOf(state ?? {}, facts);
  if (!reason)
    return null;
  const prompt = PROMPTS[reason];
  return { reason, prompt: prompt && `<system-reminder>
${prompt}
</system-reminder>` };
}
function reasonOf({ goal, todos, skills, queued }, facts) {
  if (typeof queued === "number" && queued > 0)
    return "queued-messages";
  if (facts.isCutOff)
    return "cut-off";
  if (goal?.status === "paused")
    return null;
  if (facts.isOpenLoop)
    return "open-loop";
  if (goal?.status === "active")
    return "goal";
  if (some(todos, isOpen.todo))
    return "todos";
  return some(skills, isOpen.skill) ? "skill" : null;
}
const isOpen = {
  todo: ({ status }) => status === "pending" || status === "in_progress",
  skill: ({ active }) => active === true
};
function some(list, test) {
  return Array.isArray(list) && list.some((item) => typeof item === "object" && item !== null && test(item));
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  continuation,
  isOpen
});
