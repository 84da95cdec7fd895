/**
 * Agents in the vendors' own clients: each asks the recording endpoint with the context that it is given, and runs the tools
 * that the answer calls.
 *
 *   ask(text)                  a message of the user
 *   step(messages)             one call: resolves with `{ added, done }`, the messages that it adds, and whether it answered
 *   requests                   what was sent so far
 */

import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { ChatAnthropic } from "@langchain/anthropic";
import { mapChatMessagesToStoredMessages, mapStoredMessagesToChatMessages, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import OpenAI from "openai";
import { FORMATS } from "./formats.mjs";
import { recorder } from "./record.mjs";
import { aiSdkClient } from "./send/ai-sdk.mjs";
import { adaptive, anthropicTools, geminiTools, openaiTools, responsesTools } from "./send/vendors.mjs";

const apiKey = "none";

/** What every tool gives: the same for the same arguments, and enough of it that a session grows. */
export const runTool = (name, args) => `${name} ${JSON.stringify(args)}: ${"a line of output that says little; ".repeat(12)}`;

const models = {
  "openai-chat"(fetch) {
    const client = new OpenAI({ apiKey, fetch, maxRetries: 0 });
    return async (messages) => {
      const { choices } = await client.chat.completions.create({ model: "gpt-5", messages, tools: openaiTools });
      const [{ message }] = choices;
      const results = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
        role: "tool",
        tool_call_id: id,
        content: runTool(name, JSON.parse(args)),
      }));
      return { added: [message, ...results], done: results.length === 0 };
    };
  },

  "openai-responses"(fetch) {
    const client = new OpenAI({ apiKey, fetch, maxRetries: 0 });
    return async (input) => {
      const include = ["reasoning.encrypted_content"];
      const { output } = await client.responses.create({ model: "gpt-5", input, store: false, include, tools: responsesTools });
      const calls = output.filter(({ type }) => type === "function_call");
      const results = calls.map(({ call_id, name, arguments: args }) => ({
        type: "function_call_output",
        call_id,
        output: runTool(name, JSON.parse(args)),
      }));
      return { added: [...output, ...results], done: calls.length === 0 };
    };
  },

  anthropic(fetch) {
    const client = new Anthropic({ apiKey, fetch, maxRetries: 0 });
    return async (messages) => {
      const request = { model: "claude-opus-4-6", max_tokens: 4_096, system: "Be brief.", thinking: adaptive, tools: anthropicTools };
      const { content } = await client.messages.create({ ...request, messages });
      const results = content
        .filter(({ type }) => type === "tool_use")
        .map(({ id, name, input }) => ({ type: "tool_result", tool_use_id: id, content: runTool(name, input) }));
      const added = [{ role: "assistant", content }];
      if (results.length > 0) added.push({ role: "user", content: results });
      return { added, done: results.length === 0 };
    };
  },

  gemini(fetch) {
    const client = new GoogleGenAI({ apiKey, httpOptions: { fetch } });
    return async (contents) => {
      const config = { tools: geminiTools, systemInstruction: "Be brief." };
      const { candidates } = await client.models.generateContent({ model: "gemini-3-pro-preview", contents, config });
      const [{ content }] = candidates;
      const parts = content.parts.flatMap(({ functionCall: call }) =>
        call ? [{ functionResponse: { id: call.id, name: call.name, response: { output: runTool(call.name, call.args) } } }] : [],
      );
      return { added: parts.length > 0 ? [content, { role: "user", parts }] : [content], done: parts.length === 0 };
    };
  },

  /** The SDK runs the tools itself, and gives the messages of a step. */
  "ai-sdk"(fetch, variant) {
    const { generate } = aiSdkClient(fetch, { variant, thinking: true, runTool });
    return async (messages) => {
      const { response, finishReason } = await generate(messages);
      return { added: response.messages, done: finishReason !== "tool-calls" };
    };
  },

  /** One message has all steps of a turn: it is added when the turn is over. */
  "ai-sdk-ui"(fetch, variant) {
    const { generate, convert, stopAfter } = aiSdkClient(fetch, { variant, thinking: true, runTool });
    let turns = 0;
    return async (messages) => {
      const { steps } = await generate(await convert(messages), stopAfter(8));
      const parts = steps.flatMap(({ content }) => [{ type: "step-start" }, ...content.flatMap((part) => uiPart(part, content))]);
      return { added: [{ id: `turn-${turns++}`, role: "assistant", parts }], done: true };
    };
  },

  /** The messages are kept as stores of chat histories keep them. */
  langchain(fetch, { provider }) {
    const settings = { apiKey, maxRetries: 0 };
    const model =
      provider === "anthropic"
        ? new ChatAnthropic({ ...settings, model: "claude-opus-4-6", maxTokens: 4_096, thinking: adaptive, clientOptions: { fetch } })
        : new ChatOpenAI({ ...settings, model: "gpt-4.1", configuration: { fetch } });
    const bound = model.bindTools(provider === "anthropic" ? anthropicTools : openaiTools);
    return async (messages) => {
      const answer = await bound.invoke(mapStoredMessagesToChatMessages(messages));
      const results = answer.tool_calls.map(
        ({ id, name, args }) => new ToolMessage({ content: runTool(name, args), tool_call_id: id, name }),
      );
      return { added: mapChatMessagesToStoredMessages([answer, ...results]), done: results.length === 0 };
    };
  },
};

function uiPart(part, content) {
  const metadata = part.providerMetadata && { providerMetadata: part.providerMetadata };
  if (part.type === "text" || part.type === "reasoning") return [{ type: part.type, text: part.text, state: "done", ...metadata }];
  if (part.type !== "tool-call") return [];
  const { output } = content.find(({ type, toolCallId }) => type === "tool-result" && toolCallId === part.toolCallId);
  const call = { toolCallId: part.toolCallId, state: "output-available", input: part.input, output };
  return [{ type: `tool-${part.toolName}`, ...call, ...(part.providerMetadata && { callProviderMetadata: part.providerMetadata }) }];
}

/** An agent of a format; `script` are the model's answers in turn. */
export function agent(format, variant, script) {
  const { fetch, requests } = recorder(script);
  return { requests, ask: (text, at) => FORMATS[format].ask(text, at, { form: "dict" }), step: models[format](fetch, variant) };
}
