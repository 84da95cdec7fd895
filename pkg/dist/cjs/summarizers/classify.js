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
  isOverflow: () => isOverflow,
  isPayloadTooLarge: () => isPayloadTooLarge,
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
  "load failed|upstream connect|reset before headers|socket hang up|timed? ?out|terminated|stream stall",
  "\\b(429|500|502|503|504|529)\\b"
].join("|"), "i");
const OVERFLOW_CODES = /* @__PURE__ */ new Set([
  "context_length_exceeded",
  "context_window_exceeded",
  "model_context_window_exceeded",
  "model_max_prompt_tokens_exceeded",
  "exceed_context_size_error",
  "ContextWindowExceededError"
]);
const NOT_OVERFLOW = /^(throttling error|service unavailable):|throttlingexception|rate.?limit|too many requests|\bTPM\b|tokens per minute|string_above_max_length/i;
const OVERFLOW_TEXT = new RegExp([
  "prompt is too long|input length and .?max_tokens.? exceed context limit",
  // Anthropic
  "exceeds? (the|this|your) (model's )?context window|maximum context length",
  // OpenAI, OpenRouter, vLLM, DeepSeek
  "input tokens exceed the configured limit",
  // OpenAI
  "input token count.{0,40} exceeds the maximum",
  // Google
  "too large for model with \\d+ maximum context",
  // Mistral
  "reduce the length of the messages",
  // Groq
  "maximum prompt length is",
  // xAI
  "input is too long for requested model|input tokens exceeds maximum length|prompt tokens .{0,20}exceed model maximum",
  // Bedrock
  "exceeds the available context size|configured context size",
  // llama.cpp, vLLM
  "exceeded max context length",
  // Ollama
  "tokens to keep from the initial prompt",
  // LM Studio
  "current length is \\d+ while limit is",
  // Cerebras
  "prompt token count of \\d+ exceeds",
  // Copilot
  "tokens in request more than max tokens allowed|prompt exceeds max length|prompt too long",
  // z.ai
  "context window exceeds limit|exceeded model token limit",
  // MiniMax, Kimi
  "longer than the model.{0,3} context length",
  // Together
  "exceeded this model context window",
  // Cloudflare
  "exceeds maximum input length|`inputs` tokens \\+ `max_new_tokens`",
  // DeepInfra, TGI
  "context (length|window) exceeded|\u4E0A\u4E0B\u6587\u8FC7\u957F|\u8D85\u51FA\u6700\u5927\u4E0A\u4E0B\u6587"
].join("|"), "i");
function isTransient({ status, code = "", type = "", message = "" }) {
  if (NEVER_TRANSIENT.test(`${code} ${type} ${message}`))
    return false;
  if (status !== void 0 && status >= 400)
    return TRANSIENT_STATUSES.has(status);
  if (TRANSIENT_CODES.has(code) || TRANSIENT_CODES.has(type) || NETWORK_CODES.test(code))
    return true;
  return TRANSIENT_TEXT.test(message);
}
function isOverflow({ status, code = "", type = "", message = "" }) {
  if (OVERFLOW_CODES.has(code) || OVERFLOW_CODES.has(type))
    return true;
  if (status === 429 || NOT_OVERFLOW.test(`${code} ${message}`))
    return false;
  return OVERFLOW_TEXT.test(message);
}
function isPayloadTooLarge(facts) {
  return (facts.status === 413 || facts.type === "request_too_large") && !isOverflow(facts);
}
function retryAfter(headers, now) {
  const exact = headers.get("retry-after-ms")?.trim();
  if (exact && Number(exact) >= 0)
    return Math.round(Number(exact));
  const text = headers.get("retry-after")?.trim();
  if (!text)
    return void 0;
  if (Number(text) >= 0)
    return Math.round(Number(text) * 1e3);
  const date = Date.parse(text);
  return Number.isNaN(date) ? void 0 : Math.max(0, date - now);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  isOverflow,
  isPayloadTooLarge,
  isTransient,
  retryAfter
});
