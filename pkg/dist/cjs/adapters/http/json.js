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
  jsonOf: () => jsonOf
});
module.exports = __toCommonJS(stdin_exports);
function jsonOf(data) {
  return JSON.stringify(data, function(key, value) {
    const own = this[key];
    if (ArrayBuffer.isView(own))
      return base64(new Uint8Array(own.buffer, own.byteOffset, own.byteLength));
    if (own instanceof ArrayBuffer)
      return base64(new Uint8Array(own));
    if (typeof own === "bigint")
      return String(own);
    if (own instanceof Map)
      return Object.fromEntries(own);
    return own instanceof Set ? [...own] : value;
  });
}
const PIECE = 8192;
function base64(bytes) {
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE)
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(binary);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  jsonOf
});
