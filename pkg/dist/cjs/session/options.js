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
  checkMethod: () => checkMethod,
  checkOptions: () => checkOptions,
  entryOf: () => entryOf,
  setOverhead: () => setOverhead,
  summarizersOf: () => summarizersOf
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_tape = require("../engine/tape.js");
var import_options = require("../options.js");
var import_extractive = require("../summarizers/extractive.js");
const SESSION = {
  id: "any",
  store: "any",
  artifacts: "any",
  format: "text",
  model: "any",
  overhead: "any",
  largerModels: "list",
  summarizer: "any",
  native: "any",
  settings: "object",
  hooks: "any",
  state: "function",
  newId: "function",
  now: "function",
  signal: "signal"
};
const SIGNAL = { signal: "signal" };
const PENDING = { pending: "list" };
const METHODS = {
  append: { usage: "any", pinned: "flag", id: "any", ...SIGNAL },
  appendCustom: { display: "flag" },
  check: PENDING,
  context: PENDING,
  maintain: { reason: "reason", error: "any", background: "flag", ...PENDING, ...SIGNAL },
  compact: { instructions: "text", ...SIGNAL },
  handoff: { instructions: "text", id: "text", document: "text", ...SIGNAL },
  navigate: { summarize: "flag", instructions: "text", replaceInstructions: "flag", label: "text", edit: "flag", ...SIGNAL }
};
function checkMethod(method, options) {
  const kinds = Object.hasOwn(METHODS, method) ? METHODS[method] : SIGNAL;
  (0, import_options.optionsOf)(method, kinds, options);
}
const OWN_METHODS = {
  session: "openSession",
  message: "append",
  compaction: "compact",
  leaf: "navigate",
  label: "label",
  artifact: "spill",
  prune: "maintain"
};
function entryOf(entry) {
  const { type, id, parentId, timestamp, parentAt, ...fields } = entry ?? {};
  if (typeof type !== "string" || type === "")
    throw (0, import_options.invalidOption)("entry.type", "must be a text that is not empty");
  const method = Object.hasOwn(OWN_METHODS, type) ? OWN_METHODS[type] : void 0;
  if (method)
    throw (0, import_options.invalidOption)("entry.type", `cannot be ${JSON.stringify(type)}: use ${method}()`);
  const given = Object.entries({ id, parentId, timestamp, parentAt }).find(([, value]) => value !== void 0);
  if (given)
    throw (0, import_options.invalidOption)(`entry.${given[0]}`, "is the session's to give");
  return [type, fields];
}
const OVERHEAD = { system: "any", tools: "any", tokens: "tokens" };
function checkOptions(options) {
  if (typeof options?.id !== "string" || options.id === "")
    throw (0, import_options.invalidOption)("id", "must be a text: the session's name in the store");
  const { store, artifacts, model, largerModels = [] } = (0, import_options.optionsOf)("openSession", SESSION, options);
  if (model !== void 0)
    (0, import_options.checkModel)(model);
  largerModels.forEach((larger, at) => void (0, import_options.checkModel)(larger, `largerModels[${at}]`));
  if (store !== void 0 && (typeof store?.append !== "function" || typeof store.read !== "function")) {
    throw (0, import_options.invalidOption)("store", "must have the methods append and read");
  }
  if (artifacts !== void 0 && (typeof artifacts?.put !== "function" || typeof artifacts.get !== "function")) {
    throw (0, import_options.invalidOption)("artifacts", "must have the methods put and get");
  }
}
function setOverhead(log, overhead) {
  const { tokens } = (0, import_options.optionsOf)("overhead", OVERHEAD, overhead, "overhead");
  if (tokens && !(tokens > 0 && tokens < Infinity))
    throw (0, import_options.invalidOption)("overhead.tokens", "must be a number of tokens, not below 0");
  (0, import_call.guarded)(() => log.setOverhead((0, import_tape.stage)(overhead, null, "overhead")));
}
function summarizersOf({ summarizer: given, settings }) {
  if (given === void 0)
    return [(0, import_extractive.extractive)()];
  const list = typeof given === "function" ? [given] : given;
  if (!Array.isArray(list) || list.some((summarizer) => typeof summarizer !== "function")) {
    throw (0, import_options.invalidOption)("summarizer", "must be a function or an array of functions");
  }
  list.forEach((summarizer, at) => {
    for (const name of ["contextWindow", "maxOutput"]) {
      const tokens = summarizer[name];
      if (tokens === void 0 || typeof tokens === "number" && tokens > 0)
        continue;
      throw (0, import_options.invalidOption)(`summarizer[${at}].${name}`, "must be a number of tokens, above 0");
    }
  });
  const isOff = settings?.compaction?.remoteEnabled === false;
  const asked = isOff ? list.filter(({ remote }) => !remote) : list;
  return asked.length > 0 ? asked : [(0, import_extractive.extractive)()];
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  checkMethod,
  checkOptions,
  entryOf,
  setOverhead,
  summarizersOf
});
