// What functions and methods are given beside their data: a wrong name or type is an error that says what is right.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import * as core from "../../pkg/dist/core.js";
import {
  compact,
  EpitomeError,
  emergencyPrune,
  estimateTokens,
  needsCompaction,
  openSession,
  repair,
  validate,
} from "../../pkg/dist/index.js";

const format = "openai-chat";
const messages = [
  { role: "user", content: "hello" },
  { role: "assistant", content: "hi" },
];
const open = (options) => openSession({ id: "s", format, ...options });

/** Fails unless `call` throws or rejects with `invalid-option` at `path`, in words that match. */
async function refused(call, path, words) {
  const error = await (async () => call())().then(
    () => assert.fail(`nothing was refused: ${path}`),
    (error) => error,
  );
  assert.ok(EpitomeError.isInstance(error), String(error));
  assert.deepEqual([error.code, error.details.path], ["invalid-option", path], error.message);
  assert.match(error.message, words);
}

const FUNCTIONS = {
  openSession: (options) => open(options),
  compact: (options) => compact(messages, { format, ...options }),
  needsCompaction: (options) => needsCompaction(messages, { format, ...options }),
  estimateTokens: (options) => estimateTokens(messages, { format, ...options }),
  emergencyPrune: (options) => emergencyPrune(messages, { format, maxTokens: 9, ...options }),
  validate: (options) => validate(messages, { format, ...options }),
  repair: (options) => repair(messages, { format, ...options }),
};

test("an option that there is not is named, with those that there are", async () => {
  for (const [name, call] of Object.entries(FUNCTIONS)) {
    await refused(() => call({ formt: "pi" }), "formt", new RegExp(`formt is no option of ${name}; there are .*format`));
    await refused(() => call({ toString: 1 }), "toString", /is no option of/);
    await refused(() => call({ format: 7 }), "format", /must be a text/);
  }
});

test("an option of another type is named, with what it must be", async () => {
  for (const [name, option, value, words] of [
    ["openSession", "settings", "fast", /must be an object/],
    ["openSession", "model", null, /must be an object, such as \{ contextWindow: 128_000 \}/],
    ["openSession", "model", "gpt", /must be an object/],
    ["openSession", "state", {}, /must be a function/],
    ["openSession", "now", 5, /must be a function/],
    ["openSession", "signal", new AbortController(), /must be an AbortSignal/],
    ["openSession", "largerModels", { contextWindow: 1 }, /must be an array/],
    ["openSession", "overhead", "the system prompt", /must be an object: \{ system, tools, tokens \}/],
    ["compact", "instructions", 7, /must be a text/],
    ["compact", "signal", {}, /must be an AbortSignal/],
    ["compact", "contextWindow", "20000", /must be a number of tokens/],
    ["needsCompaction", "contextWindow", { tokens: 5 }, /must be a number of tokens/],
    ["needsCompaction", "model", [], /must be an object/],
    ["emergencyPrune", "maxTokens", "9", /must be a number/],
    ["emergencyPrune", "maxTokens", Number.NaN, /must be the number of tokens that must fit/],
    ["validate", "inFlight", "yes", /must be true or false/],
    ["repair", "editedAt", -1, /must be the index of a message/],
  ]) {
    await refused(() => FUNCTIONS[name]({ [option]: value }), option, words);
  }
  await refused(() => open({ largerModels: [{}, 7] }), "largerModels[1]", /must be an object/);
  await refused(() => open({ overhead: { sytem: "x" } }), "overhead.sytem", /is no option of overhead; there are system, tools, tokens/);
  await refused(() => open({ overhead: { tokens: "5" } }), "overhead.tokens", /must be a number of tokens/);
  await refused(() => open({ overhead: { tokens: -5 } }), "overhead.tokens", /not below 0/);
  await refused(() => estimateTokens(messages, null), "the options of estimateTokens", /must be an object: \{ format \}/);
  await refused(() => estimateTokens(messages, "pi"), "the options of estimateTokens", /must be an object/);
  const session = await open({ overhead: { system: "You are careful.", tools: [], tokens: undefined }, signal: undefined });
  session.close();
});

test("so it is with the methods of a session, which is as it was afterwards", async () => {
  const session = await open();
  const [{ id }] = await session.append(messages);
  const methods = {
    append: (options) => session.append({ role: "user", content: "x" }, options),
    appendCustom: (options) => session.appendCustom("note", "x", options),
    appendEntry: (options) => session.appendEntry({ type: "custom" }, options),
    label: (options) => session.label(id, "x", options),
    check: async (options) => session.check(options),
    context: async (options) => session.context(options),
    maintain: (options) => session.maintain(options),
    compact: (options) => session.compact(options),
    load: (options) => session.load(options),
    entry: (options) => session.entry(id, options),
    path: (options) => session.path(options),
    branches: (options) => session.branches(options),
    labels: (options) => session.labels(options),
    navigate: (options) => session.navigate(id, options),
    spill: (options) => session.spill(id, options),
    artifact: (options) => session.artifact(id, options),
    refresh: (options) => session.refresh(options),
  };
  for (const [name, call] of Object.entries(methods)) {
    await refused(() => call({ sginal: AbortSignal.timeout(5) }), "sginal", new RegExp(`sginal is no option of ${name}; there are`));
    await refused(() => call("x"), `the options of ${name}`, /must be an object: \{ /);
    await refused(() => call([]), `the options of ${name}`, /must be an object/);
    await refused(() => call(null), `the options of ${name}`, /must be an object/);
  }
  for (const [name, option, value, words] of [
    ["append", "pinned", "yes", /must be true or false/],
    ["append", "signal", 5, /must be an AbortSignal/],
    ["check", "pending", { role: "user", content: "x" }, /must be an array/],
    ["context", "pending", "x", /must be an array/],
    ["maintain", "reason", "overfow", /must be "threshold", "idle" or "overflow"/],
    ["compact", "instructions", ["a"], /must be a text/],
    ["navigate", "edit", 1, /must be true or false/],
    ["navigate", "summarize", 1, /must be true or false/],
  ]) {
    await refused(() => methods[name]({ [option]: value }), option, words);
  }
  await refused(async () => session.setModel(undefined), "model", /must be an object/);
  await refused(
    async () => session.setOverhead({ sytem: "x" }),
    "overhead.sytem",
    /is no option of overhead; there are system, tools, tokens/,
  );
  assert.deepEqual([session.head, session.context().messages.length], [2, 2]);
});

test("what stands in the place of options, and is none, is named", async () => {
  const session = await open();
  class Failure extends Error {}
  const calls = {
    maintain: (options) => session.maintain(options),
    compact: (options) => session.compact(options),
    check: async (options) => session.check(options),
    append: (options) => session.append(messages[0], options),
    estimateTokens: async (options) => estimateTokens(messages, options),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const value of [new Error("x"), new Failure("x"), new Response("x"), [], new Map(), new Date(), () => 1, "x", 5, null]) {
      await refused(() => call(value), `the options of ${name}`, /must be an object: \{ /);
    }
  }
  await refused(() => session.maintain(new Error("x")), "the options of maintain", /\{ reason, error, background, pending, signal \}/);
  assert.equal(session.head, 0);
  // Objects without a prototype, and of another realm, are as good as any.
  await session.append(messages, Object.assign(Object.create(null), { pinned: false }));
  assert.equal((await session.maintain(runInNewContext("({ reason: 'threshold' })"))).status, "nothing");
});

test("no usage is no error, and is not noted; what says something else is one", async () => {
  const none = [undefined, null, {}, Object.create(null), { prompt_tokens: null, completion_tokens: undefined }];
  for (const usage of none) {
    const session = await open();
    const [, reply] = await session.append(messages, { usage });
    assert.equal(Object.hasOwn(reply, "usage"), false);
    assert.equal(session.check().source, "estimate");
  }
  const session = await open();
  const circle = { prompt_tokens: 5 };
  circle.self = circle;
  for (const usage of [{ cost: 1 }, { prompt_tokens: null, cost: 1 }, "5", 5, 0, "", false, [5]]) {
    await refused(() => session.append(messages, { usage }), "usage", /no count that is known here/);
  }
  await refused(() => session.append(messages, { usage: circle }), `usage${".self".repeat(8)}`, /in a circle/);
  assert.equal(session.head, 0);
});

test("options in a circle are errors with their place", async () => {
  const session = await open();
  const circle = { type: "object", properties: {} };
  circle.properties.self = circle;
  const overhead = { tools: [{ name: "read", schema: circle }] };
  const place = "overhead.tools[0].schema.properties.self.properties.self.properties";
  const calls = {
    openSession: () => open({ overhead }),
    setOverhead: async () => session.setOverhead(overhead),
    needsCompaction: async () => needsCompaction(messages, { format, overhead }),
    compact: () => compact(messages, { format, overhead }),
  };
  for (const call of Object.values(calls)) await refused(call, place, /in a circle/);
  const rest = "properties.self.properties.self.properties.self";
  await refused(() => open({ model: circle }), `model.${rest}.properties`, /in a circle/);
  await refused(async () => session.setModel(circle), `model.${rest}.properties.self`, /in a circle/);
  await refused(() => open({ largerModels: [circle] }), `largerModels[0].${rest}.properties`, /in a circle/);
  await refused(() => open({ settings: { compaction: circle } }), `settings.compaction.${rest}`, /in a circle/);
  // Nothing has stayed of it.
  assert.deepEqual([session.check().overheadTokens, (await open()).check().messages], [0, 0]);
});

test("overhead counts wherever a budget is asked for", async () => {
  const system = "s".repeat(40_000);
  for (const overhead of [{ system }, { tools: [{ name: "read", description: system }] }, { tokens: 10_000 }]) {
    assert.equal(needsCompaction(messages, { format, contextWindow: 10_000 }), false);
    assert.equal(needsCompaction(messages, { format, contextWindow: 10_000, overhead }), true);
    assert.equal(needsCompaction(messages, { format, contextWindow: 100_000, overhead }), false);
    const long = Array.from({ length: 40 }, (_, at) => ({ role: at % 2 ? "assistant" : "user", content: `${at} ${"word ".repeat(400)}` }));
    const plain = await compact(long, { format, contextWindow: 100_000 });
    const loaded = await compact(long, { format, contextWindow: 100_000, overhead });
    assert.ok(loaded.tokensBefore >= plain.tokensBefore + 10_000, `${plain.tokensBefore} ${loaded.tokensBefore}`);
  }
  for (const name of ["needsCompaction", "compact"]) {
    await refused(() => FUNCTIONS[name]({ overhead: 500 }), "overhead", /must be an object: \{ system, tools, tokens \}/);
    await refused(() => FUNCTIONS[name]({ overhead: { tokens: -5 } }), "overhead.tokens", /not below 0/);
  }
});

test("a model's limit of another type, or under another name, is named wherever a model is given", async () => {
  const session = await open();
  const calls = {
    openSession: (model) => open({ model }),
    setModel: async (model) => session.setModel(model),
    needsCompaction: async (model) => needsCompaction(messages, { format, model }),
    compact: (model) => compact(messages, { format, model }),
  };
  for (const call of Object.values(calls)) {
    await refused(() => call({ contextWindow: "20000" }), "model.contextWindow", /must be a number of tokens, this is a string/);
    await refused(() => call({ contextWindow: {} }), "model.contextWindow", /must be a number of tokens, this is an object/);
    await refused(() => call({ contextwindow: 20_000 }), "model.contextwindow", /call it contextWindow/);
    await refused(() => call({ context_window: 20_000 }), "model.context_window", /call it contextWindow/);
    for (const name of ["window", "context", "contextTokens", "maxContext", "context_tokens"]) {
      await refused(() => call({ [name]: 128_000 }), `model.${name}`, /call it contextWindow/);
      await call({ [name]: {}, contextWindow: undefined });
      await call({ [name]: 5, contextWindow: 128_000 });
    }
    await refused(() => call({ contextWindow: 1, max_output: 5 }), "model.max_output", /call it maxOutput/);
    await refused(() => call({ contextWindow: 1, inputLimit: "all" }), "model.inputLimit", /must be a number of tokens/);
    // What is no limit is no error, and other keys are the host's own.
    for (const contextWindow of [0, -1, Number.NaN, Infinity, null, undefined]) await call({ contextWindow, tokenizer: "o200k", cost: {} });
  }
  await refused(() => open({ largerModels: [{ contextWindow: 5 }, { window: 5 }] }), "largerModels[1].window", /call it contextWindow/);
  session.setModel({ contextWindow: 200_000, maxTokens: 64_000 });
  assert.deepEqual([session.check().contextWindow, session.check().threshold], [200_000, 136_000]);
});

test("settings: an unknown key is named with the nearest there is, in whatever group", async () => {
  for (const [settings, path, words] of [
    [{ compaction: { keepRecent: 5 } }, "settings.compaction.keepRecent", /Did you mean keepRecentTokens\?/],
    [{ compaction: { treshold: 5 } }, "settings.compaction.treshold", /there are enabled, strategy, reserveTokens/],
    [{ compaction: { maxRetries: 5 } }, "settings.compaction.maxRetries", /Did you mean retry\.maxRetries\?/],
    [{ thresholdTokens: 5 }, "settings.thresholdTokens", /Did you mean compaction\.thresholdTokens\?/],
    [{ compactions: {} }, "settings.compactions", /Did you mean compaction\?/],
    [{ compaction: { maxMessages: -1 } }, "settings.compaction.maxMessages", /must be a whole number of at least 0, this is -1/],
    [{ compaction: { maxMessages: 2.5 } }, "settings.compaction.maxMessages", /must be a whole number of at least 0, this is 2\.5/],
    [{ compaction: { minReduction: 5 } }, "settings.compaction.minReduction", /must be a share from 0 to 1, this is 5/],
    [{ compaction: { thresholdPercent: 0.8 } }, "settings.compaction.thresholdPercent", /is a percentage: 80, not 0\.8/],
    [{ contextPromotion: { enabled: 1 } }, "settings.contextPromotion.enabled", /must be true or false/],
  ]) {
    for (const name of ["openSession", "needsCompaction", "compact"]) {
      const call = async () => FUNCTIONS[name]({ settings });
      await assert.rejects(call, (error) => {
        assert.deepEqual([error.code, error.details.path], ["invalid-settings", path]);
        assert.match(error.message, words);
        return true;
      });
    }
  }
  for (const thresholdPercent of [-1, 0, 1, 80, 100]) (await open({ settings: { compaction: { thresholdPercent } } })).close();
  // The pure rule takes each number for a share from 1 to 99.
  assert.deepEqual(
    [0.8, 1, 500].map((thresholdPercent) => core.resolveThreshold(1_000, { thresholdPercent })),
    [10, 10, 990],
  );
  assert.equal(core.resolveThreshold(100_000, { thresholdTokens: 500_000 }), 99_999);
});

test("epitome/core: wrong names and types are no zeros", async () => {
  const entries = messages.map((message, at) => ({
    type: "message",
    id: `e${at}`,
    parentId: at === 0 ? null : `e${at - 1}`,
    timestamp: "2026-01-01T00:00:00.000Z",
    message: { ...message, timestamp: 1, content: [{ type: "text", text: message.content }] },
  }));
  await refused(() => core.resolveThreshold("200000"), "contextWindow", /must be a number of tokens/);
  await refused(() => core.resolveThreshold(200_000, {}, "8"), "maxOutputTokens", /must be a number of tokens/);
  await refused(() => core.shouldCompact("5", 200_000), "tokens", /must be a number of tokens/);
  await refused(() => core.findCutPoint(entries, { keepRecent: 5 }), "keepRecent", /there are format, keepRecentTokens/);
  await refused(() => core.findCutPoint(entries, { keepRecentTokens: "5" }), "keepRecentTokens", /must be a number of tokens/);
  await refused(() => core.prepareCompaction(entries, {}, { window: 5 }), "window", /there are format, contextWindow, usageRatio, leafId/);
  await refused(() => core.estimateMessage(messages[0], { fromat: format }), "fromat", /there are format/);
  await refused(() => core.boundConversation("x", { contextWindow: "5", maxTokens: 5 }), "contextWindow", /must be a number of tokens/);
  assert.equal(core.prepareCompaction(entries, {}, { contextWindow: undefined, usageRatio: undefined }), null);
  for (const window of [0, -5, Number.NaN, Infinity]) assert.equal(core.shouldCompact(1e9, window), false, String(window));
});
