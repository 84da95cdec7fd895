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
  checkOptions: () => checkOptions,
  invalidOption: () => invalidOption,
  summarizersOf: () => summarizersOf
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_extractive = require("../summarizers/extractive.js");
const OPTIONS = /* @__PURE__ */ new Set([
  "id",
  "store",
  "artifacts",
  "format",
  "model",
  "summarizer",
  "settings",
  "newId",
  "now",
  "signal"
]);
function invalidOption(path, what) {
  return new import_errors.EpitomeError("invalid-option", `${path} ${what}.`, { details: { path } });
}
function checkOptions(options) {
  if (typeof options?.id !== "string" || options.id === "")
    throw invalidOption("id", "must be a text: the session's name in the store");
  const unknown = Object.keys(options).find((key) => !OPTIONS.has(key));
  if (unknown !== void 0)
    throw invalidOption(unknown, `is no option of openSession; there are ${[...OPTIONS].join(", ")}`);
  const { store, artifacts, format, model, newId, now } = options;
  if (format !== void 0 && typeof format !== "string")
    throw invalidOption("format", "must be the name of a format");
  if (model !== void 0 && (typeof model !== "object" || model === null))
    throw invalidOption("model", "must be an object, such as { contextWindow: 128_000 }");
  if (store !== void 0 && (typeof store?.append !== "function" || typeof store.read !== "function")) {
    throw invalidOption("store", "must have the methods append and read");
  }
  if (artifacts !== void 0 && (typeof artifacts?.put !== "function" || typeof artifacts.get !== "function")) {
    throw invalidOption("artifacts", "must have the methods put and get");
  }
  for (const [path, value] of Object.entries({ newId, now })) {
    if (value !== void 0 && typeof value !== "function")
      throw invalidOption(path, "must be a function");
  }
}
function summarizersOf(given) {
  if (given === void 0)
    return [(0, import_extractive.extractive)()];
  const list = typeof given === "function" ? [given] : given;
  if (!Array.isArray(list) || list.some((summarizer) => typeof summarizer !== "function")) {
    throw invalidOption("summarizer", "must be a function or an array of functions");
  }
  return list;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  checkOptions,
  invalidOption,
  summarizersOf
});
