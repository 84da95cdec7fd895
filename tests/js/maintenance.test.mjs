/** Maintenance: what is done when, what a refusal of the provider leads to, and where it ends. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { EpitomeError, openSession, validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";

const GOOD =
  "## Primary Request\nLook at the files one by one, and repair what is broken in the parser.\n## Current Work\nReading src/part29.ts.";
const words = (n, word = "lorem") => Array.from({ length: n }, (_, at) => `${word}${at % 97}`).join(" ");
const user = (content) => ({ role: "user", content });
const says = (content) => ({ role: "assistant", content });
const calls = (id, name = "read") => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: `{"path":"src/${id}.ts"}` } }],
});
const answers = (id, content) => ({ role: "tool", tool_call_id: id, content });
const turns = (count, size = 300) =>
  Array.from({ length: count }, (_, at) => [
    user(`Request ${at}`),
    calls(`c${at}`),
    answers(`c${at}`, words(size)),
    says(`Done ${at}`),
  ]).flat();

async function open(options = {}) {
  const asked = [];
  const summarizer =
    options.summarizer ??
    ((request) => {
      asked.push(request);
      return GOOD;
    });
  const { compaction, ...others } = options.settings ?? {};
  const session = await openSession({
    id: "s",
    format: "openai-chat",
    model: { contextWindow: 16_000, maxOutput: 2_000, id: "small" },
    ...options,
    summarizer,
    settings: { retry: { enabled: false }, ...others, compaction: { keepRecentTokens: 3_000, reserveTokens: 2_000, ...compaction } },
  });
  return { session, asked };
}
const isValid = (session) => assert.deepEqual(validate(session.context().messages, { format: "openai-chat", request: true }), []);
const overflowAt = (observed, maximum) =>
  Object.assign(new Error(`prompt is too long: ${observed} tokens > ${maximum} maximum`), { status: 400 });

test("what every request carries beside the messages counts", async () => {
  const { session } = await open({ overhead: { system: "x".repeat(4_000), tools: [{ name: "t".repeat(3_990) }], tokens: 500 } });
  await session.append(turns(2));
  const { tokens, overheadTokens } = session.check();
  assert.ok(overheadTokens >= 2_500 && overheadTokens < 2_520, `${overheadTokens}`);
  session.setOverhead({});
  assert.equal(session.check().tokens, tokens - overheadTokens);
  assert.equal(session.check().overheadTokens, 0);
});

test("pending messages are counted before they are sent, and can make a maintenance due", async () => {
  const { session } = await open();
  await session.append(turns(15));
  const pending = [user(words(4_000))];
  assert.equal((await session.maintain()).reason, "below-threshold");
  assert.equal(session.check({ pending }).action, "compact");
  const outcome = await session.maintain({ pending });
  assert.equal(outcome.status, "compacted");
  assert.ok(session.check({ pending }).tokens < session.check({ pending }).threshold);
});

test("an overflow is learned from, the failed reply leaves the context, and the next limit is the provider's", async () => {
  const { session } = await open({ model: { contextWindow: 1_000_000, id: "wrong" } });
  await session.append(turns(40));
  const before = session.check();
  assert.equal(before.action, "none");
  const outcome = await session.maintain({ reason: "overflow", error: overflowAt(before.tokens + 100, 15_000) });
  assert.deepEqual([outcome.status, outcome.willRetry], ["compacted", true]);
  const after = session.check();
  assert.equal(after.contextWindow, 15_000);
  assert.ok(after.tokens < after.threshold && after.threshold < 15_000, JSON.stringify(after));
  isValid(session);
});

test("a limit that was learned is remembered by a session opened anew, and forgotten with the model", async () => {
  const store = memory();
  const model = { contextWindow: 1_000_000, id: "wrong" };
  const { session } = await open({ model, store });
  await session.append(turns(40));
  await session.maintain({ reason: "overflow", error: overflowAt(20_000, 15_000) });
  const { session: again } = await open({ model, store });
  assert.equal(again.check().contextWindow, 15_000);
  assert.equal(again.check().tokens, session.check().tokens);
  again.setModel({ contextWindow: 500_000, id: "other" });
  assert.equal(again.check().contextWindow, 500_000);
});

test("an overflow without numbers leads to a smaller request each time", async () => {
  const { session } = await open({ model: { contextWindow: 1_000_000 } });
  await session.append(turns(60));
  let last = session.check().tokens;
  for (let round = 0; round < 4; round++) {
    const outcome = await session.maintain({ reason: "overflow", error: new Error("Input is too long for requested model") });
    if (!outcome.willRetry) break;
    const { tokens } = session.check();
    assert.ok(tokens <= last / 2 + 1, `${tokens} of ${last}`);
    last = tokens;
    isValid(session);
  }
  assert.ok(last < 2_000, `${last}`);
});

test("pi: a reply that says nothing but that the context was too large is no part of the context", async () => {
  const { session } = await open({ format: "pi" });
  const pi = (role, text, more = {}) => ({ role, content: role === "user" ? text : [{ type: "text", text }], timestamp: 1, ...more });
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: {} };
  for (let at = 0; at < 20; at++)
    await session.append([pi("user", `Request ${at} ${words(150)}`), pi("assistant", "done", { stopReason: "stop" })]);
  const failed = pi("assistant", "", { stopReason: "error", errorMessage: "prompt is too long: 9000 tokens > 8000 maximum", usage });
  const [entry] = await session.append(failed);
  assert.equal(session.check().reason, "overflow");
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.willRetry], ["compacted", true]);
  assert.ok(!session.context().messages.includes(failed));
  assert.equal(session.original(entry.id), failed);
  assert.equal(session.check().contextWindow, 8_000);
});

test("errors of another kind, and those that were answered, change nothing", async () => {
  const { session } = await open();
  let compactions = 0;
  session.on(({ type }) => (compactions += Number(type === "compaction_start")));
  await session.append(turns(60));
  const throttled = new Error("ThrottlingException: Too many tokens, please wait before trying again.");
  for (const error of [throttled, new Error("fetch failed"), { status: 401 }, "nonsense", null]) {
    const outcome = await session.maintain({ reason: "overflow", error });
    assert.deepEqual([outcome.status, outcome.reason], ["nothing", "not-overflow"], String(error));
  }
  const error = overflowAt(30_000, 16_000);
  assert.equal((await session.maintain({ reason: "overflow", error })).status, "compacted");
  const again = await session.maintain({ reason: "overflow", error });
  assert.deepEqual([again.status, again.reason, again.willRetry], ["nothing", "stale-error", false]);
  assert.equal(compactions, 1);
});

test("compaction that is off stays off, whatever the provider says", async () => {
  const { session, asked } = await open({ settings: { compaction: { enabled: false } } });
  await session.append(turns(60));
  const head = session.head;
  for (const options of [{}, { reason: "overflow", error: overflowAt(30_000, 16_000) }]) {
    const outcome = await session.maintain(options);
    assert.deepEqual([outcome.status, outcome.reason], ["nothing", "disabled"]);
  }
  assert.deepEqual([session.head, asked.length], [head, 0]);
});

test("too many bytes: images go, words stay, and no model is asked", async () => {
  const { session, asked } = await open({ model: { contextWindow: 200_000 } });
  const image = { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(4_000)}` } };
  const shown = { role: "user", content: [{ type: "text", text: "What is this?" }, image] };
  await session.append([shown, says("A cat"), ...turns(3)]);
  const outcome = await session.maintain({
    reason: "overflow",
    error: Object.assign(new Error("Request Entity Too Large"), { status: 413 }),
  });
  assert.deepEqual([outcome.status, outcome.reason, outcome.willRetry], ["pruned", "payload-too-large", true]);
  const [first] = session.context().messages;
  assert.equal(first.content[0], shown.content[0]);
  assert.equal(first.content[1].type, "text");
  assert.ok(!JSON.stringify(session.context().messages).includes("base64"));
  assert.equal(asked.length, 0);
  isValid(session);
});

test("a larger model is tried first, where the host has one and wants that", async () => {
  const largerModels = [
    { contextWindow: 1_000_000, id: "huge" },
    { contextWindow: 15_900, id: "smaller" },
    { contextWindow: 64_000, id: "large" },
  ];
  const { session, asked } = await open({ largerModels, settings: { contextPromotion: { enabled: true } } });
  await session.append(turns(60));
  assert.deepEqual([session.check().action, session.check().promoteTo], ["promote", 2]);
  const events = [];
  session.on((event) => events.push(event.type));
  const outcome = await session.maintain({ reason: "overflow", error: overflowAt(30_000, 16_000) });
  assert.deepEqual([outcome.status, outcome.model.id, outcome.willRetry], ["promoted", "large", true]);
  assert.deepEqual([session.check().contextWindow, session.check().action], [64_000, "none"]);
  assert.deepEqual([asked.length, events.includes("promote")], [0, true]);

  const { session: without } = await open({ largerModels });
  await without.append(turns(60));
  assert.equal(without.check().action, "compact");
});

test("one output larger than the window is shown shortened; its call, its request, and the original stay", async () => {
  const { session, asked } = await open({ settings: { prune: { maxOutputShare: 0 } } });
  const huge = answers("c0", "line of a file\n".repeat(20_000));
  const [request] = await session.append([user("fix the parser"), calls("c0"), huge]);
  const outcome = await session.maintain();
  assert.equal(outcome.status, "pruned");
  assert.equal(asked.length, 0);
  const { messages, tokens } = session.context();
  assert.equal(messages.length, 3);
  assert.equal(messages[0], request.message);
  assert.ok(messages[2].content.startsWith("line of a file\n") && messages[2].content.length < 60_000);
  assert.ok(tokens < session.check().threshold);
  assert.equal(session.original(outcome.prunes[0].edits[0].entryId), huge);
  isValid(session);
});

test("what stays is seen to be too much before any model is asked, and the numbers say what it is", async () => {
  const { session, asked } = await open({ overhead: { system: "s".repeat(24_000), tools: [{ name: "t".repeat(36_000) }] } });
  await session.append(turns(3));
  const events = [];
  session.on((event) => event.type === "exhausted" && events.push(event));
  const outcome = await session.maintain();
  assert.equal(outcome.status, "exhausted");
  const { system, tools, newestTurn } = outcome.unfit;
  assert.deepEqual([system, tools > 9_000, newestTurn > 0], [6_000, true, true]);
  assert.match(outcome.message, /6,000.*system prompt/s);
  assert.deepEqual([session.check().action, (await session.maintain()).status, asked.length], ["emergency", "exhausted", 0]);
  assert.equal(events.length, 1);
  session.setOverhead({ system: "short" });
  assert.equal(session.check().reason, "below-threshold");
});

test("a summary that gains next to nothing is refused, and does not count as a compaction", async () => {
  // Less than what is kept is asked for, so that no cut of the summary would do.
  const compaction = { fallback: "none", minReduction: 0.9 };
  const { session } = await open({ summarizer: () => words(6_000), settings: { compaction } });
  await session.append(turns(60));
  const outcome = await session.compact();
  assert.equal(outcome.status, "refused");
  assert.ok(["no-progress", "not-smaller"].includes(outcome.reason), outcome.reason);
});

test("a run without a word of the user goes on: three summaries, then without a model where it must", async () => {
  const { session, asked } = await open();
  await session.append(user("Go through all files"));
  const outcomes = new Set();
  for (let at = 0; at < 300; at++) {
    await session.append([calls(`c${at}`), answers(`c${at}`, words(400))]);
    outcomes.add((await session.maintain()).status);
    const { tokens, limit } = session.check();
    assert.ok(tokens <= limit, `${tokens} at ${at}`);
    assert.equal(session.context().messages.find(({ role }) => role === "user")?.role, "user");
  }
  assert.ok(asked.length <= 6, `${asked.length}`);
  assert.deepEqual([...outcomes].sort(), ["compacted", "exhausted", "nothing"]);
  assert.ok(JSON.stringify(session.context().messages).includes("Go through all files"));
  isValid(session);
});

test("every summarizer fails, and still the context fits", async () => {
  const { session } = await open({ summarizer: () => Promise.reject(new Error("unreachable")) });
  for (let at = 0; at < 40; at++) {
    await session.append(turns(1, 1_500).map((message) => structuredClone(message)));
    const outcome = await session.maintain();
    assert.ok(["compacted", "nothing", "pruned"].includes(outcome.status), outcome.status);
    if (outcome.status === "compacted") assert.equal(outcome.degraded, true);
    assert.ok(session.check().tokens <= session.check().limit);
  }
});

test("what cannot fit is told with its numbers, as one error", async () => {
  const { session, asked } = await open();
  await session.append(user(words(20_000)));
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.reason], ["exhausted", "cannot-fit"]);
  assert.ok(EpitomeError.isInstance(outcome.error) && outcome.error.code === "cannot-fit");
  assert.ok(outcome.unfit.overBy > 0 && outcome.unfit.newestTurn > 16_000, JSON.stringify(outcome.unfit));
  assert.match(outcome.message, /newest/);
  assert.equal(asked.length, 0);
});

test("idle: off by default; then only with a cold cache, and while nobody works", async () => {
  const settings = { compaction: { idleEnabled: true, idleThresholdTokens: 5_000 } };
  let time = Date.parse("2026-01-01T00:00:00Z");
  const now = () => time;
  const off = await open({ now });
  await off.session.append(turns(15));
  time += 3_600_000;
  assert.equal((await off.session.maintain({ reason: "idle" })).status, "nothing");

  const { session } = await open({ now, settings });
  await session.append(turns(15));
  assert.equal((await session.maintain({ reason: "idle" })).reason, "not-idle");
  time += 3_600_000;
  await session.append([user("more"), calls("x")]);
  time += 3_600_000;
  assert.equal((await session.maintain({ reason: "idle" })).reason, "not-idle");
  await session.append([answers("x", "fine"), says("Done")]);
  time += 3_600_000;
  const outcome = await session.maintain({ reason: "idle" });
  assert.deepEqual([outcome.status, outcome.reason, outcome.continue], ["compacted", "idle", null]);
});

test("whether to continue is decided by the work that is left, read when maintenance has ended", async () => {
  let left;
  const run = async (state, options = {}) => {
    const { session } = await open({ state: () => state(), ...options });
    await session.append(turns(60));
    return (await session.maintain()).continue;
  };
  assert.equal(await run(() => ({})), null);
  assert.equal((await run(() => ({ todos: [{ text: "tests", status: "pending" }] }))).reason, "todos");
  assert.equal((await run(async () => ({ goal: { objective: "ship", status: "active" } }))).reason, "goal");
  assert.equal(await run(() => ({ goal: { objective: "ship", status: "paused" }, todos: [{ text: "a", status: "pending" }] })), null);
  assert.equal(
    await run(() => ({ todos: [{ text: "a", status: "pending" }] }), { settings: { compaction: { autoContinue: false } } }),
    null,
  );
  // What becomes true while the summary is written counts.
  const late = await run(() => left ?? {}, {
    summarizer: () => {
      left = { queued: 1 };
      return GOOD;
    },
  });
  assert.equal(late.reason, "queued-messages");
});

test("an abort between two steps leaves what is committed, and nothing else", async () => {
  const controller = new AbortController();
  const { session } = await open({
    summarizer: () => {
      controller.abort(new Error("enough"));
      return new Promise(() => {});
    },
  });
  await session.append(turns(60));
  const head = session.head;
  assert.equal((await session.maintain({ signal: controller.signal })).status, "cancelled");
  assert.equal(session.head, head);
});

const image = (name) => ({ type: "image_url", image_url: { url: `data:image/png;base64,${name.repeat(400)}` } });
const asks = (text, ...media) => ({ role: "user", content: [{ type: "text", text }, ...media] });
const tooManyBytes = () => Object.assign(new Error("Request Entity Too Large"), { status: 413 });

test("nothing is sent again unchanged: images go once, the user's newest last, and then there is nothing left to do", async () => {
  const { session } = await open({ model: { contextWindow: 200_000 } });
  await session.append([asks("a", image("A")), says("yes"), asks("b", image("B"))]);
  const seen = [];
  for (let round = 0; round < 4; round++) {
    const before = JSON.stringify(session.context().messages);
    const { status, willRetry } = await session.maintain({ reason: "overflow", error: tooManyBytes() });
    assert.equal(willRetry, JSON.stringify(session.context().messages) !== before);
    seen.push(status);
  }
  assert.deepEqual(seen.slice(0, 2), ["pruned", "pruned"]);
  assert.ok(!seen.slice(2).includes("pruned"), seen.join());
  assert.match((await session.maintain({ reason: "overflow", error: tooManyBytes() })).message, /too many bytes/);
});

test("a model is promoted to once; what it refuses is not answered by itself", async () => {
  const largerModels = [{ id: "big", contextWindow: 1_000_000 }];
  const { session } = await open({ largerModels, settings: { contextPromotion: { enabled: true } } });
  await session.append(turns(60));
  assert.equal((await session.maintain()).status, "promoted");
  const { tokens } = session.check();
  const outcome = await session.maintain({ reason: "overflow", error: overflowAt(tokens + 100, tokens - 500) });
  assert.deepEqual([outcome.status, outcome.willRetry], ["compacted", true]);
});

test("what is learned of a model is known again when the session comes back to it", async () => {
  const one = { contextWindow: 1_000_000, id: "one" };
  const { session } = await open({ model: one });
  await session.append(turns(40));
  await session.maintain({ reason: "overflow", error: overflowAt(20_000, 15_000) });
  session.setModel({ contextWindow: 500_000, id: "two" });
  assert.equal(session.check().contextWindow, 500_000);
  session.setModel(one);
  assert.equal(session.check().contextWindow, 15_000);
});

test("a limit that was guessed gives way to a larger prompt that the provider took", async () => {
  const { session } = await open({ model: { contextWindow: 200_000 } });
  await session.append(turns(60));
  await session.maintain({ reason: "overflow", error: new Error("Input is too long for requested model") });
  assert.ok(session.check().contextWindow < 40_000);
  await session.append(says("ok"), { usage: { prompt_tokens: 150_000, completion_tokens: 10 } });
  const { contextWindow, action } = session.check();
  assert.ok(contextWindow >= 150_000, `${contextWindow}`);
  assert.notEqual(action, "emergency");
});

test("notes of the host in the user's name set nothing back, and are no request", async () => {
  const { session, asked } = await open({ format: "anthropic", state: () => ({ goal: { objective: "x", status: "active" } }) });
  await session.append(user("THE REQUEST"));
  for (let at = 0; at < 60; at++) {
    const call = { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "read", input: {} }] };
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content: words(1_500) }] };
    await session.append([call, result, says("step")]);
    const outcome = await session.maintain();
    if (outcome.continue?.prompt) await session.append(user(outcome.continue.prompt));
    if (at % 7 === 0) await session.append({ ...user("a heartbeat"), synthetic: true });
  }
  assert.ok(asked.length <= 6, `${asked.length}`);
  assert.ok(JSON.stringify(session.context().messages).includes("THE REQUEST"));
});

test("a reply to what was sent before the compaction says nothing of the context", async () => {
  const { session } = await open({ model: { contextWindow: 100_000 } });
  for (let at = 0; at < 60; at++) await session.append([user(`${at} ${words(900)}`), says("ok")]);
  await session.maintain();
  const { tokens } = session.check();
  await session.append(says("late"), { usage: { prompt_tokens: 95_000, completion_tokens: 10 } });
  assert.ok(session.check().tokens < tokens + 100);
  assert.equal((await session.maintain()).status, "nothing");
});

test("a failed reply is found behind the host's own entries, and leaves though the user has spoken since", async () => {
  const pi = (role, text, more = {}) => ({ role, content: role === "user" ? text : [{ type: "text", text }], timestamp: 1, ...more });
  const failed = () => pi("assistant", "", { stopReason: "error", errorMessage: "prompt is too long: 9000 tokens > 8000 maximum" });
  for (const behind of [
    (session) => session.appendEntry({ type: "custom", customType: "x" }),
    (session, id) => session.label(id, "here"),
    (session) => session.appendCustom("note", "by the host"),
  ]) {
    const { session } = await open({ format: "pi" });
    for (let at = 0; at < 20; at++)
      await session.append([pi("user", `${at} ${words(150)}`), pi("assistant", "done", { stopReason: "stop" })]);
    const message = failed();
    const [{ id }] = await session.append(message);
    await behind(session, id);
    assert.equal(session.check().reason, "overflow");
    assert.equal((await session.maintain()).willRetry, true);
    assert.ok(!session.context().messages.includes(message));
  }
  const { session } = await open({ format: "pi" });
  for (let at = 0; at < 20; at++)
    await session.append([pi("user", `${at} ${words(150)}`), pi("assistant", "done", { stopReason: "stop" })]);
  const message = failed();
  await session.append([message, pi("user", "meanwhile")]);
  assert.equal((await session.maintain({ reason: "overflow", error: message })).status, "compacted");
  assert.ok(!session.context().messages.includes(message));
  // Older than the compaction, though another object.
  const copy = { ...failed(), timestamp: Date.now() - 60_000 };
  assert.equal((await session.maintain({ reason: "overflow", error: copy })).reason, "stale-error");
});

test("maintenance asked for meanwhile waits for what is under way, and then answers for itself", async () => {
  let release;
  const gate = new Promise((resolve) => (release = resolve));
  const { session } = await open({ summarizer: () => gate.then(() => GOOD) });
  await session.append(turns(60));
  const first = session.maintain();
  const second = session.maintain({ reason: "overflow", error: overflowAt(40_000, 16_000) });
  release();
  assert.equal((await first).status, "compacted");
  assert.equal(typeof (await second).willRetry, "boolean");
});

test("a state that fails costs no outcome", async () => {
  const mine = new Error("db down");
  const { session } = await open({
    state: () => {
      throw mine;
    },
  });
  await session.append(turns(60));
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.continue, outcome.error.code], ["compacted", null, "state-failed"]);
  assert.equal(outcome.error.cause, mine);
});

test("a server that cuts the prompt in silence is found out, by a count that stands still", async () => {
  const { session } = await open({ model: { contextWindow: 32_768 } });
  let found = false;
  for (let at = 1; at <= 12 && !found; at++) {
    await session.append(user(words(500)));
    await session.append(says("ok"), { usage: { prompt_tokens: Math.min(800 * at, 4_096), completion_tokens: 1 } });
    found = (await session.maintain()).status === "compacted";
  }
  assert.ok(found);
  assert.ok(session.check().contextWindow < 8_000);
});
