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
  Gate: () => Gate
});
module.exports = __toCommonJS(stdin_exports);
var import_options = require("../../options.js");
var import_answer = require("./answer.js");
const KINDS = { origins: "any", credentials: "flag", headers: "list", maxAge: "number" };
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#\s*A-Z]+$/;
const TOLD = "epitome-status, epitome-reason, epitome-tokens-before, epitome-tokens-after, epitome-degraded";
class Gate {
  #options;
  constructor(options) {
    if (options) {
      const { origins } = (0, import_options.optionsOf)("cors", KINDS, options, "cors");
      const wrong = typeof origins === "function" ? void 0 : wrongIn(origins);
      if (wrong !== void 0)
        throw (0, import_options.invalidOption)("cors.origins", wrong);
    }
    this.#options = options;
  }
  /** Whether any other origin can be let in. */
  get isOpen() {
    return this.#options !== void 0;
  }
  /** The origin of the request, if it is let in. */
  async admits(request) {
    const origin = request.headers.get("origin");
    if (!this.#options || origin === null)
      return void 0;
    const { origins } = this.#options;
    const isLetIn = typeof origins === "function" ? await origins(origin, request) === true : origins.includes(origin);
    return isLetIn ? origin : void 0;
  }
  /** What each answer says to the browser. A cache may not give one origin's answer to another. */
  headersFor(origin) {
    if (!this.#options)
      return {};
    if (origin === void 0)
      return { vary: "origin" };
    const credentials = this.#options.credentials && { "access-control-allow-credentials": "true" };
    return { vary: "origin", "access-control-allow-origin": origin, "access-control-expose-headers": TOLD, ...credentials };
  }
  /** The answer to a browser that asks before it sends. */
  preflight(request, origin, methods) {
    const { headers = [], maxAge = 600 } = this.#options;
    if (request.headers.has("origin") && origin === void 0)
      throw foreign();
    const allow = [...methods, "OPTIONS"].join(", ");
    return {
      status: 204,
      body: null,
      headers: {
        allow,
        "access-control-allow-methods": methods.join(", "),
        "access-control-allow-headers": ["content-type", "authorization", ...headers].join(", "),
        "access-control-max-age": String(maxAge)
      }
    };
  }
  /**
   * Refuses what a page of another origin sends without being let in. A browser asks nobody before it sends a POST without
   * a body, and a cookie may go along.
   */
  checkSameOrigin(request, admitted) {
    if (admitted !== void 0)
      return;
    const site = request.headers.get("sec-fetch-site");
    const origin = request.headers.get("origin");
    const { host } = new URL(request.url);
    const same = site ? site === "same-origin" || site === "none" : origin === null || origin.replace(/^.*?:\/\//, "") === host;
    if (!same)
      throw foreign();
  }
}
function wrongIn(origins) {
  const list = [origins].flat();
  if (list.includes("*")) {
    return "has no *: every page that somebody opens could then read and compact what their browser reaches. Name the origins, or give a function that says yes to all";
  }
  if (!Array.isArray(origins))
    return 'must be a list of origins such as "https://app.example", or a function of one';
  const wrong = list.find((origin) => typeof origin !== "string" || !ORIGIN.test(origin));
  if (wrong === void 0)
    return void 0;
  const shown = typeof wrong === "string" ? JSON.stringify(wrong) : typeof wrong;
  return `must hold origins as browsers send them: a scheme, a host and a port that is not the usual one, in small letters, with no path, also no / at the end, such as "https://app.example"; not ${shown}`;
}
const foreign = () => new import_answer.Problem(403, "foreign-origin", "Pages of this origin are not let in.");
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Gate
});
