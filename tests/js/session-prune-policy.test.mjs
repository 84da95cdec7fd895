// When a session prunes, and when it does not: the policy, its copies of outputs, and what it tells.
import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { calls, filler, open, output, says, usage, user } from "./support/talk.mjs";

/** A run of commands under one request each, every output of so many tokens. */
const work = (count, tokens, name = "c", { tool = calls } = {}) =>
  Array.from({ length: count }, (_, at) => [
    user(`Request ${at}`),
    tool(`${name}${at}`),
    output(`${name}${at}`, filler(tokens, `${name}${at}`)),
    says(`Done ${at}`),
  ]).flat();

/** The defaults, a hundredth of them: a window of 2,000 tokens in which a test is quick. */
const SMALL = { protectTokens: 400, minimumSavings: 200 };
const HOUR = 3_600_000;
const small = (options = {}) => {
  const { prune, ...settings } = options.settings ?? {};
  return open({
    window: 4_000,
    compaction: { reserveTokens: 1_000, keepRecentTokens: 500 },
    ...options,
    settings: { prune: { ...SMALL, ...prune }, ...settings },
  });
};
const outputs = (session) =>
  session
    .context()
    .messages.filter(({ role }) => role === "tool")
    .map(({ content }) => content);
const isNotice = (text) => text.startsWith("[Output truncated - ");
const prunes = (session) => session.path().then((path) => path.filter(({ type }) => type === "prune"));
const isValid = (session, format = "openai-chat") => assert.deepEqual(validate(session.context().messages, { format, request: true }), []);
const clock = (start = Date.UTC(2026, 0, 1)) => {
  const now = () => now.time;
  now.time = start;
  return now;
};

test("over the threshold old outputs give their place to notices, where that is enough, and no model is asked", async () => {
  const messages = work(12, 300);
  const frozen = structuredClone(messages);
  const { session, asked } = await small();
  const events = [];
  session.on((event) => event.type === "prune" && events.push(event));
  await session.append(messages);
  const before = session.check();
  assert.ok(before.tokens > before.threshold);
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.reason, asked.length], ["pruned", "threshold", 0]);
  const after = session.check();
  assert.deepEqual([outcome.tokensBefore, outcome.tokensAfter], [before.tokens, after.tokens]);
  assert.deepEqual([after.action, after.reason], ["none", "below-threshold"]);
  isValid(session);
  // The newest 400 tokens, and the newest two turns, stay; nothing but outputs has changed.
  const shown = session.context().messages;
  assert.equal(outputs(session).filter(isNotice).length, 10);
  shown.forEach((message, at) => {
    if (!(message.role === "tool" && isNotice(message.content))) assert.equal(message, messages[at]);
  });
  assert.deepEqual(messages, frozen);
  // The entry, the outcome and the event say the same.
  const [entry] = await prunes(session);
  assert.equal(outcome.entry, entry);
  assert.deepEqual(outcome.prunes, [entry]);
  const saved = before.tokens - after.tokens;
  const { entryIds, ...pruned } = outcome.pruned;
  assert.deepEqual(pruned, { edits: 10, tokensSaved: saved, artifacts: 10, byReason: { old: { edits: 10, tokensSaved: saved } } });
  assert.deepEqual(
    entryIds,
    outcome.entry.edits.map((edit) => edit.entryId),
  );
  assert.deepEqual(events, [{ type: "prune", reason: "threshold", entry, pruned: outcome.pruned }]);
  assert.deepEqual([entry.reason, entry.tokensBefore], ["threshold", before.tokens]);
  for (const edit of entry.edits) {
    const { content } = session.original(edit.entryId);
    assert.deepEqual([edit.part, edit.why, edit.tokens], [0, "old", 300]);
    assert.match(edit.text, /^\[Output truncated - 300 tokens; full output: artifact:\/\/[\w~]+\] tail=/);
    assert.ok(edit.text.includes(`artifact://${edit.artifact}]`));
    assert.equal(await session.artifact(edit.artifact), content);
  }
});

test("a pruned session that is opened anew shows the same, byte for byte, and is not pruned again", async () => {
  const store = memory();
  const { session } = await small({ store });
  await session.append(work(12, 300));
  await session.maintain();
  const shown = JSON.stringify(session.context());
  const { session: again } = await small({ store });
  assert.equal(JSON.stringify(again.context()), shown);
  const head = again.head;
  assert.deepEqual([(await again.maintain()).status, again.head], ["nothing", head]);
  const [entry] = await prunes(again);
  assert.equal(await again.artifact(entry.edits[0].artifact), again.original(entry.edits[0].entryId).content);
});

test("where the whole plan is not enough, the summary is asked for at once, and nothing is pruned before", async () => {
  const { session, asked } = await small();
  await session.append([user(filler(2_900, "A long request")), says("Yes."), ...work(5, 300)]);
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.prunes], ["compacted", undefined]);
  assert.ok(asked.length > 0);
});

test("a saving below the minimum is none, though it would be enough", async () => {
  const maintained = async (minimumSavings) => {
    const { session } = await small({ settings: { prune: { minimumSavings } } });
    await session.append([user(filler(2_000, "A long request")), says("Yes."), ...work(4, 300)]);
    const { tokens, threshold } = session.check();
    assert.ok(tokens > threshold && tokens < threshold + 250, `${tokens}`);
    return session.maintain();
  };
  const { status, pruned } = await maintained(0);
  assert.equal(status, "pruned");
  assert.equal((await maintained(pruned.tokensSaved + 1)).status, "compacted");
  // What is planned reckons with the longest reference to a copy.
  assert.equal((await maintained(pruned.tokensSaved - pruned.edits * 16)).status, "pruned");
});

test("below the threshold, off, and by hand nothing is pruned", async () => {
  const { session } = await small();
  await session.append(work(8, 300));
  assert.equal((await session.maintain()).reason, "below-threshold");
  await session.append(work(4, 300, "d"));
  assert.equal((await session.compact()).status, "compacted");
  assert.deepEqual(await prunes(session), []);
  const off = await small({ settings: { prune: { enabled: false } } });
  await off.session.append(work(12, 300));
  assert.equal((await off.session.maintain()).status, "compacted");
  assert.deepEqual(await prunes(off.session), []);
});

test("with compaction off it is pruned all the same, after a refusal, too", async () => {
  const compaction = { enabled: false, reserveTokens: 1_000, keepRecentTokens: 500 };
  const { session } = await small({ compaction });
  await session.append(work(12, 300));
  assert.deepEqual([(await session.maintain()).status, session.check().reason], ["pruned", "below-threshold"]);
  const refused = await small({ compaction, window: 100_000 });
  await refused.session.append(work(12, 300));
  const error = Object.assign(new Error("prompt is too long: 3800 tokens > 3500 maximum"), { status: 400 });
  const outcome = await refused.session.maintain({ reason: "overflow", error });
  assert.deepEqual([outcome.status, outcome.reason, outcome.willRetry], ["pruned", "overflow", true]);
});

test("what counts is the provider's count, before and after", async () => {
  // It counts twice what we estimate, and 200 tokens beside the messages.
  for (const format of ["openai-chat"]) {
    const { session } = await small({ window: 8_000, compaction: { reserveTokens: 2_000, keepRecentTokens: 500 }, format });
    const counted = (messages) => 2 * messages.reduce((sum, { content }) => sum + Math.ceil((content?.length ?? 60) / 4), 0) + 200;
    const all = [];
    for (const [at, message] of work(11, 300).entries()) {
      all.push(message);
      await session.append(message, message.role === "assistant" ? usage(counted(all.slice(0, -1)), counted([message]) - 200) : {});
      assert.ok(session.check().tokens < 8_000, `${at}`);
    }
    const before = session.check();
    assert.ok(before.usageTokens > before.threshold);
    const outcome = await session.maintain();
    assert.equal(outcome.status, "pruned");
    // A tenth off at most: what the provider would count now.
    const truth = counted(session.context().messages);
    assert.ok(Math.abs(outcome.tokensAfter - truth) < truth / 10, `${outcome.tokensAfter} of ${truth}`);
    assert.equal(session.check().tokens, outcome.tokensAfter);
    assert.ok(outcome.tokensBefore - outcome.tokensAfter > 1.8 * outcome.pruned.tokensSaved);
  }
});

test("messages that are about to be sent count", async () => {
  const { session } = await small();
  await session.append(work(9, 300));
  assert.equal(session.check().action, "none");
  const pending = [user(filler(300, "More"))];
  assert.equal((await session.maintain({ pending })).status, "pruned");
  assert.ok(session.check({ pending }).tokens <= session.check().threshold);
  // More than a prune can make room for.
  const full = await small();
  await full.session.append(work(9, 300));
  assert.equal((await full.session.maintain({ pending: [user(filler(2_500, "Much more"))] })).prunes, undefined);
});

test("too many messages do not become fewer by it", async () => {
  const { session } = await small({ compaction: { maxMessages: 20, reserveTokens: 1_000, keepRecentTokens: 500 } });
  await session.append(work(12, 300));
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.prunes], ["compacted", undefined]);
});

test("a prune comes before a larger model, and a larger model before a summary", async () => {
  const settings = { contextPromotion: { enabled: true } };
  const { session } = await small({ settings, largerModels: [{ contextWindow: 10_000 }] });
  await session.append(work(12, 300));
  assert.equal((await session.maintain()).status, "pruned");
  await session.append(user(filler(3_000, "Long")));
  assert.equal((await session.maintain()).status, "promoted");
});

test("after a refusal old outputs go first, whatever they save, and the failed reply with them", async () => {
  const { session, asked } = await small({ window: 100_000, format: "pi", settings: { prune: { minimumSavings: 1_000_000 } } });
  for (let at = 0; at < 12; at++) {
    const call = { type: "toolCall", id: `c${at}`, name: "bash", arguments: { command: `make ${at}` } };
    await session.append([
      { role: "user", content: `Request ${at}`, timestamp: 1 },
      { role: "assistant", content: [call], stopReason: "toolUse", timestamp: 1 },
      { role: "toolResult", toolCallId: `c${at}`, toolName: "bash", content: [{ type: "text", text: filler(300) }], timestamp: 1 },
      { role: "assistant", content: [{ type: "text", text: `Done ${at}` }], stopReason: "stop", timestamp: 1 },
    ]);
  }
  const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
  const errorMessage = "prompt is too long: 3800 tokens > 3500 maximum";
  await session.append({ role: "user", content: "And now?", timestamp: 1 });
  const [failed] = await session.append({
    role: "assistant",
    content: [],
    stopReason: "error",
    errorMessage,
    usage: nothing,
    timestamp: 1,
  });
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.reason, outcome.willRetry, asked.length], ["pruned", "overflow", true, 0]);
  assert.equal(outcome.entry.reason, "overflow");
  assert.ok(!session.context().messages.includes(session.original(failed.id)));
  assert.ok(session.check().tokens <= session.check().threshold);
});

test("an hour after the last reply the cache is cold: the minimum does not count", async () => {
  const now = clock();
  const { session } = await small({ now, settings: { prune: { minimumSavings: 1_000 } } });
  await session.append([user(filler(2_000, "A long request")), says("Yes."), ...work(4, 300)]);
  now.time += HOUR + 1;
  // What is said next, and what else is noted, does not make it warm.
  await session.append(user("I am back."));
  await session.appendEntry({ type: "session_info", name: "later" });
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.reason], ["pruned", "threshold"]);
  assert.ok(outcome.pruned.tokensSaved < 1_000);
});

test("where the cache is cold, a prune that is not enough comes before the summary", async () => {
  const now = clock();
  const { session } = await small({ now });
  await session.append([user(filler(2_900, "A long request")), says("Yes."), ...work(5, 300)]);
  now.time += HOUR + 1;
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.prunes.length], ["compacted", 1]);
  assert.ok(outcome.pruned.edits > 0);
});

test("idle, in the cold, what is worth an entry goes below the threshold; while the cache is warm nothing does", async () => {
  const idle = { reason: "idle" };
  const now = clock();
  const { session } = await small({ now });
  await session.append(work(6, 300));
  now.time += HOUR;
  assert.equal((await session.maintain(idle)).status, "nothing");
  now.time += 1;
  assert.equal((await session.maintain()).reason, "below-threshold", "only when idle");
  const outcome = await session.maintain(idle);
  assert.deepEqual([outcome.status, outcome.reason, outcome.continue], ["pruned", "idle", null]);
  assert.equal((await session.maintain(idle)).status, "nothing");
  // A quarter of the minimum is worth it, less is not.
  for (const [minimumSavings, status] of [
    [800, "pruned"],
    [1_000, "nothing"],
  ]) {
    const { session } = await small({ now, settings: { prune: { minimumSavings } } });
    await session.append(work(3, 300));
    now.time += HOUR + 1;
    assert.equal((await session.maintain(idle)).status, status, `${minimumSavings}`);
  }
  const never = await small({ now, settings: { prune: { cacheTtlMs: 0 } } });
  await never.session.append(work(6, 300));
  now.time += 100 * HOUR;
  assert.equal((await never.session.maintain(idle)).status, "nothing");
});

test("idle: a model at work is not disturbed", async () => {
  const now = clock();
  const { session } = await small({ now });
  await session.append([...work(6, 300), user("One more"), calls("x")]);
  now.time += 2 * HOUR;
  assert.equal((await session.maintain({ reason: "idle" })).status, "nothing");
});

test("by cost: a batch is due once it saves what rewriting the cache costs, and no sooner", async () => {
  const sizes = [];
  const batches = (prune, count = 120) =>
    small({ window: 200_000, compaction: undefined, settings: { prune: { minimumSavings: 0, batch: "cost", ...prune } } }).then(
      async ({ session }) => {
        const saved = [];
        for (let at = 0; at < count; at++) {
          await session.append(work(1, 300, `t${at}-`));
          const outcome = await session.maintain();
          if (outcome.status === "nothing") continue;
          assert.deepEqual([outcome.status, outcome.reason], ["pruned", "cost"]);
          saved.push(outcome.pruned.tokensSaved);
          isValid(session);
        }
        return saved;
      },
    );
  for (const cacheReadPrice of [1, 0.5, 0.1]) {
    const saved = await batches({ cacheReadPrice });
    assert.ok(saved.length > 1, `${cacheReadPrice}: ${saved}`);
    sizes.push(saved.at(-1));
    // √(2·b·P·G/a): P is at least the two newest turns and 400 tokens, G what a turn's two calls add, halved.
    const least = Math.sqrt((2 * (1.25 - cacheReadPrice) * 600 * 150) / cacheReadPrice);
    assert.ok(
      saved.every((tokens) => tokens >= least),
      `${cacheReadPrice}: ${saved}, ${least}`,
    );
  }
  assert.ok(sizes[0] < sizes[1] && sizes[1] < sizes[2], `the cheaper a cached token, the larger the batch: ${sizes}`);
  assert.deepEqual(await batches({ cacheReadPrice: 0 }), [], "what costs nothing is not saved");
  assert.deepEqual(await batches({ batch: "threshold" }), []);
});

test("an output of which no copy can be kept stays, and a session says so; where the rest is not enough, nothing is pruned", async () => {
  const fails = { count: 2 };
  const artifacts = {
    kept: new Map(),
    put(id, data) {
      if (this.kept.size === 0 && fails.count-- > 0) throw new Error("the disk is full");
      this.kept.set(id, data);
    },
    get: (id) => artifacts.kept.get(id) ?? null,
  };
  const { session } = await small({ artifacts });
  const warned = [];
  session.on((event) => event.type === "warning" && warned.push(event));
  await session.append(work(12, 300));
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.pruned.edits, outcome.pruned.artifacts], ["pruned", 8, 8]);
  assert.equal(outputs(session).filter(isNotice).length, 8);
  assert.deepEqual(
    warned.map(({ warning }) => warning.code),
    ["spill-failed", "spill-failed"],
  );
  assert.match(warned[0].warning.message, /the disk is full/);
  assert.equal(warned[0].error.message, "the disk is full");
  assert.deepEqual(
    session.warnings,
    warned.map(({ warning }) => warning),
  );
  for (const { artifact, entryId } of outcome.entry.edits)
    assert.equal(await session.artifact(artifact), session.original(entryId).content);
  // Nothing at all can be kept.
  const none = await small({ artifacts: { put: () => Promise.reject(new Error("no")), get: () => null } });
  await none.session.append(work(12, 300));
  const other = await none.session.maintain();
  assert.deepEqual([other.status, other.prunes], ["compacted", undefined]);
});

test("an abort while copies are written changes nothing", async () => {
  const artifacts = { put: () => new Promise(() => {}), get: () => null };
  const { session } = await small({ artifacts });
  await session.append(work(12, 300));
  const { head } = session;
  const controller = new AbortController();
  const maintained = session.maintain({ signal: controller.signal });
  await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  const outcome = await maintained;
  assert.deepEqual([outcome.status, session.head], ["cancelled", head]);
});

test("copies are kept where the host keeps artifacts, by the session's name; without them, or in memory, the log gives them", async () => {
  const kept = new Map();
  const artifacts = { put: (id, data) => void kept.set(id, data), get: (id) => kept.get(id) ?? null };
  const { session } = await small({ artifacts });
  await session.append(work(12, 300));
  const { edits } = (await session.maintain()).entry;
  assert.deepEqual(
    [...kept.keys()],
    edits.map(({ artifact }) => `s/${artifact}`),
  );
  // A store that has no place for them.
  const { append, read } = memory();
  const { session: plain } = await small({ store: { append, read } });
  await plain.append(work(12, 300));
  const { entry } = await plain.maintain();
  const { session: again } = await small({ store: { append, read } });
  for (const { artifact, entryId } of entry.edits) assert.equal(await again.artifact(artifact), again.original(entryId).content);
  for (const id of ["nothing", "nothing~0", `${entry.edits[0].entryId}~7`, `${entry.id}~0`])
    assert.equal(await again.artifact(id), null, id);
});

test("without copies the notices name none, and an id that is too long for one is none", async () => {
  const { session } = await small({ settings: { prune: { spill: false } } });
  await session.append(work(12, 300));
  const { entry, pruned } = await session.maintain();
  assert.equal(pruned.artifacts, 0);
  for (const { text, artifact } of entry.edits) assert.deepEqual([artifact, text.includes("artifact")], [undefined, false]);
  let count = 0;
  const named = await small({ newId: () => `${"a long name ".repeat(6)}${count++}` });
  await named.session.append(work(12, 300));
  const outcome = await named.session.maintain();
  assert.deepEqual([outcome.status, outcome.pruned.artifacts], ["pruned", 0]);
});

test("another writer's compaction, made while copies are written, voids the plan", async () => {
  const store = memory();
  const { session: other } = await small({ store });
  await other.append(work(12, 300));
  const artifacts = { put: async () => void ((await other.check().action) === "compact" && (await other.compact())), get: () => null };
  const { session } = await small({ store, artifacts });
  const outcome = await session.maintain();
  assert.equal(outcome.prunes, undefined);
  assert.deepEqual((await prunes(session)).length, 0);
  await other.refresh();
  assert.equal(JSON.stringify(session.context().messages), JSON.stringify(other.context().messages));
});

test("a run on one prompt is pruned where the host wants that", async () => {
  const run = [
    user("Port it all"),
    ...Array.from({ length: 12 }, (_, at) => [calls(`c${at}`), output(`c${at}`, filler(300, `c${at}`))]).flat(),
  ];
  for (const [singleTurn, status] of [
    [true, "pruned"],
    [false, "compacted"],
  ]) {
    const { session } = await small({ settings: { prune: { singleTurn } } });
    await session.append(run);
    assert.equal((await session.maintain()).status, status);
    isValid(session);
  }
});

test("mastra#24111: outputs that can be shortened go before messages that cannot, and are not counted against them", async () => {
  // 60,000 tokens of outputs, 30,000 of everything else, room for 40,000.
  const words = Array.from({ length: 10 }, (_, at) => [user(filler(2_000, `Request ${at}`)), says(filler(1_000, `Answer ${at}`))]).flat();
  const outputsFirst = Array.from({ length: 12 }, (_, at) => [calls(`c${at}`), output(`c${at}`, filler(5_000, `c${at}`))]).flat();
  const { session, asked } = await open({
    window: 100_000,
    settings: { compaction: { thresholdTokens: 40_000 }, prune: { protectTokens: 0 } },
    messages: [user("Begin"), ...outputsFirst, ...words],
  });
  const { messages } = session.context();
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, asked.length], ["pruned", 0]);
  const kept = session.context().messages;
  assert.equal(kept.length, messages.length);
  assert.ok(words.every((message) => kept.includes(message)));
  // Without any model, in an emergency, it is the same.
  const broken = await open({
    window: 60_000,
    reply: () => {
      throw new Error("unreachable");
    },
    settings: { compaction: { maxWithoutUser: 0 }, prune: { protectTokens: 0, minimumSavings: 1_000_000 } },
    messages: [user("Begin"), ...outputsFirst, ...words],
  });
  const last = await broken.session.maintain();
  assert.deepEqual([last.status, last.reason], ["pruned", "emergency"]);
  assert.ok(words.every((message) => broken.session.context().messages.includes(message)));
  isValid(broken.session);
});

test("what was summarized away is neither pruned nor counted", async () => {
  const { session } = await small();
  await session.append(work(14, 300));
  await session.compact();
  const folded = new Set((await session.path()).filter(({ type }) => type === "message").map(({ id }) => id));
  for (const { id } of session.context().entries) folded.delete(id);
  assert.ok(folded.size > 0);
  await session.append(work(10, 300, "later"));
  const outcome = await session.maintain();
  assert.equal(outcome.status, "pruned");
  assert.ok(outcome.entry.edits.every(({ entryId }) => !folded.has(entryId)));
});

test("arguments that a later write superseded go in the same batch, and are one of its reasons", async () => {
  const write = (at, path) => ({
    role: "assistant",
    content: null,
    tool_calls: [
      { id: `w${at}`, type: "function", function: { name: "write", arguments: JSON.stringify({ path, content: filler(300, path) }) } },
    ],
  });
  const writes = Array.from({ length: 10 }, (_, at) => [
    user(`Write ${at}`),
    write(at, "a.ts"),
    output(`w${at}`, "ok"),
    says("Done"),
  ]).flat();
  const { session } = await small({ settings: { prune: { protectTokens: 0 } } });
  await session.append(writes);
  const before = session.check().tokens;
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.pruned.byReason.changed.edits], ["pruned", 8]);
  isValid(session);
  assert.equal(before - session.check().tokens, outcome.pruned.tokensSaved);
  const [first] = session.context().messages.filter(({ tool_calls }) => tool_calls);
  assert.deepEqual(Object.keys(JSON.parse(first.tool_calls[0].function.arguments)), ["pruned", "reason", "paths", "originalChars"]);
  assert.equal(session.original(outcome.entry.edits[0].entryId), writes[1]);
  const head = session.head;
  assert.deepEqual([(await session.maintain()).status, session.head], ["nothing", head]);
  const off = await small({ settings: { prune: { protectTokens: 0, arguments: false } } });
  await off.session.append(writes);
  assert.equal((await off.session.maintain()).status, "compacted");
});

test("of an output with images the text goes and the images stay, unless they are to go, too", async () => {
  const image = { type: "image", mimeType: "image/png", data: "aGk=" };
  const turn = (at) => [
    { role: "user", content: `Request ${at}`, timestamp: 1 },
    {
      role: "assistant",
      content: [{ type: "toolCall", id: `c${at}`, name: "shot", arguments: { at } }],
      stopReason: "toolUse",
      timestamp: 1,
    },
    { role: "toolResult", toolCallId: `c${at}`, toolName: "shot", content: [{ type: "text", text: filler(300) }, image], timestamp: 1 },
    { role: "assistant", content: [{ type: "text", text: "Seen" }], stopReason: "stop", timestamp: 1 },
  ];
  for (const images of [false, true]) {
    const options = { format: "pi", window: 12_000, compaction: { reserveTokens: 3_000, keepRecentTokens: 500 } };
    const { session } = await small({ ...options, settings: { prune: { images, minimumSavings: 100 } } });
    await session.append(Array.from({ length: 6 }, (_, at) => turn(at)).flat());
    const before = session.check();
    assert.ok(before.tokens > before.threshold, `${before.tokens} of ${before.threshold}`);
    const { status, entry, pruned } = await session.maintain();
    assert.deepEqual([status, pruned.artifacts], ["pruned", 0]);
    assert.equal(before.tokens - session.check().tokens, pruned.tokensSaved);
    assert.ok(entry.edits.every(({ keepsMedia = false }) => keepsMedia === !images));
    const [first] = session.context().messages.filter(({ role }) => role === "toolResult");
    assert.deepEqual(
      first.content.map(({ type }) => type),
      images ? ["text"] : ["text", "image"],
    );
    assert.equal(first.content[0].text.includes("images=1"), images);
    isValid(session, "pi");
  }
});

test("images that had to leave in an emergency do not come back when their output is pruned", async () => {
  const image = { type: "image", mimeType: "image/png", data: "aGk=" };
  const result = {
    role: "toolResult",
    toolCallId: "a",
    toolName: "shot",
    content: [{ type: "text", text: filler(600) }, image],
    timestamp: 1,
  };
  const call = {
    role: "assistant",
    content: [{ type: "toolCall", id: "a", name: "shot", arguments: {} }],
    stopReason: "toolUse",
    timestamp: 1,
  };
  const store = memory();
  const options = {
    store,
    format: "pi",
    window: 100_000,
    settings: { prune: { minimumSavings: 0, protectTokens: 0 }, compaction: { thresholdTokens: 800 } },
  };
  const { session } = await small(options);
  const [, , shown] = await session.append([{ role: "user", content: "Look", timestamp: 1 }, call, result]);
  const edits = [{ entryId: shown.id, part: 0, text: filler(500, "shortened") }];
  const earlier = { type: "prune", id: "p", parentId: session.leafId, timestamp: "2026-01-01T00:00:00.000Z", reason: "emergency", edits };
  await store.append("s", session.head, [earlier]);
  await session.refresh();
  const more = (text) => ({ role: "user", content: filler(200, text), timestamp: 1 });
  await session.append([more("One"), { ...call, content: [{ type: "text", text: "Seen" }], stopReason: "stop" }, more("Two")]);
  const before = session.check().tokens;
  const outcome = await session.maintain();
  assert.equal(outcome.status, "pruned");
  assert.equal(outcome.entry.edits[0].keepsMedia, undefined);
  assert.equal(before - session.check().tokens, outcome.pruned.tokensSaved);
  assert.ok(!JSON.stringify(session.context().messages).includes("aGk="));
});

test("identical outputs of the same call: the older become pointers, in the same batch", async () => {
  const same = (at) => [
    user(`Again ${at}`),
    { ...calls("x"), tool_calls: [{ ...calls("x").tool_calls[0], id: `x${at}` }] },
    output(`x${at}`, filler(300, "same")),
    says("Same"),
  ];
  for (const duplicates of [true, false]) {
    const { session } = await small({ settings: { prune: { protectTokens: 100_000, duplicates } } });
    await session.append(Array.from({ length: 12 }, (_, at) => same(at)).flat());
    const outcome = await session.maintain();
    assert.equal(outcome.status, duplicates ? "pruned" : "compacted");
    if (!duplicates) continue;
    assert.deepEqual(Object.keys(outcome.pruned.byReason), ["duplicate"]);
    assert.equal(outputs(session).filter((text) => text.includes("the same as")).length, outcome.pruned.edits);
    isValid(session);
  }
});

test("in the last resort old outputs go before anything is cut short", async () => {
  const broken = () => {
    throw new Error("unreachable");
  };
  const settings = { prune: { minimumSavings: 1_000_000 } };
  const { session } = await small({
    reply: broken,
    compaction: { maxWithoutUser: 0, reserveTokens: 1_000, keepRecentTokens: 500 },
    settings,
  });
  await session.append(work(16, 300));
  assert.equal(session.check().action, "emergency");
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.reason, outcome.degraded], ["pruned", "emergency", undefined]);
  assert.deepEqual(Object.keys(outcome.pruned.byReason), ["old"]);
  isValid(session);
});
