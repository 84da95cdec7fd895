/** Which failures of a provider pass by themselves, and which mean that the request was too long. Tables, not code paths. */
/** 425 is "too early", 529 Anthropic's "overloaded". */
const TRANSIENT_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
/** Codes and types that name a passing failure, where there is no status to tell. */
const TRANSIENT_CODES = new Set([
    "overloaded_error",
    "api_error",
    "rate_limit_error",
    "rate_limit_exceeded",
    "timeout_error",
    "server_error",
    "internal_server_error",
    "service_unavailable",
    "insufficient_system_resource",
]);
/** An account without credit stays without it, though it answers with the status of a rate limit. */
const NEVER_TRANSIENT = /insufficient_quota|billing_(hard_limit_reached|not_active)|credit balance is too low/i;
/** Codes of the network layer of Node, Bun and Deno. */
const NETWORK_CODES = /^(ECONN(RESET|REFUSED|ABORTED)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|UND_ERR_(SOCKET|.*TIMEOUT))$/;
/** How failures that pass are worded, in errors that carry neither status nor code. */
const TRANSIENT_TEXT = new RegExp([
    "overloaded|rate.?limit|too many requests|service.?unavailable|(server|internal) error|retry your request|retry delay",
    "provider returned error|network ?error|connection (error|refused|reset)|other side closed|fetch failed|failed to fetch",
    "load failed|upstream connect|reset before headers|socket hang up|timed? ?out|terminated|stream stall",
    "\\b(429|500|502|503|504|529)\\b",
].join("|"), "i");
const OVERFLOW_CODES = new Set([
    "context_length_exceeded",
    "context_window_exceeded",
    "model_context_window_exceeded",
    "model_max_prompt_tokens_exceeded",
    "exceed_context_size_error",
    "ContextWindowExceededError",
]);
/** Wordings that mention tokens or limits but are about something else. They are looked at first. */
const NOT_OVERFLOW = /^(throttling error|service unavailable):|throttlingexception|rate.?limit|too many requests|\bTPM\b|tokens per minute|string_above_max_length/i;
/** How providers say that the request does not fit the window. Each line names whose wording it is. */
const OVERFLOW_TEXT = new RegExp([
    "prompt is too long|input length and .?max_tokens.? exceed context limit", // Anthropic
    "exceeds? (the|this|your) (model's )?context window|maximum context length", // OpenAI, OpenRouter, vLLM, DeepSeek
    "input tokens exceed the configured limit", // OpenAI
    "input token count.{0,40} exceeds the maximum", // Google
    "too large for model with \\d+ maximum context", // Mistral
    "reduce the length of the messages", // Groq
    "maximum prompt length is", // xAI
    "input is too long for requested model|input tokens exceeds maximum length|prompt tokens .{0,20}exceed model maximum", // Bedrock
    "exceeds the available context size|configured context size", // llama.cpp, vLLM
    "exceeded max context length", // Ollama
    "tokens to keep from the initial prompt", // LM Studio
    "current length is \\d+ while limit is", // Cerebras
    "prompt token count of \\d+ exceeds", // Copilot
    "tokens in request more than max tokens allowed|prompt exceeds max length|prompt too long", // z.ai
    "context window exceeds limit|exceeded model token limit", // MiniMax, Kimi
    "longer than the model.{0,3} context length", // Together
    "exceeded this model context window", // Cloudflare
    "exceeds maximum input length|`inputs` tokens \\+ `max_new_tokens`", // DeepInfra, TGI
    "context (length|window) exceeded|上下文过长|超出最大上下文",
].join("|"), "i");
/** Whether the same request may succeed later. A typed fact beats prose. */
export function isTransient({ status, code = "", type = "", message = "" }) {
    if (NEVER_TRANSIENT.test(`${code} ${type} ${message}`))
        return false;
    if (status !== undefined && status >= 400)
        return TRANSIENT_STATUSES.has(status);
    if (TRANSIENT_CODES.has(code) || TRANSIENT_CODES.has(type) || NETWORK_CODES.test(code))
        return true;
    return TRANSIENT_TEXT.test(message);
}
/** Whether the request was longer than the model's context window. A rate limit never is, whatever it says of tokens. */
export function isOverflow({ status, code = "", type = "", message = "" }) {
    if (OVERFLOW_CODES.has(code) || OVERFLOW_CODES.has(type))
        return true;
    if (status === 429 || NOT_OVERFLOW.test(`${code} ${message}`))
        return false;
    return OVERFLOW_TEXT.test(message);
}
/** Whether the request had too many bytes, which is another failure than too many tokens. */
export function isPayloadTooLarge(facts) {
    return (facts.status === 413 || facts.type === "request_too_large") && !isOverflow(facts);
}
/** How long the provider asks to wait, in milliseconds, from `retry-after-ms` or `Retry-After` (seconds or a date). */
export function retryAfter(headers, now) {
    const exact = headers.get("retry-after-ms")?.trim();
    if (exact && Number(exact) >= 0)
        return Math.round(Number(exact));
    const text = headers.get("retry-after")?.trim();
    if (!text)
        return undefined;
    if (Number(text) >= 0)
        return Math.round(Number(text) * 1000);
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
