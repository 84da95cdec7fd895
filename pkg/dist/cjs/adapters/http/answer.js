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
  Problem: () => Problem,
  answer: () => answer,
  finish: () => finish
});
module.exports = __toCommonJS(stdin_exports);
var import_json = require("./json.js");
function answer(data, headers = {}) {
  return { status: 200, body: (0, import_json.jsonOf)(data), headers: { "content-type": "application/json; charset=utf-8", ...headers } };
}
class Problem extends Error {
  #answer;
  constructor(status, code, detail, headers = {}) {
    super(detail);
    const body = JSON.stringify({ status, title: code, code, detail });
    this.#answer = { status, body, headers: { "content-type": "application/problem+json; charset=utf-8", ...headers } };
  }
  answer() {
    return this.#answer;
  }
}
function finish(given, more, method) {
  const response = given instanceof Response ? new Response(given.body, given) : new Response(method === "HEAD" ? null : given.body, { status: given.status, headers: given.headers });
  const { headers } = response;
  if (!headers.has("cache-control"))
    headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  for (const [name, value] of Object.entries(more)) {
    if (name === "vary")
      headers.append(name, value);
    else
      headers.set(name, value);
  }
  return response;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Problem,
  answer,
  finish
});
