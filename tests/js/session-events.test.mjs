/** What a session tells of a compaction: whom it asks, why again, what that costs, and how long it may take. */

import assert from "node:assert/strict";
import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, test } from "node:test";
import { openSession } from "../../pkg/dist/index.js";
import { open, turns } from "./support/talk.mjs";

const messages = turns(30, 400);
/** A summary with all that is asked for, of turns such as these. */
const SUMMARY =
  "## Primary Request and Intent\nThe text of turn 27: a line of output that says little.\n\n## Current Work\nAnswer 27, a line of output that says little.";
const compaction = { keepRecentTokens: 2_000 };
const USAGE = { input: 100, output: 20, cacheRead: 30, cacheWrite: 4, totalTokens: 154 };
const passing = (retryAfter) =>
  Object.assign(new Error("overloaded"), {
    status: 529,
    ...(retryAfter !== undefined && { headers: { "retry-after-ms": `${retryAfter}` } }),
  });

const opened = [];
afterEach(() => {
  for (const session of opened.splice(0)) session.close();
});

/** A session with these summarizers, and what it tells. */
async function listened(summarizer, { settings, ...options } = {}) {
  const quick = { maxRetries: 2, baseDelayMs: 4, maxDelayMs: 1_000 };
  // Room enough for one request.
  for (const one of [summarizer].flat()) one.contextWindow ??= 100_000;
  const { session } = await open({ window: 14_000, compaction, messages, summarizer, settings: { retry: quick, ...settings }, ...options });
  const events = [];
  opened.push(session);
  session.on((event) => events.push(event));
  const of = (type) => events.filter((event) => event.type === type);
  return { session, events, of };
}

/** Gives one answer after the other, the last for ever; an error is thrown. */
const inTurn = (...answers) => {
  let at = 0;
  return () => {
    const answer = answers[Math.min(at++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return answer;
  };
};

test("events: a try that failed is told, then its repetition and why, then the answer", async () => {
  const { session, events, of } = await listened(inTurn(passing(), passing(), { text: SUMMARY, usage: USAGE }));
  assert.equal((await session.compact()).status, "compacted");
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      "compaction_start",
      ...["summary_request", "summary_failed"],
      ...["summary_retry", "summary_request", "summary_failed"],
      ...["summary_retry", "summary_request", "summary_progress", "summary_end"],
      ...["append", "compaction_end"],
    ].filter((type) => type !== "summary_progress" || of(type).length > 0),
  );
  assert.deepEqual(
    of("summary_retry").map(({ kind, candidate, attempt, reason }) => [kind, candidate, attempt, reason]),
    [
      ["history", 0, 1, "summarizer-failed"],
      ["history", 0, 2, "summarizer-failed"],
    ],
  );
  const [told] = of("summary_end");
  assert.deepEqual([told.kind, told.candidate, told.attempt, told.chars, told.usage], ["history", 0, 2, SUMMARY.length, USAGE]);
  assert.ok(told.durationMs >= 0);
});

test("events: the next summarizer is told, and why it is asked", async () => {
  const bad = () => {
    throw Object.assign(new Error("no key"), { status: 401 });
  };
  const { session, of } = await listened([bad, () => "", () => SUMMARY]);
  assert.equal((await session.compact()).status, "compacted");
  const told = of("summary_fallback").map(({ kind, from, to, reason }) => [kind, from, to, reason]);
  assert.deepEqual(told[0], ["history", 0, 1, "summarizer-auth"]);
  assert.deepEqual(told.at(-1), ["history", 1, 2, "blank-summary"]);
});

test("events: an answer that is not taken is asked for again, once, and that is told", async () => {
  const { session, of } = await listened(inTurn("## Primary Request and Intent\nText of the turns.", SUMMARY));
  assert.equal((await session.compact()).status, "compacted");
  assert.deepEqual(
    of("summary_retry").map(({ candidate, reason }) => [candidate, reason]),
    [[0, "hollow-summary"]],
  );
});

test("events: where all have failed and the model-free summary stands in, that is told", async () => {
  const { session, of } = await listened([() => "", () => ""], { compaction: { ...compaction, fallback: "extractive" } });
  const { status, degraded } = await session.compact();
  assert.deepEqual([status, degraded], ["compacted", true]);
  const { kind, from, to, reason } = of("summary_fallback").at(-1);
  assert.deepEqual([kind, from, to, reason], ["history", 1, "extractive", "blank-summary"]);
});

test("events: the end has the sizes before and after, and each start has one end", async () => {
  for (const [reply, status] of [
    [SUMMARY, "compacted"],
    ["", "refused"],
  ]) {
    const { session, of } = await listened(() => reply);
    const outcome = await session.compact();
    assert.equal(outcome.status, status);
    assert.deepEqual([of("compaction_start").length, of("compaction_end").length], [1, 1]);
    const [{ tokensBefore, tokensAfter, durationMs, reason, outcome: told }] = of("compaction_end");
    assert.deepEqual([tokensBefore, tokensAfter, reason], [outcome.tokensBefore, outcome.tokensAfter, "manual"]);
    assert.ok(durationMs >= 0);
    assert.deepEqual(told, outcome);
  }
});

test("usage: what all calls have cost is told and kept, a refusal's too", async () => {
  const blank = await listened(() => ({ text: "", usage: USAGE }), { settings: { retry: { maxRetries: 0 } } });
  const refused = await blank.session.compact();
  assert.equal(refused.status, "refused");
  assert.equal(refused.usage.totalTokens, 154 * blank.of("summary_end").length);

  const reply = [() => ({ text: "", usage: { input: 7, output: 1 } }), () => ({ text: SUMMARY, usage: USAGE })];
  const { session, of } = await listened(reply);
  const { usage, entry } = await session.compact();
  const ends = of("summary_end");
  const sum = (key) => ends.reduce((total, event) => total + (event.usage[key] ?? 0), 0);
  for (const key of Object.keys(USAGE)) assert.equal(usage[key], sum(key), key);
  assert.ok(usage.input >= 107);
  assert.deepEqual(entry.usage, usage);
  // It is the calls' and not the context's.
  assert.ok(session.check().tokens < 6_000);
});

test("usage: where nobody says what it cost, nothing is told", async () => {
  const { session } = await listened(() => SUMMARY);
  const { usage, entry } = await session.compact();
  assert.deepEqual([usage, "usage" in entry], [undefined, false]);
});

test("waits: ours are up to a quarter longer, and never shorter than the provider asks for", async (t) => {
  for (const [random, factor] of [
    [0, 1],
    [0.5, 1.125],
    [0.999, 1.25],
  ]) {
    t.mock.method(Math, "random", () => random);
    for (const [after, base, expected] of [
      [undefined, 40, 40],
      [60, 4, 60],
      [10, 40, 40],
    ]) {
      const retry = { maxRetries: 1, baseDelayMs: base, maxDelayMs: 1_000 };
      const { session, of } = await listened(inTurn(passing(after), SUMMARY), { settings: { retry } });
      const since = performance.now();
      assert.equal((await session.compact()).status, "compacted");
      const [{ delayMs }] = of("summary_retry");
      assert.equal(delayMs, Math.round(expected * (1 + random / 4)));
      assert.ok(delayMs >= (after ?? 0) && delayMs <= Math.ceil(expected * factor));
      assert.equal(of("summary_request")[1].delayMs, delayMs);
      assert.ok(performance.now() - since >= delayMs - 2);
    }
    t.mock.restoreAll();
  }
});

test("time: when the time for all calls is over, those under way end, the others are not made, and the reason says so", async () => {
  for (const fallback of ["none", "extractive"]) {
    const signals = [];
    const calls = [0, 0];
    const hang = (at) => (_, options) => {
      calls[at]++;
      signals.push(options.signal);
      return new Promise(() => {});
    };
    const { session, of } = await listened([hang(0), hang(1)], { compaction: { ...compaction, totalTimeoutMs: 40, fallback } });
    const outcome = await session.compact();
    assert.equal(outcome.status, fallback === "none" ? "refused" : "compacted");
    assert.deepEqual([...new Set(outcome.failures.map(({ reason }) => reason))], ["time-budget"]);
    assert.equal(outcome.error.code, "time-budget");
    assert.ok(signals.length > 0 && signals.every(({ aborted }) => aborted));
    assert.equal(calls[1], 0);
    assert.ok(of("summary_failed").every(({ failure }) => failure.reason === "time-budget"));
  }
});

test("time: a wait between tries ends with it too", { timeout: 5_000 }, async () => {
  const retry = { maxRetries: 3, baseDelayMs: 60_000, maxDelayMs: 60_000 };
  const reply = inTurn(passing());
  const { session } = await listened(reply, { settings: { retry }, compaction: { ...compaction, totalTimeoutMs: 40, fallback: "none" } });
  const { status, reason } = await session.compact();
  assert.deepEqual([status, reason], ["refused", "time-budget"]);
});

test("summarizers say their limits themselves, and what they ask is told", async () => {
  const seen = [];
  const answer = (request) => {
    seen.push(request);
    return SUMMARY;
  };
  const small = Object.assign(answer, { contextWindow: 6_000, maxOutput: 700, model: "small-1", provider: "acme" });
  const { session, of } = await listened(small);
  assert.equal((await session.compact()).status, "compacted");
  for (const { model, provider } of [...of("summary_request"), ...of("summary_end")])
    assert.deepEqual([model, provider], ["small-1", "acme"]);
  for (const { maxTokens, prompt } of seen) {
    assert.ok(maxTokens <= 700, `${maxTokens}`);
    assert.ok(prompt.length / 4 < 6_000, `${prompt.length}`);
  }
  for (const limit of [{ contextWindow: 0 }, { contextWindow: "8k" }, { maxOutput: -1 }, { maxOutput: Number.NaN }]) {
    const summarizer = [() => SUMMARY, Object.assign(() => SUMMARY, limit)];
    const [name] = Object.keys(limit);
    await assert.rejects(openSession({ id: "s", summarizer }), { code: "invalid-option", details: { path: `summarizer[1].${name}` } });
  }
});

test("a request that is too long for its summarizer is made shorter, and asked again", async () => {
  const sizes = [];
  const reply = ({ prompt }) => {
    sizes.push(prompt.length);
    if (prompt.length > 18_000) throw Object.assign(new Error("prompt is too long: 6000 tokens > 4500 maximum"), { status: 400 });
    return SUMMARY;
  };
  const { session, of } = await listened(reply);
  const { status, degraded } = await session.compact();
  assert.deepEqual([status, degraded], ["compacted", undefined]);
  assert.equal(of("summary_retry")[0].reason, "overflow");
  assert.ok(sizes.length > 1 && sizes.slice(1).every((size) => size < sizes[0]), `${sizes}`);
});

test("a short summary that is written along is kept for a list", async () => {
  const { session } = await listened(() => ({ text: SUMMARY, shortSummary: "The parser reads empty lines." }));
  assert.equal((await session.compact()).entry.shortSummary, "The parser reads empty lines.");
});

test("diagnostics: each event is published with OpenTelemetry's names, and only while somebody listens", async () => {
  const heard = [];
  const listener = (message, name) => heard.push([name, message]);
  const summarizer = Object.assign(inTurn(passing(), { text: SUMMARY, usage: USAGE }), { model: "m-1", provider: "acme" });
  const { session, events } = await listened(summarizer);
  subscribe("epitome", listener);
  await session.compact();
  unsubscribe("epitome", listener);
  assert.equal(channel("epitome").hasSubscribers, false);
  assert.deepEqual(
    heard.map(([name, { sessionId, event }]) => [name, sessionId, event]),
    events.map((event) => ["epitome", "s", event]),
  );
  const attributes = (type) => heard.find(([, { event }]) => event.type === type)[1].attributes;
  const asked = {
    "gen_ai.conversation.id": "s",
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "m-1",
    "gen_ai.provider.name": "acme",
  };
  const { maxTokens } = events.find(({ type }) => type === "summary_request");
  assert.deepEqual(attributes("summary_request"), { ...asked, "gen_ai.request.max_tokens": maxTokens });
  assert.equal(attributes("summary_failed")["error.type"], "summarizer-failed");
  const used = { "gen_ai.usage.input_tokens": 134, "gen_ai.usage.output_tokens": 20 };
  assert.deepEqual(attributes("summary_end"), { ...asked, ...used });
  assert.deepEqual(attributes("compaction_start"), { "gen_ai.conversation.id": "s" });
  assert.deepEqual(attributes("compaction_end"), { "gen_ai.conversation.id": "s", ...used });
  await session.append(messages[0]);
  assert.equal(heard.length, events.length - 1);
});
