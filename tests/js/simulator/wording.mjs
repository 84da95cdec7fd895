/**
 * How providers refuse a prompt, and what else they answer. Each is made from `{ tokens, limit }` and thrown or given back as
 * their clients do it.
 */

/** An error of a client with a status and a body. */
function failure(status, message, { code, type, name } = {}) {
  const error = new Error(`${status} ${message}`);
  return Object.assign(error, {
    status,
    ...(name && { name }),
    ...(code && { code }),
    error: { message, ...(type && { type }), ...(code && { code }) },
  });
}

/** A prompt that is too long, with both numbers in the text. */
export const WITH_NUMBERS = {
  anthropic: ({ tokens, limit }) =>
    failure(400, `prompt is too long: ${tokens} tokens > ${limit} maximum`, { type: "invalid_request_error" }),
  openai: ({ tokens, limit }) =>
    failure(
      400,
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
      { code: "context_length_exceeded", type: "invalid_request_error" },
    ),
  google: ({ tokens, limit }) =>
    failure(400, `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${limit}).`, {
      type: "INVALID_ARGUMENT",
    }),
  mistral: ({ tokens, limit }) =>
    failure(400, `Prompt contains ${tokens} tokens and 0 draft tokens, too large for model with ${limit} maximum context length`),
  xai: ({ tokens, limit }) => failure(400, `This model's maximum prompt length is ${limit} but the request contains ${tokens} tokens.`),
  openrouter: ({ tokens, limit }) =>
    failure(
      400,
      `This endpoint's maximum context length is ${limit} tokens. However, you requested about ${tokens} tokens (${tokens} of text input). Please reduce the length of either one.`,
    ),
  bedrock: ({ tokens, limit }) =>
    failure(400, `prompt tokens (${tokens}) exceed model maximum (${limit})`, { name: "ValidationException" }),
  "llama.cpp": ({ tokens, limit }) =>
    failure(400, `request (${tokens} tokens) exceeds the available context size (${limit} tokens), try increasing it`, {
      type: "exceed_context_size_error",
    }),
  vllm: ({ tokens, limit }) => failure(400, `prompt has ${tokens} tokens, but the configured context size is ${limit}`),
  cerebras: ({ tokens, limit }) =>
    failure(400, `Please reduce the length of the messages or completion. Current length is ${tokens} while limit is ${limit}`),
  deepseek: ({ tokens, limit }) =>
    failure(
      400,
      `This model's maximum context length is ${limit} tokens. However, you requested ${tokens} tokens (${tokens} in the messages, 0 in the completion). Please reduce the length of the messages or completion.`,
    ),
  copilot: ({ tokens, limit }) =>
    failure(400, `prompt token count of ${tokens} exceeds the limit of ${limit}`, { code: "model_max_prompt_tokens_exceeded" }),
  kimi: ({ tokens, limit }) => failure(400, `Invalid request: Your request exceeded model token limit: ${limit} (requested: ${tokens})`),
  together: ({ tokens, limit }) =>
    failure(400, `The input (${tokens} tokens) is longer than the model's context length (${limit} tokens).`),
  text: ({ tokens, limit }) => `prompt is too long: ${tokens} tokens > ${limit} maximum`,
  body: ({ tokens, limit }) => ({
    type: "error",
    error: { type: "invalid_request_error", message: `prompt is too long: ${tokens} tokens > ${limit} maximum` },
  }),
};

/** A prompt that is too long, and nothing more is said. */
export const WITHOUT_NUMBERS = {
  openai: () =>
    failure(400, "Your input exceeds the context window of this model. Please adjust your input and try again.", {
      code: "context_length_exceeded",
    }),
  bedrock: () => failure(400, "Input is too long for requested model.", { name: "ValidationException" }),
  lmstudio: () => failure(400, "The number of tokens to keep from the initial prompt is greater than the context length"),
  zai: () => failure(400, "Prompt exceeds max length"),
  minimax: () => failure(400, "invalid params, context window exceeds limit"),
  cloudflare: () => failure(413, "The estimated number of input and maximum output tokens exceeded this model context window limit"),
  chinese: () => failure(400, "上下文过长"),
};

/** What passes by itself: the request is as good as it was. */
export const TRANSIENT = [
  () => failure(429, "Rate limit reached for requests", { type: "rate_limit_error" }),
  () => failure(429, "Too many tokens, please wait before trying again.", { name: "ThrottlingException" }),
  () => failure(529, "Overloaded", { type: "overloaded_error" }),
  () => failure(500, "Internal server error", { type: "api_error" }),
  () => Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) }),
];

/** A body of too many bytes. */
export const tooLarge = () => failure(413, "Request exceeds the maximum size", { type: "request_too_large" });
