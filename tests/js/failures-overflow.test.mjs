// What an overflow is and what is done about it, as users of pi and its relatives reported it; each with its report.
import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyError } from "../../pkg/dist/index.js";
import { maintained, open, turns, user } from "./support/talk.mjs";

const isAtMost = (value, most) => assert.ok(value <= most, `${value} is at most ${most}`);
const piUsage = (input, output = 0) => ({ input, output, cacheRead: 0, cacheWrite: 0, totalTokens: input + output });
const piReply = (text, more = {}) => ({ role: "assistant", content: text ? [{ type: "text", text }] : [], stopReason: "stop", ...more });
const piError = (errorMessage) => piReply("", { stopReason: "error", errorMessage, usage: piUsage(0) });

test("an overflow that nothing can be done about is not answered with the same request (gajae PR#3257, PR#3008)", async () => {
  const { session } = await open({ window: 32_000, messages: [user("hello")] });
  for (let time = 0; time < 4; time++) {
    const outcome = await session.maintain({ reason: "overflow", error: new Error("prompt is too long: 33000 tokens > 32000 maximum") });
    assert.ok(!outcome.willRetry);
    assert.deepEqual(session.context().messages, [user("hello")]);
  }
});

test("throttling is no overflow (pi#1038, PR#2699)", async () => {
  for (const error of [
    Object.assign(new Error("ThrottlingException: Too many tokens, please wait before trying again."), { name: "ThrottlingException" }),
    new Error("Throttling error: Too many tokens, please wait before trying again."),
    Object.assign(new Error("429 Rate limit reached: tokens per minute (TPM): Limit 30000, Used 29000, Requested 4000"), { status: 429 }),
    Object.assign(new Error("413 Request too large for model on tokens per minute (TPM): Limit 6000, Requested 8000"), { status: 413 }),
  ]) {
    assert.equal(classifyError(error).kind, "rate-limit", String(error));
    const { session, asked } = await open({ window: 200_000, messages: [...turns(20, 1_000), user("go on")] });
    const { head } = session;
    const outcome = await session.maintain({ reason: "overflow", error });
    assert.deepEqual([outcome.status, outcome.reason, session.head, asked.length], ["nothing", "not-overflow", head, 0]);
  }
});

test("an error without a body is none by itself (pi#9482)", () => {
  assert.notEqual(classifyError(new Error("400 status code (no body)")).kind, "overflow");
});

test("the words of every server are known (pi#2626, #5930, #11492, #10208, #9805, #11016)", async () => {
  for (const text of [
    "prompt too long; exceeded max context length by 4096 tokens",
    "This model's maximum context length is 32768 tokens. However, you requested 40960 tokens (36864 in the messages, 4096 in the completion).",
    "litellm.ContextWindowExceededError: prompt is too long: 66000 tokens > 64000 maximum",
    "tokens in request more than max tokens allowed",
    "exceeded this model context window limit",
  ]) {
    assert.equal(classifyError(new Error(text)).kind, "overflow", text);
    const { session } = await open({ window: 64_000, messages: [...turns(40, 1_000), user("go on")] });
    const outcome = await session.maintain({ reason: "overflow", error: new Error(text) });
    assert.deepEqual([outcome.status, outcome.willRetry], ["compacted", true], text);
  }
  const tooLarge = Object.assign(new Error("413 Request Entity Too Large"), { status: 413 });
  assert.equal(classifyError(tooLarge).kind, "payload-too-large");
});

test("an overflow shows in a reply that is nothing but its error, and that reply is not sent again", async () => {
  const failed = piError("prompt is too long: 40000 tokens > 32000 maximum");
  const { session } = await open({ format: "pi", window: 64_000, messages: [...turns(40, 1_000), user("go on"), failed] });
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.willRetry], ["compacted", true]);
  const { messages } = session.context();
  assert.ok(!messages.includes(failed));
  assert.deepEqual(messages.at(-1), user("go on"));
  assert.equal((await session.maintain()).status, "nothing");
});

test("an overflow shows in a count over the window (z.ai), and in a reply of nothing at a full one (MiMo)", async () => {
  for (const reply of [piReply("Yes.", { usage: piUsage(70_000, 10) }), piReply("", { stopReason: "length", usage: piUsage(63_900, 0) })]) {
    const { session } = await open({ format: "pi", window: 64_000, messages: [...turns(40, 1_000), user("go on"), reply] });
    assert.equal((await session.maintain()).status, "compacted");
    isAtMost(session.context().tokens, 64_000);
  }
});

test("an error from before the latest compaction does not count (pi family)", async () => {
  const error = { ...piError("prompt is too long: 65000 tokens > 64000 maximum"), timestamp: 1 };
  const messages = [...turns(40, 1_000).map((message) => ({ ...message, timestamp: 1 })), user("go on"), error];
  const { session, asked } = await open({ format: "pi", window: 64_000, messages });
  assert.equal((await session.maintain()).status, "compacted");
  const count = asked.length;
  for (const { status } of await maintained(session, 3)) assert.equal(status, "nothing");
  assert.equal(asked.length, count);
});
