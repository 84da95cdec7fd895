/** Sends ModelMessages and UIMessages through `ai`, version 6 or 7, and the providers that belong to it. */

import { createAnthropic } from "@ai-sdk/anthropic";
import { createAnthropic as createAnthropic6 } from "@ai-sdk/anthropic-6";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createGoogleGenerativeAI as createGoogleGenerativeAI6 } from "@ai-sdk/google-6";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAI as createOpenAI6 } from "@ai-sdk/openai-6";
import * as ai7 from "ai";
import * as ai6 from "ai-6";
import { FILE, IMAGE } from "../build/common.mjs";
import { TOOLS } from "../tools.mjs";
import { adaptive, recorded } from "./vendors.mjs";

const SDKS = {
  7: { ai: ai7, createAnthropic, createGoogle: createGoogleGenerativeAI, createOpenAI },
  6: { ai: ai6, createAnthropic: createAnthropic6, createGoogle: createGoogleGenerativeAI6, createOpenAI: createOpenAI6 },
};
// Their advice to use newer part types would be all that the tests print.
globalThis.AI_SDK_LOG_WARNINGS = false;

const apiKey = "none";

/** By provider: the model, the tools that it runs itself, and the options of a request. */
const providers = {
  anthropic(sdk, fetch, { thinking }) {
    const provider = sdk.createAnthropic({ apiKey, fetch });
    return {
      model: provider("claude-opus-4-6"),
      tools: { web_search: provider.tools.webSearch_20250305({}) },
      providerOptions: { anthropic: thinking ? { thinking: adaptive } : {} },
    };
  },
  openai(sdk, fetch, { variant }) {
    const provider = sdk.createOpenAI({ apiKey, fetch });
    return {
      model: provider.responses("gpt-5"),
      tools: { web_search: provider.tools.webSearch({}) },
      providerOptions: { openai: { store: variant.store === true } },
    };
  },
  "openai-chat": (sdk, fetch) => ({ model: sdk.createOpenAI({ apiKey, fetch }).chat("gpt-5"), tools: {}, providerOptions: {} }),
  google(sdk, fetch, { thinking }) {
    const provider = sdk.createGoogle({ apiKey, fetch });
    return { model: provider(thinking ? "gemini-3-pro-preview" : "gemini-2.5-pro"), tools: {}, providerOptions: {} };
  },
};

/** What a provider does not fetch itself the SDK would: here it finds the same small files. */
const download = async (wanted) =>
  wanted.map(({ url, isUrlSupportedByModel }) => {
    if (isUrlSupportedByModel) return null;
    const { bytes: data, mime: mediaType } = String(url) === FILE.url ? FILE : IMAGE;
    return { data, mediaType };
  });

/**
 * The SDK as a client: `generate(messages, more)` is `generateText`. With `runTool(name, args)` it runs the tools that are called;
 * without, it stops there.
 */
export function aiSdkClient(fetch, { variant, thinking, runTool }) {
  const sdk = SDKS[variant.version];
  const { ai } = sdk;
  const { tools: own, ...setup } = providers[variant.provider](sdk, fetch, { thinking, variant });
  const functions = TOOLS.map(({ name, description, parameters }) => {
    const execute = runTool && { execute: async (args) => runTool(name, args) };
    return [name, ai.tool({ description, inputSchema: ai.jsonSchema(parameters), ...execute })];
  });
  const fixed = { ...setup, tools: { ...Object.fromEntries(functions), ...own }, allowSystemInMessages: true, maxRetries: 0 };
  return {
    generate: (messages, more) => ai.generateText({ ...fixed, messages, maxOutputTokens: 4_096, experimental_download: download, ...more }),
    convert: (messages) => ai.convertToModelMessages(messages),
    validate: (messages) => ai.validateUIMessages({ messages: structuredClone(messages) }),
    stopAfter: (steps) => ({ stopWhen: ai.stepCountIs(steps) }),
  };
}

/** Through `generateText`, as an agent sends a context. */
export async function modelMessages({ messages, thinking, variant }) {
  const { version, provider } = variant;
  const call = (fetch) => aiSdkClient(fetch, { variant, thinking }).generate(messages);
  return [await recorded(`ai@${version}, ${provider}`, call, provider === "google" ? { signed: thinking, images: !thinking } : {})];
}

/** Through `validateUIMessages` and `convertToModelMessages`, as a route handler does. */
export async function uiMessages({ messages, ...request }) {
  const { convert, validate } = aiSdkClient(fetch, request);
  await validate(messages);
  return modelMessages({ messages: await convert(messages), ...request });
}
