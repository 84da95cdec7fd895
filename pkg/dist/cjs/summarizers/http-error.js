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
  errorFacts: () => errorFacts,
  invalidReply: () => invalidReply,
  providerError: () => providerError,
  refusedReply: () => refusedReply,
  shorten: () => shorten,
  truncatedReply: () => truncatedReply
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_classify_error = require("../overflow/classify-error.js");
var import_facts = require("../overflow/facts.js");
var import_verdict = require("../overflow/verdict.js");
var import_classify = require("./classify.js");
const MAX_TEXT = 500;
const MAX_WAIT_TEXT = 8192;
function shorten(target, text, max = MAX_TEXT) {
  const clean = target.secrets.redact(text).replace(/\s+/g, " ").trim();
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}\u2026`;
}
function errorFacts(body) {
  const root = Array.isArray(body) ? body[0] : body;
  if (typeof root !== "object" || root === null)
    return {};
  const { error } = root;
  if (typeof error === "string")
    return { ...namedFacts(root), message: error };
  return namedFacts(typeof error === "object" && error !== null ? error : root);
}
function namedFacts(source) {
  const { message, detail, code, type, status } = source;
  const facts = {};
  if (typeof message === "string")
    facts.message = message;
  else if (detail !== void 0)
    facts.message = typeof detail === "string" ? detail : JSON.stringify(detail);
  if (typeof code === "string")
    facts.code = code;
  if (typeof type === "string")
    facts.type = type;
  else if (typeof status === "string")
    facts.type = status;
  if (typeof code === "number")
    facts.status = code;
  return facts;
}
function providerError(target, given, headers, body, text = "") {
  const { provider, url } = target;
  const facts = { ...given, message: given.message ?? text };
  const evidence = { status: facts.status, codes: [facts.code ?? "", facts.type ?? ""], texts: [facts.message ?? ""] };
  const chain = (0, import_facts.readFacts)({ status: facts.status, body: body ?? text });
  const kind = (0, import_verdict.kindOf)(chain);
  const [auth, overflow, payloadTooLarge] = [kind === "auth", kind === "overflow", kind === "payload-too-large"];
  const retryable = !auth && !overflow && (0, import_classify.isTransient)(evidence);
  const said = shorten(target, facts.message ?? "");
  const retryAfterMs = (0, import_classify.retryAfter)(headers, Date.now(), JSON.stringify(body ?? text).slice(0, MAX_WAIT_TEXT));
  const details = { provider, url };
  if (facts.status !== void 0)
    details.status = facts.status;
  for (const name of ["code", "type"])
    if (facts[name])
      details[name] = shorten(target, facts[name], 100);
  if (said)
    details.message = said;
  if (retryAfterMs !== void 0)
    details.retryAfterMs = retryAfterMs;
  const requestId = headers.get("x-request-id") ?? headers.get("request-id");
  if (requestId)
    details.requestId = shorten(target, requestId, 100);
  if (overflow) {
    const { maximum, ...counts } = (0, import_classify_error.countsIn)(chain);
    Object.assign(details, { overflow: true, ...counts, ...maximum && { maximum: Math.max(1, maximum - target.reserved) } });
  }
  if (payloadTooLarge)
    details.payloadTooLarge = true;
  const what = facts.status === void 0 || facts.status < 400 ? "reported a failure" : `answered ${facts.status}`;
  const sentence = `${provider} (${url}) ${what}${said ? `: ${said.replace(/[.!?]?$/, ".")}` : "."}`;
  const advice = auth ? "Check the key, and that it may use this model." : overflow ? "The request does not fit the model's context window: shorten it, or choose a model with a larger one." : payloadTooLarge ? "The request has too many bytes: shorten it." : retryable ? `Try again ${retryAfterMs === void 0 ? "later" : `in ${Math.ceil(retryAfterMs / 1e3)} s`}.` : "The same request will fail again: correct the options of the summarizer, or ask another one.";
  const code = auth ? "summarizer-auth" : "summarizer-http";
  return new import_errors.EpitomeError(code, `${sentence} ${advice}`, { retryable, details });
}
function invalidReply(target, reason, sentence, details = {}) {
  const { provider, url } = target;
  return new import_errors.EpitomeError("summarizer-invalid-reply", `${provider} (${url}) ${sentence}`, {
    details: { provider, url, reason, ...details }
  });
}
function truncatedReply(target) {
  const { provider, url } = target;
  const message = `${provider} (${url}) ended its answer before it was complete. Try again.`;
  return new import_errors.EpitomeError("summarizer-http", message, {
    retryable: true,
    details: { provider, url, reason: "truncated" }
  });
}
function refusedReply(target, reason, text = "") {
  const { provider, url } = target;
  const said = shorten(target, text);
  const message = `The model at ${provider} declined to write the summary (${reason})${said ? `: ${said}` : ""}. Ask another model.`;
  return new import_errors.EpitomeError("summarizer-refused", message, {
    details: { provider, url, reason, ...said ? { message: said } : {} }
  });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  errorFacts,
  invalidReply,
  providerError,
  refusedReply,
  shorten,
  truncatedReply
});
