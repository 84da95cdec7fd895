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
  asEpitomeError: () => asEpitomeError,
  guarded: () => guarded
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
function guarded(work, origin) {
  try {
    return work();
  } catch (thrown) {
    throw asEpitomeError(thrown, origin);
  }
}
function asEpitomeError(thrown, origin) {
  if (!isCoreError(thrown))
    return thrown;
  const path = origin && thrown.path ? origin(thrown.path) : thrown.path;
  return new import_errors.EpitomeError(thrown.code, path ? `${path}: ${thrown.message}` : thrown.message, { details: path ? { path } : {} });
}
function isCoreError(thrown) {
  return typeof thrown === "object" && thrown !== null && !(thrown instanceof Error) && "code" in thrown && "path" in thrown;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  asEpitomeError,
  guarded
});
