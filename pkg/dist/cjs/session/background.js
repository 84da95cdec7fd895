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
  inBackground: () => inBackground
});
module.exports = __toCommonJS(stdin_exports);
var import_waiting = require("../waiting.js");
function inBackground(caller, begin) {
  const controller = new AbortController();
  const { signal } = controller;
  const fold = begin(signal);
  if (!fold)
    return void 0;
  const stop = () => controller.abort(caller.reason);
  caller?.addEventListener("abort", stop, { once: true });
  let release;
  const safe = new Promise((resolve) => {
    release = resolve;
  });
  const self = {
    isReady: false,
    end() {
      release();
      return outcome;
    },
    abort: (reason) => controller.abort(reason)
  };
  const ready = () => {
    self.isReady = true;
  };
  const outcome = fold(() => {
    ready();
    return (0, import_waiting.orAborted)(() => safe, signal);
  });
  const over = () => {
    ready();
    caller?.removeEventListener("abort", stop);
  };
  outcome.then(over, over);
  return self;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  inBackground
});
