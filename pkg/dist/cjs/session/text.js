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
  textOf: () => textOf
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_tape = require("../engine/tape.js");
const MARK = "\u{10FFFF}";
const LONE = /\p{Surrogate}/gu;
const MARKED = new RegExp(`${MARK}([0-9a-f]{4})`, "gu");
function textOf(log, entry, part) {
  if (entry.type === "message") {
    const text = (0, import_call.guarded)(() => log.write("text", (0, import_tape.stage)(marked(entry.message), { part })));
    return text.replace(MARKED, (_, digits) => digits === "0000" ? MARK : String.fromCharCode(Number.parseInt(digits, 16)));
  }
  const { content } = entry;
  if (!Array.isArray(content))
    return typeof content === "string" ? content : "";
  return content.map((block) => typeof block?.text === "string" ? block.text : "").join("");
}
function marked(value) {
  if (typeof value === "string") {
    return value.replaceAll(MARK, `${MARK}0000`).replace(LONE, (unit) => `${MARK}${unit.charCodeAt(0).toString(16)}`);
  }
  if (Array.isArray(value))
    return value.map(marked);
  if (typeof value !== "object" || value === null || ![Object.prototype, null].includes(Object.getPrototypeOf(value)))
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, marked(part)]));
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  textOf
});
