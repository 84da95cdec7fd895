/** The host's handlers: what each can say of a compaction, in which order they count, and that none can break it. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { open, SUMMARY, turns, user } from "./support/talk.mjs";

const messages = turns(30, 400);
const compaction = { keepRecentTokens: 2_000 };
const opened = [];
async function withHooks(hooks, options) {
  const made = await open({ window: 14_000, compaction, messages, hooks, ...options });
  opened.push(made.session);
  return made;
}
afterEach(() => {
  for (const session of opened.splice(0)) session.close();
});

const OWN = "## Goal\nWhat the extension says.\n\n## Progress\nAll of it.";
const codes = (session) => session.warnings.map(({ code }) => code);
const valid = (session) => assert.deepEqual(validate(session.context().messages, { format: "openai-chat", request: true }), []);

test("before a compaction the handlers are shown what it would fold away, and why", async () => {
  const seen = [];
  const { session, asked } = await withHooks({ session_before_compact: (event) => void seen.push(event) });
  const path = await session.path();
  await session.compact({ instructions: "the parser" });
  const [{ preparation, entries, instructions, reason, willRetry, signal }] = seen;
  assert.deepEqual([instructions, reason, willRetry, signal.aborted], ["the parser", "manual", false, false]);
  assert.deepEqual(entries, path);
  const kept = path.findIndex(({ id }) => id === preparation.firstKeptEntryId);
  const folded = [...preparation.messagesToSummarize, ...preparation.turnPrefix];
  assert.deepEqual(
    folded,
    path.slice(0, kept).map(({ id }) => id),
  );
  assert.ok(asked.length > 0);
});

test("a handler may cancel: nobody is asked, nothing changes, and those after it are not asked either", async () => {
  for (const automatic of [false, true]) {
    const told = [];
    const { session, asked } = await withHooks({
      session_before_compact: [() => undefined, async () => ({ cancel: true }), () => told.push("late")],
      session_compact_failed: ({ signal, ...event }) => told.push(event),
    });
    const ends = [];
    session.on((event) => event.type === "compaction_end" && ends.push(event.outcome));
    const { head } = session;
    const outcome = automatic ? await session.maintain() : await session.compact();
    assert.deepEqual([outcome.status, outcome.reason], ["cancelled", "hook-cancelled"]);
    assert.deepEqual([session.head, asked.length, codes(session)], [head, 0, []]);
    assert.equal(ends.length, 1);
    const reason = automatic ? "threshold" : "manual";
    const expected = { reason, code: "hook-cancelled", message: outcome.message, aborted: true, willRetry: false, fromExtension: false };
    assert.deepEqual(told, [expected]);
  }
});

test("a handler may bring the summary: it is stored as the host's own, with what is added by machine", async () => {
  const told = [];
  const brought = {
    summary: OWN,
    tokensBefore: 5,
    details: { mine: [1], resume: "no", readFiles: ["no"] },
    preserveData: { key: { deep: 1 } },
    shortSummary: "In short.",
    estimatedTokensAfter: 7,
  };
  const { session, asked } = await withHooks(
    {
      session_before_compact: () => ({ compaction: brought }),
      "session.compacting": () => told.push("asked"),
      session_compact: ({ signal, ...event }) => told.push(event),
    },
    { state: () => ({ todos: [{ text: "ship it", status: "pending" }] }) },
  );
  const outcome = await session.compact();
  assert.deepEqual([outcome.status, outcome.fromExtension, asked.length], ["compacted", true, 0]);
  const { entry } = outcome;
  assert.deepEqual(told, [{ compactionEntry: entry, fromExtension: true, reason: "manual" }]);
  assert.ok(entry.summary.startsWith(OWN), entry.summary);
  assert.match(entry.summary, /<session-state>\n.*ship it/s);
  assert.deepEqual([entry.fromExtension, entry.shortSummary, entry.preserveData], [true, "In short.", { key: { deep: 1 } }]);
  assert.deepEqual(entry.details.mine, [1]);
  assert.notEqual(entry.details.resume, "no");
  assert.notDeepEqual(entry.details.readFiles, ["no"]);
  assert.ok(entry.tokensBefore > 5_000);
  valid(session);
});

test("a session with a compaction of the host's opens anew as any other", async () => {
  const store = memory();
  const hooks = { session_before_compact: () => ({ compaction: { summary: OWN, details: { resume: { lead: 1 } } } }) };
  const { session } = await withHooks(hooks, { store });
  await session.compact();
  await session.append(user("and then?"));
  const again = await openSession({ id: "s", format: "openai-chat", store });
  assert.deepEqual(again.context().messages, session.context().messages);
  assert.deepEqual(again.warnings, []);
});

test("the host's compaction may keep more or less, where the context can be parted", async () => {
  for (const at of [4, 40]) {
    const hooks = { session_before_compact: ({ entries }) => ({ compaction: { summary: OWN, firstKeptEntryId: entries[at].id } }) };
    const { session } = await withHooks(hooks);
    const first = (await session.path())[at];
    const { status, entry } = await session.compact();
    assert.deepEqual([status, entry.firstKeptEntryId], ["compacted", first.id]);
    assert.equal(session.context().messages[1], first.message);
    valid(session);
  }
});

test("a first kept entry that is no place to cut is refused", async () => {
  const parted = [...turns(20, 400), user("run it")];
  parted.push({ role: "assistant", content: null, tool_calls: [{ id: "c", type: "function", function: { name: "x", arguments: "{}" } }] });
  parted.push({ role: "tool", tool_call_id: "c", content: "out" }, ...turns(5, 400));
  for (const pick of [
    () => "nowhere",
    (entries) => entries.find(({ message }) => message.role === "tool").id,
    (entries) => entries[0].id,
  ]) {
    const failed = [];
    const hooks = {
      session_before_compact: ({ entries }) => ({ compaction: { summary: OWN, firstKeptEntryId: pick(entries) } }),
      session_compact_failed: (event) => void failed.push(event),
    };
    const { session } = await withHooks(hooks, { messages: parted });
    const { head } = session;
    const outcome = await session.compact();
    assert.deepEqual([outcome.status, outcome.reason, session.head], ["refused", "invalid-cut", head]);
    assert.deepEqual([failed.length, failed[0].code, failed[0].fromExtension, failed[0].aborted], [1, "invalid-cut", true, false]);
  }
});

test("a summary of the host's that would not make the context smaller is refused, and nobody else is asked", async () => {
  const hooks = { session_before_compact: () => ({ compaction: { summary: `${OWN} ${"word ".repeat(60_000)}` } }) };
  const { session, asked } = await withHooks(hooks);
  const { head } = session;
  const outcome = await session.compact();
  assert.deepEqual([outcome.status, outcome.reason], ["refused", "not-smaller"]);
  assert.deepEqual([session.head, asked.length], [head, 0]);
  valid(session);
});

test("handlers before a summary is asked for give a task, facts and data: they add up, and what is empty changes nothing", async () => {
  const seen = [];
  const { session, asked } = await withHooks([
    {
      "session.compacting": [
        (event) => void seen.push(event),
        () => ({ prompt: "## Nothing of this", context: ["fact one"], preserveData: { a: 1, b: 1 } }),
        () => ({}),
        () => null,
        async () => undefined,
      ],
    },
    { "session.compacting": () => ({ prompt: "Write a summary with the heading ## Mine", context: ["fact two"], preserveData: { b: 2 } }) },
    { "session.compacting": () => ({ prompt: "  ", context: [] }) },
  ]);
  const { entry, fromExtension } = await session.compact();
  assert.equal(fromExtension, undefined);
  assert.deepEqual([seen[0].sessionId, seen[0].reason], ["s", "manual"]);
  const kept = (await session.path()).findIndex(({ id }) => id === entry.firstKeptEntryId);
  assert.deepEqual(seen[0].messages, messages.slice(0, kept));
  assert.ok(seen[0].messages.every((message, at) => message === messages[at]));
  const [{ prompt }] = asked;
  const at = (text) => prompt.indexOf(text);
  assert.ok(at("fact one") > 0 && at("fact one") < at("fact two"), "the facts, in their order");
  assert.ok(at("heading ## Mine") > 0 && at("Nothing of this") < 0, "the last task");
  assert.deepEqual(entry.preserveData, { a: 1, b: 2 });
  assert.equal("fromExtension" in entry, false);
});

test("the data that a compaction preserves is carried on by the next", async () => {
  let round = 0;
  const { session } = await withHooks({ "session.compacting": () => ({ preserveData: { first: 1, last: ++round, [`n${round}`]: true } }) });
  await session.compact();
  await session.append(turns(20, 400, "later"));
  const { entry } = await session.compact();
  assert.deepEqual(entry.preserveData, { first: 1, last: 2, n1: true, n2: true });
});

test("a later empty answer takes nothing back of a compaction, and the last that is brought wins", async () => {
  const bring = (summary) => () => ({ compaction: { summary: `${OWN} ${summary}` } });
  const { session } = await withHooks({
    session_before_compact: [bring("one"), bring("two"), () => ({}), () => undefined, () => ({ cancel: false })],
  });
  assert.match((await session.compact()).entry.summary, /All of it\. two/);
});

test("a handler that throws or answers wrongly is told and passed over, and the others count", async () => {
  const wrong = [
    () => {
      throw new Error("broken");
    },
    async () => {
      throw new Error("broken too");
    },
    () => "yes",
    () => [],
    () => ({ cancelled: true }),
    () => ({ cancel: "yes" }),
    () => ({ compaction: "text" }),
    () => ({ compaction: { summary: "  " } }),
    () => ({ compaction: {} }),
    () => ({ compaction: { summary: OWN, firstKeptEntryId: 7 } }),
    () => ({ compaction: { summary: OWN, details: "x" } }),
    () => ({ compaction: { summary: OWN, preserveData: { big: 1n } } }),
  ];
  const { session } = await withHooks({ session_before_compact: [...wrong, () => ({ compaction: { summary: `${OWN} Right.` } })] });
  const events = [];
  session.on((event) => event.type === "warning" && events.push(event));
  const { entry } = await session.compact();
  assert.match(entry.summary, /Right\./);
  assert.deepEqual(
    events.map(({ warning }) => warning.code),
    wrong.map(() => "hook-failed"),
  );
  assert.equal(events[0].error.message, "broken");
  assert.ok(events.every(({ warning }) => warning.message.includes("session_before_compact")));

  const bad = [() => ({ prompt: 7 }), () => ({ context: "line" }), () => ({ context: ["a bad fact", 7] }), () => ({ promt: "x" })];
  const other = await withHooks({ "session.compacting": [...bad, () => ({ context: ["a good fact"] })] });
  assert.equal((await other.session.compact()).status, "compacted");
  assert.equal(codes(other.session).length, bad.length);
  const { prompt } = other.asked[0];
  assert.ok(prompt.includes("a good fact") && !prompt.includes("a bad fact"), "what is wrong counts for nothing");
});

test("those who are told may throw as well", async () => {
  const fails = () => {
    throw new Error("listener");
  };
  const { session } = await withHooks({ session_compact: fails, session_compact_failed: fails });
  assert.equal((await session.compact()).status, "compacted");
  assert.deepEqual(codes(session), ["hook-failed"]);
});

test("a handler that takes longer than 30 s is passed over", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const signals = [];
  const { session } = await withHooks({
    session_before_compact: ({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
    "session.compacting": () => ({ context: ["all is well"] }),
  });
  const given = session.compact();
  await new Promise(setImmediate);
  t.mock.timers.tick(29_999);
  await new Promise(setImmediate);
  assert.equal(signals[0].aborted, false);
  t.mock.timers.tick(2);
  assert.equal((await given).status, "compacted");
  assert.equal(signals[0].aborted, true);
  assert.deepEqual(codes(session), ["hook-failed"]);
});

test("an abort does not wait for handlers, whoever they are", { timeout: 10_000 }, async () => {
  for (const name of ["session_before_compact", "session.compacting", "session_compact", "session_compact_failed"]) {
    for (const stop of [(session) => session.abortCompaction(), (session) => session.close()]) {
      let begun;
      const isBegun = new Promise((resolve) => {
        begun = resolve;
      });
      const never = () => new Promise(begun);
      const reply = name === "session_compact_failed" ? "" : SUMMARY;
      const { session } = await withHooks({ [name]: never }, { reply });
      const given = session.compact();
      await Promise.race([isBegun, given]);
      await new Promise(setImmediate);
      stop(session);
      const { status } = await given;
      assert.equal(status, { session_compact: "compacted", session_compact_failed: "refused" }[name] ?? "cancelled");
    }
  }
});

test("handlers are told how a compaction failed", async () => {
  for (const [reply, settings, code, hasError] of [
    ["", {}, "blank-summary", true],
    [
      () => {
        throw new Error("no network");
      },
      {},
      "summarizer-failed",
      true,
    ],
  ]) {
    const failed = [];
    const { session } = await withHooks({ session_compact_failed: (event) => void failed.push(event) }, { reply, settings });
    const outcome = await session.compact();
    assert.equal(outcome.status, "refused");
    assert.deepEqual([failed.length, failed[0].code, failed[0].aborted, failed[0].message], [1, code, false, outcome.message]);
    assert.equal("error" in failed[0], hasError);
  }
});

test("handlers are told of a compaction that threw, and the error is thrown on", async () => {
  const failed = [];
  const store = memory();
  const { session } = await withHooks({ session_compact_failed: (event) => void failed.push(event) }, { store });
  const broken = new Error("disk full");
  store.append = () => {
    throw broken;
  };
  const ends = [];
  session.on((event) => event.type === "compaction_end" && ends.push(event));
  await assert.rejects(session.compact());
  assert.deepEqual([failed.length, failed[0].code, ends.length], [1, "error", 1]);
  assert.ok(failed[0].error);
});

test("after a refusal of the provider handlers know that a request waits", async () => {
  const seen = [];
  const { session } = await withHooks({ session_before_compact: ({ reason, willRetry }) => void seen.push([reason, willRetry]) });
  const error = Object.assign(new Error("prompt is too long: 20000 tokens > 10000 maximum"), { status: 400 });
  assert.equal((await session.maintain({ error })).willRetry, true);
  assert.deepEqual(seen[0], ["overflow", true]);
});

test("in an emergency no handler is asked, and all are told", async () => {
  const asked = [];
  const told = [];
  const { session } = await withHooks(
    {
      session_before_compact: () => {
        asked.push("before");
        return { compaction: { summary: `${OWN} ${"word ".repeat(60_000)}` } };
      },
      session_compact: ({ fromExtension }) => void told.push(fromExtension),
    },
    { reply: "", messages: turns(60, 800), compaction: { ...compaction, fallback: "extractive" } },
  );
  const outcome = await session.maintain();
  assert.equal(outcome.status, "compacted");
  assert.equal(asked.length, 1);
  assert.deepEqual(told, [false]);
  valid(session);
});

test("a handler may use the session", async () => {
  const held = await withHooks({
    session_before_compact: () => void held.session.append(user("meanwhile")),
    session_compact: ({ compactionEntry }) => held.session.label(compactionEntry.id, "folded"),
  });
  const { status, entry } = await held.session.compact();
  assert.equal(status, "compacted");
  assert.deepEqual([...(await held.session.labels())], [[entry.id, "folded"]]);
  assert.equal(held.session.context().messages.at(-1).content, "meanwhile");
  assert.deepEqual(codes(held.session), []);
});

test("what is no handler is named when the session is opened", async () => {
  for (const [hooks, path] of [
    [{ session_before_compct: () => {} }, "hooks.session_before_compct"],
    [{ session_compact: "x" }, "hooks.session_compact"],
    [{ session_compact: [() => {}, 7] }, "hooks.session_compact"],
    [[{ session_compact: () => {} }, { nothing: 1 }], "hooks.nothing"],
    ["x", "hooks"],
    [[null], "hooks"],
  ]) {
    await assert.rejects(openSession({ id: "s", hooks }), (error) => {
      assert.deepEqual([error.code, error.details.path], ["invalid-option", path]);
      return true;
    });
  }
  for (const hooks of [undefined, {}, [], { session_compact: undefined }, { session_compact: [] }]) await openSession({ id: "s", hooks });
});
