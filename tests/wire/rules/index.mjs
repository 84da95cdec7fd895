/** The checkers, by the interface that a request was recorded on. */

import { anthropic } from "./anthropic.mjs";
import { gemini } from "./gemini.mjs";
import { openaiChat } from "./openai-chat.mjs";
import { openaiResponses } from "./openai-responses.mjs";
import { pi } from "./pi.mjs";

export const rules = { "openai-chat": openaiChat, "openai-responses": openaiResponses, anthropic, gemini, pi };
