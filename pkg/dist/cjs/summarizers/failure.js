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
  describe: () => describe,
  invalid: () => invalid,
  summarizerFailure: () => summarizerFailure
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_classify_error = require("../overflow/classify-error.js");
var import_facts = require("../overflow/facts.js");
var import_verdict = require("../overflow/verdict.js");
var import_classify = require("./classify.js");
var import_secrets = require("./secrets.js");
const MAX_TEXT = 300;
function summarizerFailure(cause, { reported = false } = {}) {
  try {
    return import_errors.EpitomeError.isInstance(cause) && !reported ? cause : failureOf(cause, reported);
  } catch {
    return new import_errors.EpitomeError("summarizer-failed", "The summarizer failed with an error that cannot be read.", { cause });
  }
}
function failureOf(cause, reported) {
  const chain = (0, import_facts.readFacts)(cause);
  const status = chain.find((facts) => facts.status !== void 0)?.status;
  const said = (0, import_secrets.redactKeys)(messageOf(cause)).replace(/\s+/g, " ").trim();
  const text = said.length > MAX_TEXT ? `${said.slice(0, MAX_TEXT - 1).replace(/[\ud800-\udbff]$/, "")}\u2026` : said;
  const what = text ? `: ${text.replace(/[.!?]?$/, ".")}` : cause === void 0 ? " without an error." : ` with ${describe(cause)}.`;
  const evidence = { status, codes: chain.flatMap(({ codes }) => codes), texts: chain.flatMap(({ texts }) => texts) };
  const known = import_errors.EpitomeError.isInstance(cause) ? cause : void 0;
  const retryAfterMs = (0, import_classify.retryAfter)(headersOf(cause), Date.now(), messageOf(cause));
  const details = { ...known?.details };
  if (status !== void 0)
    details.status = status;
  if (retryAfterMs !== void 0)
    details.retryAfterMs = retryAfterMs;
  const kind = (0, import_verdict.kindOf)(chain);
  if (kind === "overflow")
    Object.assign(details, { overflow: true, ...(0, import_classify_error.countsIn)(chain) });
  const retryable = known?.retryable ?? ownVerdict(cause) ?? (details.overflow !== true && (0, import_classify.isTransient)(evidence));
  const message = `The summarizer ${reported ? "reported an error" : "failed"}${what}`;
  return new import_errors.EpitomeError(kind === "auth" ? "summarizer-auth" : "summarizer-failed", message, { retryable, details, cause });
}
function invalid(sentence, value, quote = false) {
  const found = quote && typeof value === "string" ? JSON.stringify(value.slice(0, 80)) : describe(value);
  return new import_errors.EpitomeError("summarizer-invalid-reply", `${sentence} ${found}.`, { details: { returned: found } });
}
function describe(value) {
  if (value === void 0 || value === null)
    return String(value);
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return `the ${typeof value} ${value}`;
  if (typeof value === "string")
    return "a text";
  if (typeof value !== "object")
    return `a ${typeof value}`;
  if (Array.isArray(value))
    return "an array";
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  if (typeof name === "string" && name !== "" && name !== "Object")
    return `a ${name}`;
  const keys = Object.keys(value).slice(0, 5).map((key) => key.slice(0, 40));
  return keys.length > 0 ? `an object with ${keys.join(", ")}` : "an empty object";
}
function messageOf(cause) {
  const message = typeof cause === "object" && cause !== null ? cause.message : cause;
  return typeof message === "string" ? message : "";
}
function ownVerdict(cause) {
  if (typeof cause !== "object" || cause === null)
    return void 0;
  const { retryable, isRetryable } = cause;
  return [retryable, isRetryable].find((verdict) => typeof verdict === "boolean");
}
function headersOf(cause, depth = 0) {
  const { headers, responseHeaders, response, lastError } = typeof cause === "object" && cause || {};
  if (lastError && depth < 3)
    return headersOf(lastError, depth + 1);
  const given = headers ?? responseHeaders ?? response?.headers;
  try {
    return new Headers(given);
  } catch {
    return new Headers();
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  describe,
  invalid,
  summarizerFailure
});
