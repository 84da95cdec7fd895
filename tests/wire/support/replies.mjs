/** The least that each provider's client takes for an answer. `answer` is `{ text?, calls?: { id, name, args }[], thinking? }`. */

const openaiChat = ({ text = null, calls = [] }, count) => ({
  id: `chatcmpl-${count}`,
  object: "chat.completion",
  created: 1_780_000_000,
  model: "recorded",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: text,
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ id, name, args }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } })),
        }),
      },
      finish_reason: calls.length > 0 ? "tool_calls" : "stop",
    },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
});

const openaiResponses = ({ text, calls = [], thinking }, count) => ({
  id: `resp_${count}`,
  object: "response",
  created_at: 1_780_000_000,
  status: "completed",
  model: "recorded",
  output: [
    ...(thinking ? [{ type: "reasoning", id: `rs_live_${count}`, summary: [], encrypted_content: thinking }] : []),
    ...(text
      ? [
          {
            type: "message",
            id: `msg_live_${count}`,
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
          },
        ]
      : []),
    ...calls.map(({ id, name, args }) => ({
      type: "function_call",
      id: `fc_live_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(args),
      status: "completed",
    })),
  ],
  parallel_tool_calls: true,
  tool_choice: "auto",
  tools: [],
  incomplete_details: null,
  error: null,
  usage: {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 12,
  },
});

const anthropic = ({ text, calls = [], thinking }, count) => ({
  id: `msg_${count}`,
  type: "message",
  role: "assistant",
  model: "recorded",
  content: [
    ...(thinking ? [{ type: "thinking", thinking: "On it.", signature: thinking }] : []),
    ...(text ? [{ type: "text", text }] : []),
    ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
  ],
  stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 2 },
});

const gemini = ({ text, calls = [], thinking }) => ({
  candidates: [
    {
      content: {
        role: "model",
        parts: [
          ...(text ? [{ text }] : []),
          ...calls.map(({ id, name, args }, at) => ({
            functionCall: { id, name, args },
            ...(thinking && at === 0 && { thoughtSignature: thinking }),
          })),
        ],
      },
      finishReason: "STOP",
      index: 0,
    },
  ],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 },
  modelVersion: "recorded",
});

export const replies = { "openai-chat": openaiChat, "openai-responses": openaiResponses, anthropic, gemini };
