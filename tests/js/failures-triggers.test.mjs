// When to act, and how much was used, as users of pi and its relatives reported it; each with its report.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens, validate } from "../../pkg/dist/index.js";
import { calls, filler, open, output, says, turns, usage, user } from "./support/talk.mjs";

const isAtMost = (value, most) => assert.ok(value <= most, `${value} is at most ${most}`);
const piUsage = (input, output = 0) => ({ input, output, cacheRead: 0, cacheWrite: 0, totalTokens: input + output });
const piReply = (text, more = {}) => ({ role: "assistant", content: text ? [{ type: "text", text }] : [], stopReason: "stop", ...more });
const piError = (errorMessage) => piReply("", { stopReason: "error", errorMessage, usage: piUsage(0) });

test("errors after the last good reply do not hide what it used (pi#1834, #1763, #1808)", async () => {
  const messages = [user(filler(20_000, "go")), piReply("Working.", { usage: piUsage(26_000, 100) }), user(filler(3_000, "more"))];
  for (let at = 0; at < 5; at++) messages.push(piError("529 Overloaded"));
  const { session } = await open({ format: "pi", window: 32_000, messages });
  const { tokens, usageTokens, action } = session.check();
  assert.deepEqual([usageTokens, action], [26_100, "compact"]);
  assert.ok(tokens >= 29_000, `${tokens}`);
  assert.equal((await session.maintain()).status, "compacted");
});

test("usage of nothing at all is no usage (pi#8328)", async () => {
  for (const report of [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, undefined]) {
    const { session } = await open({ window: 32_000, messages: turns(40, 1_000) });
    await session.append([user("go on"), says("done")], { usage: report });
    const { source, action } = session.check();
    assert.deepEqual([source, action], ["estimate", "compact"]);
  }
});

test("outputs larger than what is kept do not stop a compaction in a run (pi#9740)", async () => {
  const { session } = await open({ window: 200_000, messages: [...turns(100, 1_500), user("go on"), calls("a", "b")] });
  await session.append([output("a", filler(15_000)), output("b", filler(15_000))]);
  const { messages } = session.context();
  const outcome = await session.maintain();
  assert.equal(outcome.status, "compacted");
  const after = session.context().messages;
  assert.deepEqual(after.slice(-3), messages.slice(-3));
  assert.deepEqual(validate(after, { format: "openai-chat", request: true }), []);
});

test("what is kept is what fits (pi#8498)", async () => {
  const messages = [...turns(100, 1_500), user(filler(3_000, "three")), says("5"), user(filler(18_000, "eighteen"))];
  const { session } = await open({ window: 64_000, compaction: { keepRecentTokens: 20_000 }, messages });
  assert.equal((await session.maintain()).status, "compacted");
  const kept = session.context().messages.slice(1);
  assert.deepEqual(kept.at(-1), messages.at(-1));
  isAtMost(estimateTokens(kept, { format: "openai-chat" }), 22_000);
});

test("a compaction between a call and its result waits for it (pi#8667)", async () => {
  const { session } = await open({ window: 32_000, messages: [...turns(40, 1_000), user("go on"), calls("a", "b")] });
  await session.append(output("a", "one"));
  await session.maintain();
  await session.append(output("b", "two"));
  await session.maintain();
  const { messages } = session.context();
  assert.deepEqual(messages.slice(-3), [calls("a", "b"), output("a", "one"), output("b", "two")]);
  assert.deepEqual(validate(messages, { format: "openai-chat", request: true }), []);
});

test("what the provider counts is believed where our estimate is small (pi#6751)", async () => {
  const { session } = await open({ window: 200_000, messages: turns(20, 1_000) });
  await session.append([user("go on"), calls("a")], usage(190_000, 10));
  await session.append(output("a", "ok"));
  const outcome = await session.maintain();
  assert.equal(outcome.status, "compacted");
  // Of 20,000 estimated tokens that are 190,000 truly, the 20,000 that are kept by default would be all.
  isAtMost(session.context().messages.length, 30);
  assert.deepEqual(session.context().messages.at(-1), output("a", "ok"));
});

test("of an unknown window nothing is assumed (pi#8864, omp#11479)", async () => {
  for (const window of [undefined, 0, -1, Number.NaN]) {
    const { session, asked } = await open({ window, messages: [...turns(300, 1_000), user("go on")] });
    const { action, reason, threshold } = session.check();
    assert.deepEqual([action, reason, threshold], ["none", "unknown-window", null]);
    assert.deepEqual([(await session.maintain()).status, asked.length], ["nothing", 0]);
  }
});

test("a long run is looked after between its calls (pi#6879, #8833, gajae#2035, #2213)", async () => {
  const { session } = await open({ window: 64_000, messages: [user("fix it all")] });
  for (let step = 0; step < 50; step++) {
    await session.append(calls(`c${step}`));
    await session.append(output(`c${step}`, filler(4_000, `step ${step}`)));
    await session.maintain();
    isAtMost(session.context().tokens, 64_000);
    assert.deepEqual(session.context().messages.at(-1).tool_call_id, `c${step}`);
  }
  assert.ok(session.context().messages.some(({ content }) => content === "fix it all"));
});

test("the idle trigger is off, and never goes on by itself (omp#10223, PR#635)", async () => {
  const { session, asked } = await open({ window: 32_000, messages: [...turns(40, 1_000), user("go on"), says("done")] });
  const outcome = await session.maintain({ reason: "idle" });
  assert.deepEqual([outcome.status, outcome.continue ?? null, asked.length], ["nothing", null, 0]);
});
