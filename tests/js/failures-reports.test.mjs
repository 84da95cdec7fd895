// Loops, gains, triggers, usage, switches of the model and overflows, as users of other projects reported them; each with its
// report.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens } from "../../pkg/dist/index.js";
import { calls, filler, maintained, open, output, turns, usage, user } from "./support/talk.mjs";

const isAtMost = (value, most) => assert.ok(value <= most, `${value} is at most ${most}`);
const sizeOf = ({ system, prompt, maxTokens }) => estimateTokens([user(`${system}${prompt}`)], { format: "openai-chat" }) + maxTokens;

test("what is fixed is above the threshold: at most three tries, then an end that says so (claude-code#6541)", async () => {
  const settings = { window: 200_000, overhead: { tokens: 165_000 }, compaction: { thresholdTokens: 160_000 } };
  const { session, asked } = await open({ ...settings, messages: [...turns(6, 1_000), user("go on")] });
  const outcomes = await maintained(session, 6);
  assert.equal(outcomes.at(-1).status, "exhausted");
  assert.equal(outcomes.at(-1).unfit.overhead, 165_000);
  isAtMost(asked.length, 3);
});

test("a reply as long as the window leaves room for a prompt (OpenHands#9937)", async () => {
  const { session, asked } = await open({ window: 131_072, maxOutput: 131_072, messages: turns(8, 985) });
  const { limit, threshold, action } = session.check();
  assert.ok(limit >= 50_000 && threshold >= 50_000, `${limit} ${threshold}`);
  assert.equal(action, "none");
  assert.deepEqual([(await session.maintain()).status, asked.length], ["nothing", 0]);
});

test("a history as large as the summarizer's window is asked for in pieces, or shortened (qwen-code#9455)", async () => {
  const { session, asked } = await open({ window: 1_000_000, messages: [...turns(1_018, 1_000), user("go on")] });
  assert.equal((await session.maintain()).status, "compacted");
  assert.ok(asked.length > 0);
  for (const request of asked) isAtMost(sizeOf(request), 1_000_000);
});

test("a compaction that frees next to nothing is none (qwen-code#1924)", async () => {
  const reply = ({ prompt }) => `## Goal\nGo on.\n\n## Progress\n${prompt}`;
  const { session } = await open({ window: 95_000, reply, compaction: { thresholdTokens: 80_000, keepRecentTokens: 1_000 } });
  await session.append([...turns(8, 200), user(filler(80_000, "the file")), user("go on")]);
  const { tokensBefore, tokensAfter, status } = await session.maintain();
  if (status === "compacted" || status === "pruned") isAtMost(tokensAfter, Math.min(80_000, tokensBefore * 0.95));
  else assert.equal(tokensAfter, tokensBefore);
});

test("a new conversation under a threshold that its overhead breaks is not compacted (Roo-Code#8158)", async () => {
  const settings = { window: 128_000, overhead: { tokens: 24_000 }, compaction: { thresholdTokens: 20_000 } };
  const { session, asked } = await open({ ...settings, messages: [user("change a title"), calls("c1")] });
  await session.append(output("c1", filler(900, "the page")));
  const { head } = session;
  for (const { status } of await maintained(session, 4)) assert.ok(["nothing", "exhausted"].includes(status), status);
  assert.deepEqual([asked.length, session.head], [0, head]);
});

test("a stream that died with a usage of zeros is no anchor (openclaw#109709)", async () => {
  const zeros = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
  const dead = { role: "assistant", content: [{ type: "text", text: "part" }], stopReason: "error", usage: zeros };
  const { session } = await open({ format: "pi", window: 100_000, messages: [user("x".repeat(400_000)), dead] });
  const { tokens, source } = session.check();
  assert.equal(source, "estimate");
  assert.ok(tokens >= 100_000, `${tokens}`);
});

test("one answer in several records counts once (ccusage#389)", async () => {
  const report = { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 5 };
  const said = (block) => ({ role: "assistant", content: [block] });
  const { session } = await open({ format: "anthropic", window: 100_000, messages: [{ role: "user", content: "go" }] });
  await session.append(said({ type: "text", text: "Looking." }), { usage: report });
  await session.append(said({ type: "tool_use", id: "a", name: "read", input: {} }), { usage: report });
  isAtMost(Math.abs(session.check().tokens - 105), 1);
});

test("after a switch to a smaller model no request is larger than its window (zed#61373)", async () => {
  const { session, asked } = await open({ window: 1_000_000, messages: [...turns(600, 1_000), user("go on")] });
  assert.equal(session.check().action, "none");
  session.setModel({ contextWindow: 200_000 });
  assert.equal(session.check().action, "compact");
  assert.equal((await session.maintain()).status, "compacted");
  assert.ok(asked.length > 0);
  for (const request of asked) isAtMost(sizeOf(request), 200_000);
  isAtMost(session.check().tokens, 200_000);
});

test("instructions and tool schemas count (langchain#34664)", async () => {
  const tools = Array.from({ length: 40 }, (_, at) => ({
    type: "function",
    function: { name: `tool_${at}`, description: filler(860, `tool ${at}`) },
  }));
  const overhead = { system: filler(8_000, "You are an agent."), tools };
  const settings = { window: 128_000, overhead, compaction: { thresholdTokens: 110_000 } };
  const { session } = await open({ ...settings, messages: [...turns(90, 1_000), user("go on")] });
  const { tokens, overheadTokens, action } = session.check();
  assert.ok(Math.abs(tokens - 133_000) < 3_000, `${tokens}`);
  assert.ok(Math.abs(overheadTokens - 43_000) < 3_000, `${overheadTokens}`);
  assert.equal(action, "compact");
  // What the provider counted has them in it.
  await session.append(calls("a"), usage(105_000, 5));
  assert.equal(session.check().tokens, 105_005);
});

test("a setting of zero or less is off or an error, never every turn (adk-python#6397)", async () => {
  for (const compaction of [
    { maxMessages: 0 },
    { thresholdTokens: 0 },
    { thresholdPercent: 0 },
    { maxMessages: -1 },
    { thresholdTokens: -5 },
  ]) {
    const messages = [user("hello")];
    const result = await open({ window: 128_000, compaction, messages }).catch((error) => error);
    if (result instanceof Error) assert.equal(result.code, "invalid-settings");
    else assert.deepEqual([(await result.session.maintain()).status, result.asked.length], ["nothing", 0]);
  }
});

test("an overflow in the words of a reply is one, and the reply is not sent (claude-code#44354)", async () => {
  const reply = {
    role: "assistant",
    content: [{ type: "text", text: "Prompt is too long" }],
    isApiErrorMessage: true,
    stopReason: "stop",
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
  };
  const { session } = await open({ format: "pi", window: 200_000, messages: [...turns(20, 1_000), user("hi"), reply] });
  await session.maintain();
  const { messages } = session.context();
  assert.ok(!messages.includes(reply));
  assert.deepEqual(messages.at(-1), user("hi"));
});
