/** One call through each client, to a server that refuses it. */

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

// Their advice to set what these calls leave out would be all that the tests print.
globalThis.AI_SDK_LOG_WARNINGS = false;

const apiKey = "none";
// It is asked about, so that a client's own record of the request must not be taken for the failure.
const content = "What does 'prompt is too long: 7 tokens > 6 maximum' mean? And 429, rate limit, unauthorized?";
const messages = [{ role: "user", content }];

const openai = (url) => new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
const anthropic = (url) => new Anthropic({ apiKey, baseURL: url, maxRetries: 0 });
const google = (url) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } });
const claude = { model: "claude-opus-4-6", max_tokens: 100, messages };

const AI = {
  6: { ai: ai6, openai: createOpenAI6, anthropic: createAnthropic6, google: createGoogleGenerativeAI6 },
  7: { ai: ai7, openai: createOpenAI, anthropic: createAnthropic, google: createGoogleGenerativeAI },
};
const modelOf = (version, protocol, url) => {
  const provider = AI[version][protocol]({ apiKey, baseURL: `${url}/v1` });
  return protocol === "openai" ? provider.chat("gpt-5") : provider("model");
};
const aiSdk = (version, protocol) => ({
  protocol,
  retry: true,
  call: (url, maxRetries = 0) => AI[version].ai.generateText({ model: modelOf(version, protocol, url), messages, maxRetries }),
});

/** `drops`: what the client does not keep: "others" are bodies without `error`, "codes" are all but Google's own. */
export const CALLS = {
  openai: { protocol: "openai", drops: "others", call: (url) => openai(url).chat.completions.create({ model: "m", messages }) },
  "openai responses": { protocol: "openai", drops: "others", call: (url) => openai(url).responses.create({ model: "m", input: content }) },
  "openai, streaming": {
    protocol: "openai",
    drops: "others",
    call: (url) => openai(url).chat.completions.create({ model: "m", messages, stream: true }),
  },
  "@anthropic-ai/sdk": { protocol: "anthropic", call: (url) => anthropic(url).messages.create(claude) },
  "@anthropic-ai/sdk, streaming": { protocol: "anthropic", call: (url) => anthropic(url).messages.stream(claude).finalMessage() },
  "@google/genai": { protocol: "google", call: (url) => google(url).models.generateContent({ model: "m", contents: content }) },
  "@google/genai, streaming": {
    protocol: "google",
    call: (url) => google(url).models.generateContentStream({ model: "m", contents: content }),
  },
  "ai 6, openai": aiSdk(6, "openai"),
  "ai 6, anthropic": aiSdk(6, "anthropic"),
  "ai 6, google": aiSdk(6, "google"),
  "ai 7, openai": aiSdk(7, "openai"),
  "ai 7, anthropic": aiSdk(7, "anthropic"),
  "ai 7, google": aiSdk(7, "google"),
  "@langchain/openai": {
    protocol: "openai",
    drops: "others",
    call: (url) => new ChatOpenAI({ model: "m", apiKey, maxRetries: 0, configuration: { baseURL: `${url}/v1` } }).invoke(content),
  },
  "@langchain/anthropic": {
    protocol: "anthropic",
    call: (url) => new ChatAnthropic({ model: "claude-opus-4-6", apiKey, maxRetries: 0, anthropicApiUrl: url }).invoke(content),
  },
  "@langchain/google-genai": {
    protocol: "google",
    drops: "codes",
    call: (url) => new ChatGoogleGenerativeAI({ model: "m", apiKey, maxRetries: 0, baseUrl: url }).invoke(content),
  },
};

/** Reads a stream to its end. */
async function drain(stream) {
  for await (const event of await stream) {
    // Of the AI SDK an error is an event like others; so are the failures of OpenAI's Responses.
    if (event.type === "error") throw event.error ?? event;
    if (event.type === "response.failed") throw event;
  }
}

const chatEvents = (code, message) => [{ error: { message, type: code, code, param: null } }];
const anthropicEvents = (code, message) => [
  {
    type: "message_start",
    message: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
  { type: "error", error: { type: code, message } },
];
const responseEvents = (code, message) => [
  {
    type: "response.created",
    sequence_number: 0,
    response: { id: "r", object: "response", created_at: 1, status: "in_progress", model: "m", output: [], error: null },
  },
  {
    type: "response.failed",
    sequence_number: 1,
    response: {
      id: "r",
      object: "response",
      created_at: 1,
      status: "failed",
      model: "m",
      output: [],
      error: { code, message },
      usage: null,
    },
  },
];
const errorEvents = (code, message) => [{ type: "error", sequence_number: 0, code, message, param: null }];

const streamText = (version, make) => (url) =>
  drain(AI[version].ai.streamText({ model: make(version, url), messages, maxRetries: 0, onError: () => {} }).fullStream);
const responsesModel = (version, url) => AI[version].openai({ apiKey, baseURL: `${url}/v1` }).responses("gpt-5");

export const STREAMS = {
  openai: { event: chatEvents, call: (url) => drain(openai(url).chat.completions.create({ model: "m", messages, stream: true })) },
  "openai responses": {
    event: responseEvents,
    call: (url) => drain(openai(url).responses.create({ model: "m", input: content, stream: true })),
  },
  "openai responses, an error": {
    event: errorEvents,
    call: (url) => drain(openai(url).responses.create({ model: "m", input: content, stream: true })),
  },
  "@anthropic-ai/sdk": { event: anthropicEvents, call: (url) => drain(anthropic(url).messages.create({ ...claude, stream: true })) },
  "@anthropic-ai/sdk, gathered": { event: anthropicEvents, call: (url) => anthropic(url).messages.stream(claude).finalMessage() },
  "ai 6, openai": { event: chatEvents, call: streamText(6, (version, url) => modelOf(version, "openai", url)) },
  "ai 7, openai": { event: chatEvents, call: streamText(7, (version, url) => modelOf(version, "openai", url)) },
  "ai 6, openai responses": { event: errorEvents, call: streamText(6, responsesModel) },
  "ai 7, openai responses": { event: errorEvents, call: streamText(7, responsesModel) },
  "ai 6, anthropic": { event: anthropicEvents, call: streamText(6, (version, url) => modelOf(version, "anthropic", url)) },
  "ai 7, anthropic": { event: anthropicEvents, call: streamText(7, (version, url) => modelOf(version, "anthropic", url)) },
  "@langchain/openai": {
    event: chatEvents,
    call: (url) => drain(new ChatOpenAI({ model: "m", apiKey, maxRetries: 0, configuration: { baseURL: `${url}/v1` } }).stream(content)),
  },
  "@langchain/anthropic": {
    event: anthropicEvents,
    call: (url) => drain(new ChatAnthropic({ model: "claude-opus-4-6", apiKey, maxRetries: 0, anthropicApiUrl: url }).stream(content)),
  },
};
