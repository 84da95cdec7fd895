// The main jobs without a session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compact, emergencyPrune, estimateTokens, needsCompaction, validate } from "../../pkg/dist/index.js";

const format = "openai-chat";
const words = (count) => Array.from({ length: count }, (_, at) => `word${at % 13}`).join(" ");
const chat = (turns) =>
  Array.from({ length: turns }, (_, at) => [
    { role: "user", content: `Request ${at}: ${words(150)}` },
    { role: "assistant", content: "Done." },
  ]).flat();

test("compact gives back a summary and the newest messages, and leaves the given ones alone", async () => {
  const messages = chat(30);
  const copy = structuredClone(messages);
  const result = await compact(messages, { format, settings: { compaction: { keepRecentTokens: 500 } } });
  assert.equal(result.status, "compacted");
  assert.deepEqual(messages, copy);
  assert.equal(result.messages.at(-1), messages.at(-1));
  assert.ok(result.messages.length < messages.length);
  assert.deepEqual(validate(result.messages, { format }), []);
});

test("compact again on its own result: the first summary is carried, not quoted as the user's words", async () => {
  const settings = { compaction: { keepRecentTokens: 500 } };
  const prompts = [];
  const summarizer = (request) => {
    prompts.push(request.prompt);
    return `## Summary ${prompts.length}\nalpha beta gamma delta epsilon zeta eta theta iota`;
  };
  const first = await compact(chat(30), { format, settings, summarizer });
  const second = await compact([...first.messages, ...chat(20)], { format, settings, summarizer });
  assert.equal(second.status, "compacted");
  assert.match(prompts[1], /Summary 1/);
  assert.equal(prompts[1].match(/Summary 1/g).length, 1);
  assert.equal(second.messages.filter((message) => /Summary \d/.test(message.content)).length, 1);
});

test("compact tells why it did nothing, and gives the same messages back", async () => {
  const messages = chat(1);
  const result = await compact(messages, { format });
  assert.deepEqual([result.status, result.reason], ["nothing", "nothing-to-compact"]);
  assert.deepEqual(result.messages, messages);
  assert.deepEqual((await compact([], { format })).messages, []);
});

test("estimates and needs", () => {
  assert.equal(estimateTokens([], { format }), 0);
  assert.equal(
    estimateTokens(
      [
        { role: "user", content: "abcde" },
        { role: "user", content: "漢字" },
      ],
      { format },
    ),
    4,
  );
  assert.equal(needsCompaction(chat(200), { format, contextWindow: 16_000 }), true);
  assert.equal(needsCompaction(chat(2), { format, contextWindow: 16_000 }), false);
  assert.equal(needsCompaction(chat(200), { format, contextWindow: Number.NaN }), false);
});

test("emergencyPrune keeps the instructions and the newest turn, whatever the size", () => {
  const messages = [{ role: "system", content: "s" }, ...chat(30)];
  const kept = emergencyPrune(messages, { format, maxTokens: 1_000 });
  assert.equal(kept[0], messages[0]);
  assert.equal(kept.at(-1), messages.at(-1));
  assert.deepEqual(kept.slice(1), messages.slice(messages.length - kept.length + 1));
  assert.deepEqual(emergencyPrune(messages, { format, maxTokens: 1 }), [messages[0], ...messages.slice(-2)]);
  assert.deepEqual(emergencyPrune([], { format, maxTokens: 10 }), []);
});

test("what is no list of messages is refused by name", () => {
  assert.throws(() => estimateTokens("x", { format }), { code: "invalid-message" });
  assert.throws(
    () => estimateTokens([{ role: "user" }], { format }),
    (error) => error.details.path === "messages[0].content",
  );
});

test("compact again after the messages have been through JSON: one summary, its files and its text carried on", async () => {
  const settings = { compaction: { keepRecentTokens: 500 } };
  const prompts = [];
  const summarizer = (request) => {
    prompts.push(request.prompt);
    return `## Summary ${prompts.length}\nalpha beta gamma delta epsilon zeta eta theta iota`;
  };
  const call = { id: "c", type: "function", function: { name: "read", arguments: '{"path":"first.ts"}' } };
  const start = [
    { role: "user", content: words(150) },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c", content: "x" },
  ];
  for (const summaryRole of ["user", "system"]) {
    prompts.length = 0;
    const options = { format, settings: { compaction: { ...settings.compaction, summaryRole } }, summarizer };
    let messages = [{ role: "system", content: "s" }, ...start, ...chat(30)];
    for (let round = 1; round <= 4; round++) {
      const result = await compact(messages, options);
      assert.equal(result.status, "compacted");
      assert.equal(result.messages.filter((message) => /Summary \d/.test(message.content)).length, 1);
      assert.match(result.messages[1].content, new RegExp(`Summary ${round}[^]*first\\.ts`));
      messages = [...JSON.parse(JSON.stringify(result.messages)), ...chat(20)];
    }
  }
});

test("bad messages are named by their place in the array", async () => {
  await assert.rejects(compact([{ role: "user", content: "x" }, { role: "user" }], { format }), (error) => {
    assert.equal(error.details.path, "messages[1].content");
    return error.code === "invalid-message";
  });
  await assert.rejects(compact("x", { format }), { code: "invalid-message" });
});
