/** The limits of whom a summarizer asks, through a session: every request keeps within them, reasoning included. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens, openSession } from "../../pkg/dist/index.js";
import { anthropic } from "../../pkg/dist/summarizers/anthropic.js";
import { endpoint } from "../../pkg/dist/summarizers/endpoint.js";
import { gemini } from "../../pkg/dist/summarizers/gemini.js";
import { openai } from "../../pkg/dist/summarizers/openai.js";
import { candidate, completion, message } from "./support/provider-server.mjs";
import { filler, says, user } from "./support/talk.mjs";

const SUMMARY =
  "## Primary Request and Intent\nThe user wants the north gate painted green, one board after the other.\n\n" +
  "## Current Work\nThe boards are painted as they were asked for; now the next one waits for the green paint.";

const PROVIDERS = {
  openai: [openai, completion({ content: SUMMARY }), ({ messages, max_completion_tokens }) => [messages, max_completion_tokens]],
  anthropic: [
    anthropic,
    message([{ type: "text", text: SUMMARY }]),
    ({ system, messages, max_tokens }) => [[user(system), ...messages], max_tokens],
  ],
  gemini: [
    gemini,
    candidate([{ text: SUMMARY }]),
    ({ systemInstruction, contents, generationConfig }) => [
      [systemInstruction, ...contents].map(({ parts }) => user(parts[0].text)),
      generationConfig.maxOutputTokens,
    ],
  ],
};

for (const [name, [make, reply, read]] of Object.entries(PROVIDERS)) {
  for (const [contextWindow, maxOutput, reasoningTokens] of [
    [16_000, 2_000, 0],
    [32_000, 8_000, 4_000],
    [64_000, undefined, 0],
    [undefined, 1_000, 0],
  ]) {
    test(`${name}: a window of ${contextWindow}, ${maxOutput} for the answer, ${reasoningTokens} for reasoning`, async () => {
      const sent = [];
      const fetch = async (_, { body }) => {
        sent.push(read(JSON.parse(body)));
        return Response.json(reply);
      };
      const session = await openSession({
        id: "s",
        format: "openai-chat",
        model: { contextWindow: 128_000, maxOutput: 32_000 },
        summarizer: make({ model: "m", fetch, contextWindow, maxOutput, reasoningTokens }),
        settings: { retry: { maxRetries: 0 } },
      });
      const turn = (board) => [user(`Paint the north gate green, now board ${board}.`), says(filler(1_000, `board ${board} is done`))];
      await session.append([
        ...Array.from({ length: 125 }, (_, board) => turn(board)).flat(),
        user("Paint the north gate green, the last board."),
      ]);
      const outcome = await session.maintain();
      assert.deepEqual([outcome.status, outcome.degraded], ["compacted", undefined], JSON.stringify(outcome.failures));
      assert.ok(sent.length > 0);
      for (const [messages, maxTokens] of sent) {
        assert.ok(maxTokens > reasoningTokens, `${maxTokens}`);
        if (maxOutput) assert.ok(maxTokens <= maxOutput, `${maxTokens}`);
        const size = estimateTokens(messages, { format: "openai-chat" });
        if (contextWindow) assert.ok(size + maxTokens <= contextWindow, `${size} + ${maxTokens}`);
      }
      session.close();
    });
  }
}

test("an option that is misspelt is an error: a conversation must not go to another server for it", () => {
  for (const [make, wrong] of [
    [openai, { baseUrl: "http://localhost" }],
    [anthropic, { base_url: "http://localhost" }],
    [gemini, { apikey: "k" }],
    [endpoint, { uri: "http://localhost" }],
  ]) {
    const [name] = Object.keys(wrong);
    const options = { ...(make === endpoint ? { url: "http://localhost" } : { model: "m" }), ...wrong };
    assert.throws(
      () => make(options),
      (error) => error.code === "invalid-option" && error.message.startsWith(`${name} is no option of`) && /there are /.test(error.message),
    );
  }
});
