/** What seed 002 says of handoffs, line by line; and where this package does better. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EpitomeError, openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { calls, filler, open, output, says, turns, usage, user } from "./support/talk.mjs";

const DOCUMENT = "## Goal\nPaint the north gate green.\n\n## Progress\nThe boards are sanded.";
const SUMMARY = "## Goal\nThe summary of the fallback.\n\n## Progress\nThe parser reads empty lines.";
const SYSTEM = { role: "system", content: "Be brief." };
const TOOLS = [{ type: "function", function: { name: "bash", parameters: { type: "object", properties: {} } } }];
const valid = (session) => assert.deepEqual(validate(session.context().messages, { format: "openai-chat" }), []);

/** A session over its threshold, whose maintenance is to hand off. `reply` answers by the kind of the request. */
async function due(options = {}) {
  const store = memory();
  const events = [];
  const { reply = ({ kind }) => (kind === "handoff" ? DOCUMENT : SUMMARY) } = options;
  const made = await open({
    window: 14_000,
    store,
    messages: [SYSTEM, ...turns(30, 400), user("Now the gate.")],
    ...options,
    compaction: { strategy: "handoff", keepRecentTokens: 2_000, ...options.compaction },
    reply,
  });
  made.session.on((event) => events.push(event));
  return { ...made, store, events, types: () => events.map(({ type }) => type) };
}
const kinds = (asked) => [...new Set(asked.map(({ kind }) => kind))];

test("“threshold maintenance starts a new handoff session instead of writing a compaction entry”", async () => {
  const { session, store, asked, types } = await due();
  const { head } = session;
  const before = session.check().tokens;
  const outcome = await session.maintain();
  assert.equal(outcome.status, "handed-off", JSON.stringify(outcome));
  assert.deepEqual([outcome.reason, outcome.tokensBefore], ["over-threshold", before]);
  assert.deepEqual(kinds(asked), ["handoff"]);
  const old = await store.read("s", 0);
  assert.ok(old.entries.every(({ type }) => type !== "compaction"));
  assert.equal(old.head, head + 1);
  const heir = outcome.session;
  assert.equal(heir.id, outcome.sessionId);
  assert.equal(outcome.tokensAfter, heir.check().tokens);
  assert.equal(heir.check().action, "none");
  // What is due is done: nothing more comes of the new one.
  assert.equal((await heir.maintain()).status, "nothing");
  assert.deepEqual([types()[0], types().at(-1)], ["handoff_start", "handoff_end"]);
  valid(heir);
});

test("a session that has handed off says where it goes on, and compacts if it is used all the same; opened anew, too", async () => {
  for (const isAnew of [false, true]) {
    const asked = [];
    const reply = ({ kind }) => asked.push(kind) && (kind === "handoff" ? DOCUMENT : SUMMARY);
    const made = await due({ reply });
    const { store } = made;
    const { sessionId } = await made.session.maintain();
    const anew = { window: 14_000, store, compaction: { strategy: "handoff", keepRecentTokens: 2_000 }, reply };
    let { session } = isAnew ? await open(anew) : made;
    const { length } = asked;
    for (const reason of ["threshold", "idle"]) {
      const outcome = await session.maintain({ reason });
      assert.deepEqual([outcome.status, outcome.reason, outcome.sessionId], ["nothing", "handed-off", sessionId]);
      assert.ok(outcome.message.includes(JSON.stringify(sessionId)));
    }
    // What is said of the session is not said in it.
    await session.label((await session.path())[1].id, "here");
    assert.equal((await session.maintain()).reason, "handed-off");
    assert.equal(asked.length, length);
    await session.append([user("Wait."), says("Yes?")]);
    if (isAnew) ({ session } = await open(anew));
    const compacted = await session.maintain();
    assert.equal(compacted.status, "compacted", JSON.stringify(compacted));
    // The note is folded away by now, and not read when the session is opened.
    for (let round = 0; round < 2; round++) {
      await session.append([...turns(25, 400), user("On.")]);
      if (isAnew) ({ session } = await open(anew));
      assert.equal((await session.maintain()).status, "compacted");
    }
    assert.ok(!asked.slice(length).includes("handoff"));
    assert.deepEqual((await store.list()).length, 2);
    assert.equal((await session.maintain({ pending: [user("More")] })).reason, "below-threshold");
  }
});

test("“if handoff returns no document without aborting, it falls back to context-full compaction”", async () => {
  for (const nothing of ["", "   \n", { text: DOCUMENT, stopReason: "length" }, new Error("boom")]) {
    const reply = ({ kind }) => {
      if (kind !== "handoff") return SUMMARY;
      if (nothing instanceof Error) throw nothing;
      return nothing;
    };
    const { session, store, events, asked } = await due({ reply });
    const outcome = await session.maintain();
    assert.equal(outcome.status, "compacted", JSON.stringify(outcome));
    assert.match(outcome.entry.summary, /The summary of the fallback/);
    const [{ outcome: refused }] = events.filter(({ type }) => type === "handoff_end");
    assert.deepEqual([refused.status, refused.document], ["refused", undefined]);
    assert.ok(kinds(asked).includes("handoff"));
    // No session was begun.
    assert.deepEqual(
      (await store.list()).map(({ id }) => id),
      ["s"],
    );
    assert.ok(events.findIndex(({ type }) => type === "handoff_end") < events.findIndex(({ type }) => type === "compaction_start"));
    valid(session);
  }
});

test("aborting it is no reason to fall back", async () => {
  const controller = new AbortController();
  const reply = () => {
    controller.abort();
    return new Promise(() => {});
  };
  const { session, store, types } = await due({ reply });
  const { head } = session;
  const outcome = await session.maintain({ signal: controller.signal });
  assert.deepEqual([outcome.status, outcome.reason], ["cancelled", "aborted"]);
  assert.equal(session.head, head);
  assert.ok(!types().includes("compaction_start"));
  assert.deepEqual(
    (await store.list()).map(({ id }) => id),
    ["s"],
  );
});

test('“handoff strategy is not used for overflow”, but compaction, with `reason: "overflow"` and `willRetry: true`', async () => {
  const { session, asked, events } = await due();
  const error = new Error("This model's maximum context length is 10000 tokens. However, your messages resulted in 13000 tokens.");
  const outcome = await session.maintain({ reason: "overflow", error });
  assert.deepEqual([outcome.status, outcome.willRetry], ["compacted", true]);
  assert.ok(!kinds(asked).includes("handoff"));
  assert.equal(events.find(({ type }) => type === "compaction_start").reason, "overflow");
  assert.ok(!events.some(({ type }) => type === "handoff_start"));
});

test("nor where the provider would refuse the context, when nobody is at work, in the background, or when it is asked for", async () => {
  const over = await due({ messages: turns(60, 400) });
  assert.equal((await over.session.maintain()).status, "compacted");
  assert.ok(!kinds(over.asked).includes("handoff"), "over the limit");
  const idle = await due({ compaction: { idleEnabled: true, idleThresholdTokens: 1_000 } });
  assert.notEqual((await idle.session.maintain({ reason: "idle" })).status, "handed-off");
  assert.ok(!kinds(idle.asked).includes("handoff"), "idle");
  const background = await due();
  assert.equal((await background.session.maintain({ background: true })).reason, "compacting");
  while (!background.types().includes("summary_end")) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal((await background.session.maintain({ background: true })).status, "compacted");
  assert.ok(!kinds(background.asked).includes("handoff"), "background");
  const manual = await due();
  assert.equal((await manual.session.compact()).status, "compacted");
  assert.ok(!kinds(manual.asked).includes("handoff"), "manual");
});

test("“context promotion is tried before”, and pruning may be enough", async () => {
  const promoted = await due({
    largerModels: [{ id: "large", contextWindow: 200_000 }],
    settings: { contextPromotion: { enabled: true } },
  });
  assert.equal((await promoted.session.maintain()).status, "promoted");
  assert.equal(promoted.asked.length, 0);
  const steps = Array.from({ length: 14 }, (_, at) => [calls(`c${at}`), output(`c${at}`, filler(900))]).flat();
  const pruned = await due({
    messages: [user("Look around"), ...steps, user("Now"), says("well"), user("go on"), says("yes")],
    settings: { prune: { protectTokens: 1_000, minimumSavings: 100 } },
  });
  assert.equal((await pruned.session.maintain()).status, "pruned");
  assert.equal(pruned.asked.length, 0);
});

test("“schedules …; skipped if no unfinished work remains”: the outcome says whether to go on", async () => {
  const open = await due({ state: () => ({ todos: [{ text: "paint it", status: "pending" }] }) });
  const { session: heir, continue: next, document } = await open.session.maintain();
  assert.match(document, /paint it/);
  assert.equal(next.reason, "todos");
  assert.equal(heir.context().messages.at(-1).role, "user");
  const done = await due({ messages: [SYSTEM, ...turns(30, 400)] });
  assert.equal((await done.session.maintain()).continue, null);
});

test("“sending the active system prompt, tool array, and real LLM message history, then appending one message containing the handoff prompt”", async () => {
  const { session, asked } = await open({
    reply: DOCUMENT,
    window: 100_000,
    overhead: { system: "You paint gates.", tools: TOOLS },
    messages: [user("Paint"), calls("c1"), output("c1", "done"), says("It is painted.")],
  });
  await session.handoff();
  const [{ kind, live, system, prompt }] = asked;
  assert.equal(kind, "handoff");
  assert.deepEqual([live.format, live.system, live.tools, live.toolChoice], ["openai-chat", "You paint gates.", TOOLS, "none"]);
  // “It preserves the live agent cache prefix”: they are what is sent, to the object.
  const { messages } = session.context();
  assert.ok(live.messages.length === messages.length && live.messages.every((message, at) => message === messages[at]));
  assert.match(live.prompt, /Another agent takes over/);
  assert.ok(!live.prompt.includes("It is painted."), "what stands above it is not quoted again");
  // Who cannot send it has the same in one text.
  assert.match(prompt, /Another agent takes over[\s\S]*It is painted\./);
  assert.ok(system.length > 0 && !prompt.includes("You paint gates."));
});

test("“and returns joined text blocks directly”: whatever a client's own reply looks like", async () => {
  const content = [
    { type: "thinking", thinking: "hm" },
    { type: "text", text: "## Goal\nPaint the " },
    { type: "text", text: "north gate.\n\n## Progress\nSanded." },
  ];
  const { session } = await open({ reply: { content, stop_reason: "end_turn" }, messages: [user("Paint"), says("Yes")] });
  assert.match((await session.handoff()).document, /^## Goal\nPaint the north gate\.\n\n## Progress\nSanded\./);
});

test('“Handoff does not write a CompactionEntry … it starts a new session, injects the generated document as a visible `custom_message` with `customType: "handoff"`, and rebuilds agent messages from that new session”', async () => {
  const store = memory();
  const { session } = await open({
    reply: DOCUMENT,
    store,
    messages: [SYSTEM, user("Paint the gate"), calls("c1"), output("c1", "ok"), says("Done.")],
  });
  const { leafId } = session;
  const { status, session: heir, sessionId, entry, document } = await session.handoff();
  assert.equal(status, "handed-off");
  assert.notEqual(sessionId, "s");
  const { entries } = await store.read(sessionId, 0);
  assert.deepEqual(
    entries.map(({ type }) => type),
    ["message", "custom_message"],
  );
  assert.deepEqual(entries[1], entry);
  assert.deepEqual([entry.customType, entry.display], ["handoff", true]);
  const { parentSession, parentLeafId } = entry.details;
  assert.deepEqual([parentSession, parentLeafId], ["s", leafId]);
  assert.ok(entry.content.includes(document) && entry.content.includes("<handoff-context>"));
  const { messages } = heir.context();
  assert.deepEqual(messages, [SYSTEM, { role: "user", content: entry.content }]);
  // The old one says where it went on, and is as it was.
  const old = await store.read("s", 0);
  const last = old.entries.at(-1);
  assert.deepEqual([last.type, last.customType, last.data], ["custom", "handoff", { sessionId }]);
  assert.equal(session.context().messages.length, 5);
  valid(heir);
});

test("the document has the newest request, word for word, the file tags and the state", async () => {
  const { session } = await open({
    reply: DOCUMENT,
    format: "pi",
    state: () => ({ goal: { objective: "a green gate", status: "active" } }),
  });
  const call = (name, path) => ({ type: "toolCall", id: `${name}1`, name, arguments: { path } });
  const told = {
    role: "assistant",
    content: [call("read", "src/gate.rs"), call("edit", "src/paint.rs")],
    stopReason: "toolUse",
    timestamp: 1,
  };
  const result = (id) => ({
    role: "toolResult",
    toolCallId: id,
    toolName: "read",
    content: [{ type: "text", text: "ok" }],
    isError: false,
    timestamp: 1,
  });
  await session.append([{ role: "user", content: "Paint it — the NORTH gate!", timestamp: 1 }, told, result("read1"), result("edit1")]);
  const { document, entry } = await session.handoff();
  assert.ok(document.includes("Paint it — the NORTH gate!"));
  assert.ok(document.includes("<read-files>\nsrc/gate.rs\n</read-files>\n<modified-files>\nsrc/paint.rs\n</modified-files>"), document);
  assert.match(document, /a green gate/);
  assert.deepEqual([entry.details.readFiles, entry.details.modifiedFiles], [["src/gate.rs"], ["src/paint.rs"]]);
});

test("fewer than two messages are nothing to hand off", async () => {
  const { session, asked } = await open({ reply: DOCUMENT });
  assert.equal((await session.handoff()).status, "nothing");
  await session.append([SYSTEM, user("Hello")]);
  const { status, reason } = await session.handoff();
  assert.deepEqual([status, reason, asked.length], ["nothing", "nothing-to-hand-off", 0]);
  await session.append(says("Hi"));
  assert.equal((await session.handoff()).status, "handed-off");
});

test('“`compaction.strategy` = "context-full" (`"handoff"` and `"off"` are also supported)”', async () => {
  const full = await due({ compaction: { strategy: undefined } });
  assert.equal((await full.session.maintain()).status, "compacted");
  const off = await due({ compaction: { strategy: "off" } });
  assert.notEqual((await off.session.maintain()).status, "handed-off");
  assert.equal(off.asked.length, 0);
  // What the host asks for is done all the same.
  assert.equal((await off.session.handoff()).status, "handed-off");
  await assert.rejects(openSession({ id: "x", settings: { compaction: { strategy: "shake" } } }), (error) =>
    EpitomeError.isInstance(error),
  );
});

test("usage that was reported in the old session does not count in the new one", async () => {
  const { session } = await open({ reply: DOCUMENT, window: 100_000, messages: [user("Paint")] });
  await session.append(says("The red one is never to be touched."), { ...usage(60_000, 100), pinned: true });
  assert.ok(session.check().tokens > 60_000);
  const { session: heir, tokensAfter } = await session.handoff();
  assert.ok(tokensAfter < 1_000, String(tokensAfter));
  assert.ok(JSON.stringify(heir.context().messages).includes("never to be touched"));
  valid(heir);
});
