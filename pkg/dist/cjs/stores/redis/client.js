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
  evaluateWith: () => evaluateWith
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../../errors.js");
function evaluateWith(client, kind) {
  if (typeof client?.eval !== "function")
    throw unknownClient("Give redis a client of node-redis or ioredis.");
  switch (kind ?? kindOf(client)) {
    case "node-redis":
      return (script, keys, args) => client.eval(script, { keys, arguments: args });
    case "ioredis":
      return (script, keys, args) => client.eval(script, keys.length, keys, args);
    default:
      throw unknownClient('Whether this client is one of node-redis or ioredis does not show: give kind "node-redis" or "ioredis".');
  }
}
function kindOf(client) {
  const has = (name) => typeof client[name] === "function";
  if (has("evalSha"))
    return "node-redis";
  return has("evalsha") && has("defineCommand") ? "ioredis" : void 0;
}
function unknownClient(message) {
  return new import_errors.EpitomeError("invalid-option", message, { details: { path: "client" } });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  evaluateWith
});
