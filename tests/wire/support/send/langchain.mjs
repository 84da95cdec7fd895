/** Reads LangChain's serialized messages with its own readers, and sends them through its chat models. */

import { ChatAnthropic } from "@langchain/anthropic";
import { load } from "@langchain/core/load";
import { mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatOpenAI } from "@langchain/openai";
import { recordingServer } from "../record.mjs";
import { adaptive, anthropicTools, geminiTools, openaiTools, recorded } from "./vendors.mjs";

const apiKey = "none";

/** The messages as objects of LangChain's classes. */
export async function revived(messages, form) {
  if (form === "dict") return mapStoredMessagesToChatMessages(messages);
  return Promise.all(messages.map((message) => load(JSON.stringify(message))));
}

export async function langchain({ messages, thinking, variant: { form, provider } }) {
  return [await senders[provider](await revived(messages, form), thinking)];
}

const senders = {
  openai(messages) {
    const call = (fetch) =>
      new ChatOpenAI({ model: "gpt-4.1", apiKey, maxRetries: 0, configuration: { fetch } }).bindTools(openaiTools).invoke(messages);
    return recorded("@langchain/openai", call);
  },
  /** It leaves it to the API to take neighbours of one role for one message. */
  anthropic(messages, thinking) {
    const call = (fetch) =>
      new ChatAnthropic({
        model: "claude-opus-4-6",
        apiKey,
        maxRetries: 0,
        maxTokens: 4_096,
        clientOptions: { fetch },
        ...(thinking && { thinking: adaptive }),
      })
        .bindTools(anthropicTools)
        .invoke(messages);
    return recorded("@langchain/anthropic", call, { merging: true });
  },
  /** Each response is a content of its own. The client under it has no `fetch` to set. */
  async google(messages, thinking) {
    const server = await recordingServer();
    try {
      const model = thinking ? "gemini-3-pro-preview" : "gemini-2.5-pro";
      await new ChatGoogleGenerativeAI({ model, apiKey, maxRetries: 0, baseUrl: server.url }).bindTools(geminiTools).invoke(messages);
      return { via: "@langchain/google-genai", ...server.requests[0], rules: { signed: thinking, merging: true } };
    } finally {
      await server.close();
    }
  },
};
