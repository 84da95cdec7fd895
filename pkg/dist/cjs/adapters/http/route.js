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
  pathOf: () => pathOf,
  routes: () => routes
});
module.exports = __toCommonJS(stdin_exports);
var import_options = require("../../options.js");
var import_answer = require("./answer.js");
const READ = ["GET", "HEAD"];
const CHANGE = ["POST"];
const pathOf = (request) => new URL(request.url).pathname;
function routes(basePath = "") {
  const start = `${baseOf(basePath)}/session/`;
  return (path) => {
    const parts = path.startsWith(start) ? path.slice(start.length).split("/") : [""];
    if (parts.length > 1 && parts.at(-1) === "")
      parts.pop();
    const [id = "", name] = parts;
    const action = name === void 0 ? "state" : name === "context" || name === "summarize" ? name : void 0;
    if (id === "" || !action || parts.length > 2)
      throw new import_answer.Problem(404, "not-found", "There is nothing at this address.");
    return { id: decoded(id), action, methods: action === "summarize" ? CHANGE : READ };
  };
}
function baseOf(basePath) {
  if (/[?#]/.test(basePath))
    throw (0, import_options.invalidOption)("basePath", "must be a path, such as /api");
  const { pathname } = new URL(`http://x/${basePath.replace(/^\//, "")}`);
  return pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
}
function decoded(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new import_answer.Problem(400, "invalid-id", "The session's id in the address is not percent-encoded UTF-8.");
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  pathOf,
  routes
});
