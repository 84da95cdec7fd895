/** Each client as a summarizer, in the few lines that a host writes for it: answering at once, and streaming. */

import { createAnthropic } from "@ai-sdk/anthropic";
import { createAnthropic as createAnthropic6 } from "@ai-sdk/anthropic-6";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createGoogleGenerativeAI as createGoogleGenerativeAI6 } from "@ai-sdk/google-6";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAI as createOpenAI6 } from "@ai-sdk/openai-6";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { ChatAnthropic } from "@langchain/anthropic";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatOpenAI } from "@langchain/openai";
import * as ai7 from "ai";
import * as ai6 from "ai-6";
import OpenAI from "openai";
import * as ours from "../../../pkg/dist/summarizers/anthropic.js";
import { gemini } from "../../../pkg/dist/summarizers/gemini.js";
import { openai as openaiSummarizer } from "../../../pkg/dist/summarizers/openai.js";

// Their advice to set what these calls leave out would be all that the tests print.
globalThis.AI_SDK_LOG_WARNINGS = false;

const apiKey = "none";
const model = "m";
/** Trying again is the session's part: it knows what it waits for, and whom else to ask. */
const maxRetries = 0;

const asChat = ({ system, prompt }) => [
  { role: "system", content: system },
  { role: "user", content: prompt },
];

function chat(url) {
  const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries });
  const body = (request) => ({ model, messages: asChat(request), max_completion_tokens: request.maxTokens });
  return {
    async whole(request, { signal }) {
      const { choices, usage } = await client.chat.completions.create(body(request), { signal });
      return { text: choices[0].message.content ?? "", finish_reason: choices[0].finish_reason, usage };
    },
    async *streamed(request, { signal }) {
      const options = { stream: true, stream_options: { include_usage: true } };
      const end = {};
      for await (const { choices, usage } of await client.chat.completions.create({ ...body(request), ...options }, { signal })) {
        yield choices[0]?.delta.content ?? "";
        end.finish_reason = choices[0]?.finish_reason ?? end.finish_reason;
        end.usage = usage ?? end.usage;
      }
      if (!end.finish_reason) throw new Error("the stream was terminated");
      return end;
    },
  };
}

function responses(url) {
  const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries });
  const body = ({ system, prompt, maxTokens }) => ({ model, instructions: system, input: prompt, max_output_tokens: maxTokens });
  return {
    async whole(request, { signal }) {
      const { output_text, incomplete_details, usage } = await client.responses.create(body(request), { signal });
      return { text: output_text, incomplete_details, usage };
    },
    async *streamed(request, { signal }) {
      for await (const event of await client.responses.create({ ...body(request), stream: true }, { signal })) {
        if (event.type === "response.output_text.delta") yield event.delta;
        else if (event.type === "error" || event.type === "response.failed") throw event;
        else if (event.type === "response.completed" || event.type === "response.incomplete") {
          return { incomplete_details: event.response.incomplete_details, usage: event.response.usage };
        }
      }
      throw new Error("the stream was terminated");
    },
  };
}

function anthropic(url) {
  const client = new Anthropic({ apiKey, baseURL: url, maxRetries });
  const body = ({ system, prompt, maxTokens }) => ({
    model,
    system,
    max_tokens: maxTokens,
    messages: [{ role: "user", content: prompt }],
  });
  const textOf = ({ content }) => content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return {
    async whole(request, { signal }) {
      const message = await client.messages.create(body(request), { signal });
      return { text: textOf(message), stop_reason: message.stop_reason, usage: message.usage };
    },
    async *streamed(request, { signal }) {
      const stream = client.messages.stream(body(request), { signal });
      for await (const event of stream) {
        if (event.type === "content_block_delta" && event.delta.type === "text_delta") yield event.delta.text;
      }
      const { stop_reason, usage } = await stream.finalMessage();
      return { stop_reason, usage };
    },
  };
}

function google(url) {
  const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } });
  const body = ({ system, prompt, maxTokens }, abortSignal) => ({
    model,
    contents: prompt,
    config: { systemInstruction: system, maxOutputTokens: maxTokens, abortSignal },
  });
  return {
    async whole(request, { signal }) {
      const { text = "", candidates, usageMetadata } = await client.models.generateContent(body(request, signal));
      return { text, candidates, usageMetadata };
    },
    async *streamed(request, { signal }) {
      let last;
      for await (last of await client.models.generateContentStream(body(request, signal))) yield last.text ?? "";
      const { candidates, usageMetadata } = last ?? {};
      if (!candidates?.[0]?.finishReason) throw new Error("the stream was terminated");
      return { candidates, usageMetadata };
    },
  };
}

const AI = {
  6: { ...ai6, chat: createOpenAI6, responses: createOpenAI6, anthropic: createAnthropic6, google: createGoogleGenerativeAI6 },
  7: { ...ai7, chat: createOpenAI, responses: createOpenAI, anthropic: createAnthropic, google: createGoogleGenerativeAI },
};

const aiSdk = (version, protocol) => (url) => {
  const { generateText, streamText, [protocol]: create } = AI[version];
  const provider = create({ apiKey, baseURL: `${url}/v1` });
  const chosen = protocol === "chat" ? provider.chat(model) : provider(model);
  const options = ({ system, prompt, maxTokens }, abortSignal) => ({
    model: chosen,
    [version === 6 ? "system" : "instructions"]: system,
    prompt,
    maxOutputTokens: maxTokens,
    maxRetries,
    abortSignal,
  });
  return {
    whole: (request, { signal }) => generateText(options(request, signal)),
    async *streamed(request, { signal }) {
      // Its stream of texts only ends where an error comes: the error itself is told here, and otherwise printed.
      let failure;
      const result = streamText({ ...options(request, signal), onError: ({ error }) => (failure = error) });
      yield* result.textStream;
      if (failure) throw failure;
      return { finishReason: await result.finishReason, rawFinishReason: await result.rawFinishReason, usage: await result.usage };
    },
  };
};

const langchain = (make) => (url) => ({
  whole: (request, { signal }) => make(url, request).invoke(asChat(request), { signal }),
  async *streamed(request, { signal }) {
    let all;
    for await (const chunk of await make(url, request).stream(asChat(request), { signal })) {
      all = all?.concat(chunk) ?? chunk;
      yield chunk.text;
    }
    // Each provider's word for the end, where its client puts it.
    const { finish_reason, finishReason, stop_reason } = { ...all?.additional_kwargs, ...all?.response_metadata };
    const end = finish_reason ?? finishReason ?? stop_reason;
    if (!end) throw new Error("the stream was terminated");
    return { finish_reason: end, usage_metadata: all.usage_metadata };
  },
});

const mine = (make) => (url) => ({ whole: make(url), streamed: make(url, true) });

/** Each is given the server's address. */
export const CLIENTS = {
  openai: chat,
  "openai, responses": responses,
  "@anthropic-ai/sdk": anthropic,
  "@google/genai": google,
  ...Object.fromEntries(
    [6, 7].flatMap((version) =>
      ["chat", "responses", "anthropic", "google"].map((protocol) => [`ai ${version}, ${protocol}`, aiSdk(version, protocol)]),
    ),
  ),
  "@langchain/openai": langchain(
    (url, { maxTokens }) => new ChatOpenAI({ model, apiKey, maxRetries, maxTokens, configuration: { baseURL: `${url}/v1` } }),
  ),
  "@langchain/anthropic": langchain(
    (url, { maxTokens }) => new ChatAnthropic({ model, apiKey, maxRetries, maxTokens, anthropicApiUrl: url }),
  ),
  "@langchain/google-genai": langchain(
    (url, { maxTokens }) => new ChatGoogleGenerativeAI({ model, apiKey, maxRetries, maxOutputTokens: maxTokens, baseUrl: url }),
  ),
  "epitome/summarizers/openai": mine((url, stream) => openaiSummarizer({ apiKey, model, baseURL: `${url}/v1`, stream })),
  "epitome/summarizers/anthropic": mine((url, stream) => ours.anthropic({ apiKey, model, baseURL: url, stream })),
  "epitome/summarizers/gemini": mine((url, stream) => gemini({ apiKey, model, baseURL: url, stream, reasoningTokens: 0 })),
};
