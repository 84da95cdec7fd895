// presets.tree, as the document of the system says that it is named for, section by section: the pipeline. What the session does
// around it is in presets-tree-session.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buildContext,
  buildSummaryRequest,
  fileOperations,
  findCutPoint,
  prepareCompaction,
  resolveThreshold,
} from "../../pkg/dist/core.entry.js";
import { presets } from "../../pkg/dist/index.js";
import { endpoint } from "../../pkg/dist/summarizers/endpoint.js";
import { count, decided, NONE, opener, part } from "./support/preset.mjs";
import { calls, filler, output, says, turns, user } from "./support/talk.mjs";

const GOOD = `## Goal
Let the parser read empty lines, and go on with what the newest request asks: the tests come last, and nothing is to be published.

## Progress
### Done
- [x] The parser reads empty lines; the cause was a loop that ended too early, which is mended and has a test of its own.
### In Progress
- [ ] The speed of the whole has not been measured yet.`;
const settings = presets.tree;
const { compaction } = settings;
const start = opener(settings, GOOD);
const large = { model: { contextWindow: 200_000 } };
const long = () => [...turns(180, 1_000), user("Go on.")];

/** Entries of a log, in pi's shape. */
function log(...messages) {
  return messages.map((message, at) => {
    const place = { id: `e${at}`, parentId: at === 0 ? null : `e${at - 1}`, timestamp: "2026-01-01T00:00:00.000Z" };
    return message.type ? { ...place, ...message } : { type: "message", ...place, message };
  });
}
const reply = (text, ...content) => ({ role: "assistant", content: [{ type: "text", text }, ...content], stopReason: "stop" });
const call = (id, name, args) => ({ type: "toolCall", id, name, arguments: args });
const result = (id, text, name = "bash") => ({
  role: "toolResult",
  toolCallId: id,
  toolName: name,
  content: [{ type: "text", text }],
  isError: false,
});
const prepared = (entries, keepRecentTokens, options) => prepareCompaction(entries, { ...compaction, keepRecentTokens }, options);

test("session entry model: a compaction is an entry with its boundary, its size before, files, and a short summary", async () => {
  const { session } = await start({
    ...large,
    reply: ({ kind }) => (kind === "short" ? "The parser reads empty lines." : GOOD),
    messages: long(),
  });
  const { tokens } = session.check();
  const { entry } = await session.maintain();
  assert.deepEqual([entry.type, entry.tokensBefore, entry.shortSummary], ["compaction", tokens, "The parser reads empty lines."]);
  assert.ok((await session.path()).some(({ id }) => id === entry.firstKeptEntryId));
  assert.deepEqual([entry.details.readFiles, entry.details.modifiedFiles], [[], []]);
  assert.equal("fromExtension" in entry, false);
});

test("session entry model, rebuilt context: the latest compaction, what it keeps, what came after; all of it as the user's", () => {
  const entries = log(
    user("one"),
    reply("two"),
    { type: "compaction", summary: "The older.", firstKeptEntryId: "e1", tokensBefore: 9 },
    user("three"),
    reply("four"),
    { type: "custom_message", customType: "note", content: "five", display: true },
    { type: "branch_summary", fromId: "e1", summary: "six" },
    { type: "custom", customType: "data", data: {} },
    { type: "compaction", summary: "The newer.", firstKeptEntryId: "e3", tokensBefore: 9 },
    user("seven"),
  );
  const { messages, items } = buildContext(entries);
  assert.deepEqual(
    items.map(({ entryId }) => entryId),
    ["e8", "e3", "e4", "e5", "e6", "e9"],
  );
  assert.deepEqual(
    messages.map(({ role }) => role),
    ["compactionSummary", "user", "assistant", "custom", "branchSummary", "user"],
  );
});

test("triggers, threshold: the window less 15 % or the reserve, strictly above; never negative in a small window", async () => {
  for (const [contextWindow, threshold] of [
    [200_000, 170_000],
    [128_000, 108_800],
    [1_000_000, 850_000],
    [32_000, 15_616],
  ]) {
    const model = { contextWindow };
    assert.equal(resolveThreshold(contextWindow, compaction), threshold);
    assert.deepEqual(decided((await count((await start({ model })).session, threshold)).check()), NONE);
    assert.deepEqual(decided((await count((await start({ model })).session, threshold + 1)).check()), ["compact", "over-threshold"]);
    const plain = await start({ model, settings: {} });
    assert.equal(plain.session.check().threshold, threshold, "as without a preset");
  }
  for (const contextWindow of [1_000, 8_192, 16_384]) assert.ok(resolveThreshold(contextWindow, compaction) > contextWindow / 2);
  // Positive overrides: a number, then a share.
  assert.equal(resolveThreshold(200_000, { ...compaction, thresholdTokens: 50_000, thresholdPercent: 90 }), 50_000);
  assert.equal(resolveThreshold(200_000, { ...compaction, thresholdPercent: 90 }), 180_000);
});

test("compaction shape: the cut lies before a turn's reply or a turn, and the model sees the summary and what follows the boundary", async () => {
  const { session } = await start({ ...large, messages: long() });
  const { entry } = await session.maintain();
  const { messages, entries } = session.context();
  assert.equal(entries[0].id, entry.id);
  assert.equal(entries[1].id, entry.firstKeptEntryId);
  assert.match(messages[0].content, /<summary>\n## Goal/);
  assert.deepEqual(messages.at(-1), user("Go on."));
  // 30 % of a large window.
  assert.ok(Math.abs(session.check().tokens - 62_000) < 4_000, `${session.check().tokens}`);
  const { session: small } = await start({ model: { contextWindow: 65_000 }, messages: [...turns(60, 1_000), user("Go on.")] });
  await small.maintain();
  assert.ok(Math.abs(small.check().tokens - 21_500) < 4_000, `${small.check().tokens}`);
});

test("pre-compaction pruning: beyond 40,000 protected tokens and two turns, from 20,000 saved on, never `skill` or `read`", async () => {
  const run = (name, count, tokens) =>
    Array.from({ length: count }, (_, at) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: `${name}${at}`, type: "function", function: { name, arguments: `{"path":"${name}${at}"}` } }],
      },
      output(`${name}${at}`, filler(tokens, `${name}${at}:`)),
    ]).flat();
  const ending = [says("ok"), user("Go on."), says("Now."), user("And on.")];
  const { session, asked } = await start({
    ...large,
    messages: [user("a"), ...run("lookup", 120, 1_000), ...run("read", 30, 1_000), ...run("skill", 25, 1_000), ...ending],
  });
  const outcome = await session.maintain();
  assert.deepEqual([outcome.status, asked.length], ["pruned", 0]);
  const left = (name) =>
    session.context().messages.filter(({ content }) => content?.startsWith?.(`${name}`) && content.length > 3_000).length;
  // Those of `read` and `skill` are protected, and count as newest.
  assert.deepEqual([left("read"), left("skill")], [30, 25]);
  assert.ok(left("lookup") < 20 && outcome.pruned.tokensSaved >= 20_000, `${left("lookup")}`);
  const [notice] = session.context().messages.filter(({ role }) => role === "tool");
  assert.match(notice.content, /^\[Output truncated - \d+ tokens/);
  assert.ok(notice.content.length < 400);
  // The same output twice is two outputs.
  const same = ["a", "b"].flatMap((id) => [
    { ...calls(id), tool_calls: [{ ...calls("x").tool_calls[0], id }] },
    output(id, filler(900, "same")),
  ]);
  const twice = await start({
    ...large,
    messages: [user("Fix it."), ...same.slice(0, 2), ...run("lookup", 170, 1_000), ...same.slice(2), ...ending],
  });
  assert.equal((await twice.session.maintain()).status, "pruned");
  assert.doesNotMatch(JSON.stringify(twice.session.context().messages), /the same as/);
  // The last two turns have it all: nothing goes, and a summary is made.
  const { session: busy } = await start({ ...large, messages: [user("a"), says("b"), user("c"), ...run("lookup", 175, 1_000)] });
  assert.equal((await busy.maintain()).status, "compacted");
});

test("boundary: a second compaction summarizes what the first one kept, with the summary before it", async () => {
  const { session, asked } = await start({ ...large, messages: long() });
  await session.maintain();
  const kept = session.context().messages.slice(1);
  const first = asked.length;
  await session.append(turns(120, 1_000, "later"));
  assert.equal((await session.maintain()).status, "compacted");
  const prompts = asked.slice(first).filter(({ kind }) => kind === "history");
  assert.ok(part(prompts[0].prompt, "prior-summary").includes("Let the parser read empty lines"));
  const conversation = prompts.map(({ prompt }) => part(prompt, "conversation")).join("\n");
  for (const { content } of kept) assert.ok(conversation.includes(content.slice(0, 14)), content.slice(0, 40));
});

test("cut points: never at a tool's result; nowhere between a call and its results", () => {
  const entries = log(
    user("u".repeat(400)),
    reply("a", call("1", "bash", {}), call("2", "bash", {})),
    result("1", "x".repeat(4_000)),
    result("2", "y".repeat(4_000)),
    reply("b".repeat(40)),
  );
  for (let keepRecentTokens = 1; keepRecentTokens < 3_000; keepRecentTokens += 97) {
    const { firstKeptEntryIndex } = findCutPoint(entries, { keepRecentTokens });
    assert.ok([0, 1, 4].includes(firstKeptEntryIndex), `${keepRecentTokens}: ${firstKeptEntryIndex}`);
  }
});

test("cut points: messages of the user, the model, a command, custom messages and branch summaries", () => {
  const text = "t".repeat(400);
  const middles = [
    user(text),
    reply(text),
    { role: "bashExecution", command: "ls", output: text, exitCode: 0 },
    { type: "custom_message", customType: "n", content: text, display: true },
    { type: "branch_summary", fromId: "e0", summary: text },
  ];
  for (const middle of middles) {
    const entries = log(user(text), reply(text), middle, reply("t".repeat(396)));
    assert.equal(findCutPoint(entries, { keepRecentTokens: 150 }).firstKeptEntryIndex, 2, JSON.stringify(middle).slice(0, 60));
  }
});

test("cut points: metadata before the cut moves into the kept part, and makes no split turn", () => {
  const change = { type: "model_change", provider: "p", modelId: "m" };
  const entries = log(
    user("x".repeat(400)),
    reply("y".repeat(400)),
    change,
    { type: "label", targetId: "e0", label: "l" },
    user("z".repeat(400)),
    reply("ok"),
  );
  const cut = findCutPoint(entries, { keepRecentTokens: 90 });
  assert.deepEqual(cut, { firstKeptEntryIndex: 2, turnStartIndex: -1, isSplitTurn: false });
  assert.equal(prepared(entries, 90).firstKeptEntryId, "e2");
});

test("cut points: keepRecentTokens is less where the provider counts more", () => {
  const entries = log(...Array.from({ length: 40 }, (_, at) => (at % 2 ? reply("r".repeat(4_000)) : user("u".repeat(4_000)))));
  const kept = (usageRatio) => 40 - Number(prepared(entries, 10_000, { usageRatio }).firstKeptEntryId.slice(1));
  assert.ok(kept(2) <= 6 && kept(1) >= 10, `${kept(2)} ${kept(1)}`);
});

test("split turn: history and turn prefix apart, asked for with the same focus, merged in the document's form", async () => {
  const replies = {
    history: GOOD,
    "turn-prefix": "## Original Request\nBuild it all, step by step.\n\n## Done So Far\nTwo thirds of the steps.",
  };
  const work = Array.from({ length: 60 }, (_, at) => [calls(`s${at}`), output(`s${at}`, filler(900, `step ${at}`))]).flat();
  const { session, asked } = await start({
    model: { contextWindow: 64_000 },
    reply: ({ kind }) => replies[kind] ?? "Short.",
    messages: [...turns(4, 1_000), user("Build it all."), ...work],
  });
  const { entry, isSplitTurn, status } = await session.compact({ instructions: "Mind the parser." });
  assert.deepEqual([status, isSplitTurn], ["compacted", true]);
  const kinds = new Set(asked.map(({ kind }) => kind));
  assert.deepEqual([...kinds], ["history", "turn-prefix", "short"]);
  for (const { kind, prompt } of asked) if (kind !== "short") assert.ok(prompt.includes("Mind the parser."), kind);
  assert.ok(
    entry.summary.startsWith(`${replies.history}\n\n---\n\n**Turn Context (split turn):**\n\n${replies["turn-prefix"]}`),
    entry.summary.slice(0, 900),
  );
  const prefix = asked.find(({ kind }) => kind === "turn-prefix").prompt;
  assert.match(part(prefix, "conversation"), /Build it all\./);
  // Turns are begun by the user, a command of theirs, custom messages and branch summaries.
  for (const opening of [
    user("go"),
    { role: "bashExecution", command: "make", output: "ok", exitCode: 0 },
    { type: "custom_message", customType: "n", content: "go", display: true },
    { type: "branch_summary", fromId: "e0", summary: "went" },
  ]) {
    const entries = log(user("before"), reply("b"), opening, reply("p".repeat(400)), reply("q".repeat(400)));
    const { turnPrefix, messagesToSummarize, isSplitTurn } = prepared(entries, 90);
    assert.deepEqual([messagesToSummarize, turnPrefix, isSplitTurn], [["e0", "e1"], ["e2", "e3"], true], JSON.stringify(opening));
  }
});

test("summary generation: one message with the conversation as data, prior summary and further context, under a system prompt", async () => {
  const hooks = { "session.compacting": () => ({ context: ["The release is on Friday."] }) };
  const { session, asked } = await start({ ...large, hooks, messages: long() });
  await session.maintain();
  const before = asked.length;
  await session.append(turns(120, 1_000, "later"));
  await session.maintain();
  const [first, second] = [asked[0], asked[before]];
  assert.ok(first.system.length > 0 && second.system === first.system);
  for (const { prompt } of [first, second]) assert.equal(prompt.match(/^<conversation>$/gm).length, 1);
  assert.equal(part(first.prompt, "prior-summary"), undefined);
  assert.match(part(second.prompt, "prior-summary"), /Let the parser read empty lines/);
  assert.match(part(first.prompt, "additional-context"), /^- The release is on Friday\.$/m);
  const headings = (prompt) => [...part(prompt, "task").matchAll(/^##+ (.*)$/gm)].map(([, name]) => name);
  const sections = [
    "Goal",
    "Constraints & Preferences",
    "Progress",
    "Done",
    "In Progress",
    "Blocked",
    "Key Decisions",
    "Next Steps",
    "Critical Context",
    "Additional Notes",
  ];
  assert.deepEqual([headings(first.prompt), headings(second.prompt)], [sections, sections]);
  assert.notEqual(part(first.prompt, "task"), part(second.prompt, "task"), "an update is asked for in other words");
  assert.ok(first.maxTokens <= Math.floor(0.8 * 30_000), `${first.maxTokens}`);
});

test("summary generation: outputs are read as they are, up to 2,000 characters, however many there are", async () => {
  const run = Array.from({ length: 30 }, (_, at) => [calls(`c${at}`), output(`c${at}`, `out ${at}: ${"y".repeat(1_900)}`)]).flat();
  const { session, asked } = await start({ ...large, messages: [user("Fix it."), ...run, says("ok"), ...long()] });
  await session.maintain();
  const conversation = part(asked[0].prompt, "conversation");
  for (let at = 0; at < 30; at++) assert.ok(conversation.includes(`out ${at}: ${"y".repeat(1_900)}`), `${at}`);
});

test("remote endpoint: it gets system prompt and prompt, and answers with a summary", async () => {
  const sent = [];
  const fetch = async (_, { body }) => {
    sent.push(JSON.parse(body));
    return Response.json({ summary: GOOD, shortSummary: "Parser done." });
  };
  const { session } = await start({ ...large, summarizer: endpoint({ url: "https://example.org/summarize", fetch }), messages: long() });
  const { status, entry } = await session.maintain();
  assert.deepEqual([status, entry.shortSummary], ["compacted", "Parser done."]);
  for (const request of sent) assert.deepEqual(Object.keys(request), ["systemPrompt", "prompt"]);
  assert.match(sent[0].prompt, /<conversation>/);
});

test("file operations: reads and changes of all that was folded, also of the compaction before and of a turn's start; changed is not read", () => {
  const files = (at) => [
    reply("r", call(`r${at}`, "read", { path: `r${at}.ts` }), call(`b${at}`, "read", { path: `b${at}.ts` })),
    result(`r${at}`, "x", "read"),
    result(`b${at}`, "x", "read"),
    reply("w", call(`w${at}`, "write", { path: `b${at}.ts` }), call(`e${at}`, "edit", { path: `e${at}.ts` })),
    result(`w${at}`, "x", "write"),
    result(`e${at}`, "x", "edit"),
  ];
  const details = { readFiles: ["old.ts", "e1.ts"], modifiedFiles: ["oldest.ts"] };
  const entries = log(
    user("0"),
    { type: "compaction", summary: "S", firstKeptEntryId: "e0", tokensBefore: 9, details },
    user("1"),
    ...files(1),
    user("2"),
    ...files(2),
    reply("z".repeat(4_000)),
  );
  const { fileOperations: found, turnPrefix, isSplitTurn } = prepared(entries, 900);
  assert.ok(isSplitTurn && turnPrefix.length > 0);
  assert.deepEqual(found, { readFiles: ["old.ts", "r1.ts", "r2.ts"], modifiedFiles: ["b1.ts", "b2.ts", "e1.ts", "e2.ts", "oldest.ts"] });
  // Another program's summary does not say what it means by files.
  const foreign = entries.map((entry) => (entry.type === "compaction" ? { ...entry, fromExtension: true } : entry));
  assert.deepEqual(fileOperations(foreign).readFiles, ["r1.ts", "r2.ts"]);
  const [request] = buildSummaryRequest(prepared(entries, 900));
  assert.match(request.prompt, /<read-files>\nold\.ts\nr1\.ts/);
});
