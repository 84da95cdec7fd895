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
  pure: () => pure
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("./call.js");
var import_engine = require("./engine.js");
var import_tape = require("./tape.js");
function pure(name, data, options, what = "") {
  return (0, import_call.guarded)(() => (0, import_engine.engine)().pure(name, (0, import_tape.stage)(data, options, what)));
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  pure
});
