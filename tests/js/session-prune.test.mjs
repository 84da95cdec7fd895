// Prune entries: how the context shows what they have changed, and that a session opened anew shows it alike.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";

const SETTINGS = { retry: { maxRetries: 0 }, compaction: { keepRecentTokens: 300, maxWithoutUser: 20 } };
const SUMMARY = `## Current Work\nGoing on with the lines. ${Array.from({ length: 20 }, (_, at) => `Point ${at} was settled.`).join(" ")}`;
const open = (store, format = "openai-chat") =>
  openSession({ id: "s", format, store, model: { contextWindow: 100_000 }, settings: SETTINGS, summarizer: () => SUMMARY });

const user = (content) => ({ role: "user", content });
const ask = (id) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "bash", arguments: "{}" } }],
});
const answer = (id, length) => ({ role: "tool", tool_call_id: id, content: "line ".repeat(length) });

let count = 0;
/** Writes a prune as another writer would: `edits` are of entries or of ids. */
async function prune(store, session, edits) {
  const id = `p${count++}`;
  const named = edits.map(({ entry, ...edit }) => ({ entryId: entry?.id ?? entry, ...edit }));
  const entry = { type: "prune", id, parentId: session.leafId, timestamp: "2026-01-01T00:00:00.000Z", reason: "test", edits: named };
  assert.ok((await store.append("s", session.head, [entry])).ok);
  await session.refresh();
}

const seen = (session) => {
  const { messages, tokens, entries } = session.context();
  return JSON.stringify({ messages, tokens, ids: entries.map(({ id }) => id), check: session.check(), leaf: session.leafId });
};

/** A session that is opened by the end of its log, one that reads all of it, and this one are the same. */
async function opensAlike(store, session, format) {
  const quick = await open(store, format);
  assert.equal(seen(quick), seen(session), "opened by its end");
  const { messages } = quick.context();
  await quick.load();
  assert.equal(seen(quick), seen(session), "all of it");
  // What was loaded later does not make other objects of what is shown.
  quick.context().messages.forEach((message, at) => {
    if (message.role !== "user" || !String(message.content).startsWith("<")) assert.equal(message, messages[at]);
  });
}

test("a prune shows a text in the place of an output; all other messages stay the objects that they are", async () => {
  const store = memory();
  const session = await open(store);
  const messages = [user("go"), ask("a"), answer("a", 1_000), ask("b"), answer("b", 1_000), { role: "assistant", content: "done" }];
  const frozen = structuredClone(messages);
  const entries = await session.append(messages);
  const before = session.check().tokens;
  await prune(store, session, [{ entry: entries[2], part: 0, text: "[Output shortened]" }]);
  const shown = session.context().messages;
  assert.deepEqual(shown[2], { role: "tool", tool_call_id: "a", content: "[Output shortened]" });
  for (const at of [0, 1, 3, 4, 5]) assert.equal(shown[at], messages[at]);
  assert.deepEqual(messages, frozen);
  assert.equal(session.original(entries[2].id), messages[2]);
  assert.equal(session.check().tokens, before - 1_250 + 5);
  // The same object each time, until it is changed again.
  await session.append(user("more"));
  await prune(store, session, [{ entry: entries[4], part: 0, text: "[b]" }]);
  const later = session.context().messages;
  assert.equal(later[2], shown[2]);
  assert.equal(later[4].content, "[b]");
  await prune(store, session, [{ entry: entries[2], part: 0, text: "[a]" }]);
  const last = session.context().messages;
  assert.equal(last[2].content, "[a]");
  assert.equal(last[4], later[4]);
  await opensAlike(store, session);
});

test("a dropped reply is not sent, and can still be read", async () => {
  const store = memory();
  const session = await open(store);
  const [, failed] = await session.append([user("go"), { role: "assistant", content: "Some of it" }]);
  await prune(store, session, [{ entry: failed, drop: true }]);
  assert.deepEqual(session.context().messages, [user("go")]);
  assert.equal(session.original(failed.id).content, "Some of it");
  await opensAlike(store, session);
});

test("media become a text, in messages and in text of the host's own", async () => {
  const store = memory();
  const session = await open(store, "pi");
  const image = { type: "image", mimeType: "image/png", data: "aGk=" };
  const [message] = await session.append({ role: "user", content: [{ type: "text", text: "See" }, image], timestamp: 1 });
  const custom = await session.appendCustom("note", [image, { type: "text", text: "Look" }]);
  await prune(store, session, [
    { entry: message, part: 1, text: "[An image]" },
    { entry: custom, part: 0, text: "[Another one]" },
  ]);
  const contents = session.context().messages.map(({ content }) => content.map(({ text }) => text));
  assert.deepEqual(contents, [
    ["See", "[An image]"],
    ["[Another one]", "Look"],
  ]);
  await opensAlike(store, session, "pi");
});

test("signed reasoning behind a pruned output goes", async () => {
  const store = memory();
  const session = await open(store, "anthropic");
  const thinking = { type: "thinking", thinking: "Hm.", signature: "c2ln" };
  const use = { type: "tool_use", id: "a", name: "bash", input: {} };
  const messages = [
    user("go"),
    { role: "assistant", content: [thinking, use] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "line ".repeat(1_000) }] },
    { role: "assistant", content: [thinking, { type: "text", text: "done" }] },
    user("thanks"),
  ];
  const entries = await session.append(messages);
  await prune(store, session, [{ entry: entries[2], part: 0, text: "[Output]" }]);
  const shown = session.context().messages;
  assert.equal(shown[1], messages[1]);
  assert.deepEqual(shown[2].content, [{ type: "tool_result", tool_use_id: "a", content: "[Output]" }]);
  assert.deepEqual(shown[3].content, [{ type: "text", text: "done" }]);
  assert.equal(session.context().messages[3], shown[3]);
  await opensAlike(store, session, "anthropic");
});

test("the other writer's prune is taken over, and a prune of what is no longer seen changes nothing", async () => {
  const store = memory();
  const [left, right] = [await open(store), await open(store)];
  const entries = await left.append([
    user("go"),
    ask("a"),
    answer("a", 2_000),
    { role: "assistant", content: "done" },
    user("on ".repeat(2_000)),
  ]);
  await right.refresh();
  await prune(store, left, [{ entry: entries[2], part: 0, text: "[Output]" }]);
  // This one has not seen it yet: its message comes behind it.
  await right.append({ role: "assistant", content: "yes" });
  await left.refresh();
  assert.equal(seen(right), seen(left));
  assert.equal(right.context().messages[2].content, "[Output]");
  await left.append([user("next"), { role: "assistant", content: "word ".repeat(400) }, user("last")]);
  assert.equal((await left.compact()).status, "compacted");
  const shown = seen(left);
  await prune(store, left, [
    { entry: entries[2], part: 0, text: "[Elsewhere]" },
    { entry: "nobody", drop: true },
  ]);
  await right.refresh();
  assert.deepEqual(left.context().messages, JSON.parse(shown).messages);
  assert.equal(seen(right), seen(left));
  await opensAlike(store, left);
});

test("after compactions with pins and prunes a session opened by its end is the same", async () => {
  const store = memory();
  const session = await open(store);
  await session.append({ role: "system", content: [{ type: "text", text: "You are careful." }] });
  const picture = { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } };
  const [pinned] = await session.append({ role: "user", content: [{ type: "text", text: "Remember this." }, picture] }, { pinned: true });
  let number = 0;
  for (let round = 0; round < 4; round++) {
    const outputs = [];
    for (let at = 0; at < 45; at++) {
      const id = `c${number++}`;
      const [, , output] = await session.append([user(`Request ${id}`), ask(id), answer(id, 60)], { pinned: at === 7 });
      await session.append({ role: "assistant", content: `Did ${id}.` });
      outputs.push(output);
      if (at % 9 === 8) await prune(store, session, [{ entry: outputs.at(-2), part: 0, text: `[Output of ${at}, round ${round}]` }]);
      if (at === 10) await prune(store, session, [{ entry: outputs[7], part: 0, text: `[Pinned output, round ${round}]` }]);
      if (at === 12 && round < 2) await prune(store, session, [{ entry: pinned, part: 1, text: `[Picture, round ${round}]` }]);
    }
    await opensAlike(store, session);
    assert.equal((await session.compact()).status, "compacted");
    assert.equal((await open(store)).isLoaded, round === 0);
    await opensAlike(store, session);
    await prune(store, session, [{ entry: outputs.at(-1), part: 0, text: `[The newest output, round ${round}]` }]);
    await opensAlike(store, session);
  }
  const said = JSON.stringify(session.context().messages);
  for (const text of ["[Picture, round 1]", "[Pinned output, round 0]", "[Pinned output, round 2]"]) assert.ok(said.includes(text), text);
  assert.ok(!said.includes("aGk="));
});

test("what every request holds beside the messages is known after compactions, prunes and an opening", async () => {
  const store = memory();
  const session = await open(store);
  const overhead = 30_000;
  let estimate = 0;
  let output;
  for (let at = 0; at < 12; at++) {
    const batch = [user(`Request ${at}`), ask(`c${at}`), answer(`c${at}`, 800)];
    [, , output] = await session.append(batch);
    estimate += 1_000 + 5;
    const usage = { prompt_tokens: overhead + estimate, completion_tokens: 3, total_tokens: overhead + estimate + 3 };
    await session.append({ role: "assistant", content: `Did ${at}.` }, { usage });
    estimate += 2;
  }
  const measured = session.check().tokens;
  await prune(store, session, [{ entry: output, part: 0, text: "[Output]" }]);
  assert.equal(session.check().source, "estimate");
  assert.ok(Math.abs(session.check().tokens - (measured - 998)) < 50, `${measured} ${session.check().tokens}`);
  const outcome = await session.compact();
  assert.equal(outcome.status, "compacted");
  const { usageRatio, overheadTokens } = outcome.entry.details;
  assert.ok(Math.abs(overheadTokens - overhead) < 100 && Math.abs(usageRatio - 1) < 0.05, JSON.stringify({ usageRatio, overheadTokens }));
  assert.equal(session.check().tokens, outcome.tokensAfter);
  assert.ok(outcome.tokensAfter > overhead);
  await opensAlike(store, session);
});
