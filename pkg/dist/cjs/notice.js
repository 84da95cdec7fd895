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
  isReference: () => isReference,
  withReference: () => withReference
});
module.exports = __toCommonJS(stdin_exports);
const NAMES_COPY = /^artifact:\/\/[\w.~-]+$/;
const OPEN = /^(\[Output truncated - \d+ tokens)(?:; )?(.*)\]$/s;
const isReference = (reference, longest) => typeof reference === "string" && NAMES_COPY.test(reference) && reference.length <= longest;
function withReference(edit, reference) {
  const [, start, digest] = OPEN.exec(edit.notice) ?? [];
  if (start === void 0)
    return edit;
  const notice = `${start}; full output: ${reference}]${digest && " "}${digest}`;
  return { ...edit, notice, tokensSaved: Math.floor((edit.room - (notice.length - edit.notice.length)) / 4) };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  isReference,
  withReference
});
