// The session through the public face: what it takes and gives back, and how each end of a compaction leaves it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EpitomeError, openSession } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";

const GOOD = "## Current Work\nReading src/part29.ts as the newest request asks.";
const words = (count, seed = "word") => Array.from({ length: count }, (_, at) => `${seed}${at % 13}`).join(" ");

function history(turns) {
  const messages = [{ role: "system", content: "You are careful." }];
  for (let turn = 0; turn < turns; turn++) {
    // The user's messages are the large ones, so that cuts fall on them and part no turn.
    messages.push({ role: "user", content: `Request ${turn}: look at src/part${turn}.ts. ${words(200)}` });
    const call = { id: `call_${turn}`, type: "function", function: { name: "read", arguments: `{"path":"src/part${turn}.ts"}` } };
    messages.push({ role: "assistant", content: null, tool_calls: [call] });
    messages.push({ role: "tool", tool_call_id: `call_${turn}`, content: "export {}" });
    messages.push({ role: "assistant", content: `Part ${turn} is fine.` });
  }
  return messages;
}

async function open(summarizer, extra = {}) {
  const { settings, ...rest } = extra;
  return openSession({
    id: "test",
    format: "openai-chat",
    model: { contextWindow: 16_000 },
    summarizer,
    settings: { retry: { maxRetries: 0 }, compaction: { keepRecentTokens: 2_000, ...settings } },
    ...rest,
  });
}

test("context gives back the host's own objects, in order", async () => {
  const session = await open(() => GOOD);
  const messages = history(3);
  await session.append(messages);
  const context = session.context();
  assert.equal(context.messages.length, messages.length);
  for (const [at, message] of context.messages.entries()) assert.equal(message, messages[at]);
  assert.deepEqual(
    context.entries.map((entry) => entry.message),
    messages,
  );
  context.messages.pop();
  assert.equal(session.context().messages.length, messages.length, "the array is the caller's own");
});

test("after a compaction what was kept is still the same objects, and the summary is one object", async () => {
  const session = await open(() => GOOD);
  const messages = history(30);
  await session.append(messages);
  const outcome = await session.compact();
  assert.equal(outcome.status, "compacted");
  assert.ok(outcome.tokensAfter < outcome.tokensBefore);
  assert.equal(outcome.compactionNumber, 1);
  const { messages: seen } = session.context();
  assert.equal(seen[0], messages[0]);
  assert.match(seen[1].content, /Reading src\/part29\.ts/);
  assert.equal(seen[1], session.context().messages[1]);
  assert.equal(seen.at(-1), messages.at(-1));
  for (const message of seen.slice(2)) assert.ok(messages.includes(message));
  assert.equal(session.original(outcome.entry.parentId), messages.at(-1));
});

test("a session opens again on its store as it was", async () => {
  const store = memory();
  const first = await open(() => GOOD, { store });
  await first.append(history(30));
  await first.compact();
  await first.append({ role: "user", content: "and now?" });
  const second = await open(() => GOOD, { store });
  assert.deepEqual(second.context().messages, first.context().messages);
  assert.deepEqual(second.check(), first.check());
  assert.equal(second.leafId, first.leafId);
  assert.equal(second.head, first.head);
});

test("two sessions on one store: every message once, in one order", async () => {
  const store = memory();
  const [left, right] = [await open(() => GOOD, { store }), await open(() => GOOD, { store })];
  await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? left : right).append({ role: "user", content: `message ${at}` })));
  const { entries } = store.read("test", 0);
  assert.equal(entries.length, 40);
  assert.equal(new Set(entries.map((entry) => entry.message.content)).size, 40);
  for (const [at, entry] of entries.slice(1).entries()) assert.equal(entry.parentId, entries[at].id);
});

test("a compaction that another writer overtook is given up for the other one", async () => {
  const store = memory();
  let release;
  const gate = new Promise((resolve) => (release = resolve));
  const slow = await open(() => gate.then(() => GOOD), { store });
  await slow.append(history(30));
  const fast = await open(() => "## Current Work\nThe faster summary, of the same work on the same files.", { store });
  const run = slow.compact();
  assert.equal((await fast.compact()).status, "compacted");
  release();
  const outcome = await run;
  assert.deepEqual(
    [outcome.status, outcome.reason, outcome.entry.summary.slice(0, 15)],
    ["nothing", "compacted-elsewhere", "## Current Work"],
  );
  assert.match(slow.context().messages[1].content, /The faster summary/);
  assert.equal(store.read("test", 0).entries.filter((entry) => entry.type === "compaction").length, 1);
});

const broken = {
  blank: [() => "", "blank-summary"],
  "a zero-width space": [() => "\u200b\n", "blank-summary"],
  "cut off": [() => ({ text: GOOD, stopReason: "length" }), "cut-off-summary"],
  "a number": [() => 7, "summarizer-invalid-reply"],
  nothing: [() => undefined, "summarizer-invalid-reply"],
  "an error": [() => Promise.reject(new TypeError("no")), "summarizer-failed"],
  "a late throw": [
    async function* () {
      yield "## Cur";
      throw new TypeError("no");
    },
    "summarizer-failed",
  ],
  silence: [() => new Promise(() => {}), "summarizer-timeout"],
  "an endless stream": [
    async function* () {
      for (;;) yield "word ";
    },
    "cut-off-summary",
  ],
};

test("an inflated summary is cut to the room there is, which the outcome says, and never grows the context", async () => {
  const session = await open(() => `${GOOD}\n\n## Files\n${"- src/part1.ts was read once more\n".repeat(1_500)}`);
  await session.append(history(30));
  const { status, flaws, tokensBefore, tokensAfter } = await session.compact();
  assert.equal(status, "compacted");
  assert.ok(flaws.includes("too-long"), flaws);
  assert.ok(tokensAfter < tokensBefore * 0.95, `${tokensBefore} to ${tokensAfter}`);
  assert.match(session.context().messages[1].content, /## Files/);
});

for (const [name, [summarizer, reason]] of Object.entries(broken)) {
  test(`a summarizer that gives ${name}: refused, and nothing changed`, async () => {
    const session = await open(summarizer, { settings: { timeoutMs: name === "silence" ? 200 : 60_000 } });
    await session.append(history(30));
    const [head, context] = [session.head, session.context()];
    const outcome = await session.compact();
    assert.deepEqual([outcome.status, outcome.reason], ["refused", reason]);
    assert.equal(outcome.tokensAfter, outcome.tokensBefore);
    assert.ok(EpitomeError.isInstance(outcome.error));
    assert.equal(outcome.failures.at(-1).reason, reason);
    assert.equal(session.head, head);
    assert.deepEqual(session.context(), context);
  });
}

test("the host's own error is the cause, by identity", async () => {
  const mine = new TypeError("mine");
  const session = await open(() => Promise.reject(mine));
  await session.append(history(30));
  assert.equal((await session.compact()).error.cause, mine);
});

test("maintain falls back on the model-free summary and says so", async () => {
  const session = await open(() => Promise.reject(new Error("unreachable")));
  await session.append(history(80));
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.degraded], ["compacted", true]);
  assert.equal(outcome.failures.length, 1);
  assert.match(outcome.entry.summary, /Request 7\d/);
});

test("maintain does nothing below the threshold, and gives up after three compactions without a user", async () => {
  const session = await open(() => GOOD, { settings: { thresholdTokens: 6_000 } });
  await session.append(history(2));
  assert.deepEqual([(await session.maintain()).status, session.check().reason], ["nothing", "below-threshold"]);
  await session.append(history(80));
  const outcomes = [];
  for (let round = 0; round < 5; round++) {
    outcomes.push((await session.maintain()).status);
    await session.append({ role: "assistant", content: words(2_800) });
  }
  assert.deepEqual(outcomes, ["compacted", "compacted", "compacted", "exhausted", "exhausted"]);
  await session.append({ role: "user", content: "go on" });
  assert.equal((await session.maintain()).status, "compacted");
});

test("maintain asks no model after three refusals until the user speaks", async () => {
  let calls = 0;
  const blank = () => {
    calls++;
    return "";
  };
  const session = await open(blank, { settings: { fallback: "none" } });
  await session.append(history(80));
  for (let round = 0; round < 5; round++) await session.maintain();
  assert.equal(calls, 3);
  await session.append({ role: "user", content: "again" });
  await session.maintain();
  assert.equal(calls, 4);
});

test("abort: before the answer nothing changes, after the commit nothing is undone", async () => {
  const session = await open(() => new Promise(() => {}));
  await session.append(history(30));
  const head = session.head;
  const run = session.compact();
  session.abortCompaction();
  assert.equal((await run).status, "cancelled");
  const controller = new AbortController();
  const other = session.compact({ signal: controller.signal });
  controller.abort(new Error("enough"));
  assert.equal((await other).status, "cancelled");
  assert.equal((await session.compact({ signal: AbortSignal.abort() })).status, "cancelled");
  assert.equal(session.head, head);

  const quick = await open(() => GOOD);
  await quick.append(history(30));
  assert.equal((await quick.compact()).status, "compacted");
  quick.abortCompaction();
  assert.equal(quick.check().compactions, 1);
});

test("while a summary is written the session goes on, and a second compaction does not start", async () => {
  let release;
  const gate = new Promise((resolve) => (release = resolve));
  const session = await open(() => gate.then(() => GOOD));
  await session.append(history(30));
  const run = session.compact();
  const late = { role: "user", content: "meanwhile" };
  await session.append(late);
  assert.equal((await session.compact()).reason, "already-compacting");
  assert.equal(session.context().messages.at(-1), late);
  release();
  assert.equal((await run).status, "compacted");
  assert.equal(session.context().messages.filter((message) => message === late).length, 1);
});

test("events tell a compaction from start to end; a listener that throws changes nothing", async (t) => {
  t.mock.method(console, "error", () => {});
  const session = await open(async function* () {
    yield GOOD.slice(0, 10);
    yield GOOD.slice(10);
  });
  const seen = [];
  session.on(() => {
    throw new Error("listener");
  });
  const off = session.on((event) => seen.push(event.type));
  await session.append(history(30));
  await session.compact();
  const asking = ["summary_request", "summary_progress", "summary_progress", "summary_end"];
  const times = seen.filter((type) => type === "summary_request").length;
  const expected = ["append", "compaction_start", ...Array(times).fill(asking).flat(), "append", "compaction_end"];
  assert.ok(times > 0);
  assert.deepEqual(seen, expected);
  off();
  await session.append({ role: "user", content: "x" });
  assert.equal(seen.length, expected.length);
});

test("bad messages are refused with their place, and nothing is appended", async () => {
  const session = await open(() => GOOD);
  const circle = { role: "user", content: [] };
  circle.content.push(circle);
  for (const [given, path] of [
    [{ role: "wizard", content: "x" }, "message.role"],
    [
      [
        { role: "user", content: "a" },
        { role: "tool", tool_call_id: 5, content: "b" },
      ],
      "messages[1].tool_call_id",
    ],
    [[{ role: "user", content: [{ type: "text" }] }], "messages[0].content[0].text"],
    ["hello", "message"],
    [null, "message"],
    [{ role: "assistant", tool_calls: [{ id: "a" }] }, "message.tool_calls[0].function"],
    [circle, undefined],
  ]) {
    await assert.rejects(session.append(given), (error) => {
      assert.ok(EpitomeError.isInstance(error), String(error));
      if (path !== undefined) assert.equal(error.details.path, path, error.message);
      return error.code === "invalid-message";
    });
    assert.equal(session.head, 0);
  }
});

test("a store that refuses leaves the session as it was", async () => {
  const store = { read: () => ({ entries: [], head: 0 }), append: () => Promise.reject(new Error("disk full")) };
  const session = await open(() => GOOD, { store });
  await assert.rejects(session.append({ role: "user", content: "x" }), /disk full/);
  assert.deepEqual([session.head, session.context().messages.length], [0, 0]);
});

test("windows that are no windows are data", async () => {
  for (const contextWindow of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, undefined, null]) {
    const session = await open(() => GOOD, { model: { contextWindow } });
    await session.append(history(30));
    assert.deepEqual([session.check().contextWindow, session.check().reason], [null, "unknown-window"]);
    assert.equal((await session.maintain()).status, "nothing");
  }
});

test("an empty session answers everything", async () => {
  const session = await open(() => GOOD);
  assert.deepEqual(session.context(), { messages: [], tokens: 0, entries: [] });
  assert.deepEqual([(await session.compact()).reason, (await session.maintain()).status], ["nothing-to-compact", "nothing"]);
  assert.deepEqual(await session.append([]), []);
  assert.equal(session.leafId, null);
});

test("pending messages and usage count", async () => {
  const session = await open(() => GOOD);
  await session.append([{ role: "user", content: "x".repeat(400) }]);
  await session.append(
    { role: "assistant", content: "ok" },
    { usage: { prompt_tokens: 4_000, completion_tokens: 100, total_tokens: 4_100 } },
  );
  assert.deepEqual([session.check().tokens, session.check().source], [4_100, "anchor"]);
  const pending = [{ role: "user", content: "y".repeat(400) }];
  assert.equal(session.check({ pending }).tokens, 4_200);
  const context = session.context({ pending });
  assert.equal(context.messages.at(-1), pending[0]);
  assert.equal(session.context().messages.length, 2);
});

test("the message count is a trigger of its own", async () => {
  const session = await open(() => GOOD, { model: {}, settings: { maxMessages: 80 } });
  await session.append(history(20));
  assert.equal(session.check().reason, "over-message-count");
  assert.equal((await session.maintain()).status, "compacted");
});

test("pinned messages stay in every context", async () => {
  const session = await open(() => GOOD);
  const rule = { role: "user", content: "Always answer in Portuguese." };
  await session.append(rule, { pinned: true });
  await session.append(history(30));
  await session.compact();
  assert.ok(session.context().messages.includes(rule));
  await session.append(history(30).slice(1));
  await session.compact();
  assert.ok(session.context().messages.includes(rule));
});

test("custom messages are seen as the user's, images included", async () => {
  const session = await open(() => GOOD);
  const block = { type: "image", data: "AA==", mimeType: "image/png" };
  await session.appendCustom("note", [{ type: "text", text: "look" }, block]);
  assert.deepEqual(session.context().messages, [
    {
      role: "user",
      content: [
        { type: "text", text: "look" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
      ],
    },
  ]);
});

test("a closed session says so; closing twice is harmless", async () => {
  const session = await open(() => GOOD);
  session.close();
  session.close();
  await assert.rejects(session.append({ role: "user", content: "x" }), { code: "session-closed" });
  assert.throws(() => session.check(), { code: "session-closed" });
});

test("options that cannot be are refused by name", async () => {
  await assert.rejects(openSession({}), { code: "invalid-option" });
  await assert.rejects(openSession({ id: "x", format: "cobol" }), { code: "unknown-format" });
  await assert.rejects(openSession({ id: "x", summarizer: [7] }), { code: "invalid-option" });
  await assert.rejects(openSession({ id: "x", summarizers: [] }), { code: "invalid-option" });
  await assert.rejects(openSession({ id: "x", format: 7 }), { code: "invalid-option" });
  await assert.rejects(openSession({ id: "x", store: {} }), { code: "invalid-option" });
  await assert.rejects(openSession({ id: "x", model: "gpt" }), { code: "invalid-option" });
  await assert.rejects(openSession({ id: "x", settings: { compaction: { keepRecent: 1 } } }), (error) => {
    assert.equal(error.details.path, "settings.compaction.keepRecent");
    return error.code === "invalid-settings";
  });
});

test("aborting or closing from a listener ends the run and leaves no rejection behind", async () => {
  const strays = [];
  const note = (error) => strays.push(error);
  process.on("unhandledRejection", note);
  for (const type of ["compaction_start", "summary_request"]) {
    for (const stop of [(session) => session.abortCompaction(), (session) => session.close()]) {
      const session = await open(() => GOOD);
      await session.append(history(30));
      session.on((event) => event.type === type && stop(session));
      assert.equal((await session.compact()).status, "cancelled");
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", note);
  assert.deepEqual(strays, []);
});

test("after a compaction check goes on by what the provider counts", async () => {
  const session = await open(() => GOOD);
  await session.append(history(30));
  await session.append({ role: "assistant", content: "ok" }, { usage: { total_tokens: 14_000 } });
  const outcome = await session.compact();
  assert.equal(outcome.tokensBefore, 14_000);
  assert.equal(session.check().tokens, outcome.tokensAfter);
  assert.equal(session.context().tokens, outcome.tokensAfter);
});

test("refresh takes over what another writer appended", async () => {
  const store = memory();
  const [left, right] = [await open(() => GOOD, { store }), await open(() => GOOD, { store })];
  await left.append({ role: "user", content: "x" });
  assert.equal(right.head, 0);
  await right.refresh();
  assert.deepEqual(right.context().messages, left.context().messages);
});

test("another writer's compaction that an append has brought in counts as well", async () => {
  const store = memory();
  let release;
  const gate = new Promise((resolve) => (release = resolve));
  const slow = await open(() => gate.then(() => GOOD), { store });
  await slow.append(history(30));
  const fast = await open(() => "## Current Work\nThe faster summary, of the same work on the same files.", { store });
  const run = slow.compact();
  await fast.compact();
  await slow.append({ role: "user", content: "meanwhile" });
  release();
  assert.deepEqual([(await run).reason, slow.check().compactions], ["compacted-elsewhere", 1]);
  assert.equal(store.read("test", 0).entries.filter((entry) => entry.type === "compaction").length, 1);
});
