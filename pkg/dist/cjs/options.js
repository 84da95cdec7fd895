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
  checkLabel: () => checkLabel,
  checkModel: () => checkModel,
  invalidOption: () => invalidOption,
  optionsOf: () => optionsOf
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("./errors.js");
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function isPlain(value) {
  if (!isObject(value))
    return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
const KINDS = {
  any: [() => true, ""],
  text: [(value) => typeof value === "string", "must be a text"],
  flag: [(value) => typeof value === "boolean", "must be true or false"],
  number: [(value) => value === null || typeof value === "number", "must be a number"],
  tokens: [(value) => value === null || typeof value === "number", "must be a number of tokens"],
  list: [Array.isArray, "must be an array"],
  object: [isObject, "must be an object"],
  function: [(value) => typeof value === "function", "must be a function"],
  reason: [(value) => value === "threshold" || value === "idle" || value === "overflow", 'must be "threshold", "idle" or "overflow"'],
  signal: [(value) => isObject(value) && "aborted" in value, "must be an AbortSignal"]
};
function invalidOption(path, what) {
  return new import_errors.EpitomeError("invalid-option", `${path} ${what}.`, { details: { path } });
}
function optionsOf(of, kinds, options, within = "") {
  if (options === void 0)
    return {};
  if (!isPlain(options))
    throw invalidOption(within || `the options of ${of}`, `must be an object: { ${Object.keys(kinds).join(", ")} }`);
  for (const [name, value] of Object.entries(options)) {
    const path = within ? `${within}.${name}` : name;
    if (!Object.hasOwn(kinds, name))
      throw invalidOption(path, `is no option of ${of}; there are ${Object.keys(kinds).join(", ")}`);
    const [fits, what] = KINDS[kinds[name]];
    if (value !== void 0 && !fits(value))
      throw invalidOption(path, what);
  }
  return options;
}
function checkLabel(label) {
  if (typeof label !== "string" || !label.trim())
    throw invalidOption("label", "must be a text that is not blank");
}
function checkModel(model, path = "model") {
  if (!isObject(model))
    throw invalidOption(path, "must be an object, such as { contextWindow: 128_000 }");
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  checkLabel,
  checkModel,
  invalidOption,
  optionsOf
});
