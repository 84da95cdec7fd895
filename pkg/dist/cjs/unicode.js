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
  illFormed: () => illFormed,
  wellFormed: () => wellFormed
});
module.exports = __toCommonJS(stdin_exports);
const MAX_DEPTH = 200;
const HALF = /\p{Surrogate}/u;
const HALVES = /\p{Surrogate}/gu;
function illFormed(value) {
  const found = [];
  const trail = [];
  const walk = (value2) => {
    if (typeof value2 === "string") {
      if (HALF.test(value2))
        found.push({ path: pathOf(trail), pointer: pointerOf(trail), text: value2 });
      return;
    }
    if (typeof value2 !== "object" || value2 === null || trail.length >= MAX_DEPTH)
      return;
    if (ArrayBuffer.isView(value2) || value2 instanceof URL || value2 instanceof Date)
      return;
    if (Array.isArray(value2)) {
      for (let at = 0; at < value2.length; at++)
        step(at, value2[at]);
    } else {
      for (const key of Object.keys(value2))
        step(key, value2[key]);
    }
  };
  const step = (key, value2) => {
    trail.push(key);
    walk(value2);
    trail.pop();
  };
  walk(value);
  return found;
}
function wellFormed(text) {
  return text.replace(HALVES, "\uFFFD");
}
function pathOf(trail) {
  return trail.map((step) => typeof step === "number" ? `[${step}]` : `.${step}`).join("");
}
function pointerOf(trail) {
  return trail.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  illFormed,
  wellFormed
});
