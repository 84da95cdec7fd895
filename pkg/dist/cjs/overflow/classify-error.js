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
  classifyError: () => classifyError,
  countsIn: () => countsIn
});
module.exports = __toCommonJS(stdin_exports);
var import_counts = require("./counts.js");
var import_facts = require("./facts.js");
var import_tables = require("./tables.js");
var import_usage = require("./usage.js");
var import_verdict = require("./verdict.js");
const MAX_SAID = 200;
const MAX_LEAD = 40;
const MAX_MARKED = 1e3;
const FULL = 0.99;
function classifyError(error, options) {
  try {
    return classify(error, options ?? {});
  } catch {
    return { kind: "other" };
  }
}
function classify(error, { contextWindow, provider }) {
  const chain = (0, import_facts.readFacts)(error);
  for (const facts of chain)
    prepare(facts, provider);
  const kind = (0, import_verdict.kindOf)(chain);
  if (kind === "overflow")
    return { kind, ...countsIn(chain) };
  if (kind)
    return { kind };
  const observed = silent(chain, error, contextWindow);
  return observed ? { kind: "overflow", observed } : { kind: "other" };
}
function prepare(facts, provider) {
  facts.codes.push(...facts.stops);
  if (typeof provider === "string")
    facts.sources.push(provider);
  const { said, texts, stops } = facts;
  if (said && (facts.isMarked || texts.length === 0) && isError(facts, stops.includes("error")))
    texts.push(said);
}
const isError = (facts, isBroken) => facts.isMarked || isBroken ? facts.said.length <= MAX_MARKED : isOnlyError(facts);
function isOnlyError({ said, usage }) {
  const cost = (0, import_usage.counted)(usage);
  if (!cost || cost.prompt > 0 || cost.output > 0 || said.length > MAX_SAID)
    return false;
  const found = import_tables.OVERFLOW_TEXT.exec(said);
  return found !== null && found.index <= MAX_LEAD;
}
function countsIn(chain) {
  const counts = {};
  for (const { observed, maximum, texts } of chain) {
    const typed = { observed: (0, import_counts.plausible)(observed), maximum: (0, import_counts.plausible)(maximum) };
    for (const found of [typed, ...texts.map(import_counts.countsOf)]) {
      for (const name of ["observed", "maximum", "excess"]) {
        if (found[name])
          counts[name] ??= found[name];
      }
    }
  }
  return counts;
}
function silent(chain, error, contextWindow) {
  if (!(typeof contextWindow === "number" && contextWindow > 0))
    return void 0;
  for (const [index, { usage, stops, status, texts }] of chain.entries()) {
    const cost = (0, import_usage.counted)(usage ?? (index === 0 && status === void 0 && texts.length === 0 ? error : void 0));
    if (!cost)
      continue;
    const isFull = cost.output === 0 && cost.prompt >= FULL * contextWindow && stops.some(import_tables.isCutOff);
    if (cost.prompt > contextWindow || isFull)
      return cost.prompt;
  }
  return void 0;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  classifyError,
  countsIn
});
