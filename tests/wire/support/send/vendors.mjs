/**
 * Sends native messages through the vendor's own client, and gives the requests that were recorded.
 *
 * A sender takes `{ messages, system, thinking, variant }` and resolves with `[{ via, api, body, text, rules }]`; `rules` are
 * the options that the checker of `api` needs to know.
 */

import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { recorder } from "../record.mjs";
import { TOOLS } from "../tools.mjs";

const apiKey = "none";

/** Records what `call(fetch)` sends. */
export async function recorded(via, call, rules = {}) {
  const { fetch, requests } = recorder();
  await call(fetch);
  if (requests.length !== 1) throw new Error(`${via} sent ${requests.length} requests`);
  return { via, ...requests[0], rules };
}

export const openaiTools = TOOLS.map((tool) => ({ type: "function", function: tool }));
export const responsesTools = TOOLS.map((tool) => ({ type: "function", strict: false, ...tool }));
export const anthropicTools = TOOLS.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters }));
export const geminiTools = [
  { functionDeclarations: TOOLS.map(({ parameters, ...tool }) => ({ ...tool, parametersJsonSchema: parameters })) },
];

async function openaiChat({ messages }) {
  const call = (fetch) =>
    new OpenAI({ apiKey, fetch, maxRetries: 0 }).chat.completions.create({ model: "gpt-5", messages, tools: openaiTools });
  return [await recorded("openai", call)];
}

async function openaiResponses({ messages, variant: { store } }) {
  const call = (fetch) =>
    new OpenAI({ apiKey, fetch, maxRetries: 0 }).responses.create({ model: "gpt-5", input: messages, store, tools: responsesTools });
  return [await recorded("openai", call)];
}

export const adaptive = { type: "adaptive" };

async function anthropic({ messages, system, thinking }) {
  const request = {
    model: "claude-opus-4-6",
    max_tokens: 4_096,
    messages,
    tools: anthropicTools,
    ...(system && { system }),
    ...(thinking && { thinking: adaptive }),
  };
  const call = (fetch) => new Anthropic({ apiKey, fetch, maxRetries: 0 }).messages.create(request);
  return [await recorded("@anthropic-ai/sdk", call)];
}

async function gemini({ messages, system, thinking }) {
  const model = thinking ? "gemini-3-pro-preview" : "gemini-2.5-pro";
  const config = { tools: geminiTools, ...(system && { systemInstruction: system }) };
  const call = (fetch) => new GoogleGenAI({ apiKey, httpOptions: { fetch } }).models.generateContent({ model, contents: messages, config });
  return [await recorded("@google/genai", call, { signed: thinking })];
}

export const vendors = { "openai-chat": openaiChat, "openai-responses": openaiResponses, anthropic, gemini };
