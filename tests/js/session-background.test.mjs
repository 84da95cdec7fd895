/** A summary that is written while the conversation goes on: when it is begun, held and committed, and what ends it. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { filler, open, SUMMARY, says, turns, user } from "./support/talk.mjs";

const WINDOW = 14_000;
/** Over the trigger, and below what the provider takes. */
const messages = turns(30, 400);
const compaction = { keepRecentTokens: 2_000 };
const background = { background: true };
const end = ({ status, reason }) => [status, reason];
const COMPACTING = ["nothing", "compacting"];
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const opened = [];
afterEach(() => {
  for (const session of opened.splice(0)) session.close();
});

/** A session whose summarizer answers when it is told to, as it is told to. */
async function held(options) {
  const answers = [];
  const reply = () => new Promise((resolve, reject) => answers.push({ resolve, reject }));
  const made = await open({ window: WINDOW, compaction, messages, reply, ...options });
  const events = [];
  opened.push(made.session);
  made.session.on((event) => events.push(event));
  /** One answer may lead to the next request. */
  const settle = async (how, value) => {
    await settled();
    while (answers.length > 0) {
      for (const one of answers.splice(0)) one[how](value);
      await settled();
    }
  };
  const answer = (text = SUMMARY) => settle("resolve", text);
  const fail = (error) => settle("reject", error);
  const valid = () => assert.deepEqual(validate(made.session.context().messages, { format: "openai-chat", request: true }), []);
  const count = (type) => events.filter((event) => event.type === type).length;
  return { ...made, answers, answer, fail, events, count, valid };
}

test("background: the conversation goes on, and the next maintain after the summary commits it", async () => {
  const { session, answer, count, valid } = await held();
  assert.deepEqual(end(await session.maintain(background)), COMPACTING);
  const before = session.head;
  const later = [user("and then?"), says("Then this.")];
  await session.append(later);
  assert.deepEqual(end(await session.maintain(background)), COMPACTING);
  assert.deepEqual([count("compaction_start"), count("compaction_end")], [1, 0]);
  await answer();
  assert.equal(session.head, before + 2);
  assert.equal(count("compaction_end"), 0);
  const { tokens } = session.check();
  const outcome = await session.maintain(background);
  assert.deepEqual(end(outcome), ["compacted", "over-threshold"]);
  assert.deepEqual([outcome.tokensBefore, outcome.tokensAfter], [tokens, session.check().tokens]);
  assert.equal(count("compaction_end"), 1);
  assert.deepEqual(session.context().messages.slice(-2), later);
  assert.deepEqual(end(await session.maintain(background)), ["nothing", "below-threshold"]);
  valid();
});

test("background: one that is not told to wait for nothing waits for the summary", async () => {
  for (const options of [undefined, { reason: "threshold" }, { reason: "idle" }]) {
    const { session, count, answer } = await held();
    await session.maintain(background);
    const waiting = session.maintain(options);
    await answer();
    assert.equal((await waiting).status, "compacted");
    assert.equal(count("compaction_start"), 1);
  }
});

test("background: over what the provider takes, nothing is put off", async () => {
  const { session, count, answer } = await held();
  await session.maintain(background);
  await session.append(user(filler(2_000)));
  const waiting = session.maintain(background);
  await answer();
  const outcome = await waiting;
  assert.equal(outcome.status, "compacted");
  assert.ok(session.check().tokens < session.check().limit);
  assert.equal(count("compaction_start"), 1);

  const pending = [user(filler(2_000))];
  const other = await held();
  const given = other.session.maintain({ ...background, pending });
  await other.answer();
  assert.equal((await given).status, "compacted");
});

test("background: below the trigger there is nothing to begin, and a manual compaction is none of it", async () => {
  const { session, asked } = await held({ messages: turns(5, 400) });
  assert.deepEqual(end(await session.maintain(background)), ["nothing", "below-threshold"]);
  assert.equal(asked.length, 0);
});

test("background: a provider's refusal is answered by the summary that is under way", async () => {
  const { session, answer, valid } = await held();
  await session.maintain(background);
  const error = Object.assign(new Error("prompt is too long: 12500 tokens > 11000 maximum"), { status: 400 });
  const waiting = session.maintain({ ...background, error });
  await answer();
  const { status, willRetry } = await waiting;
  assert.deepEqual([status, willRetry], ["compacted", true]);
  valid();
});

test("background: a failure is told by the next maintain, and after it is tried anew", async () => {
  const { session, answer, fail, asked } = await held({
    settings: { retry: { maxRetries: 0 } },
    compaction: { ...compaction, fallback: "none" },
  });
  await session.maintain(background);
  const { head } = session;
  await fail(new Error("no network"));
  const outcome = await session.maintain(background);
  assert.deepEqual(end(outcome), ["refused", "summarizer-failed"]);
  assert.equal(outcome.failures.length, asked.length);
  assert.equal(session.head, head);
  assert.deepEqual(end(await session.maintain(background)), COMPACTING);
  await answer();
  assert.equal((await session.maintain(background)).status, "compacted");
});

test("background: it does not ask for ever where nothing comes of it", async () => {
  const { session, asked, answer } = await held({ compaction: { ...compaction, fallback: "none" } });
  const ends = [];
  for (let round = 0; round < 20; round++) {
    ends.push((await session.maintain(background)).status);
    await answer("");
  }
  assert.equal(ends.at(-1), "exhausted");
  assert.ok(asked.length <= 10, `${asked.length}`);
});

test("background: abortCompaction, the caller's signal and close end it, and nothing is written", async () => {
  for (const isDone of [false, true]) {
    for (const how of ["abort", "signal", "close"]) {
      const store = memory();
      const { session, answer, events, asked } = await held({ store });
      const controller = new AbortController();
      const first = asked.length;
      await session.maintain({ ...background, signal: controller.signal });
      if (isDone) await answer();
      const { head } = session;
      if (how === "abort") session.abortCompaction();
      if (how === "signal") controller.abort();
      if (how === "close") session.close();
      await settled();
      if (!isDone) await answer();
      assert.equal((await store.read("s", 0)).head, head);
      if (how === "close") continue;
      assert.deepEqual(
        events.filter(({ type }) => type === "compaction_end").map(({ outcome }) => end(outcome)),
        [["cancelled", "aborted"]],
      );
      // It is begun anew, and nobody is told of what was stopped.
      assert.deepEqual(end(await session.maintain(background)), COMPACTING);
      assert.ok(asked.length > first);
    }
  }
});

test("background: the summarizer's signal aborts with it", async () => {
  let seen;
  const { session } = await open({
    window: WINDOW,
    compaction,
    messages,
    summarizer: (_, { signal }) => new Promise(() => (seen = signal)),
  });
  await session.maintain(background);
  assert.equal(seen.aborted, false);
  session.abortCompaction();
  await settled();
  assert.equal(seen.aborted, true);
});

test("background: aborting the maintain that waits for it ends it too", async () => {
  const { session, answer } = await held();
  await session.maintain(background);
  const controller = new AbortController();
  const waiting = session.maintain({ signal: controller.signal });
  await settled();
  controller.abort();
  assert.deepEqual(end(await waiting), ["cancelled", "aborted"]);
  const { head } = session;
  await answer();
  assert.equal(session.head, head);
});

test("background: a compaction that the user asks for takes its place", async () => {
  for (const isDone of [false, true]) {
    const { session, answer, count } = await held();
    await session.maintain(background);
    if (isDone) await answer();
    const given = session.compact({ instructions: "the parser" });
    await answer("## Goal\nThe parser, as the user asked.\n\n## Progress\nThe parser reads empty lines.");
    const { status, entry } = await given;
    assert.equal(status, "compacted");
    assert.match(entry.summary, /as the user asked/);
    assert.deepEqual(end(await session.maintain(background)), ["nothing", "below-threshold"]);
    assert.deepEqual([count("compaction_start"), count("compaction_end")], [2, 2]);
  }
});

test("background: what was written for another branch, or was done by another writer, is not committed", async () => {
  const { session, answer, valid } = await held();
  await session.maintain(background);
  const path = await session.path();
  await session.navigate(path[9].id, { edit: false });
  await session.append(user("another way"));
  await answer();
  assert.deepEqual(end(await session.maintain(background)), ["nothing", "below-threshold"]);
  assert.ok((await session.path()).every(({ type }) => type === "message"));
  valid();

  const store = memory();
  const one = await held({ store });
  await one.session.maintain(background);
  const two = await open({ window: WINDOW, compaction, store });
  assert.equal((await two.session.compact()).status, "compacted");
  await one.answer();
  await one.session.append(user("on"));
  assert.deepEqual(end(await one.session.maintain(background)), ["nothing", "compacted-elsewhere"]);
  one.valid();
});

test("background: a store that fails when it is committed fails the maintain, and the next one begins anew", async () => {
  const store = memory();
  const { session, answer, count } = await held({ store });
  await session.maintain(background);
  await answer();
  const { append } = store;
  store.append = () => {
    throw new Error("disk full");
  };
  await assert.rejects(session.maintain(background));
  store.append = append;
  assert.equal(count("compaction_end"), 1);
  assert.deepEqual(end(await session.maintain(background)), COMPACTING);
});

test("background: state is read when it is committed, and handlers are told then", async () => {
  const told = [];
  let todo = "first";
  const { session, answer } = await held({
    state: () => ({ todos: [{ text: todo, status: "pending" }] }),
    hooks: { session_compact: ({ compactionEntry }) => void told.push(compactionEntry) },
  });
  await session.maintain(background);
  await answer();
  assert.deepEqual(told, []);
  todo = "second";
  const { entry } = await session.maintain(background);
  assert.match(entry.summary, /Open todos: second/);
  assert.deepEqual(told, [entry]);
});

test("background: old outputs are pruned at once, before a summary is thought of", async () => {
  const output = (id) => [
    { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "bash", arguments: "{}" } }] },
    { role: "tool", tool_call_id: id, content: filler(1_000, id) },
  ];
  const many = [user("run them"), ...["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].flatMap(output), ...turns(5, 400)];
  const prune = { protectTokens: 1_000, minimumSavings: 1_000 };
  const { session, asked } = await held({ messages: many, settings: { prune } });
  const outcome = await session.maintain(background);
  assert.equal(outcome.status, "pruned");
  assert.equal(asked.length, 0);
});

test("background: leaves no rejection behind", async () => {
  const strays = [];
  const note = (error) => strays.push(error);
  process.on("unhandledRejection", note);
  for (const stop of [(session) => session.close(), (session) => session.abortCompaction(), () => {}]) {
    const { session, fail } = await held();
    await session.maintain(background);
    stop(session);
    await fail(new Error("late"));
  }
  await settled();
  process.off("unhandledRejection", note);
  assert.deepEqual(strays, []);
});

test("background: where more has come meanwhile than the summary makes room for, it is folded at once, and nothing is given up", async () => {
  const { session, answer, answers } = await held({ window: 40_000, compaction: { ...compaction, thresholdTokens: 11_000 } });
  assert.deepEqual(end(await session.maintain(background)), COMPACTING);
  await session.append(turns(30, 400, "later"));
  await answer();
  const ended = session.maintain();
  while (answers.length === 0) await settled();
  await answer();
  assert.equal((await ended).status, "compacted");
  const { tokens, threshold, reason } = session.check();
  assert.ok(tokens <= threshold, `${tokens} of ${threshold}`);
  assert.equal(reason, "below-threshold");
});
