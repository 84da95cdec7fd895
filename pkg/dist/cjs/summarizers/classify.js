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
  isTransient: () => isTransient,
  retryAfter: () => retryAfter
});
module.exports = __toCommonJS(stdin_exports);
const TRANSIENT_STATUSES = /* @__PURE__ */ new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
const TRANSIENT_CODES = /* @__PURE__ */ new Set([
  "overloaded_error",
  "api_error",
  "rate_limit_error",
  "rate_limit_exceeded",
  "timeout_error",
  "TimeoutError",
  "server_error",
  "internal_server_error",
  "service_unavailable",
  "insufficient_system_resource"
]);
const NEVER_TRANSIENT = /insufficient_quota|billing_(hard_limit_reached|not_active)|credit balance is too low/i;
const NETWORK_CODES = /^(ECONN(RESET|REFUSED|ABORTED)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|UND_ERR_(SOCKET|.*TIMEOUT))$/;
const TRANSIENT_TEXT = new RegExp([
  "overloaded|rate.?limit|too many requests|service.?unavailable|(server|internal) error|retry your request|retry delay",
  "provider returned error|network ?error|connection (error|refused|reset)|other side closed|fetch failed|failed to fetch",
  "load failed|upstream connect|reset before headers|socket hang up|timed? ?out|terminated|stream (stall|ended)|reading from the stream",
  "\\b(429|500|502|503|504|529)\\b"
].join("|"), "i");
function isTransient({ status, codes, texts }) {
  if (NEVER_TRANSIENT.test([...codes, ...texts].join(" ")))
    return false;
  if (status !== void 0 && status >= 400)
    return TRANSIENT_STATUSES.has(status);
  return codes.some((code) => TRANSIENT_CODES.has(code) || NETWORK_CODES.test(code)) || TRANSIENT_TEXT.test(texts.join("\n"));
}
const WAIT_TEXT = /(?:retryDelay\W+|(?:retry|try again) (?:in|after) )(?:(\d{1,4})m(?!s))?(?:(\d{1,6}(?:\.\d{1,9})?) ?(ms|s))?/i;
function retryAfter(headers, now, text = "") {
  const exact = headers.get("retry-after-ms")?.trim();
  if (exact && Number(exact) >= 0)
    return Math.round(Number(exact));
  const header = headers.get("retry-after")?.trim();
  if (header && Number(header) >= 0)
    return Math.round(Number(header) * 1e3);
  const date = Date.parse(header ?? "");
  if (!Number.isNaN(date))
    return Math.max(0, date - now);
  const [, minutes, count, unit] = WAIT_TEXT.exec(text) ?? [];
  if (!minutes && !count)
    return void 0;
  return Math.round(Number(minutes ?? 0) * 6e4 + Number(count ?? 0) * (unit === "ms" ? 1 : 1e3));
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  isTransient,
  retryAfter
});
