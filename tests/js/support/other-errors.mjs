/** What providers answer when something else is wrong than the length of the request. */

import { openai } from "./overflow-errors.mjs";

/** What speaks of tokens, lengths or sizes and is something else. */
export const OTHERS = [
  [
    "Groq: tokens per minute",
    413,
    {
      error: {
        message:
          "Request too large for model `llama-3.3-70b-versatile` in organization `org_1` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again.",
        type: "tokens",
        code: "rate_limit_exceeded",
      },
    },
    "rate-limit",
  ],
  [
    "Groq: tokens per minute, the text alone",
    413,
    "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 7000, please reduce the length of the messages",
    "rate-limit",
  ],
  [
    "OpenAI: tokens per minute",
    429,
    "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 342389. The input or output tokens must be reduced.",
    "rate-limit",
  ],
  [
    "OpenAI: tokens per minute, no status",
    undefined,
    "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 342389.",
    "rate-limit",
  ],
  [
    "Bedrock: throttling",
    429,
    { __type: "ThrottlingException", message: "Too many tokens, please wait before trying again." },
    "rate-limit",
  ],
  ["Bedrock: throttling as text", undefined, "ThrottlingException: Too many tokens, please wait before trying again.", "rate-limit"],
  ["Bedrock: throttling, the message alone", undefined, "Too many tokens, please wait before trying again.", "rate-limit"],
  ["Bedrock: throttling error", undefined, "Throttling error: prompt is too long for now", "rate-limit"],
  ["Bedrock: unavailable", undefined, "Service unavailable: maximum context length may be reduced", "other"],
  ["a rate limit that speaks of the context", 429, "Slow down: your maximum context length quota is used", "rate-limit"],
  ["a rate limit as text", undefined, "429 Your maximum context length is used up", "rate-limit"],
  ["a rate limit by words", undefined, "Rate limit reached: maximum context length tokens used", "rate-limit"],
  ["too many requests", undefined, "Too many requests for this maximum context length", "rate-limit"],
  [
    "Anthropic: rate limit",
    429,
    {
      type: "error",
      error: {
        type: "rate_limit_error",
        message: "This request would exceed your organization's rate limit of 40,000 input tokens per minute.",
      },
    },
    "rate-limit",
  ],
  [
    "Google: exhausted",
    429,
    { error: { code: 429, message: "Resource has been exhausted (e.g. check quota).", status: "RESOURCE_EXHAUSTED" } },
    "rate-limit",
  ],
  [
    "OpenAI: quota",
    429,
    openai({
      code: "insufficient_quota",
      type: "insufficient_quota",
      message: "You exceeded your current quota, please check your plan and billing details.",
    }),
    "rate-limit",
  ],
  [
    "Anthropic: credit",
    400,
    { type: "error", error: { type: "invalid_request_error", message: "Your credit balance is too low to access the Anthropic API." } },
    "rate-limit",
  ],
  ["no credit", 402, { error: { code: 402, message: "Insufficient credits" } }, "rate-limit"],
  ["the plan's limit", undefined, "token limit exceeded for your plan", "rate-limit"],
  ["LiteLLM: rate limit", 429, openai({ message: "litellm.RateLimitError: maximum context length reached this hour" }), "rate-limit"],
  [
    "OpenAI: a text over its own limit",
    400,
    openai({
      code: "string_above_max_length",
      message:
        "Invalid 'input': string too long. Expected a string with maximum length 10485760, but got a string with length 11000000 instead. prompt is too long",
    }),
    "other",
  ],
  ["the same as text", undefined, "string_above_max_length: prompt is too long", "other"],
  [
    "Anthropic: bytes",
    413,
    { type: "error", error: { type: "request_too_large", message: "Request exceeds the maximum size" } },
    "payload-too-large",
  ],
  [
    "Anthropic: bytes, no status",
    undefined,
    { type: "error", error: { type: "request_too_large", message: "Too big." } },
    "payload-too-large",
  ],
  [
    "Anthropic: a picture",
    400,
    {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: "messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes",
      },
    },
    "payload-too-large",
  ],
  [
    "Google: bytes",
    400,
    { error: { code: 400, message: "Request payload size exceeds the limit: 20971520 bytes.", status: "INVALID_ARGUMENT" } },
    "payload-too-large",
  ],
  ["nginx", 413, "<html>\r\n<head><title>413 Request Entity Too Large</title></head></html>", "payload-too-large"],
  ["nginx, no status", undefined, "413 Request Entity Too Large", "payload-too-large"],
  ["Copilot: bytes", 413, "failed to parse request", "payload-too-large"],
  ["a proxy", undefined, "Payload Too Large", "payload-too-large"],
  ["OpenAI: key", 401, openai({ message: "Incorrect API key provided: sk-x.", code: "invalid_api_key" }), "auth"],
  ["OpenAI: key, no status", undefined, openai({ message: "No.", code: "invalid_api_key" }), "auth"],
  ["Anthropic: key", 401, { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } }, "auth"],
  ["Anthropic: key, no status", undefined, { type: "error", error: { type: "authentication_error", message: "Nope" } }, "auth"],
  ["Anthropic: not allowed", 403, { type: "error", error: { type: "permission_error", message: "No." } }, "auth"],
  [
    "Google: key",
    400,
    {
      error: {
        code: 400,
        message: "API key not valid. Please pass a valid API key.",
        status: "INVALID_ARGUMENT",
        details: [{ reason: "API_KEY_INVALID" }],
      },
    },
    "auth",
  ],
  [
    "Bedrock: key",
    403,
    { __type: "UnrecognizedClientException", message: "The security token included in the request is invalid." },
    "auth",
  ],
  ["a key that speaks of the context", 401, "prompt is too long", "auth"],
  ["no key", undefined, "auth_unavailable: no auth available", "auth"],
  ["overloaded", 529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }, "other"],
  ["a server that fails", 502, "Upstream said 'unauthorized'", "other"],
  ["no such model", 404, openai({ message: "The model `x` does not exist", code: "model_not_found" }), "other"],
  ["max_tokens over the model's", 400, "max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens", "other"],
  ["a status without a body, from anybody", 400, "400 status code (no body)", "other"],
  ["a size without a body, from anybody", 413, "413 status code (no body)", "payload-too-large"],
];
