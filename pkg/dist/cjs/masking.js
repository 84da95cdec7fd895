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
  maskObservations: () => maskObservations,
  pruneForModel: () => pruneForModel
});
module.exports = __toCommonJS(stdin_exports);
var import_pure = require("./engine/pure.js");
var import_options = require("./options.js");
var import_patch = require("./patch.js");
const SHARED = { format: "text", media: "flag" };
const MASK = { ...SHARED, preserveRecentOutputs: "any", placeholder: "text" };
const PRUNE = { ...SHARED, preserveRecentMessages: "any", maxBytes: "any" };
function maskObservations(messages, options) {
  const given = (0, import_options.optionsOf)("maskObservations", MASK, options);
  const { preserveRecentOutputs = 5, placeholder = "[output masked for compaction]", ...rest } = given;
  if (placeholder.trim() === "")
    throw (0, import_options.invalidOption)("placeholder", "must be a text that is not blank");
  return masked(messages, { ...rest, placeholder, keepOutputs: counted("preserveRecentOutputs", preserveRecentOutputs) });
}
function pruneForModel(messages, options) {
  const { preserveRecentMessages = 8, maxBytes = 2e3, ...rest } = (0, import_options.optionsOf)("pruneForModel", PRUNE, options);
  return masked(messages, {
    ...rest,
    keepMessages: counted("preserveRecentMessages", preserveRecentMessages),
    maxBytes: counted("maxBytes", maxBytes)
  });
}
function masked(messages, how) {
  const edits = JSON.parse((0, import_pure.pure)("mask", messages, how, "messages"));
  return (0, import_patch.applyPatch)(messages, edits);
}
function counted(path, count) {
  if (!Number.isInteger(count) || count < 0)
    throw (0, import_options.invalidOption)(path, "must be a whole number, 0 or more");
  return count;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  maskObservations,
  pruneForModel
});
