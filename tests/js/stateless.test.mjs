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

/** A summary with what one cannot lack. */
const summaryOf = (number) =>
  `## Primary Request and Intent\nSummary ${number}: requests of word0 word1 word2 word3 word4 word5.\n\n## Current Work\nalpha beta gamma delta epsilon zeta eta theta iota`;

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
    return summaryOf(prompts.length);
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

const system = (content) => ({ role: "system", content });
const user = (content) => ({ role: "user", content });
const calls = (...ids) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "search", arguments: "{}" } })),
});
const result = (id, content) => ({ role: "tool", tool_call_id: id, content });

test("emergencyPrune: reports of others", () => {
  const prune = (messages, maxTokens) => emergencyPrune(messages, { format, maxTokens });
  // microsoft/semantic-kernel#12708: the list began with a result.
  const trimmed = [system("sys"), user("A"), calls("c1"), result("c1", "R"), user("B"), { role: "assistant", content: "done" }];
  assert.deepEqual(prune(trimmed, 4), [trimmed[0], trimmed[4], trimmed[5]]);
  // microsoft/autogen#6789: messages went from the middle, and the oldest stayed.
  const old = [user("old ".repeat(50)), calls("c1"), result("c1", "r ".repeat(50)), user("new"), { role: "assistant", content: "ans" }];
  assert.deepEqual(prune(old, 20), old.slice(3));
  // letta-ai/letta#2512: a heartbeat was taken for the user's question.
  const beat = { role: "user", content: '{"type":"heartbeat"}', synthetic: true };
  const asked = [user("What is the refund policy?"), calls("c1"), result("c1", "..."), beat];
  assert.equal(prune(asked, 1), asked);
  assert.deepEqual(prune([user("old ".repeat(99)), ...asked], 40), asked);
  // mastra-ai/mastra#24110, goose#8642: the newest call and its huge result were dropped, so the agent called again, forever.
  const run = [user("sum the table"), calls("c1"), result("c1", "row,".repeat(5_000))];
  const cut = prune(run, 1_000);
  assert.deepEqual(cut.slice(0, 2), run.slice(0, 2));
  assert.match(cut[2].content, /^(row,)+\n\[… 4,\d\d\d tokens left out …\]\n[row,]+row,$/);
  assert.ok(estimateTokens(cut, { format }) <= 1_000);
  // RooCodeInc/Roo-Code#6069: one result larger than the window.
  const file = [user("fix the parser"), calls("c1"), result("c1", "line\n".repeat(300_000))];
  const read = prune(file, 200_000);
  assert.equal(read[0], file[0]);
  assert.match(read[2].content, /^(line\n)+\[… 175,\d\d\d tokens left out …\]\n(line\n)+$/);
  // maki PR#641: the cut parted calls from their results.
  const parallel = [user("a"), calls("x", "y"), result("y", "1"), result("x", "2"), user("b"), calls("z"), result("z", "3")];
  for (let tokens = 0; tokens < 12; tokens++) assert.deepEqual(validate(prune(parallel, tokens), { format }), []);
});

test("emergencyPrune: what fits comes back as it is, and nothing given is changed", () => {
  const messages = [system("s"), ...chat(3), user("go"), calls("c"), result("c", words(3_000))];
  const copy = structuredClone(messages);
  const tokens = estimateTokens(messages, { format });
  assert.equal(emergencyPrune(messages, { format, maxTokens: tokens }), messages);
  assert.equal(emergencyPrune(messages, { format, maxTokens: Number.POSITIVE_INFINITY }), messages);
  const less = emergencyPrune(messages, { format, maxTokens: tokens - 1 });
  assert.deepEqual(messages, copy);
  assert.deepEqual(less.slice(0, -1), messages.slice(0, -1));
  for (const [at, message] of less.slice(0, -1).entries()) assert.equal(message, messages[at]);
  assert.equal(less.at(-1).tool_call_id, "c");
  assert.equal(emergencyPrune(less, { format, maxTokens: tokens - 1 }), less);
  // What is sent beside the messages counts.
  assert.notEqual(emergencyPrune(messages, { format, maxTokens: tokens, overhead: 1 }), messages);
});

test("emergencyPrune: what cannot fit is thrown with its numbers where that is wanted", () => {
  const messages = [system(words(100)), ...chat(5), user(words(500)), calls("c"), result("c", words(50))];
  const least = emergencyPrune(messages, { format, maxTokens: 300, overhead: 50 });
  assert.deepEqual(least.slice(0, -1), [messages[0], ...messages.slice(-3, -1)]);
  assert.throws(
    () => emergencyPrune(messages, { format, maxTokens: 300, overhead: 50, strict: true }),
    (error) => {
      assert.equal(error.code, "cannot-fit");
      const { tokens, maxTokens, overBy, overhead, instructions, summary, pinned, newestTurn, request, rest } = error.details;
      assert.deepEqual([maxTokens, overhead, summary, pinned, rest], [300, 50, 0, 0, 0]);
      assert.equal(tokens, 50 + estimateTokens(least, { format }));
      assert.equal(overBy, tokens - 300);
      assert.equal(instructions, estimateTokens([messages[0]], { format }));
      assert.equal(request, estimateTokens([messages[11]], { format }));
      assert.equal(tokens, overhead + instructions + newestTurn);
      for (const number of [tokens, overBy, 300, newestTurn, request]) assert.match(error.message, new RegExp(`\\b${number}\\b`));
      return true;
    },
  );
  // The same call does not throw once it fits.
  assert.ok(emergencyPrune(messages, { format, maxTokens: 5_000, strict: true }));
  for (const options of [
    {},
    { maxTokens: Number.NaN },
    { maxTokens: "9" },
    { maxTokens: 9, overhead: "1" },
    { maxTokens: 9, overhead: Number.NaN },
  ])
    assert.throws(() => emergencyPrune(messages, { format, ...options }), { code: "invalid-option" });
});

test("emergencyPrune: a summary that compact wrote stays, and so do pictures as long as they can", async () => {
  const picture = { type: "image_url", image_url: { url: "https://example.com/a.png" } };
  const settings = { compaction: { keepRecentTokens: 200, requestTokens: 0 } };
  const { messages } = await compact([system("s"), ...chat(20)], { format, settings, summarizer: () => summaryOf(1) });
  const later = [...messages, ...chat(20), user([{ type: "text", text: "See" }, picture, picture])];
  const kept = emergencyPrune(later, { format, maxTokens: 3_000 });
  assert.equal(kept[1], messages[1], "the summary");
  assert.match(kept[1].content, /alpha beta/);
  assert.equal(kept.at(-1), later.at(-1));
  const least = emergencyPrune(later, { format, maxTokens: 1_400 });
  assert.deepEqual(least.at(-1).content, [{ type: "text", text: "See" }, { type: "text", text: "[image left out]" }, picture]);
  assert.equal(least.length, 3);
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
    return summaryOf(prompts.length);
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

test("needsCompaction goes by the provider's count where there is one", () => {
  const reply = {
    role: "assistant",
    content: [{ type: "text", text: "x" }],
    stopReason: "stop",
    usage: { input: 190_000, output: 10, totalTokens: 190_010 },
  };
  assert.equal(needsCompaction([{ role: "user", content: "hi" }, reply], { format: "pi", contextWindow: 200_000 }), true);
});
