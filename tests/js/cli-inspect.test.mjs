// `epitome inspect`: what it finds in each kind of file.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { epitome, fixture, scratch } from "./support/cli.mjs";

/** The findings as data. */
async function findings(...args) {
  const { code, stdout, stderr } = await epitome(["inspect", ...args, "--json"]);
  assert.deepEqual([code, stderr], [0, ""]);
  return JSON.parse(stdout);
}

test("a session file as text", async () => {
  const { code, stdout, stderr } = await epitome(["inspect", fixture("clock.jsonl")]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^ {2}clock\.jsonl ─+ session file v3, pi messages\n/);
  for (const pattern of [
    /session +5f0c3a9e-clock 2026-03-02T09:00:00 \/home\/ada\/clock/,
    /entries +31: message 29 · model_change 1 · thinking_level_change 1/,
    /messages +29: assistant 14 · tool 12 · user 3/,
    /turns +3\n/,
    /context ─+ 29 messages, [\d,]+ tokens/,
    /window +200,000: 1 % used; compacted above 170,000/,
    /maintain\(\) +would do nothing: below-threshold/,
    /\d+ {2}read output +line 5 +1 export const hour0/,
    /bash +5 outputs, \d+ % of the context, 1 failed/,
    /valid: a provider accepts these messages as they are/,
  ]) {
    assert.match(stdout, pattern);
  }
  for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
  assert.doesNotMatch(stdout, /(?!\n)\p{Cc}|\p{Cf}/u);
});

test("a session file as data", async () => {
  const found = await findings(fixture("clock.jsonl"), "--window=2k");
  assert.equal(found.format, "pi");
  assert.deepEqual([found.form, found.version], ["session", 3]);
  assert.deepEqual(found.entries, { total: 31, onPath: 31, types: { message: 29, model_change: 1, thinking_level_change: 1 } });
  assert.deepEqual(found.messages, { total: 29, roles: { assistant: 14, tool: 12, user: 3 }, turns: 3 });
  const { context, budget } = found;
  assert.equal(context.messages, 29);
  assert.deepEqual([context.usageTokens, context.source], [0, "estimate"]);
  assert.ok(context.tokens > 2_000 && context.tokens < 3_000 && context.tokens === context.estimate, JSON.stringify(context));
  assert.deepEqual(budget, { contextWindow: 2_000, threshold: 1_700, action: "compact", reason: "over-threshold" });
  assert.equal(found.largest.length, 5);
  const [largest] = found.largest;
  assert.deepEqual([largest.line, largest.role, largest.tool], [5, "tool", "read"]);
  assert.deepEqual(
    found.tools.map(({ name, outputs, failed }) => [name, outputs, failed]),
    [
      ["read", 3, 0],
      ["bash", 5, 1],
      ["edit", 3, 0],
      ["write", 1, 0],
    ],
  );
  assert.deepEqual(found.branches, { leaves: 1, forks: 0, offPath: 0 });
  assert.deepEqual([found.compactions, found.damage, found.violations], [[], [], { count: 0, first: [] }]);
});

test("a file of version 1, with a compaction", async () => {
  const found = await findings(fixture("clock-v1.jsonl"));
  assert.deepEqual([found.version, found.entries.total, found.context.messages], [1, 32, 24]);
  const [compaction] = found.compactions;
  assert.deepEqual([compaction.line, compaction.tokensBefore, compaction.firstKeptEntryId], [13, 2_100, "00000008"]);
});

test("chat messages: alone, in an object, and from standard input", async () => {
  const found = await findings(fixture("chat.json"));
  assert.deepEqual([found.format, found.form], ["openai-chat", "array"]);
  assert.deepEqual(found.messages, { total: 30, roles: { assistant: 14, tool: 12, user: 3, system: 1 }, turns: 3 });
  assert.deepEqual(
    found.tools.map(({ name, outputs }) => [name, outputs]),
    [
      ["read", 3],
      ["bash", 5],
      ["edit", 3],
      ["write", 1],
    ],
  );
  const messages = JSON.parse(readFileSync(fixture("chat.json"), "utf8"));
  for (const input of [JSON.stringify({ model: "m", messages }), `\ufeff${JSON.stringify({ messages, model: "m" }, null, 2)}`]) {
    const { code, stdout } = await epitome(["inspect", "-", "--json"], { input });
    const piped = JSON.parse(stdout);
    assert.deepEqual([code, piped.file, piped.form], [0, "standard input", "object"]);
    assert.deepEqual(piped.context, found.context);
  }
});

test("pi's messages in an array are known by their roles, and a format can be forced", async (t) => {
  const at = scratch(t);
  const lines = readFileSync(fixture("clock.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const messages = lines.flatMap(({ message }) => message ?? []);
  writeFileSync(at("pi.json"), JSON.stringify(messages));
  assert.equal((await findings(at("pi.json"))).format, "pi");
  writeFileSync(at("plain.json"), JSON.stringify([{ role: "user", content: "hello" }]));
  assert.equal((await findings(at("plain.json"))).format, "openai-chat");
  assert.equal((await findings(at("plain.json"), "--format=pi")).format, "pi");
  const { code, stderr } = await epitome(["inspect", at("pi.json"), "--format", "openai-chat"]);
  assert.equal(code, 1);
  assert.match(stderr, /messages\[2\]\.role: there is no role "toolResult" in the openai-chat format/);
});

test("a session file in another format says so in its header", async (t) => {
  const at = scratch(t);
  const header = { type: "session", version: 3, id: "chat", format: "openai-chat" };
  const call = { id: "c1", type: "function", function: { name: "ls", arguments: "{}" } };
  const entry = { type: "message", id: "a", parentId: null, timestamp: "2026-03-02T09:00:00.000Z" };
  const lines = [header, { ...entry, message: { role: "assistant", content: null, tool_calls: [call] } }];
  writeFileSync(at("s.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  const found = await findings(at("s.jsonl"));
  assert.equal(found.format, "openai-chat");
  writeFileSync(
    at("s.jsonl"),
    JSON.stringify({ ...header, format: "alien" }) + readFileSync(at("s.jsonl"), "utf8").slice(JSON.stringify(header).length),
  );
  const { code, stderr } = await epitome(["inspect", at("s.jsonl")]);
  assert.equal(code, 1);
  assert.match(stderr, /s\.jsonl: .*there is no format "alien"/);
});

test("branches, parents that are missing, and broken rules", async (t) => {
  const at = scratch(t);
  const entry = (id, parentId, message) =>
    JSON.stringify({ type: "message", id, parentId, timestamp: "2026-03-02T09:00:00.000Z", message });
  const said = (role, text) => ({ role, content: [{ type: "text", text }] });
  const lines = [
    '{"type":"session","version":3,"id":"tree"}',
    entry("a", null, said("user", "one")),
    entry("b", "a", said("assistant", "left")),
    entry("c", "a", said("assistant", "right")),
    entry("d", "lost", said("user", "two")),
    entry("e", "d", { role: "assistant", content: [{ type: "toolCall", id: "t1", name: "ls", arguments: {} }] }),
    entry("f", "e", said("user", "never mind")),
  ];
  writeFileSync(at("tree.jsonl"), `${lines.join("\n")}\n`);
  const found = await findings(at("tree.jsonl"));
  assert.deepEqual(found.branches, { leaves: 2, forks: 1, offPath: 1 });
  assert.equal(found.entries.onPath, 5);
  assert.equal(found.damage.length, 1);
  assert.deepEqual([found.damage[0].line, found.damage[0].entryId], [5, "d"]);
  assert.equal(found.violations.count, 1);
  assert.deepEqual([found.violations.first[0].rule, found.violations.first[0].line], ["C3", 6]);
  const { stdout, stderr } = await epitome(["inspect", at("tree.jsonl")]);
  assert.match(stdout, /branches +2, from 1 fork; 1 entry not on the path/);
  assert.match(stdout, /1 place breaks the format's rules/);
  assert.match(stderr, /line 5: Entry d follows lost, which is not in the log/);
});

test("prunes: what they hide, why, and what that saves", async (t) => {
  const at = scratch(t);
  const lines = readFileSync(fixture("clock.jsonl"), "utf8").trimEnd().split("\n");
  const outputs = lines.map((line) => JSON.parse(line)).filter(({ message }) => message?.role === "toolResult");
  const [first, second, third] = outputs.toSorted((a, b) => b.message.content[0].text.length - a.message.content[0].text.length);
  const hide = ({ id }, why, tokensSaved, more) => ({ entryId: id, part: 0, text: `[${why}]`, why, tokensSaved, ...more });
  let leaf = JSON.parse(lines.at(-1)).id;
  const prune = (reason, edits) => {
    const entry = { type: "prune", id: `prune${lines.length}`, parentId: leaf, timestamp: "2026-03-02T10:00:00.000Z", reason, edits };
    leaf = entry.id;
    lines.push(JSON.stringify(entry));
  };
  prune("threshold", [hide(first, "old", 500, { artifact: "a~0" }), hide(second, "old", 120), hide(third, "repeated", 80), 7, null, {}]);
  prune("emergency", [
    { entryId: second.id, part: 0, text: "[short]" },
    { entryId: "nobody", drop: true },
  ]);
  prune("a\u001b[31mb", "not a list");
  prune("restore", [{ entryId: third.id, restore: true }]);
  writeFileSync(at("pruned.jsonl"), `${lines.join("\n")}\n`);
  const before = await findings(fixture("clock.jsonl"));
  assert.deepEqual([before.prunes, before.context.hidden], [[], { messages: 0, tokens: 0 }]);
  const found = await findings(at("pruned.jsonl"));
  assert.deepEqual(
    found.prunes.slice(0, 3).map(({ line, reason, edits, tokensSaved, byReason, artifacts, dropped }) => ({
      ...{ line, reason, edits, tokensSaved, byReason, artifacts, dropped },
    })),
    [
      {
        ...{ line: 33, reason: "threshold", edits: 3, tokensSaved: 700 },
        byReason: { old: { edits: 2, tokensSaved: 620 }, repeated: { edits: 1, tokensSaved: 80 } },
        ...{ artifacts: 1, dropped: 0 },
      },
      {
        ...{ line: 34, reason: "emergency", edits: 1, tokensSaved: 0, byReason: { unsaid: { edits: 1, tokensSaved: 0 } } },
        ...{ artifacts: 0, dropped: 1 },
      },
      { line: 35, reason: "a\u001b[31mb", edits: 0, tokensSaved: 0, byReason: {}, artifacts: 0, dropped: 0 },
    ],
  );
  assert.deepEqual([found.prunes[3].reason, found.prunes[3].restored, found.prunes[3].edits], ["restore", 1, 0]);
  // What is hidden now is measured: nothing that the log says is believed.
  assert.deepEqual(found.context.hidden, { messages: 2, tokens: before.context.estimate - found.context.estimate });
  assert.ok(found.context.hidden.tokens > 100);
  const { code, stdout } = await epitome(["inspect", at("pruned.jsonl")]);
  assert.equal(code, 0);
  assert.match(stdout, /pruned +2 messages shown shortened, which saves [\d,]+ tokens/);
  for (const row of [
    / {2}700 {2}2026-03-02T10:00:00 {2}line 33 threshold: 2 old, 1 repeated, 1 copy\n/,
    / {4}0 {2}2026-03-02T10:00:00 {2}line 34 emergency: 1 part, 1 message left/,
    / {4}0 {2}2026-03-02T10:00:00 {2}line 35 ab: nothing that is understood\n/,
    / {4}0 {2}2026-03-02T10:00:00 {2}line 36 restore: 1 message restored\n/,
  ])
    assert.match(stdout, row);
  for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
  assert.doesNotMatch(stdout, /(?!\n)\p{Cc}/u);
});

const sessions = fileURLToPath(new URL("../../../shared/sessions/", import.meta.url));
const REAL = [
  ["pi-large-session.jsonl", { entries: 1_018, roles: { assistant: 453, tool: 373, user: 88 }, compactions: 0, tokens: 177_657 }],
  ["pi-before-compaction.jsonl", { entries: 1_002, roles: { assistant: 484, tool: 448, user: 58 }, compactions: 2 }],
];
for (const [name, expected] of REAL) {
  test(`real session: ${name}`, { skip: existsSync(sessions) ? false : "../shared/sessions is not on this machine" }, async () => {
    const found = await findings(`${sessions}${name}`);
    assert.equal(found.entries.total, expected.entries);
    assert.deepEqual(found.messages.roles, expected.roles);
    assert.equal(found.compactions.length, expected.compactions);
    assert.equal(found.budget.action, "compact");
    if (expected.tokens) assert.equal(found.context.tokens, expected.tokens);
    assert.deepEqual(found.damage, []);
  });
}
