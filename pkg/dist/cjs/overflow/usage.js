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
var import_pure = require("../engine/pure.js");
var import_facts = require("./facts.js");
const MAX_DEPTH = 4;
const MAX_FIELDS = 300;
const MAX_TEXT = 40;
function counted(usage) {
  try {
    const found = (0, import_pure.pure)("readUsage", counts(usage, MAX_DEPTH, { left: MAX_FIELDS }), null);
    return found ? { prompt: found[0], output: found[1] } : void 0;
  } catch {
    return void 0;
  }
}
function counts(value, depth, fields) {
  if (typeof value === "number" || typeof value === "string" && value.length <= MAX_TEXT)
    return value;
  if (typeof value !== "object" || value === null || depth === 0)
    return null;
  if (Array.isArray(value))
    return value.slice(-MAX_FIELDS).map((item) => fields.left-- > 0 ? counts(item, depth - 1, fields) : null);
  const copy = {};
  for (const name in value)
    if (fields.left-- > 0)
      copy[name] = counts((0, import_facts.field)(value, name), depth - 1, fields);
  return copy;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  counted
});
