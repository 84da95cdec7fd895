/**
 * The eight formats: how a conversation is written down in each, in which variants, and how it is sent.
 *
 *   build(conversation, variant) the messages     ask(text, at, variant) one more message of the user
 *   variant   a fast-check arbitrary              send(request) what the clients sent; none, where there is no client
 *   outside   whether the instructions stand outside of the messages
 */

import fc from "fast-check";
import * as aiSdk from "./build/ai-sdk.mjs";
import * as aiSdkUi from "./build/ai-sdk-ui.mjs";
import * as anthropic from "./build/anthropic.mjs";
import * as gemini from "./build/gemini.mjs";
import * as langchain from "./build/langchain.mjs";
import * as openaiChat from "./build/openai-chat.mjs";
import * as openaiResponses from "./build/openai-responses.mjs";
import * as pi from "./build/pi.mjs";
import { modelMessages, uiMessages } from "./send/ai-sdk.mjs";
import { langchain as sendLangchain } from "./send/langchain.mjs";
import { vendors } from "./send/vendors.mjs";

const sdk = fc.record({
  version: fc.constantFrom(6, 7),
  provider: fc.constantFrom("anthropic", "openai", "openai-chat", "google"),
  store: fc.boolean(),
});

export const FORMATS = {
  pi: {
    ...pi,
    variant: fc.constant({}),
    send: async ({ messages }) => [{ via: "pi", api: "pi", body: { messages }, text: JSON.stringify(messages), rules: {} }],
  },
  "openai-chat": {
    ...openaiChat,
    variant: fc.record({ instructions: fc.constantFrom("system", "developer") }),
    send: vendors["openai-chat"],
  },
  "openai-responses": {
    ...openaiResponses,
    variant: fc.record({ store: fc.boolean(), barrier: fc.constantFrom(false, false, true) }),
    send: vendors["openai-responses"],
  },
  anthropic: { ...anthropic, variant: fc.constant({}), send: vendors.anthropic, outside: true },
  gemini: { ...gemini, variant: fc.record({ ids: fc.boolean() }), send: vendors.gemini, outside: true },
  "ai-sdk": { ...aiSdk, variant: sdk, send: modelMessages },
  "ai-sdk-ui": { ...aiSdkUi, variant: sdk, send: uiMessages },
  langchain: {
    ...langchain,
    variant: fc.record({ form: fc.constantFrom("dict", "json"), provider: fc.constantFrom("openai", "anthropic", "google") }),
    send: sendLangchain,
  },
};

/** The role of a message, whichever format it has. */
function roleOf(message) {
  if (message.type === "function_call_output" || message.type === "custom_tool_call_output") return "tool";
  return message.role ?? message.type ?? "none";
}

/** Whether a model can be asked with these messages as they are: they end with the user's words or with results. */
function isAsking(messages, format) {
  const last = messages.at(-1);
  if (format === "langchain") return ["human", "tool", "HumanMessage", "ToolMessage"].includes(last.lc ? last.id.at(-1) : last.type);
  if (format === "ai-sdk-ui") return last.role === "user" || last.parts.at(-1)?.type.includes("tool");
  return ["user", "tool", "toolResult"].includes(roleOf(last));
}

/** Whether a message begins a turn: it has words of the user, and no results. */
export function isUsersWord(message) {
  const role = message.lc ? message.id.at(-1) : roleOf(message);
  const parts = [message.content, message.parts].find(Array.isArray) ?? [];
  return (
    ["user", "human", "HumanMessage"].includes(role) &&
    !parts.some(({ type, functionResponse }) => type === "tool_result" || functionResponse)
  );
}

/** The messages as the context of a next request: with one more word of the user, where they ask for nothing. */
export function asContext(format, messages, variant) {
  return isAsking(messages, format) ? messages : [...messages, FORMATS[format].ask("Go on.", messages.length, variant)];
}

/** Sends the messages as such a context. */
export function sendAsContext(format, { messages, ...request }) {
  return FORMATS[format].send({ messages: asContext(format, messages, request.variant), ...request });
}
