/** Sessions by a preset, and the requests that their summarizer got. */

import assert from "node:assert/strict";
import { openSession } from "../../../pkg/dist/index.js";
import { says, user } from "./talk.mjs";

/** Opens sessions in Chat Completions' shape by these settings; `usual` is what the summarizer answers. */
export function opener(settings, usual) {
  return async ({ reply = usual, messages = [], ...options } = {}) => {
    const asked = [];
    const summarizer = (request) => {
      asked.push(request);
      return typeof reply === "function" ? reply(request) : reply;
    };
    const session = await openSession({ id: "s", format: "openai-chat", settings, summarizer, ...options });
    if (messages.length > 0) await session.append(messages);
    return { session, asked };
  };
}

/** Has the provider count a session's context. */
export async function count(session, tokens) {
  await session.append(user("Look at everything."));
  await session.append(says("I have."), { usage: { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens } });
  assert.equal(session.check().tokens, tokens);
  return session;
}

export const decided = ({ action, reason }) => [action, reason];
export const NONE = ["none", "below-threshold"];

/** What stands in a tag of a prompt or a summary; undefined where there is none. */
export const part = (text, tag) => text.split(`<${tag}>\n`)[1]?.split(`\n</${tag}>`)[0];
