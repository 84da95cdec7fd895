// presets.tree, as the document of the system says that it is named for, section by section: what the session does around the
// pipeline, which is in presets-tree.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession, presets, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { opener, part } from "./support/preset.mjs";
import { calls, filler, maintained, output, says, turns, user } from "./support/talk.mjs";

const GOOD = `## Goal
Let the parser read empty lines, and go on with what the newest request asks: the tests come last, and nothing is to be published.

## Progress
### Done
- [x] The parser reads empty lines; the cause was a loop that ended too early, which is mended and has a test of its own.`;
const settings = presets.tree;
const start = opener(settings, GOOD);
const large = { model: { contextWindow: 70_000 } };
const without = { ...settings, retry: { maxRetries: 0 } };
const long = () => [...turns(65, 1_000), user("Go on.")];
const tooLong = new Error("prompt is too long: 75000 tokens > 70000 maximum");
const fails = (message, more) => () => {
  throw Object.assign(new Error(message), more);
};
const statuses = (outcomes) => outcomes.map(({ status }) => status);

test("triggers: by hand, by a provider's refusal, by the threshold and by idleness, each with its reason", async () => {
  const reasons = [];
  const opened = async (options) => {
    const { session } = await start({ ...large, ...options });
    session.on((event) => event.type === "compaction_start" && reasons.push(event.reason));
    return session;
  };
  await (await opened({ messages: turns(50, 1_000) })).compact();
  await (await opened({ messages: [...turns(50, 1_000), user("Go on.")] })).maintain({ reason: "overflow", error: tooLong });
  await (await opened({ messages: long() })).maintain();
  const idle = { ...settings, compaction: { ...settings.compaction, idleEnabled: true, idleThresholdTokens: 10_000 } };
  const at = Date.now();
  let now = at;
  const session = await opened({ settings: idle, now: () => now, messages: turns(50, 1_000) });
  now = at + 3_600_000;
  await session.maintain({ reason: "idle" });
  assert.deepEqual(reasons, ["manual", "overflow", "threshold", "idle"]);
});

test("overflow recovery: the failed reply leaves the context, a summary is made, and the request may be sent again", async () => {
  const error = {
    role: "assistant",
    content: [],
    stopReason: "error",
    errorMessage: tooLong.message,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
  };
  const text = (role, content) => ({
    role,
    content: [{ type: "text", text: content }],
    ...(role === "assistant" && { stopReason: "stop" }),
  });
  const messages = turns(50, 1_000).map(({ role, content }) => text(role, content));
  const { session } = await start({ ...large, format: "pi", messages: [...messages, text("user", "Go on."), error] });
  const outcome = await session.maintain({ reason: "overflow", error: tooLong });
  assert.deepEqual([outcome.status, outcome.reason, outcome.willRetry], ["compacted", "overflow", true]);
  assert.ok(!session.context().messages.includes(error));
  assert.deepEqual(session.context().messages.at(-1), text("user", "Go on."));
  // One that is older than the compaction says nothing of the context now.
  const again = await session.maintain();
  assert.deepEqual([again.status, again.reason], ["nothing", "below-threshold"]);
});

test("overflow recovery: a larger model is tried first, where the host wants that; and so above the threshold", async () => {
  const promoting = { ...settings, contextPromotion: { enabled: true } };
  const largerModels = [{ contextWindow: 1_000_000 }];
  for (const given of [{ reason: "overflow", error: tooLong }, undefined]) {
    const { session, asked } = await start({ ...large, settings: promoting, largerModels, messages: long() });
    const outcome = await session.maintain(given);
    assert.deepEqual([outcome.status, outcome.model, asked.length], ["promoted", largerModels[0], 0]);
    const { session: usual } = await start({ ...large, largerModels, messages: long() });
    assert.equal((await usual.maintain(given)).status, "compacted", "not by default");
  }
});

test("threshold maintenance: no retry is announced, and afterwards the host is told whether to go on", async () => {
  const { session } = await start({ ...large, state: () => ({ goal: { objective: "Ship", status: "active" } }), messages: long() });
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, Boolean(outcome.willRetry), outcome.continue.reason], ["compacted", false, "goal"]);
});

test("idle maintenance: off by default, and it never goes on by itself", async () => {
  let now = Date.now();
  const state = () => ({ goal: { objective: "Ship", status: "active" }, queued: 2 });
  const options = { ...large, state, now: () => now, messages: turns(50, 1_000) };
  const { session: off } = await start(options);
  const idle = { ...settings, compaction: { ...settings.compaction, idleEnabled: true, idleThresholdTokens: 10_000 } };
  const { session: on } = await start({ ...options, settings: idle });
  now += 3_600_000;
  assert.equal((await off.maintain({ reason: "idle" })).status, "nothing");
  const outcome = await on.maintain({ reason: "idle" });
  assert.deepEqual([outcome.status, outcome.continue ?? null], ["compacted", null]);
});

test("state-aware summary context: goal, at most 5 skills and 10 todos, in the request and in the summary, whatever the model writes", async () => {
  const state = () => ({
    goal: { objective: "Ship <it> & go", status: "active" },
    skills: Array.from({ length: 7 }, (_, at) => ({ name: `skill-${at}`, phase: "build", active: true })),
    todos: Array.from({ length: 14 }, (_, at) => ({ text: `todo ${at}`, status: at % 2 ? "pending" : "in_progress" })),
  });
  for (const automatic of [true, false]) {
    const { session, asked } = await start({ ...large, state, messages: long() });
    const { entry } = automatic ? await session.maintain() : await session.compact();
    for (const text of [part(asked[0].prompt, "additional-context"), part(entry.summary, "session-state")]) {
      assert.match(text, /Active goal: Ship <it> & go \(status: active\)/);
      assert.equal(text.match(/Active skill: skill-\d phase=build/g).length, 5);
      assert.equal(text.match(/todo \d+/g).length, 10);
    }
  }
  // What the host adds comes before it.
  const hooks = { "session.compacting": () => ({ context: ["From the host."] }) };
  const { session, asked } = await start({ ...large, state, hooks, messages: long() });
  await session.maintain();
  assert.match(part(asked[0].prompt, "additional-context"), /From the host\..*Active goal/s);
});

test("unfinished-work gate: only an active goal, open todos, waiting messages, a cut off reply or an active procedure go on", async () => {
  for (const [state, reason] of [
    [{ goal: { objective: "Ship", status: "active" } }, "goal"],
    [{ goal: { objective: "Ship", status: "paused" }, todos: [{ text: "a", status: "pending" }] }, undefined],
    [{ goal: { objective: "Ship", status: "done" } }, undefined],
    [{ todos: [{ text: "a", status: "in_progress" }] }, "todos"],
    [{ todos: [{ text: "a", status: "completed" }] }, undefined],
    [{ queued: 1 }, "queued-messages"],
    [{ skills: [{ name: "plan", phase: "build", active: true }] }, "skill"],
    [{ skills: [{ name: "plan", phase: "done", active: false }] }, undefined],
    [{}, undefined],
  ]) {
    const { session } = await start({ ...large, state: () => state, messages: turns(66, 1_000) });
    const outcome = await session.maintain();
    assert.equal(outcome.status, "compacted");
    assert.equal(outcome.continue?.reason, reason, JSON.stringify(state));
  }
  const quiet = { ...settings, compaction: { ...settings.compaction, autoContinue: false } };
  const { session } = await start({ ...large, settings: quiet, state: () => ({ queued: 1 }), messages: turns(66, 1_000) });
  assert.equal((await session.maintain()).continue ?? null, null, "switched off");
});

test("persist and reload: the entry is appended, the context is rebuilt, the hook is told; opened anew it is the same", async () => {
  const store = memory();
  const told = [];
  const { session } = await start({
    ...large,
    store,
    hooks: { session_compact: ({ signal, ...event }) => void told.push(event) },
    messages: long(),
  });
  const { head } = session;
  const { entry } = await session.maintain();
  assert.equal(session.head, head + 1);
  assert.deepEqual(told, [{ compactionEntry: entry, fromExtension: false, reason: "threshold" }]);
  const { messages } = session.context();
  const again = await openSession({ id: "s", format: "openai-chat", settings, store, ...large });
  assert.deepEqual(again.context().messages, messages);
  assert.deepEqual(validate(messages, { format: "openai-chat", request: true }), []);
});

test("session_before_compact: may cancel, or bring the whole compaction", async () => {
  const { session, asked } = await start({ ...large, hooks: { session_before_compact: () => ({ cancel: true }) }, messages: long() });
  const { head } = session;
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.reason, session.head, asked.length], ["cancelled", "hook-cancelled", head, 0]);
  const brought = { summary: GOOD, details: { mine: 1 }, preserveData: { kept: true }, shortSummary: "Short." };
  const told = [];
  const hooks = {
    session_before_compact: () => ({ compaction: brought }),
    session_compact: ({ fromExtension }) => void told.push(fromExtension),
  };
  const { session: other, asked: nobody } = await start({ ...large, hooks, messages: long() });
  const { entry } = await other.maintain();
  assert.ok(entry.summary.startsWith(GOOD));
  assert.deepEqual([entry.fromExtension, entry.preserveData, entry.shortSummary, entry.details.mine], [true, { kept: true }, "Short.", 1]);
  assert.deepEqual([told, nobody.length], [[true], 0]);
});

test("session.compacting: another prompt, further context, and data that is stored", async () => {
  const hooks = {
    "session.compacting": () => ({ prompt: "Write three bullets about it.", context: ["One.", "Two."], preserveData: { a: [1] } }),
  };
  const { session, asked } = await start({
    ...large,
    hooks,
    reply: "- one thing\n- another thing\n- and what the newest request asks, which is to go on",
    messages: long(),
  });
  const { entry, status } = await session.maintain();
  assert.equal(status, "compacted");
  for (const { kind, prompt } of asked) {
    if (kind === "short") continue;
    assert.match(part(prompt, "task"), /Write three bullets about it\./);
    assert.doesNotMatch(part(prompt, "task"), /^## Goal$/m);
    assert.match(part(prompt, "conversation"), /turn \d+ a line/);
    assert.match(part(prompt, "additional-context"), /^- One\.\n- Two\.$/m);
  }
  assert.deepEqual(entry.preserveData, { a: [1] });
});

test("failure semantics: abortCompaction ends manual and automatic ones, and nothing is written", async () => {
  for (const begin of ["compact", "maintain"]) {
    let isAsked;
    const waits = new Promise((resolve) => {
      isAsked = resolve;
    });
    const reply = () => {
      isAsked();
      return new Promise(() => {});
    };
    const { session } = await start({ ...large, reply, messages: long() });
    const { head } = session;
    const events = [];
    session.on(({ type }) => events.push(type));
    const work = session[begin]();
    await waits;
    session.abortCompaction();
    const outcome = await work;
    assert.deepEqual([outcome.status, outcome.reason, session.head], ["cancelled", "aborted", head]);
    assert.equal(events.filter((type) => type === "compaction_end").length, 1);
  }
});

test("failure semantics: transient failures are tried again, and a long wait prefers the next candidate", async () => {
  const tries = [];
  const short = { ...settings, retry: { ...settings.retry, baseDelayMs: 1 } };
  const flaky = () => {
    tries.push("flaky");
    if (tries.length < 3) throw Object.assign(new Error("529 overloaded"), { status: 529 });
    return GOOD;
  };
  const { session } = await start({ ...large, settings: short, summarizer: flaky, messages: long() });
  assert.equal((await session.maintain()).status, "compacted");
  assert.ok(tries.length >= 3);
  const asked = [];
  const busy = () => {
    asked.push("busy");
    throw Object.assign(new Error("429 rate limited"), { status: 429, headers: { "retry-after": "120" } });
  };
  const next = () => {
    asked.push("next");
    return GOOD;
  };
  const { session: other } = await start({ ...large, summarizer: [busy, next], messages: long() });
  const { status, degraded } = await other.maintain();
  assert.deepEqual([status, degraded, asked[0], asked[1]], ["compacted", undefined, "busy", "next"]);
});

test("failure semantics: a failed overflow recovery and a failed automatic compaction say so and leave a session that can go on", async () => {
  const none = { ...without, compaction: { ...settings.compaction, fallback: "none" } };
  for (const given of [{ reason: "overflow", error: tooLong }, undefined]) {
    const { session } = await start({ ...large, settings: none, reply: fails("boom"), messages: long() });
    const before = session.context().messages;
    const outcome = await session.maintain(given);
    assert.ok(["refused", "exhausted"].includes(outcome.status), outcome.status);
    assert.match(outcome.message, /boom/);
    assert.ok(!outcome.willRetry);
    assert.deepEqual(session.context().messages, before);
  }
  // By default the model-free summary stands in.
  const { session } = await start({ ...large, settings: without, reply: fails("boom"), messages: long() });
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.degraded], ["compacted", true]);
});

test("failure semantics: each start has one end, and an overflow is no transient failure of the summarizer", async () => {
  const events = [];
  const tooMuch = (request) => {
    if (request.prompt.length > 100_000)
      throw Object.assign(new Error("prompt is too long: 40000 tokens > 30000 maximum"), { status: 400 });
    return GOOD;
  };
  const { session, asked } = await start({ ...large, reply: tooMuch, messages: long() });
  session.on(({ type }) => type.startsWith("compaction_") && events.push(type));
  const { status, degraded } = await session.maintain();
  assert.deepEqual([status, degraded, events], ["compacted", undefined, ["compaction_start", "compaction_end"]]);
  assert.ok(asked[0].prompt.length > 100_000);
  assert.ok(asked.slice(1).some(({ prompt }) => prompt.length <= 100_000));
});

test("settings and defaults: those of the document, and switched off means off", async () => {
  const { enabled, reserveTokens, keepRecentTokens, autoContinue, thresholdPercent, thresholdTokens, idleEnabled } = settings.compaction;
  assert.deepEqual(
    [enabled, reserveTokens, keepRecentTokens, autoContinue, thresholdPercent, thresholdTokens, idleEnabled],
    [true, 16_384, 20_000, true, -1, -1, false],
  );
  const off = { ...settings, compaction: { ...settings.compaction, enabled: false } };
  const { session, asked } = await start({ ...large, settings: off, messages: long() });
  assert.deepEqual([statuses(await maintained(session, 2)), asked.length], [["nothing", "nothing"], 0]);
  assert.equal((await session.compact()).status, "compacted", "by hand it works");
  // Where the last message is a call that is not answered, its results are waited for.
  const { session: working } = await start({ ...large, messages: [...long(), calls("a", "b"), output("a", filler(100))] });
  await working.maintain();
  await working.append([output("b", "done"), says("ok")]);
  assert.deepEqual(validate(working.context().messages, { format: "openai-chat" }), []);
});
