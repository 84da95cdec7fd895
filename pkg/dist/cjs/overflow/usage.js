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
  counted: () => counted
});
module.exports = __toCommonJS(stdin_exports);
var import_facts = require("./facts.js");
const INCLUSIVE = ["prompt_tokens", "promptTokens", "promptTokenCount"];
const PLAIN = ["input", "input_tokens", "inputTokens", ...INCLUSIVE];
const BESIDE = [
  ["cacheRead", "cache_read_input_tokens", "cacheReadInputTokens"],
  ["cacheWrite", "cache_creation_input_tokens", "cacheWriteInputTokens"]
];
const CACHED = ["cachedInputTokens", "cachedContentTokenCount", "prompt_cache_hit_tokens"];
const DETAILS = ["prompt_tokens_details", "input_tokens_details", "input_token_details", "inputTokens", "inputTokenDetails"];
const OUTPUT = ["output", "output_tokens", "outputTokens", "completion_tokens", "completionTokens", "candidatesTokenCount"];
function counted(usage) {
  if (typeof usage !== "object" || usage === null)
    return void 0;
  const number = (source, names) => {
    if (typeof source !== "object" || source === null)
      return void 0;
    const counts = names.map((name) => (0, import_facts.field)(source, name));
    return counts.find((count) => typeof count === "number" && count >= 0 && count < Infinity);
  };
  const inside = (names, inner) => names.map((name) => number((0, import_facts.field)(usage, name), inner)).find((count) => count !== void 0);
  const input = number(usage, INCLUSIVE) || (number(usage, PLAIN) ?? inside(["inputTokens"], ["total"]));
  const output = number(usage, OUTPUT) ?? inside(["outputTokens"], ["total"]);
  const beside = BESIDE.map((names) => number(usage, names));
  if ([input, output, ...beside].every((count) => count === void 0))
    return void 0;
  const cached = Math.max(number(usage, CACHED) ?? 0, inside(DETAILS, ["cached_tokens", "cacheRead", "cache_read", "cacheReadTokens"]) ?? 0);
  const apart = cached > (input ?? 0) ? cached : 0;
  const prompt = beside.reduce((sum, count) => sum + (count ?? 0), (input ?? 0) + apart);
  return { prompt, output: (output ?? 0) + (number(usage, ["thoughtsTokenCount"]) ?? 0) };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  counted
});
