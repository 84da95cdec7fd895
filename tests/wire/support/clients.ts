// Each client as a summarizer that gives back the client's reply as it is. It is compiled, and not run.
import type Anthropic from "@anthropic-ai/sdk";
import type { GoogleGenAI } from "@google/genai";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { generateText, type LanguageModel } from "ai";
import { generateText as generateText6, type LanguageModel as LanguageModel6 } from "ai-6";
import type OpenAI from "openai";
import type { Summarizer } from "../../../pkg/dist/index.js";

declare const openai: OpenAI;
declare const anthropic: Anthropic;
declare const gemini: GoogleGenAI;
declare const langchain: BaseChatModel;
declare const languageModel: LanguageModel;
declare const languageModel6: LanguageModel6;
const model = "m";

// @ts-expect-error A response is to be read first.
export const unread: Summarizer = async () => fetch("https://example.org");

export const summarizers: Summarizer[] = [
  async ({ prompt, maxTokens }) =>
    openai.chat.completions.create({ model, messages: [{ role: "user", content: prompt }], max_completion_tokens: maxTokens }),
  ({ prompt }, { signal }) => openai.chat.completions.create({ model, messages: [{ role: "user", content: prompt }] }, { signal }),
  async ({ system, prompt }) => openai.responses.create({ model, instructions: system, input: prompt }),
  async ({ system, prompt, maxTokens }) =>
    anthropic.messages.create({ model, system, max_tokens: maxTokens, messages: [{ role: "user", content: prompt }] }),
  ({ prompt, maxTokens }) =>
    anthropic.messages.stream({ model, max_tokens: maxTokens, messages: [{ role: "user", content: prompt }] }).finalMessage(),
  async ({ prompt }) => gemini.models.generateContent({ model, contents: prompt }),
  async ({ prompt }) => langchain.invoke(prompt),
  async ({ prompt, maxTokens }) => generateText({ model: languageModel, prompt, maxOutputTokens: maxTokens }),
  ({ system, prompt }, { signal }) => generateText6({ model: languageModel6, system, prompt, abortSignal: signal }),
  async function* ({ prompt }) {
    const end: { finish_reason?: string } = {};
    for await (const { choices } of await openai.chat.completions.create({
      model,
      messages: [{ role: "user", content: prompt }],
      stream: true,
    })) {
      yield choices[0]?.delta.content ?? "";
      end.finish_reason = choices[0]?.finish_reason ?? "";
    }
    return end;
  },
];
