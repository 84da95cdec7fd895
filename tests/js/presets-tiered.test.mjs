// presets.tiered, as the document of the package says that it is named for, section by section.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compact, emergencyPrune, estimateTokens, presets, pruneForModel, validate } from "../../pkg/dist/index.js";
import { count, decided, NONE, opener, part } from "./support/preset.mjs";
import { calls, filler, maintained, output, says, turns, user } from "./support/talk.mjs";
import { asks, NAMES, textOf, written } from "./support/wire.mjs";

const GOOD =
  "## Goal\nDelete the old table, as turn 80 asks.\n\n## Progress\n### Done\n- [x] answer 80\n\n## Next Steps\n1. Delete the table.";
const format = "openai-chat";
const settings = presets.tiered;
const start = opener(settings, GOOD);
const counted = async (tokens, model) => count((await start({ model })).session, tokens);
const tokensOf = (messages) => estimateTokens(messages, { format });

/** A run of calls whose outputs are so large, each of another tool. */
const run = (count, tokens, name = "c") =>
  Array.from({ length: count }, (_, at) => [calls(`${name}${at}`), output(`${name}${at}`, filler(tokens, `out ${name}${at}`))]).flat();
const requests = (count, tokens) =>
  Array.from({ length: count }, (_, at) => [user(`Request ${at}`), ...run(1, tokens, `r${at}-`), says("ok")]).flat();

test("overview, the tiers in order: outputs are pruned where that is enough, and only else a summary is asked for", async () => {
  const { session, asked } = await start({ model: { contextWindow: 200_000 } });
  await session.append([user("Fix it."), ...run(62, 1_000), says("Half of it."), user("Go on.")]);
  assert.deepEqual(decided(session.check()), ["compact", "over-threshold"]);
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, asked.length], ["pruned", 0]);
  assert.ok(session.check().tokens < 60_000);
  assert.deepEqual(decided(session.check()), NONE);
  // Where words are what is too much, there is nothing to prune.
  const { session: words, asked: prompts } = await start({
    model: { contextWindow: 200_000 },
    messages: [...turns(81, 800), user("Go on.")],
  });
  assert.deepEqual([(await words.maintain()).status, prompts.length > 0], ["compacted", true]);
});

test("overview, prune: what is new stays, a `read` goes as well as any other output, and a procedure's text does not", async () => {
  const { session } = await start({ model: { contextWindow: 200_000 } });
  const named = (name, at) => ({
    ask: `${name} ${at}`,
    steps: [[{ name, args: { path: `${name}${at}` }, text: filler(3_000, `of ${name} ${at}`) }]],
    says: "ok",
  });
  const talk = ["skill", "read", "lookup"].flatMap((name) => Array.from({ length: 7 }, (_, at) => named(name, at)));
  await session.append(written(format, talk));
  assert.equal((await session.maintain()).status, "pruned");
  const text = textOf(session.context().messages);
  const left = (name) => [...text.matchAll(new RegExp(`of ${name} (\\d) a line`, "g"))].map(([, at]) => Number(at));
  assert.deepEqual([left("skill").length, left("read")], [7, []]);
  // The newest 15,000 tokens of outputs.
  assert.deepEqual(left("lookup"), [2, 3, 4, 5, 6]);
});

test("overview, loop: a summary is framed as a record, not as an order, and the newest message of the user decides", async () => {
  for (const format of NAMES) {
    const { session } = await start({ format, model: { contextWindow: 200_000 } });
    const talk = Array.from({ length: 70 }, (_, at) => ({ ask: filler(500, `turn ${at}`), says: filler(500, `answer ${at}`) }));
    await session.append([...written(format, talk), ...asks(format, "Go on.")]);
    assert.equal((await session.maintain()).status, "compacted", format);
    const [first] = session.context().messages;
    const text = textOf(first);
    const frame = text.replace(/<summary>.*<\/summary>/s, "");
    assert.match(text, /<summary>\n## Goal\nDelete the old table/, format);
    assert.match(frame, /not a request/);
    assert.match(frame, /newest message of the user decides/);
    assert.doesNotMatch(frame, /Delete/);
    // As the user's, in whichever way a format says so.
    assert.equal(first.role ?? first.type, format === "langchain" ? "human" : "user");
    assert.deepEqual(validate(session.context().messages, { format, request: true }), []);
  }
});

test("overview, loop: compactions in a row are capped, and what they left is not compacted at once again", async () => {
  const { session, asked } = await start({ model: { contextWindow: 200_000 }, messages: [...turns(81, 800), user("Go on.")] });
  const outcomes = await maintained(session, 6);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["compacted", "nothing", "nothing", "nothing", "nothing", "nothing"],
  );
  const before = asked.length;
  // Within one run of the model the user says nothing.
  const statuses = [];
  for (let round = 0; round < 4; round++) {
    const said = Array.from({ length: 50 }, (_, at) => says(filler(1_000, `thought ${round} ${at}`)));
    await session.append(said);
    statuses.push((await session.maintain()).status);
  }
  assert.deepEqual(statuses, ["compacted", "compacted", "exhausted", "exhausted"]);
  assert.ok(asked.length - before <= 4);
});

test("DefaultMaxTokens and NeedsCompaction: above 60,000 tokens, whatever the window", async () => {
  for (const model of [undefined, { contextWindow: 200_000 }, { contextWindow: 1_000_000, maxOutput: 64_000 }]) {
    assert.deepEqual(decided((await counted(60_000, model)).check()), NONE);
    assert.deepEqual(decided((await counted(60_001, model)).check()), ["compact", "over-threshold"]);
  }
});

test("DefaultMaxTokens: a window that is not larger has its own threshold", async () => {
  for (const model of [
    { contextWindow: 32_000 },
    { contextWindow: 60_000 },
    { contextWindow: 60_001, maxOutput: 8_000 },
    { contextWindow: 400_000, inputLimit: 60_000 },
  ]) {
    const numbers = ({ session }) => [session.check().threshold, session.check().limit];
    assert.deepEqual(numbers(await start({ model })), numbers(await start({ model, settings: {} })), JSON.stringify(model));
  }
  assert.equal((await start({ model: { contextWindow: 66_000 } })).session.check().threshold, 60_000);
});

test("CompactionMarkerName: the summary is an entry of its own kind, and no message of the user's is taken for one", async () => {
  const { session } = await start({ model: { contextWindow: 200_000 }, messages: [...turns(81, 800), user("Go on.")] });
  const { entry } = await session.maintain();
  assert.equal(entry.type, "compaction");
  assert.ok(entry.summary.startsWith(GOOD));
  const forged = session.context().messages[0].content;
  const { session: other, asked } = await start({ messages: [user(forged), ...turns(81, 800), user("Go on.")] });
  await other.maintain();
  assert.equal(part(asked[0].prompt, "prior-summary"), undefined);
});

test("Compact: one call, the system prompt's and the task's own words; goal, constraints, progress, decisions and next steps", async () => {
  const { session, asked } = await start({ model: { contextWindow: 200_000 }, messages: [...turns(81, 800), user("Go on.")] });
  const { head } = session;
  await session.maintain();
  // One for the history, and one for the start of a turn where the cut parts it; each is taken as it comes.
  assert.deepEqual(
    asked.map(({ attempt }) => attempt),
    asked.map(() => 0),
  );
  const { system, prompt } = asked.find(({ kind }) => kind === "history");
  assert.match(system, /never an order/);
  const headings = [...part(prompt, "task").matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings.slice(0, 5), ["Goal", "Constraints & Preferences", "Progress", "Key Decisions", "Next Steps"]);
  // One entry more, behind all others, and all others as they were.
  assert.equal(session.head, head + 1);
});

test("Compact: does not append by itself, where the caller wants to decide that", async () => {
  const messages = [...turns(81, 800), user("Go on.")];
  const copy = structuredClone(messages);
  const result = await compact(messages, { format, settings, contextWindow: 200_000, summarizer: () => GOOD });
  assert.equal(result.status, "compacted");
  assert.deepEqual(messages, copy);
  assert.equal(result.messages.at(-1), messages.at(-1));
});

test("Compact: the summary before is folded into the next one", async () => {
  const { session, asked } = await start({ model: { contextWindow: 200_000 } });
  for (let round = 0; round < 2; round++) {
    asked.length = 0;
    await session.append([...turns(81, 800), user("Go on.")]);
    assert.equal((await session.maintain()).status, "compacted");
  }
  const { prompt } = asked.find(({ kind }) => kind === "history");
  assert.ok(part(prompt, "prior-summary").includes("Delete the old table"));
  assert.ok(!part(prompt, "conversation").includes("<summary>"));
});

test("EffectiveHistory: the summary first, then what was kept and the user's newest request; all of it where there was no compaction", async () => {
  const messages = [...turns(81, 800), user("Go on.")];
  const { session } = await start({ model: { contextWindow: 200_000 }, messages });
  assert.deepEqual(session.context().messages, messages);
  await session.maintain();
  await session.append(says("I go on."));
  const after = session.context().messages;
  assert.equal(session.context().entries[0].type, "compaction");
  assert.deepEqual(after.slice(-2), [user("Go on."), says("I go on.")]);
  const kept = after.slice(1, -1);
  // 20,000, and the request of a turn that the cut parts.
  assert.ok(kept.length > 10 && tokensOf(kept) <= 20_400, `${tokensOf(kept)}`);
  for (const message of kept) assert.ok(messages.includes(message));
});

test("EmergencyPrune, in a session: a summarizer that cannot be reached costs the turn nothing", async () => {
  const reply = () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  };
  const messages = [...turns(81, 800), user("Go on.")];
  const { session } = await start({
    reply,
    settings: { ...settings, retry: { maxRetries: 0 } },
    model: { contextWindow: 200_000 },
    messages,
  });
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, outcome.degraded], ["compacted", true]);
  assert.ok(session.check().tokens < 60_000);
  assert.deepEqual(session.context().messages.at(-1), user("Go on."));
});

test("EmergencyPrune: the newest whole turns that fit, the summary before them, cut at requests only, and never less than the newest turn", async () => {
  const summary = (await compact([...turns(81, 800), user("Go on.")], { format, settings, contextWindow: 200_000, summarizer: () => GOOD }))
    .messages[0];
  const talk = requests(40, 300);
  const messages = [summary, ...talk];
  for (const maxTokens of [200, 1_500, 4_000, 9_000]) {
    const left = emergencyPrune(messages, { format, maxTokens });
    assert.equal(left[0], summary);
    assert.equal(left[1].role, "user");
    assert.match(left[1].content, /^Request \d+$/);
    assert.deepEqual(validate(left, { format, request: true }), []);
    assert.ok(left.some(({ content }) => content === "Request 39"));
    if (tokensOf(left) > maxTokens) assert.deepEqual(left.slice(1).map(({ content }) => content)[0], "Request 39");
    // One turn more would not have fitted.
    const before = messages.slice(messages.length - (left.length - 1) - 4);
    if (maxTokens >= 1_500) assert.ok(tokensOf([summary, ...before]) > maxTokens, `${maxTokens}`);
  }
  const fits = [summary, ...turns(2, 100)];
  assert.equal(emergencyPrune(fits, { format, maxTokens: 10_000 }), fits);
});

test("EstimateTokens: a quarter of a token for each character, and arguments and images count", () => {
  assert.equal(tokensOf([user("a".repeat(4_000))]), 1_000);
  const call = calls("a");
  call.tool_calls[0].function.arguments = `{"command":"${"x".repeat(4_000)}"}`;
  assert.ok(tokensOf([call]) >= 1_000);
  const image = { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(400_000)}` } };
  const size = tokensOf([user([image])]);
  assert.ok(size > 50 && size < 5_000, `${size}`);
});

test("PruneForModel: large outputs before the newest eight messages, in a copy", () => {
  const messages = [user("go"), ...run(10, 1_000), ...run(1, 100, "small")];
  const copy = structuredClone(messages);
  const left = pruneForModel(messages, { format });
  assert.deepEqual(messages, copy);
  assert.deepEqual(validate(left, { format }), []);
  left.forEach((message, at) => {
    const goes = message.role === "tool" && at < messages.length - 8;
    assert.equal(message === messages[at], !goes, `${at}`);
    if (goes) assert.match(message.content, /\d/);
  });
});

test("PruneForModel, in a session: the log has every output as it was, and the prompt changes once, not with each message", async () => {
  const { session } = await start({ model: { contextWindow: 200_000 } });
  await session.append([user("Fix it."), ...run(62, 1_000)]);
  assert.equal((await session.maintain()).status, "pruned");
  const path = (await session.path()).filter(({ type }) => type === "message");
  assert.equal(path.filter(({ message }) => message.role === "tool" && message.content.startsWith("out c")).length, 62);
  for (let step = 0; step < 10; step++) {
    const before = session.context().messages;
    await session.append(run(1, 1_000, `more${step}`));
    assert.equal((await session.maintain()).status, "nothing");
    assert.deepEqual(session.context().messages.slice(0, before.length), before);
  }
});
