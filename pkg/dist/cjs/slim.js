var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
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
var __reExport = (target, mod, secondTarget) => (__copyProps(target, mod, "default"), secondTarget && __copyProps(secondTarget, mod, "default"));
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  core: () => core,
  initialize: () => initialize,
  initializeSync: () => initializeSync
});
module.exports = __toCommonJS(stdin_exports);
var import_engine = require("./engine/engine.js");
var import_errors = require("./errors.js");
var core = __toESM(require("./core.js"));
__reExport(stdin_exports, require("./main.js"), module.exports);
let starting;
function initialize(source) {
  if ((0, import_engine.isRunning)())
    return Promise.resolve();
  starting ??= compile(source).then(import_engine.start).catch((cause) => {
    starting = void 0;
    throw asEpitomeError(cause);
  });
  return starting;
}
function initializeSync(source) {
  if ((0, import_engine.isRunning)())
    return;
  try {
    (0, import_engine.start)(isBytes(source) ? new WebAssembly.Module(source) : source);
  } catch (cause) {
    throw asEpitomeError(cause);
  }
}
async function compile(given) {
  let source = await given;
  if (typeof source === "string" || isUrl(source))
    source = await fetch(source);
  if (isResponse(source)) {
    if (!source.ok)
      throw new Error(`fetching ${source.url || "the core"} gave status ${source.status}`);
    const streams = source.headers.get("content-type")?.startsWith("application/wasm");
    if (streams && "compileStreaming" in WebAssembly)
      return WebAssembly.compileStreaming(source);
    source = await source.arrayBuffer();
  }
  return isBytes(source) ? WebAssembly.compile(source) : source;
}
const isBytes = (source) => "byteLength" in source;
const isUrl = (source) => "href" in source;
const isResponse = (source) => "arrayBuffer" in source;
function asEpitomeError(cause) {
  return new import_errors.EpitomeError("not-initialized", "The core could not be started.", { cause });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  core,
  initialize,
  initializeSync,
  ...require("./main.js")
});
