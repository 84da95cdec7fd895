/** Short conversations in Chat Completions' shape, and sessions that count who was asked for a summary. */

import { openSession } from "../../../pkg/dist/index.js";

export const user = (content) => ({ role: "user", content });
export const says = (content) => ({ role: "assistant", content });
export const calls = (...ids) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "bash", arguments: `{"command":"make ${id}"}` } })),
});
export const output = (id, content) => ({ role: "tool", tool_call_id: id, content });
/** What a provider reports. */
export const usage = (prompt, completion = 0) => ({
  usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
});

/** A text of so many tokens, as `chars` counts them: its first words are its own. */
export const filler = (tokens, name = "text") =>
  `${name} ${"a line of output that says little; ".repeat(Math.ceil(tokens / 8))}`.slice(0, tokens * 4);

/** Turns of a request and an answer, `each` tokens in all. */
export const turns = (count, each, name = "turn") =>
  Array.from({ length: count }, (_, at) => [
    user(filler(Math.floor(each / 2), `${name} ${at}`)),
    says(filler(Math.floor(each / 2), `answer ${at}`)),
  ]).flat();

export const SUMMARY = "## Goal\nGo on with what the newest request asks.\n\n## Progress\nThe parser reads empty lines.";

/** A session and the requests that its summarizer got; `reply` is what that one answers. */
export async function open({ window, maxOutput, inputLimit, reply = SUMMARY, compaction, settings, messages = [], ...options } = {}) {
  const asked = [];
  const session = await openSession({
    id: "s",
    format: "openai-chat",
    model: { ...(window !== undefined && { contextWindow: window }), ...(maxOutput && { maxOutput }), ...(inputLimit && { inputLimit }) },
    summarizer: (request) => {
      asked.push(request);
      return typeof reply === "function" ? reply(request) : reply;
    },
    settings: { retry: { maxRetries: 0 }, ...(compaction && { compaction }), ...settings },
    ...options,
  });
  if (messages.length > 0) await session.append(messages);
  return { session, asked };
}

/** Maintains so often, and gives what came of it. */
export async function maintained(session, times) {
  const outcomes = [];
  for (let time = 0; time < times; time++) outcomes.push(await session.maintain());
  return outcomes;
}
