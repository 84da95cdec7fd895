// The tree: moving in it, its branches and labels, and entries of every type.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";

const user = (text) => ({ role: "user", content: text });
const reply = (text) => ({ role: "assistant", content: text });

async function conversation(extra = {}) {
  let count = 0;
  const session = await openSession({ id: "s", format: "openai-chat", newId: () => `e${count++}`, now: () => 0, ...extra });
  await session.append([user("one"), reply("ONE"), user("two"), reply("TWO")]);
  return session;
}
const texts = (session) => session.context().messages.map(({ content }) => content);

test("moving back and going on makes a branch; the one that was left stays", async () => {
  const session = await conversation();
  const events = [];
  session.on((event) => events.push(event));
  const outcome = await session.navigate("e1");
  assert.deepEqual(
    { ...outcome, entry: undefined },
    { status: "navigated", reason: "navigated", oldLeafId: "e3", leafId: "e1", commonAncestorId: "e1", entry: undefined },
  );
  assert.deepEqual([outcome.entry.type, outcome.entry.parentId, outcome.entry.targetId], ["leaf", "e1", "e1"]);
  assert.deepEqual(
    events.map(({ type }) => type),
    ["append", "navigate"],
  );
  assert.deepEqual([session.leafId, texts(session)], ["e1", ["one", "ONE"]]);
  assert.deepEqual(
    (await session.branches()).map(({ leafId, isActive }) => [leafId, isActive]),
    [
      ["e3", false],
      ["e1", true],
    ],
  );
  await session.append([user("other")]);
  assert.deepEqual(texts(session), ["one", "ONE", "other"]);
  assert.equal(session.original("e3").content, "TWO");
  assert.deepEqual(await session.branches(), [
    { leafId: "e3", forkId: "e1", entries: 2, modified: "1970-01-01T00:00:00.000Z", isActive: false },
    { leafId: session.leafId, forkId: session.leafId, entries: 0, modified: "1970-01-01T00:00:00.000Z", isActive: true },
  ]);
  const back = await session.navigate("e3");
  assert.deepEqual([back.commonAncestorId, texts(session)], ["e1", ["one", "ONE", "two", "TWO"]]);
});

test("a message of the user is given back for editing, or stood at", async () => {
  const session = await conversation();
  const outcome = await session.navigate("e2");
  assert.deepEqual([outcome.editorText, outcome.leafId, session.leafId], ["two", "e1", "e1"]);
  const again = await session.navigate("e2");
  assert.deepEqual([again.status, again.editorText, again.entry], ["nothing", "two", undefined]);
  assert.equal((await session.navigate("e2", { edit: false })).leafId, "e2");
  const first = await session.navigate("e0");
  assert.deepEqual([first.leafId, first.editorText, session.leafId, texts(session)], [null, "one", null, []]);
  const custom = await session.appendCustom("note", [
    { type: "text", text: "a" },
    { type: "text", text: "b" },
  ]);
  assert.equal(custom.parentId, null);
  assert.equal((await session.navigate(custom.id)).editorText, "ab");
});

test("before the first entry there is nothing, and what is appended there is a root", async () => {
  const session = await conversation();
  assert.deepEqual((await session.navigate(null)).leafId, null);
  assert.deepEqual([session.leafId, texts(session)], [null, []]);
  const [root] = await session.append(user("anew"));
  assert.deepEqual([root.parentId, texts(session)], [null, ["anew"]]);
  assert.equal((await session.navigate("e3")).commonAncestorId, null);
  assert.equal((await session.branches()).find(({ leafId }) => leafId === root.id).forkId, null);
});

test("a move to where the session stands, to nowhere, or that is aborted, writes nothing", async () => {
  const session = await conversation();
  assert.deepEqual([(await session.navigate("e3")).status, session.head], ["nothing", 4]);
  await assert.rejects(session.navigate("gone"), { code: "unknown-entry" });
  const [entry] = await session.path();
  for (const given of [7, undefined, entry, [entry.id]]) {
    const message = "entryId must be an entry's id, or null.";
    await assert.rejects(session.navigate(given), { code: "invalid-option", message, details: { path: "entryId" } });
  }
  for (const label of ["", " \n", 7, null]) {
    await assert.rejects(session.navigate("e0", { label }), { code: "invalid-option", details: { path: "label" } });
  }
  for (const instructions of [undefined, " "]) {
    const options = { summarize: true, replaceInstructions: true, instructions };
    await assert.rejects(session.navigate("e0", options), { code: "invalid-option", details: { path: "instructions" } });
  }
  await assert.rejects(session.navigate("e0", { summarize: 1 }), { code: "invalid-option", details: { path: "summarize" } });
  assert.equal((await session.navigate("e3", { summarize: false })).status, "nothing");
  const outcome = await session.navigate("e0", { signal: AbortSignal.abort(new Error("stop")) });
  // It was to stand before the first entry, a message of the user.
  assert.deepEqual([outcome.status, outcome.leafId, outcome.commonAncestorId, session.head], ["cancelled", "e3", null, 4]);
  const elsewhere = await session.navigate("e2", { signal: AbortSignal.abort() });
  assert.deepEqual([elsewhere.oldLeafId, elsewhere.leafId, elsewhere.commonAncestorId], ["e3", "e3", "e1"]);
});

test("a session opens where it stood", async () => {
  const store = memory();
  const session = await conversation({ store });
  await session.navigate("e1");
  const other = await openSession({ id: "s", store, format: "openai-chat" });
  assert.deepEqual([other.leafId, texts(other)], ["e1", ["one", "ONE"]]);
  await session.navigate(null);
  await other.refresh();
  assert.deepEqual([other.leafId, texts(other)], [null, []]);
  assert.equal((await openSession({ id: "s", store, format: "openai-chat" })).leafId, null);
});

test("a batch that lost to a move goes on where its writer stood", async () => {
  const store = memory();
  const writer = await conversation({ store });
  const mover = await openSession({ id: "s", store, format: "openai-chat", newId: undefined });
  await mover.navigate("e0", { edit: false });
  // The writer has not seen the move: its message answers what it saw.
  const [entry] = await writer.append(user("three"));
  assert.equal(entry.parentId, "e3");
  assert.deepEqual(texts(writer), ["one", "ONE", "two", "TWO", "three"]);
});

test("labels are set, replaced and taken away", async () => {
  const session = await conversation();
  const entry = await session.label("e1", "start");
  assert.deepEqual([entry.type, entry.targetId, entry.label, entry.parentId], ["label", "e1", "start", "e3"]);
  await session.label("e3", "end");
  await session.label("e1", "begin");
  assert.deepEqual(
    [...(await session.labels())],
    [
      ["e1", "begin"],
      ["e3", "end"],
    ],
  );
  const [branch] = await session.branches();
  assert.deepEqual([branch.leafId, branch.label, branch.isActive], ["e3", "end", true]);
  await session.label("e1", null);
  assert.deepEqual([...(await session.labels())], [["e3", "end"]]);
  await assert.rejects(session.label("gone", "x"), { code: "unknown-entry" });
  for (const label of ["", "  ", undefined]) await assert.rejects(session.label("e1", label), { code: "invalid-option" });
  await assert.rejects(session.label({ id: "e1" }, "x"), { code: "invalid-option", message: "entryId must be an entry's id." });
  assert.deepEqual(texts(session), ["one", "ONE", "two", "TWO"]);
});

test("entries of every other type are kept, carried along and not seen", async () => {
  const store = memory();
  const session = await conversation({ store });
  const given = [
    { type: "model_change", provider: "p", modelId: "m" },
    { type: "thinking_level_change", thinkingLevel: "high" },
    { type: "session_info", name: "A name" },
    { type: "custom", customType: "state", data: { a: [1] } },
    { type: "from_the_future", whatever: true },
  ];
  for (const entry of given) await session.appendEntry(entry);
  await session.append(user("after"));
  assert.deepEqual(texts(session), ["one", "ONE", "two", "TWO", "after"]);
  const other = await openSession({ id: "s", store, format: "openai-chat" });
  const path = await other.path();
  assert.deepEqual(
    path.slice(4, 9).map(({ id, parentId, timestamp, ...rest }) => rest),
    given,
  );
  assert.equal(path.length, 10);
});

test("what an entry may not be is named", async () => {
  const session = await conversation();
  const bad = {
    "entry.type": [
      undefined,
      {},
      { type: "" },
      { type: "message", message: user("x") },
      { type: "compaction" },
      { type: "leaf" },
      { type: "artifact" },
    ],
    "entry.id": [{ type: "custom", id: "mine" }],
    "entry.parentId": [{ type: "custom", parentId: null }],
  };
  for (const [path, entries] of Object.entries(bad)) {
    for (const entry of entries) await assert.rejects(session.appendEntry(entry), { code: "invalid-option", details: { path } }, path);
  }
  await assert.rejects(session.appendEntry({ type: "branch_summary", fromId: "e3" }), {
    code: "invalid-entry",
    details: { path: "entry.summary" },
  });
  assert.equal(session.head, 4);
});

test("a log that leaves things open is read, and told", async () => {
  const entry = (id, parentId, fields = {}) => ({ type: "message", id, parentId, timestamp: "", message: user(id), ...fields });
  const { parentId: _, ...bare } = entry("c", null);
  const log = [
    entry("a", "b"),
    entry("b", "a"),
    bare,
    entry("b", "c"),
    { type: "compaction", id: "s", parentId: "b", timestamp: "", summary: "S", firstKeptEntryId: "x" },
    entry("d", "s"),
    { type: "leaf", id: "l", parentId: "d", timestamp: "", targetId: "nowhere" },
  ];
  const store = memory();
  await store.append(
    "t",
    0,
    log.filter(({ id }, at) => id !== "b" || at === 1),
  );
  store.read = (_, after) => ({ entries: log.slice(after), head: log.length });
  const session = await openSession({ id: "t", store, format: "openai-chat" });
  assert.deepEqual(
    session.warnings.map(({ code, entryId }) => [code, entryId]),
    [
      ["broken-parent", "a"],
      ["missing-parent", "c"],
      ["duplicate-id", "b"],
      ["first-kept-off-path", "s"],
      ["unknown-target", "l"],
    ],
  );
  assert.ok(session.warnings.every(({ message }) => /\.$/.test(message)));
  assert.deepEqual(
    (await session.path()).map(({ id }) => id),
    ["a", "b", "c", "b", "s", "d"],
  );
  assert.equal(texts(session).length, 2);
});

test("large originals are kept beside the log and read back", async () => {
  const store = memory();
  const session = await conversation({ store });
  const output = `lone \ud83d \udc00 surrogates, \u{10ffff}, \u{10ffff}d83d, 🌍 ${"line\n".repeat(50_000)}`;
  const call = { id: "c", type: "function", function: { name: "bash", arguments: "{}" } };
  const [, result] = await session.append([
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c", content: output },
  ]);
  const entry = await session.spill(result.id);
  assert.deepEqual([entry.type, entry.artifactId, entry.targetId, entry.chars], ["artifact", result.id, result.id, output.length]);
  assert.equal(await session.artifact(result.id), output);
  assert.equal(await session.spill(result.id), entry, "once");
  assert.equal(await session.artifact("nothing"), null);
  assert.equal(session.context().messages.at(-1).content, output);
  const other = await openSession({ id: "s", store, format: "openai-chat" });
  assert.equal(await other.artifact(result.id), output);
  assert.equal((await other.spill(result.id)).id, entry.id);
  await assert.rejects(session.spill(entry.id), { code: "invalid-option" });
});

test("where the artifact cannot be written, the entry stays unspilled", async () => {
  const full = new Error("disk full");
  const kept = new Map();
  let isFull = true;
  const artifacts = {
    put: async (id, data) => {
      if (isFull) throw full;
      kept.set(id, data);
    },
    get: async (id) => kept.get(id),
  };
  const session = await conversation({ artifacts });
  await assert.rejects(session.spill("e1"), (error) => error === full);
  assert.deepEqual([session.head, await session.artifact("e1")], [4, null]);
  isFull = false;
  await session.spill("e1");
  assert.deepEqual([session.head, await session.artifact("e1"), [...kept.keys()]], [5, "ONE", ["s/e1"]]);
});
