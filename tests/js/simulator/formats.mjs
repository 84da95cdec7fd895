/**
 * What an agent's loop writes, in each wire format.
 *
 *   system(text)              the instructions as a message; none where they stand outside of the messages
 *   user(text, images)        a request, with so many pictures
 *   reply({ name, text, calls, usage }) what the model answered, as messages; `calls` are { id, name, args }
 *   whole({ name, text, steps }) a whole answer, the outputs of each of its steps in it; only where that is one message
 *   results(outputs)          what the tools gave, as messages; `outputs` are { id, name, text, images }
 *   usage({ input, output })  a report of the provider
 *   failed(text)              a reply that is nothing but an error; only where the format has one
 */

import { PNG } from "./texts.mjs";

const url = `data:image/png;base64,${PNG}`;
const times = (count, make) => Array.from({ length: count }, make);
const openaiUsage = ({ input, output }) => ({ prompt_tokens: input, completion_tokens: output, total_tokens: input + output });

const pi = {
  system: (text) => ({ role: "system", content: text }),
  user: (text, images = 0) => ({ role: "user", content: [{ type: "text", text }, ...times(images, piImage)], timestamp: 1 }),
  reply: ({ text, calls = [], usage }) => [
    {
      role: "assistant",
      content: [
        ...(text ? [{ type: "text", text }] : []),
        ...calls.map(({ id, name, args }) => ({ type: "toolCall", id, name, arguments: args })),
      ],
      api: "anthropic-messages",
      provider: "sim",
      model: "sim",
      ...(usage && { usage }),
      stopReason: calls.length > 0 ? "toolUse" : "stop",
      timestamp: 1,
    },
  ],
  results: (outputs) =>
    outputs.map(({ id, name, text, images = 0 }) => ({
      role: "toolResult",
      toolCallId: id,
      toolName: name,
      content: [{ type: "text", text }, ...times(images, piImage)],
      isError: false,
      timestamp: 1,
    })),
  usage: ({ input, output }) => ({ input, output, cacheRead: 0, cacheWrite: 0, totalTokens: input + output }),
  failed: (text) => ({
    role: "assistant",
    content: [],
    api: "anthropic-messages",
    provider: "sim",
    model: "sim",
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
    stopReason: "error",
    errorMessage: text,
    timestamp: 1,
  }),
};
function piImage() {
  return { type: "image", data: PNG, mimeType: "image/png" };
}

const openaiChat = {
  system: (text) => ({ role: "system", content: text }),
  user: (text, images = 0) => ({
    role: "user",
    content: images === 0 ? text : [{ type: "text", text }, ...times(images, () => ({ type: "image_url", image_url: { url } }))],
  }),
  reply: ({ text, calls = [] }) => [
    {
      role: "assistant",
      content: text || null,
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, args }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(args) } })),
      }),
    },
  ],
  results: (outputs) => outputs.map(({ id, text }) => ({ role: "tool", tool_call_id: id, content: text })),
  usage: openaiUsage,
};

const openaiResponses = {
  system: (text) => ({ role: "developer", content: text }),
  user: (text, images = 0) => ({
    type: "message",
    role: "user",
    content: [{ type: "input_text", text }, ...times(images, () => ({ type: "input_image", detail: "auto", image_url: url }))],
  }),
  reply: ({ name, text, calls = [] }) => [
    ...(text
      ? [
          {
            type: "message",
            id: `msg_${name}`,
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text, annotations: [] }],
          },
        ]
      : []),
    ...calls.map(({ id, name, args }) => ({
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(args),
      status: "completed",
    })),
  ],
  results: (outputs) => outputs.map(({ id, text }) => ({ type: "function_call_output", call_id: id, output: text })),
  usage: ({ input, output }) => ({ input_tokens: input, output_tokens: output, total_tokens: input + output }),
};

const anthropicImage = () => ({ type: "image", source: { type: "base64", media_type: "image/png", data: PNG } });
const anthropic = {
  system: () => null,
  user: (text, images = 0) => ({ role: "user", content: [{ type: "text", text }, ...times(images, anthropicImage)] }),
  reply: ({ text, calls = [] }) => [
    {
      role: "assistant",
      content: [
        ...(text ? [{ type: "text", text }] : []),
        ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
      ],
    },
  ],
  results: (outputs) => [
    {
      role: "user",
      content: outputs.map(({ id, text, images = 0 }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: images === 0 ? text : [{ type: "text", text }, ...times(images, anthropicImage)],
      })),
    },
  ],
  // A part of the prompt is read from the cache, which Anthropic counts apart.
  usage: ({ input, output }) => ({
    input_tokens: Math.ceil(input / 3),
    cache_read_input_tokens: input - Math.ceil(input / 3),
    cache_creation_input_tokens: 0,
    output_tokens: output,
  }),
};

const gemini = {
  system: () => null,
  user: (text, images = 0) => ({
    role: "user",
    parts: [{ text }, ...times(images, () => ({ inlineData: { mimeType: "image/png", data: PNG } }))],
  }),
  reply: ({ text, calls = [] }) => [
    {
      role: "model",
      parts: [...(text ? [{ text }] : []), ...calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }))],
    },
  ],
  results: (outputs) => [
    { role: "user", parts: outputs.map(({ id, name, text }) => ({ functionResponse: { id, name, response: { output: text } } })) },
  ],
  usage: ({ input, output }) => ({ promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output }),
};

const aiSdk = {
  system: (text) => ({ role: "system", content: text }),
  user: (text, images = 0) => ({
    role: "user",
    content: [{ type: "text", text }, ...times(images, () => ({ type: "image", image: PNG, mediaType: "image/png" }))],
  }),
  reply: ({ text, calls = [] }) => [
    {
      role: "assistant",
      content: [
        ...(text ? [{ type: "text", text }] : []),
        ...calls.map(({ id, name, args }) => ({ type: "tool-call", toolCallId: id, toolName: name, input: args })),
      ],
    },
  ],
  results: (outputs) => [
    {
      role: "tool",
      content: outputs.map(({ id, name, text }) => ({
        type: "tool-result",
        toolCallId: id,
        toolName: name,
        output: { type: "text", value: text },
      })),
    },
  ],
  usage: ({ input, output }) => ({ inputTokens: input, outputTokens: output, totalTokens: input + output }),
};

const langchain = {
  system: (text) => ({ type: "system", data: { content: text, additional_kwargs: {}, response_metadata: {} } }),
  user: (text, images = 0) => ({
    type: "human",
    data: {
      content: [{ type: "text", text }, ...times(images, () => ({ type: "image_url", image_url: { url } }))],
      additional_kwargs: {},
      response_metadata: {},
    },
  }),
  reply: ({ name, text, calls = [], usage }) => [
    {
      type: "ai",
      data: {
        id: `run-${name}`,
        content: text,
        tool_calls: calls.map(({ id, name, args }) => ({ id, name, args, type: "tool_call" })),
        invalid_tool_calls: [],
        additional_kwargs: {},
        response_metadata: {},
        ...(usage && { usage_metadata: usage }),
      },
    },
  ],
  results: (outputs) =>
    outputs.map(({ id, name, text }) => ({
      type: "tool",
      data: { content: text, tool_call_id: id, name, additional_kwargs: {}, response_metadata: {} },
    })),
  usage: ({ input, output }) => ({ input_tokens: input, output_tokens: output, total_tokens: input + output }),
};

const aiSdkUi = {
  system: (text) => ({ id: "system", role: "system", parts: [{ type: "text", text }] }),
  user: (text, images = 0) => ({
    id: `user-${text.slice(0, 12)}`,
    role: "user",
    parts: [{ type: "text", text }, ...times(images, () => ({ type: "file", mediaType: "image/png", url }))],
  }),
  whole: ({ name, text, steps }) => ({
    id: name,
    role: "assistant",
    parts: [
      ...steps.flatMap((outputs) => [
        { type: "step-start" },
        ...outputs.map(({ id, name, args, text }) => ({
          type: `tool-${name}`,
          toolCallId: id,
          state: "output-available",
          input: args,
          output: text,
        })),
      ]),
      { type: "step-start" },
      { type: "text", text, state: "done" },
    ],
  }),
  usage: aiSdk.usage,
};

/** The formats; in `pi` and `langchain` the usage is a part of the reply. */
export const FORMATS = {
  pi: { ...pi, usageInside: true },
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic,
  gemini,
  "ai-sdk": aiSdk,
  "ai-sdk-ui": aiSdkUi,
  langchain: { ...langchain, usageInside: true },
};
