// Each preset does what the system that it is named for does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession, presets } from "../../pkg/dist/index.js";

const GOOD = "## Current Work\nGoes on as the newest request asks.";
const open = (settings, options) => openSession({ id: "s", format: "openai-chat", settings, summarizer: () => GOOD, ...options });
const decided = ({ action, reason }) => [action, reason];
const NONE = ["none", "below-threshold"];

/** A session whose context the provider has counted. */
async function counted(settings, tokens, options) {
  const session = await open(settings, options);
  await session.append({ role: "user", content: "Look at everything." });
  const usage = { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens };
  await session.append({ role: "assistant", content: "I have." }, { usage });
  assert.equal(session.check().tokens, tokens);
  return session;
}

/** Turns of four messages, the tool's output of so many characters. */
const turns = (count, chars) =>
  Array.from({ length: count }, (_, at) => [
    { role: "user", content: `Request ${at}.` },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        {
          id: `c${at}`,
          type: "function",
          function: { name: "read", arguments: JSON.stringify({ path: `src/${at}.ts`, note: "a".repeat(900) }) },
        },
      ],
    },
    { role: "tool", tool_call_id: `c${at}`, content: `output ${at} ${"y".repeat(chars)}` },
    { role: "assistant", content: `Done with ${at}.` },
  ]).flat();

test("masking: above 80 messages, whatever the window", async () => {
  const session = await open(presets.masking);
  await session.append(turns(20, 10));
  assert.deepEqual([session.check().messages, ...decided(session.check())], [80, ...NONE]);
  await session.append({ role: "user", content: "One more." });
  assert.deepEqual(decided(session.check()), ["compact", "over-message-count"]);
  assert.equal((await session.maintain()).status, "compacted");
  assert.deepEqual(decided(session.check()), NONE);
});

test("masking: near the window's end, too", async () => {
  const model = { contextWindow: 128_000 };
  assert.deepEqual(decided((await counted(presets.masking, 108_800, { model })).check()), NONE);
  assert.deepEqual(decided((await counted(presets.masking, 108_801, { model })).check()), ["compact", "over-threshold"]);
});

test("masking: at most 15,000 tokens stay, and the prompt has old outputs as notices", async () => {
  const prompts = [];
  const summarizer = ({ prompt }) => {
    prompts.push(prompt);
    return GOOD;
  };
  // A window in which the setting alone would keep 60,000.
  const session = await open(presets.masking, { summarizer, model: { contextWindow: 200_000 } });
  await session.append(turns(60, 4_000));
  const outcome = await session.maintain();
  assert.equal(outcome.status, "compacted");
  assert.ok(outcome.tokensAfter > 2_000 && outcome.tokensAfter < 16_500, String(outcome.tokensAfter));
  const prompt = prompts.join("\n");
  const shown = [...prompt.matchAll(/output \d+ (y+)/g)].map(([, text]) => text.length);
  assert.equal(shown.length, 5, "the newest five outputs");
  assert.ok(
    shown.every((length) => length <= 2_000),
    String(shown),
  );
  assert.ok(
    [...prompt.matchAll(/a{50,}/g)].every(([text]) => text.length <= 500),
    "arguments are bounded",
  );
});

test("masking: after three compactions without the user it stops", async () => {
  const session = await open(presets.masking);
  await session.append(turns(1, 10));
  const statuses = [];
  for (let round = 0; round < 5; round++) {
    await session.append(
      turns(27, 400)
        .filter(({ role }) => role !== "user")
        .map((message) => renamed(message, round)),
    );
    statuses.push((await session.maintain()).status);
  }
  assert.deepEqual(statuses, ["compacted", "compacted", "compacted", "exhausted", "exhausted"]);
});

function renamed(message, round) {
  if (message.tool_call_id) return { ...message, tool_call_id: `${message.tool_call_id}-${round}` };
  if (!message.tool_calls) return message;
  return { ...message, tool_calls: message.tool_calls.map((call) => ({ ...call, id: `${call.id}-${round}` })) };
}

test("tiered: above 60,000 tokens, whatever the window", async () => {
  for (const model of [undefined, { contextWindow: 200_000 }, { contextWindow: 1_000_000, maxOutput: 64_000 }]) {
    assert.deepEqual(decided((await counted(presets.tiered, 60_000, { model })).check()), NONE);
    assert.deepEqual(decided((await counted(presets.tiered, 60_001, { model })).check()), ["compact", "over-threshold"]);
  }
});

test("tiered: a window that is not larger has its own threshold", async () => {
  for (const model of [
    { contextWindow: 32_000 },
    { contextWindow: 60_000 },
    { contextWindow: 60_001, maxOutput: 8_000 },
    { contextWindow: 400_000, inputLimit: 60_000 },
  ]) {
    const [tiered, plain] = [await open(presets.tiered, { model }), await open(undefined, { model })];
    const numbers = ({ threshold, limit }) => [threshold, limit];
    assert.deepEqual(numbers(tiered.check()), numbers(plain.check()), JSON.stringify(model));
  }
  assert.equal((await open(presets.tiered, { model: { contextWindow: 66_000 } })).check().threshold, 60_000);
});

test("tree: above the window's own threshold, with the defaults", async () => {
  for (const [contextWindow, threshold] of [
    [200_000, 170_000],
    [128_000, 108_800],
    [32_000, 15_616],
  ]) {
    const model = { contextWindow };
    assert.deepEqual(decided((await counted(presets.tree, threshold, { model })).check()), NONE);
    assert.deepEqual(decided((await counted(presets.tree, threshold + 1, { model })).check()), ["compact", "over-threshold"]);
    assert.equal((await open(undefined, { model })).check().threshold, threshold, "as without a preset");
  }
});
