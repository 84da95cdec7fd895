/** How providers answer a request that is too long. */

/** What `classifyError` says of an overflow. */
export const overflow = (observed, maximum) => ({ kind: "overflow", ...(observed && { observed }), ...(maximum && { maximum }) });
/** What it says of anything else. */
export const of = (kind) => ({ kind });
/** An error body of OpenAI's API. */
export const openai = (fields) => ({ error: { message: "", type: "invalid_request_error", param: null, code: null, ...fields } });

/** By provider: the status, the body, and what it is. A body that is a text is the error's message. */
export const OVERFLOWS = [
  [
    "Anthropic: the prompt",
    400,
    { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 213462 tokens > 200000 maximum" } },
    overflow(213_462, 200_000),
  ],
  [
    // The prompt fits: a smaller max_tokens is enough.
    "Anthropic: prompt and answer",
    400,
    {
      type: "error",
      error: {
        type: "invalid_request_error",
        message:
          "input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or `max_tokens` and try again",
      },
    },
    overflow(199_759, 200_000),
  ],
  ["OpenAI: the code alone", 400, openai({ code: "context_length_exceeded", message: "No." }), overflow()],
  [
    "OpenAI: Responses",
    400,
    openai({ message: "Your input exceeds the context window of this model. Please adjust your input and try again." }),
    overflow(),
  ],
  [
    "OpenAI: chat",
    400,
    openai({
      code: "context_length_exceeded",
      message:
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 10346 tokens (9000 in the messages, 1346 in the functions). Please reduce the length of the messages or functions.",
    }),
    overflow(10_346, 8_192),
  ],
  [
    "OpenAI: chat, with the answer",
    400,
    openai({
      message:
        "This model's maximum context length is 8192 tokens. However, you requested 9500 tokens (6000 in the messages, 1500 in the functions, and 2000 in the completion).",
    }),
    overflow(7_500, 8_192),
  ],
  [
    "OpenAI: completions",
    400,
    "This model's maximum context length is 8191 tokens, however you requested 10346 tokens (10341 in your prompt; 5 for the completion).",
    overflow(10_341, 8_191),
  ],
  [
    "OpenAI: the configured limit",
    400,
    openai({
      message:
        "Input tokens exceed the configured limit of 272,000 tokens. Your messages resulted in 301,554 tokens. Please reduce the length of the messages.",
    }),
    overflow(301_554, 272_000),
  ],
  [
    "Google",
    400,
    {
      error: {
        code: 400,
        message: "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
        status: "INVALID_ARGUMENT",
      },
    },
    overflow(1_196_265, 1_048_575),
  ],
  ["Google: without a count", 400, "The input token count exceeds the maximum number of tokens allowed (1048576).", overflow(0, 1_048_576)],
  [
    "Vertex",
    400,
    "Unable to submit request because the input token count is 32768 but model only supports up to 8192. Reduce the input token count and try again.",
    overflow(32_768, 8_192),
  ],
  [
    "Mistral",
    400,
    {
      object: "error",
      message: "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
      type: "invalid_request_error",
      code: "3051",
    },
    overflow(65_673, 32_768),
  ],
  [
    "Groq",
    400,
    openai({ message: "Please reduce the length of the messages or completion.", code: "context_length_exceeded", param: "messages" }),
    overflow(),
  ],
  ["Groq: the text alone", 413, "Please reduce the length of the messages or completion.", overflow()],
  [
    "xAI",
    400,
    {
      code: "Client specified an invalid argument",
      error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    },
    overflow(537_812, 131_072),
  ],
  [
    "OpenRouter",
    400,
    {
      error: {
        code: 400,
        message:
          "This endpoint's maximum context length is 131072 tokens. However, you requested about 165345 tokens (121000 of text input, 12345 of tool input, 32000 in the output). Please reduce the length of either one.",
        metadata: { provider_name: null },
      },
    },
    overflow(133_345, 131_072),
  ],
  [
    "OpenRouter: passed on",
    400,
    {
      error: {
        code: 400,
        message: "Provider returned error",
        metadata: {
          provider_name: "Anthropic",
          raw: '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens > 8 maximum"}}',
        },
      },
    },
    overflow(9, 8),
  ],
  ["Bedrock", 400, { __type: "ValidationException", message: "Input is too long for requested model." }, overflow()],
  [
    "Bedrock: Claude",
    400,
    "The model returned the following errors: prompt is too long: 227255 tokens > 200000 maximum",
    overflow(227_255, 200_000),
  ],
  ["Bedrock: the number", 400, "The number of input tokens exceeds maximum length of 8192", overflow(0, 8_192)],
  [
    "Bedrock: Titan",
    400,
    "400 Bad Request: Too many input tokens. Max input tokens: 8192, request input token count: 9123",
    overflow(9_123, 8_192),
  ],
  ["Bedrock: mantle", 400, openai({ message: "prompt tokens (140321) exceed model maximum (131072)" }), overflow(140_321, 131_072)],
  [
    "llama.cpp",
    400,
    {
      error: {
        code: 400,
        message: "request (9123 tokens) exceeds the available context size (8192 tokens), try increasing it",
        type: "exceed_context_size_error",
        n_prompt_tokens: 9_123,
        n_ctx: 8_192,
      },
    },
    overflow(9_123, 8_192),
  ],
  [
    "llama.cpp: the fields alone",
    400,
    {
      error: {
        code: 400,
        message: "the request exceeds the available context size, try increasing it",
        n_prompt_tokens: 9_123,
        n_ctx: 8_192,
      },
    },
    overflow(9_123, 8_192),
  ],
  ["Ollama", 400, { error: "prompt too long; exceeded max context length by 1,204 tokens" }, { kind: "overflow", excess: 1_204 }],
  ["Ollama: embeddings", 400, { error: "the input length exceeds the context length" }, overflow()],
  [
    "vLLM",
    400,
    {
      object: "error",
      message:
        "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
      type: "BadRequestError",
      code: 400,
    },
    overflow(112_946, 16_384),
  ],
  [
    "vLLM: the answer's share",
    400,
    openai({
      message:
        "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 65536 tokens and your request has 57879 input tokens (8192 > 65536 - 57879).",
      code: 400,
    }),
    overflow(57_879, 65_536),
  ],
  [
    "vLLM: passed",
    400,
    "You passed 9001 input tokens and requested 1024 output tokens. However, the model's context length is only 8192 tokens, resulting in a maximum input length of 7168 tokens. Please reduce the length of the input messages.",
    overflow(9_001, 8_192),
  ],
  ["vLLM: decoder", 400, "The decoder prompt (length 9000) is longer than the maximum model length of 8192.", overflow(9_000, 8_192)],
  ["vLLM: configured", 400, "Prompt has 9000 tokens, but the configured context size is 8192 tokens.", overflow(9_000, 8_192)],
  ["SGLang", 400, "Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).", overflow(160_062, 59_862)],
  [
    "SGLang: with the answer",
    400,
    "Requested token count exceeds the model's maximum context length of 131072 tokens. You requested a total of 133000 tokens: 101000 tokens from the input messages and 32000 tokens for the completion.",
    overflow(101_000, 131_072),
  ],
  [
    "LM Studio",
    400,
    {
      error:
        "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9876>= n_ctx: 4096). Try to load the model with a larger context length.",
    },
    overflow(9_876, 4_096),
  ],
  ["LM Studio: n_keep", 400, { error: "Cannot truncate prompt with n_keep (9876) >= n_ctx (4096)" }, overflow(9_876, 4_096)],
  [
    "LM Studio: keeping",
    400,
    {
      error:
        "Trying to keep the first 9876 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
    },
    overflow(9_876, 4_096),
  ],
  [
    "Cerebras",
    400,
    {
      message: "Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000",
      type: "invalid_request_error",
      param: "messages",
      code: "context_length_exceeded",
    },
    overflow(42_328, 40_000),
  ],
  [
    "DeepSeek",
    400,
    openai({
      message:
        "This model's maximum context length is 65536 tokens. However, you requested 69648 tokens (61456 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    }),
    overflow(61_456, 65_536),
  ],
  [
    "GitHub Copilot",
    400,
    { error: { message: "prompt token count of 132011 exceeds the limit of 128000", code: "model_max_prompt_tokens_exceeded" } },
    overflow(132_011, 128_000),
  ],
  ["z.ai: tokens", 400, { error: { code: "1210", message: "tokens in request more than max tokens allowed" } }, overflow()],
  ["z.ai: length", 400, { error: { code: "1261", message: "Prompt exceeds max length" } }, overflow()],
  ["z.ai: too long", 400, { error: { code: "1261", message: "Prompt too long" } }, overflow()],
  [
    "MiniMax",
    400,
    { type: "error", error: { type: "bad_request_error", message: "invalid params, context window exceeds limit (2013)" } },
    overflow(),
  ],
  [
    "MiniMax: its own shape",
    200,
    { base_resp: { status_code: 2013, status_msg: "invalid params, context window exceeds limit" } },
    overflow(),
  ],
  [
    "Kimi",
    400,
    openai({ message: "Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)" }),
    overflow(291_351, 262_144),
  ],
  [
    "Together",
    400,
    openai({ message: "The input (140001 tokens) is longer than the model's context length (131072 tokens)." }),
    overflow(140_001, 131_072),
  ],
  [
    "Cloudflare",
    413,
    {
      success: false,
      errors: [
        {
          code: 5021,
          message:
            "AiError: The estimated number of input and maximum output tokens (24612) exceeded this model context window limit (24000).",
        },
      ],
    },
    overflow(24_612, 24_000),
  ],
  ["DeepInfra", 400, { detail: { error: "Requested input length 40000 exceeds maximum input length 32768" } }, overflow(40_000, 32_768)],
  [
    "TGI",
    422,
    {
      error:
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens and 200 `max_new_tokens`",
      error_type: "validation",
    },
    overflow(4_000, 4_096),
  ],
  [
    "TGI: inputs",
    422,
    { error: "Input validation error: `inputs` must have less than 1024 tokens. Given: 1500", error_type: "validation" },
    overflow(1_500, 1_024),
  ],
  [
    "Poolside",
    400,
    openai({ message: "Input length 131393 exceeds the maximum allowed input length of 131040 tokens." }),
    overflow(131_393, 131_040),
  ],
  [
    "DashScope",
    400,
    openai({ message: "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 983616]" }),
    overflow(0, 983_616),
  ],
  ["DS4", 400, "Prompt has 130112 tokens, but the configured context size is 126000 tokens", overflow(130_112, 126_000)],
  [
    "Cohere",
    400,
    { message: "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292. Try using a shorter prompt." },
    overflow(4_292, 4_081),
  ],
  [
    "LiteLLM",
    400,
    openai({
      message:
        'litellm.BadRequestError: litellm.ContextWindowExceededError: AnthropicError - {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 209303 tokens > 200000 maximum"}}\nReceived Model Group=claude\nAvailable Model Group Fallbacks=None',
      type: null,
      code: "400",
    }),
    overflow(209_303, 200_000),
  ],
  ["LiteLLM: the name alone", 400, "litellm.ContextWindowExceededError: OpenAIException", overflow()],
  ["in Chinese", 400, "输入上下文过长，请缩短后重试", overflow()],
  ["in Chinese, too", 400, "请求超出最大上下文", overflow()],
];
