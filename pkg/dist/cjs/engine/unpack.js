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
  unpack: () => unpack
});
module.exports = __toCommonJS(stdin_exports);
function unpack(unpacker, packed, size) {
  const code = Uint8Array.from(unpacker.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const { exports: exports2 } = new WebAssembly.Instance(new WebAssembly.Module(code), {});
  const { memory, packed: place, unpack: run } = exports2;
  new Uint8Array(memory.buffer).set(packed, place());
  return new Uint8Array(memory.buffer, run(size), size);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  unpack
});
