// presets.masking, as the document of the system says that it is named for, section by section.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildCompactionPrompt, findPreserveBoundary, trackFiles } from "../../pkg/dist/core.entry.js";
import { estimateTokens, presets, validate } from "../../pkg/dist/index.js";
import { count, decided, NONE, opener, part } from "./support/preset.mjs";
import { calls, filler, output, says, turns, user } from "./support/talk.mjs";
import { NAMES, textOf, written } from "./support/wire.mjs";

const GOOD =
  "## Primary Request and Intent\nRequest 19 as the user put it.\n\n## Current Work\nsrc/19.ts is done, as the newest request asks.";
const format = "openai-chat";
const settings = presets.masking;

const start = opener(settings, GOOD);

/** Turns of four messages: a request, a call, its output, an answer. */
const steps = (count, chars, { tool = "read", from = 0 } = {}) =>
  Array.from({ length: count }, (_, at) => ({
    ask: `Request ${at + from}.`,
    steps: [[{ name: tool, args: { path: `src/${at + from}.ts` }, text: `output ${at + from} ${"y".repeat(chars)}` }]],
    says: `Done with ${at + from}.`,
  }));
const talk = (...given) => written(format, steps(...given));
const shown = (prompt) => [...prompt.matchAll(/output (\d+) y/g)].map(([, at]) => Number(at));

const counted = async (tokens, options) => count((await start(options)).session, tokens);

test("compaction config and trigger: more than 80 messages, in whatever window", async () => {
  for (const model of [undefined, { contextWindow: 1_000_000 }]) {
    const { session } = await start({ model });
    await session.append(talk(20, 400));
    assert.deepEqual([session.check().messages, ...decided(session.check())], [80, ...NONE]);
    await session.append(user("One more."));
    assert.deepEqual(decided(session.check()), ["compact", "over-message-count"]);
    assert.equal((await session.maintain()).status, "compacted");
    assert.deepEqual(decided(session.check()), NONE);
  }
});

test("compaction trigger: near the model's limit, by what the last call used", async () => {
  const model = { contextWindow: 128_000 };
  assert.deepEqual(decided((await counted(108_800, { model })).check()), NONE);
  const session = await counted(108_801, { model });
  assert.deepEqual(decided(session.check()), ["compact", "over-threshold"]);
  // Calls of 40,000 each do not add up to a full window.
  const { session: other } = await start({ model: { contextWindow: 200_000 } });
  for (let call = 0; call < 12; call++) {
    await other.append([user(`Step ${call}`), says("Done.")], {
      usage: { prompt_tokens: 40_000, completion_tokens: 5, total_tokens: 40_005 },
    });
    assert.deepEqual(decided(other.check()), NONE);
  }
});

test("compaction trigger: the circuit breaker lets three through, and then no model is asked until the user speaks", async () => {
  const { session, asked } = await start();
  await session.append(talk(1, 10));
  const statuses = [];
  for (let round = 0; round < 5; round++) {
    for (let call = 0; call < 45; call++) {
      await session.append([calls(`c${round}-${call}`), output(`c${round}-${call}`, `${call} ${"y".repeat(400)}`)]);
    }
    statuses.push((await session.maintain()).status);
  }
  assert.deepEqual(statuses, ["compacted", "compacted", "compacted", "exhausted", "exhausted"]);
  const before = asked.length;
  await session.append(user("Go on."));
  assert.equal((await session.maintain()).status, "compacted");
  assert.ok(asked.length > before);
});

test("observation masking: the prompt has the newest five outputs, older ones as a notice, in every format", async () => {
  for (const name of NAMES) {
    const { session, asked } = await start({ format: name });
    await session.append(written(name, steps(50, 4_000)));
    const { messages } = session.context();
    const outcome = await session.compact();
    assert.equal(outcome.status, "compacted", `${name} ${outcome.reason} ${outcome.message}`);
    const conversation = part(asked[0].prompt, "conversation");
    const seen = shown(conversation);
    assert.equal(seen.length, 5, name);
    assert.deepEqual(
      seen,
      [...seen].sort((one, other) => one - other),
    );
    const masked = conversation.match(/\[output masked/g) ?? [];
    assert.ok(masked.length >= 20, `${name}: ${masked.length}`);
    // The notice says which tool it was and on what, and the newest of the folded ones are those that stay readable.
    assert.equal(Math.max(...seen) + 1, Math.min(...shown(textOf(session.context().messages.slice(1)))), name);
    // It is for the prompt alone: what stays is what it was, and nothing is pruned.
    const kept = session.context().messages.slice(1);
    assert.ok(kept.length > 2 && kept.every((message) => messages.includes(message)), name);
  }
});

test("observation masking: the context itself is never pruned", async () => {
  const { session } = await start({ model: { contextWindow: 128_000 } });
  await session.append(talk(20, 30_000, { tool: "lookup" }));
  assert.equal(session.check().action, "compact");
  assert.deepEqual(
    [(await session.maintain()).status, session.context().messages.some((message) => /Output truncated/.test(textOf(message)))],
    ["compacted", false],
  );
});

test("observation masking: switched off, every output is read", async () => {
  const { session, asked } = await start({ settings: { compaction: { ...settings.compaction, maskObservations: false } } });
  await session.append(talk(50, 1_500));
  await session.compact();
  const seen = asked.flatMap(({ prompt }) => shown(part(prompt, "conversation")));
  assert.deepEqual(
    [...new Set(seen)],
    Array.from({ length: Math.max(...seen) + 1 }, (_, at) => at),
  );
  assert.doesNotMatch(asked[0].prompt, /\[output masked/);
});

const SECTIONS = [
  "Primary Request and Intent",
  "Key Technical Concepts",
  "Files and Code Sections",
  "Errors and fixes",
  "Problem Solving",
  "All user messages",
  "Pending Tasks",
  "Current Work",
  "Optional Next Step",
];

test("compaction prompt and summary sections: task with nine sections, conversation with prior summary and role blocks, files", async () => {
  const { session, asked } = await start();
  await session.append(talk(30, 4_000));
  await session.compact();
  await session.append([...written(format, steps(4, 10, { tool: "write", from: 100 })), ...talk(20, 4_000, { from: 200 })]);
  await session.compact();
  const { prompt } = asked.at(-1);
  assert.deepEqual(
    [...part(prompt, "task").matchAll(/^## (.*)$/gm)].map(([, name]) => name),
    SECTIONS,
  );
  const order = [
    "<task>",
    "</task>",
    "<conversation>",
    "<prior-summary>",
    "</prior-summary>",
    "<user>",
    "</user>",
    "<assistant>",
    "[tool_call: ",
    "[tool_result: ",
    "</assistant>",
    "</conversation>",
    "<read-files>",
    "</read-files>",
    "<modified-files>",
    "</modified-files>",
  ];
  const places = order.map((mark) => prompt.indexOf(`\n${mark}`.slice(mark === "<task>" ? 1 : 0)));
  assert.ok(!places.includes(-1), String(places));
  assert.deepEqual(
    places,
    [...places].sort((one, other) => one - other),
  );
  assert.ok(part(prompt, "prior-summary").includes("src/19.ts is done"));
  assert.match(part(prompt, "conversation"), /<user>\nRequest \d+\.\n<\/user>/);
  assert.match(part(prompt, "conversation"), /\[tool_call: read\(\{"path": ?"src\/\d+\.ts"\}\)\]/);
  assert.ok(part(prompt, "read-files").includes("src/0.ts"));
  assert.ok(part(prompt, "modified-files").includes("src/100.ts"));
});

test("compaction prompt: without a prior summary or files their blocks are not there, and an empty text makes no block", () => {
  const prompt = buildCompactionPrompt([user("Hello."), says("")], { format });
  for (const tag of ["prior-summary", "read-files", "modified-files", "assistant"]) assert.ok(!prompt.includes(`\n<${tag}>`), tag);
});

test("compaction prompt: texts and outputs of 2,000 characters are whole, arguments of 500, reasoning of 2,000; one more is cut, head and tail", () => {
  const { maxTextChars, maxToolArgsChars, maxToolOutputChars } = settings.compaction;
  assert.deepEqual([maxTextChars, maxToolArgsChars, maxToolOutputChars], [2_000, 500, 2_000]);
  const long = (chars) => `BEGIN${"é".repeat(chars - 8)}END`;
  const message = (text, args, result, thinking) => [
    user(text),
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking, thinkingSignature: "s" },
        { type: "toolCall", id: "c", name: "grep", arguments: { p: args } },
      ],
      stopReason: "toolUse",
    },
    { role: "toolResult", toolCallId: "c", toolName: "grep", content: [{ type: "text", text: result }], isError: false },
    { role: "assistant", content: [{ type: "text", text }], stopReason: "stop" },
    // The newest request is not cut where it has room: what is looked at stands before it.
    user("The newest."),
  ];
  const whole = buildCompactionPrompt(message(long(2_000), long(480), long(2_000), long(2_000)), { settings: settings.compaction });
  assert.equal(whole.match(/BEGINé+END/g).length, 5);
  const cut = buildCompactionPrompt(message(long(2_001), long(4_000), long(2_001), long(2_001)), { settings: settings.compaction });
  assert.equal(cut.match(/BEGINé+END/g), null);
  assert.equal(cut.match(/BEGIN/g).length, 5);
  // Of the arguments' end there is the end of the JSON text.
  assert.equal(cut.match(/END/g).length, 5);
  for (const [text] of cut.matchAll(/é{100,}/g)) assert.ok(text.length <= 2_000);
  assert.ok(Math.max(...[...cut.matchAll(/\[tool_call: grep\((.*)\)\]/g)].map(([, text]) => text.length)) <= 600);
});

test("file tracking: reads, changes by every tool of the document, and what a command says", () => {
  const run = (name, args) =>
    written(format, [{ ask: `${name} ${JSON.stringify(args)}`, steps: [[{ name, args, text: "ok" }]], says: "ok" }]);
  const files = (...given) => trackFiles(given.flat(), { format });
  assert.deepEqual(files(run("read", { file_path: "a.go" })), { readFiles: ["a.go"], modifiedFiles: [] });
  for (const key of ["file_path", "path", "file"]) {
    for (const tool of ["write", "edit", "patch", "apply_patch"]) {
      assert.deepEqual(files(run(tool, { [key]: "b.go" })), { readFiles: [], modifiedFiles: ["b.go"] }, `${tool} ${key}`);
    }
  }
  for (const tool of ["shell", "bash"]) {
    const { readFiles, modifiedFiles } = files(run(tool, { command: "cat src/in.go > out.txt; sed -i s/a/b/ main.go; ls | tee list.txt" }));
    assert.ok(readFiles.includes("src/in.go"), String(readFiles));
    for (const path of ["out.txt", "main.go", "list.txt"]) assert.ok(modifiedFiles.includes(path), `${path} of ${modifiedFiles}`);
  }
  // No paths: an option, a word in a sentence, a part of another word.
  const { readFiles } = files(
    run("bash", { command: "head -n 20 f.go" }),
    run("bash", { command: "concat foo" }),
    run("bash", { command: "echo thread pool" }),
  );
  assert.deepEqual(readFiles, ["f.go"]);
  // A quote in a path cuts nothing off; files come once and in order.
  assert.deepEqual(files(run("read", { path: 'a "b".go' })).readFiles, ['a "b".go']);
  assert.deepEqual(files(run("read", { path: "z.go" }), run("read", { path: "a.go" }), run("read", { path: "z.go" })).readFiles, [
    "a.go",
    "z.go",
  ]);
});

test("file tracking: the lists are complete after every further compaction", async () => {
  const { session } = await start();
  for (let round = 0; round < 4; round++) {
    await session.append([...talk(10, 4_000, { from: round * 100 }), ...talk(10, 4_000, { tool: "edit", from: round * 100 + 50 })]);
    const { fileOperations, status } = await session.compact();
    assert.equal(status, "compacted");
    for (let past = 0; past < round; past++) {
      assert.ok(fileOperations.readFiles.includes(`src/${past * 100}.ts`), `round ${round}`);
      assert.ok(fileOperations.modifiedFiles.includes(`src/${past * 100 + 50}.ts`), `round ${round}`);
    }
  }
});

test("token estimation: a quarter of a token per character, no tokenizer; what is wider counts for more", () => {
  const of = (text) => estimateTokens([user(text)], { format });
  assert.deepEqual([of("a".repeat(4_000)), of("a".repeat(4_001)), of("漢".repeat(1_000))], [1_000, 1_001, 1_000]);
});

test("preserve boundary: from the newest back, within 2,000 and 15,000 tokens, never at an output, never behind the last message", () => {
  const boundary = (messages, budget) => findPreserveBoundary(messages, budget, { format });
  const thousand = turns(40, 1_000);
  const tokens = (messages) => estimateTokens(messages, { format });
  for (const [budget, most] of [
    [100, 2_000],
    [2_000, 2_000],
    [7_000, 7_000],
    [15_000, 15_000],
    [90_000, 15_000],
  ]) {
    const at = boundary(thousand, budget);
    assert.ok(tokens(thousand.slice(at)) <= most, `${budget}`);
    assert.ok(tokens(thousand.slice(at - 1)) > most, `${budget}`);
  }
  assert.equal(boundary(turns(2, 1_000), 15_000), 0);
  const torn = [user("go"), calls("a"), output("a", "y".repeat(58_800)), says("Done.")];
  const at = boundary(torn, 2_000);
  assert.ok(torn[at].role !== "tool");
  assert.ok(boundary([...thousand, user(filler(40_000))], 15_000) <= thousand.length);
});

test("preserve boundary: a session keeps no more than 15,000 tokens, in whatever window, and is never left with a summary alone", async () => {
  for (const [contextWindow, messages] of [
    [64_000, turns(60, 900)],
    [200_000, turns(60, 900)],
    [1_000_000, turns(60, 900)],
    [200_000, [...turns(45, 300), user(filler(20_000, "An older, large one")), ...turns(5, 1_000)]],
  ]) {
    const { session } = await start({ model: { contextWindow }, messages });
    const { status, tokensAfter } = await session.maintain();
    assert.equal(status, "compacted");
    const kept = estimateTokens(session.context().messages.slice(1), { format });
    assert.ok(kept > 2_000 && kept <= 15_500, `${kept}, with the request of a turn that is parted`);
    assert.ok(tokensAfter < 18_500, `${tokensAfter}`);
  }
  // Nor less than 2,000, whatever else is set.
  const { session: small } = await start({ settings: { ...settings, compaction: { ...settings.compaction, keepRecentTokens: 100 } } });
  await small.append(turns(45, 300));
  await small.maintain();
  assert.ok(estimateTokens(small.context().messages.slice(1), { format }) >= 1_850);
  // The last message alone is more than that; and so is the first.
  for (const messages of [
    [...turns(45, 100), user(filler(18_000, "The newest request"))],
    [user(filler(30_000, "The plan")), ...turns(45, 100)],
  ]) {
    const { session } = await start();
    await session.append(messages);
    assert.equal((await session.maintain()).status, "compacted");
    const after = session.context().messages;
    assert.equal(after.at(-1), messages.at(-1));
    assert.deepEqual(validate(after, { format, request: true }), []);
  }
});

test("compaction result: summary, files, sizes before and after, and the compaction's number", async () => {
  const { session } = await start();
  for (let number = 1; number <= 3; number++) {
    await session.append([...talk(21, 3_000, { from: number * 100 }), ...talk(1, 10, { tool: "write", from: number * 100 + 90 })]);
    const { tokens } = session.check();
    const outcome = await session.maintain();
    assert.deepEqual([outcome.status, outcome.compactionNumber, outcome.tokensBefore], ["compacted", number, tokens]);
    assert.ok(outcome.tokensAfter < outcome.tokensBefore);
    assert.equal(outcome.tokensAfter, session.check().tokens);
    assert.ok(outcome.entry.summary.startsWith(GOOD));
    assert.ok(outcome.fileOperations.readFiles.includes("src/100.ts"));
    // The summary comes as the user's message, and what stays comes behind it.
    assert.deepEqual([session.context().messages[0].role, session.context().entries[0].type], ["user", "compaction"]);
  }
});

test("compaction result: a blank summary is a failure, and the messages are left in place", async () => {
  for (const reply of ["", " \n\t\u200b", "<summary>\n</summary>"]) {
    const { session } = await start({ reply });
    await session.append([...talk(20, 3_000), user("One more.")]);
    const { messages } = session.context();
    const outcome = await session.maintain();
    assert.deepEqual([outcome.status, outcome.reason, outcome.failures[0].reason], ["refused", "blank-summary", "blank-summary"]);
    assert.deepEqual(session.context().messages, messages);
  }
});

test("manual compact: works below every trigger, with a focus that reaches the prompt, and says whether it was done", async () => {
  const { session, asked } = await start();
  assert.equal((await session.compact({ instructions: "the parser" })).status, "nothing");
  await session.append(talk(8, 9_000));
  assert.equal((await session.maintain()).status, "nothing");
  const outcome = await session.compact({ instructions: "Look at the parser's errors above all." });
  assert.equal(outcome.status === "compacted", true);
  for (const { prompt } of asked) {
    assert.ok(prompt.includes("Look at the parser's errors above all."));
    assert.ok(prompt.indexOf("Look at the parser's") > prompt.indexOf("</conversation>"), "the instruction stands behind the material");
  }
});
