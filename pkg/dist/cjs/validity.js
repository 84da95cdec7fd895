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
  repair: () => repair,
  validate: () => validate
});
module.exports = __toCommonJS(stdin_exports);
var import_pure = require("./engine/pure.js");
var import_options = require("./options.js");
var import_patch = require("./patch.js");
var import_unicode = require("./unicode.js");
const VALIDATE = { format: "text", inFlight: "flag", request: "flag", strictAlternation: "flag" };
function validate(messages, options = {}) {
  const found = (0, import_pure.pure)("validate", messages, (0, import_options.optionsOf)("validate", VALIDATE, options), "messages");
  const texts = (0, import_unicode.illFormed)(messages).map(({ path }) => ({ rule: "C7", path: `messages${path}`, message: LONE_SURROGATE }));
  if (texts.length === 0)
    return found;
  return [...found, ...texts].sort((a, b) => indexIn(a.path) - indexIn(b.path));
}
function repair(messages, options = {}) {
  const { editedAt } = (0, import_options.optionsOf)("repair", { ...VALIDATE, editedAt: "any" }, options);
  if (editedAt !== void 0 && !(Number.isInteger(editedAt) && editedAt >= 0))
    throw (0, import_options.invalidOption)("editedAt", "must be the index of a message");
  const texts = (0, import_unicode.illFormed)(messages);
  const clean = (0, import_patch.applyPatch)(messages, texts.map(({ pointer, text }) => ({ op: "replace", path: pointer, value: (0, import_unicode.wellFormed)(text) })));
  const { patch, repairs } = (0, import_pure.pure)("repair", clean, options, "messages");
  const mended = texts.map(({ path }) => ({ kind: "ill-formed-text", path: `messages${path}`, message: REPLACED }));
  return { messages: [...(0, import_patch.applyPatch)(clean, JSON.parse(patch))], repairs: [...mended, ...repairs] };
}
const LONE_SURROGATE = "the text is no well-formed Unicode: it holds half of a surrogate pair";
const REPLACED = "the text held half of a surrogate pair, which was replaced by U+FFFD";
function indexIn(path) {
  return Number(/^messages\[(\d+)/.exec(path)?.[1] ?? -1);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  repair,
  validate
});
