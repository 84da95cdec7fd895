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
  artifactsOf: () => artifactsOf
});
module.exports = __toCommonJS(stdin_exports);
function artifactsOf({ id, artifacts, store }) {
  const place = artifacts ? shared(artifacts, id) : store?.artifacts?.(id);
  return { place: place ?? inMemory(), lasts: place !== void 0 };
}
function shared(artifacts, sessionId) {
  const name = (id) => `${sessionId}/${id}`;
  return {
    put: (id, data, options) => artifacts.put(name(id), data, options),
    get: (id, options) => artifacts.get(name(id), options)
  };
}
function inMemory() {
  const kept = /* @__PURE__ */ new Map();
  return {
    put: (id, data) => {
      if (!kept.has(id))
        kept.set(id, data);
    },
    get: (id) => kept.get(id) ?? null
  };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  artifactsOf
});
