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
  endpoint: () => endpoint
});
module.exports = __toCommonJS(stdin_exports);
var import_options = require("../options.js");
var import_http = require("./http.js");
var import_http_error = require("./http-error.js");
var import_model = require("./model.js");
function endpoint(options) {
  (0, import_options.optionsOf)("endpoint", { ...import_http.HTTP, url: "any", contextWindow: "any", maxOutput: "any" }, options);
  (0, import_http.checkHttpOptions)(options);
  const url = (0, import_http.resolveUrl)("url", String(options.url));
  const ask = async (request, o) => {
    const exchange = new import_http.Exchange("endpoint", url, options, o?.signal);
    try {
      await exchange.post({ systemPrompt: (0, import_http.wellFormed)(request.system), prompt: (0, import_http.wellFormed)(request.prompt) });
      const { summary, shortSummary, error } = await exchange.json();
      if (error && summary === void 0)
        throw exchange.reported({ error });
      if (typeof summary !== "string" || summary.trim() === "") {
        const found = summary === void 0 ? "without" : typeof summary === "string" ? "with a blank" : "with an unusable";
        throw (0, import_http_error.invalidReply)(exchange.target, "no-summary", `answered ${found} summary: it must be text in the field "summary".`);
      }
      return typeof shortSummary === "string" && shortSummary.trim() ? { text: summary, shortSummary } : { text: summary };
    } finally {
      exchange.close();
    }
  };
  return Object.assign((0, import_model.named)(ask, `endpoint(${url.host})`, options), { remote: true });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  endpoint
});
