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
  cannotFit: () => cannotFit,
  describeUnfit: () => describeUnfit
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("./errors.js");
const HELP = "Shorten the newest request or the instructions, offer fewer tools, pin less, or take a model with a larger window.";
const REPLY = "Ask for a shorter reply (max_tokens), or make room as said.";
function describeUnfit(unfit) {
  const { tokens, maxTokens, overBy, overhead, system, tools, instructions, summary, pinned, newestTurn, request, rest } = unfit;
  const parts = [
    ["of system prompt", system],
    ["of tools", tools],
    ["of other overhead", Math.max(0, overhead - system - tools)],
    ["of instructions", instructions],
    ["of summary", summary],
    ["that are pinned", pinned],
    [`of the newest turn (its request alone ${format(request)})`, newestTurn],
    ["of the rest", rest]
  ];
  const sizes = parts.flatMap(([name, size2]) => size2 > 0 ? [`${format(size2)} ${name}`] : []);
  const fits = `which should fit into ${format(maxTokens)}; the provider may want more room for the reply`;
  const size = overBy > 0 ? `${format(overBy)} more than fit into ${format(maxTokens)}` : fits;
  return `The context has ${format(tokens)} tokens, ${size}: ${sizes.join(", ")}. ${overBy > 0 ? HELP : REPLY}`;
}
function cannotFit(unfit) {
  return new import_errors.EpitomeError("cannot-fit", describeUnfit(unfit), { details: { ...unfit } });
}
function format(tokens) {
  return String(tokens).replace(/\B(?=(\d{3})+$)/g, ",");
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  cannotFit,
  describeUnfit
});
