// The cap at the door: an output that would take a large share of the window is stored whole, and shown short from the start.
import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens, openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";

const user = (content) => ({ role: "user", content });
const calls = (...ids) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "mcp__db__dump", arguments: "{}" } })),
});
const output = (id, content) => ({ role: "tool", tool_call_id: id, content });
const rows = (count) => Array.from({ length: count }, (_, at) => `row ${at}: some words that say little\n`).join("");
const LOG = `FIRST\n${rows(1_500)}Error: the disk is full\n${rows(1_500)}LAST`;

const open = ({ window = 64_000, ...options } = {}) =>
  openSession({ id: "s", format: "openai-chat", model: { contextWindow: window }, ...options });

/** A store that notes its writes. */
function watched(store = memory()) {
  const writes = [];
  const append = (id, head, entries, o) => {
    writes.push(entries.map(({ type }) => type));
    return store.append(id, head, entries, o);
  };
  return { ...store, writes, append, read: (...given) => store.read(...given) };
}

test("it is stored whole and shown short, in one write, with what its middle says", async () => {
  const store = watched();
  const session = await open({ store });
  const events = [];
  session.on(({ type, ...event }) => type === "prune" && events.push(event));
  await session.append([user("dump it"), calls("a")]);
  const before = session.context().messages;
  const huge = output("a", LOG);
  const appended = await session.append(huge);
  assert.deepEqual(store.writes, [
    ["message", "message"],
    ["message", "prune"],
  ]);
  assert.deepEqual([appended.length, appended[0].message], [1, huge]);
  assert.equal(session.original(appended[0].id), huge);
  const { messages, tokens } = session.context();
  assert.deepEqual(validate(messages, { format: "openai-chat" }), []);
  for (const [at, message] of before.entries()) assert.equal(messages[at], message);
  const { content, ...rest } = messages[2];
  assert.deepEqual(rest, { role: "tool", tool_call_id: "a" });
  const [, reference] =
    /^FIRST\nrow 0.*\n\[… 2\d,\d\d\d tokens left out; full output: artifact:\/\/(\S+); error=Error: the disk is full …\]\n.*LAST$/s.exec(
      content,
    );
  assert.equal(await session.artifact(reference), LOG);
  assert.ok(tokens <= 4_020 && tokens > 3_900, `a quarter of the cap, ${tokens}`);
  assert.equal(session.check().tokens, estimateTokens(messages, { format: "openai-chat" }));
  const [{ reason, entry, pruned }] = events;
  assert.deepEqual([events.length, reason, entry.edits.length], [1, "oversized", 1]);
  const { entryId, part, why, tokens: whole, tokensSaved } = entry.edits[0];
  assert.deepEqual([entryId, part, why, tokensSaved], [appended[0].id, 0, "oversized", whole - 4_000]);
  assert.ok(entry.tokensBefore > 24_000);
  const byReason = { oversized: { edits: 1, tokensSaved } };
  assert.deepEqual(pruned, { entryIds: [entryId], edits: 1, tokensSaved, artifacts: 1, byReason });
  const again = await open({ store });
  assert.deepEqual(again.context().messages, messages);
  assert.equal(await again.artifact(reference), LOG);
  // What comes behind it only follows.
  await session.append({ role: "assistant", content: "Full." }, { usage: { prompt_tokens: 4_100, completion_tokens: 3 } });
  assert.equal(session.context().messages[2], messages[2]);
  assert.deepEqual([session.check().source, session.check().tokens], ["anchor", 4_103]);
});

test("a copy is kept where the host keeps artifacts; where that fails it is said, and the log has it", async () => {
  const kept = new Map();
  const host = { put: (id, data) => void kept.set(id, data), get: (id) => kept.get(id) ?? null };
  for (const isDown of [false, true]) {
    kept.clear();
    const put = isDown ? () => Promise.reject(new Error("the bucket is gone")) : host.put;
    const session = await open({ artifacts: { ...host, put } });
    const warned = [];
    session.on((event) => event.type === "warning" && warned.push(event.warning.code));
    const [, , { id }] = await session.append([user("dump it"), calls("a"), output("a", LOG)]);
    const [reference] = /artifact:\/\/[^\s;]+/.exec(session.context().messages[2].content);
    assert.equal(reference, `artifact://${id}~0`);
    assert.deepEqual([...kept.keys()], isDown ? [] : [`s/${id}~0`]);
    assert.deepEqual(warned, isDown ? ["spill-failed"] : []);
    for (const named of [reference, `${id}~0`]) assert.equal(await session.artifact(named), LOG);
    assert.equal(await session.artifact(`${reference}1`), null);
  }
});

test("what is not over the cap stays, and so does what is pinned, or of an unknown window", async () => {
  const cap = output("a", "x".repeat(64_000));
  for (const [options, message, how] of [
    [{}, cap],
    [{ settings: { prune: { maxOutputShare: 0 } } }, output("a", LOG)],
    [{ settings: { prune: { enabled: false } } }, output("a", LOG)],
    [{ window: 0 }, output("a", LOG)],
    [{}, output("a", LOG), { pinned: true }],
    [{}, user(LOG)],
  ]) {
    const session = await open(options);
    await session.append([user("dump it"), calls("a")]);
    await session.append(message, how);
    assert.deepEqual([session.head, session.context().messages.at(-1)], [3, message]);
  }
  const session = await open({ settings: { prune: { maxOutputShare: 0.1 } } });
  await session.append([user("dump it"), calls("a"), cap]);
  assert.equal(session.head, 4);
  const unnamed = await open({ settings: { prune: { spill: false } } });
  await unnamed.append([user("dump it"), calls("a"), output("a", LOG)]);
  assert.doesNotMatch(unnamed.context().messages[2].content, /artifact/);
});

test("of several outputs in a message only the large one, and its images stay", async () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
  const use = (id) => ({ type: "tool_use", id, name: "shot", input: {} });
  const gives = (id, ...content) => ({ type: "tool_result", tool_use_id: id, content });
  const text = (text) => ({ type: "text", text });
  const session = await open({ format: "anthropic" });
  const results = {
    role: "user",
    content: [gives("a", text("small"), image), gives("b", text(LOG), image), gives("c", image)],
  };
  await session.append([user("look"), { role: "assistant", content: [use("a"), use("b"), use("c")] }, results]);
  const [small, large, only] = session.context().messages[2].content;
  assert.equal(small, results.content[0]);
  assert.equal(only, results.content[2]);
  assert.match(large.content[0].text, /^FIRST.*tokens left out; .*error=.*LAST$/s);
  assert.deepEqual(large.content.slice(1), [image]);
});

test("a write whose answer was lost is not made twice", async () => {
  const store = memory();
  let fails = true;
  const unsure = {
    append: async (...given) => {
      const answer = await store.append(...given);
      if (given[2].some(({ type }) => type === "prune") && fails) throw new Error("the line is dead");
      return answer;
    },
    read: (...given) => {
      if (fails && given[1] > 0) throw new Error("the line is dead");
      return store.read(...given);
    },
  };
  const session = await open({ store: unsure });
  await session.append([user("dump it"), calls("a")]);
  await assert.rejects(session.append(output("a", LOG)), { code: "store-failed" });
  fails = false;
  const appended = await session.append(output("a", LOG));
  assert.deepEqual([appended.length, session.head], [1, 4]);
  assert.equal(session.context().messages.length, 3);
});

test("another writer was faster, and a delivery that comes twice", async () => {
  const store = memory();
  const [one, other] = [await open({ store }), await open({ store })];
  await one.append([user("dump it"), calls("a", "b")]);
  const given = [output("a", LOG), output("b", "short")];
  const [large] = await other.append(given, { id: ["m1", "m2"] });
  assert.equal(large.id, "m1");
  const appended = await one.append(given, { id: ["m1", "m2"] });
  assert.deepEqual(
    appended.map(({ id }) => id),
    ["m1", "m2"],
  );
  assert.deepEqual(one.context().messages, other.context().messages);
  assert.equal(one.head, 5);
  // One that shows outputs whole has written them.
  const third = await open({ store, settings: { prune: { maxOutputShare: 0 } } });
  await third.append([calls("c"), output("c", LOG)], { id: ["m3", "m4"] });
  await one.append([calls("c"), output("c", LOG)], { id: ["m3", "m4"] });
  assert.deepEqual([one.head, third.head, one.context().messages.at(-1).content], [7, 7, LOG]);
});
