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
  escapeId: () => escapeId,
  keyOfId: () => keyOfId,
  unescapeId: () => unescapeId
});
module.exports = __toCommonJS(stdin_exports);
function escapeId(id) {
  return JSON.stringify(id).slice(1, -1);
}
function unescapeId(text) {
  return JSON.parse(`"${text}"`);
}
async function keyOfId(id, longest) {
  const escaped = escapeId(id);
  if (escaped.length <= longest)
    return escaped;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(escaped));
  return `"${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  escapeId,
  keyOfId,
  unescapeId
});
