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
  countsOf: () => countsOf,
  plausible: () => plausible
});
module.exports = __toCommonJS(stdin_exports);
const NUMBER = "((?:\\d{1,3}(?:[,._'\\u00a0\\u202f ]\\d{3})+|\\d{1,12})(?![\\d]|[.,]\\d|\\s?[kKmM]\\b))";
const patterns = (...lines) => lines.map((line) => new RegExp(line.replaceAll("#", NUMBER), "im"));
const OBSERVED = patterns(
  "too long: # tokens",
  // Anthropic
  "exceed context limit: # \\+",
  // Anthropic: prompt + max_tokens
  "resulted in # tokens",
  // OpenAI
  "token count \\(#\\)|token count(?: of| is|:) #",
  // Google, Vertex, Copilot, Titan
  "(?:prompt|request|messages?)(?: has| have| contains?) # (?:input )?tokens",
  // Mistral, xAI, vLLM, DS4
  "request \\(# tokens|input \\(# tokens|prompt tokens \\(#\\)|prompt \\(length #\\)",
  // llama.cpp, Together, mantle, vLLM
  "(?:current|(?:^|[^m] |[^a-z ])input) length (?:is )?\\(?#",
  // Cerebras, Poolside, SGLang, DeepInfra; not "maximum input length"
  "n_keep:? \\(?#|keep the first # tokens",
  // LM Studio
  "given: #|received #|you passed # input tokens"
);
const PARTS = new RegExp(`(?:^|[\\s(])${NUMBER} (?:tokens )?(?:of|in|from) (?:the |your )?(?:[a-z]{1,12} )?(?:input|messages|prompt|functions|tools)\\b`, "gi");
const REQUESTED = patterns("requested:? (?:about |a total of )?#", "output tokens \\(#\\)");
const MAXIMUM = patterns(
  "> # maximum|\\+ [\\d,]{1,16} > #",
  // Anthropic
  "context length(?: is| of)?(?: only)? #|context length \\(#|only # tokens|with # maximum context",
  // OpenAI and relatives, Together, Mistral
  "configured limit of #|limit(?: is| of|:) #|window limit \\(#\\)",
  // OpenAI, Cerebras, Copilot, Kimi, Cloudflare
  "tokens allowed \\(#\\)|only supports up to #",
  // Google, Vertex
  "(?:maximum|max) (?:prompt|model|input|allowed)?(?: ?input)? ?(?:length|tokens):? (?:is |of |\\()?#",
  // xAI, vLLM, Poolside, Titan
  "maximum length (?:of )?#|model maximum \\(#\\)",
  // Bedrock, mantle
  "context size(?: is)? \\(?#|n_ctx:? \\(?#",
  // llama.cpp, DS4, LM Studio
  "must be <= #|less than # tokens|cannot exceed #|should be \\[\\d+, ?#\\]"
);
const EXCESS = patterns("by # tokens");
const LARGEST = 1e10;
function plausible(value) {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 && value < LARGEST ? value : void 0;
}
const parse = (digits) => plausible(Number(digits.replace(/\D/g, "")));
function find(list, text) {
  for (const pattern of list) {
    const digits = pattern.exec(text)?.slice(1).find(Boolean);
    const count = digits && parse(digits);
    if (count)
      return count;
  }
  return void 0;
}
function sum(text) {
  let total = 0;
  for (const [, digits = ""] of text.matchAll(PARTS))
    total += parse(digits) ?? 0;
  return plausible(total);
}
function countsOf(text) {
  const counts = {};
  const observed = find(OBSERVED, text) ?? sum(text) ?? find(REQUESTED, text);
  const maximum = find(MAXIMUM, text);
  if (observed)
    counts.observed = observed;
  if (maximum)
    counts.maximum = maximum;
  const excess = observed || maximum ? void 0 : find(EXCESS, text);
  if (excess)
    counts.excess = excess;
  return counts;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  countsOf,
  plausible
});
