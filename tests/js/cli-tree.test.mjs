// `epitome tree`: pictures of hand-made and of real sessions, and what they hold to.
// `UPDATE_SNAPSHOTS=1 node --test tests/js/cli-tree.test.mjs` writes the pictures anew.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { widthOf } from "../../pkg/dist/cli/text.js";
import { openSession } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { parseSessionFile } from "../../pkg/dist/stores/session-file.js";
import { random } from "./random.mjs";
import { epitome, fixture, scratch } from "./support/cli.mjs";
import { compaction, fileOf, TREES, user } from "./support/trees.mjs";

const ESCAPE = "\u001b";
const COLOUR = new RegExp(`${ESCAPE}\\[[\\d;]*m`, "g");

async function draw(file, { args = [], ...options } = {}) {
  const { code, stdout, stderr } = await epitome(["tree", file, ...args], options);
  assert.equal(code, 0, stderr);
  return { drawn: stdout, stderr };
}

async function linesOf(file, ...args) {
  const { drawn, stderr } = await draw(file, { args: ["--json", ...args] });
  assert.equal(stderr, "");
  return JSON.parse(drawn);
}

function golden(name, drawn) {
  const snapshot = fixture(`trees/${name}.txt`);
  if (process.env.UPDATE_SNAPSHOTS) writeFileSync(snapshot, drawn);
  assert.equal(drawn, readFileSync(snapshot, "utf8"));
}

for (const [name, text] of Object.entries(TREES)) {
  test(`the picture of a small tree: ${name}`, async (t) => {
    const at = scratch(t);
    writeFileSync(at("tree.jsonl"), text);
    const { drawn } = await draw("tree.jsonl", { cwd: at() });
    golden(name, drawn);
    for (const args of [[], ["--all"]]) {
      for (const columns of ["40", "60", "132"]) {
        const { drawn } = await draw("tree.jsonl", { cwd: at(), args, env: { COLUMNS: columns } });
        for (const line of drawn.split("\n")) assert.ok(widthOf(line) <= Number(columns), line);
        assert.doesNotMatch(drawn, /(?!\n)\p{Cc}|\p{Cf}/u);
      }
    }
  });
}

test("the picture in a narrow terminal: the deepest branches share a column, ids make room for texts", async (t) => {
  const at = scratch(t);
  const deep = [user("0", null, "the trunk")];
  // Both ways on fork again and again, so that one of them is drawn ever further to the right.
  const grow = (parent, depth) => {
    for (const side of depth === 0 ? [] : ["l", "r"]) {
      deep.push(user(`${parent}${side}`, parent, `${side} of ${parent}`));
      grow(`${parent}${side}`, depth - 1);
    }
  };
  grow("0", 7);
  writeFileSync(at("deep.jsonl"), fileOf(deep));
  const { drawn } = await draw("deep.jsonl", { cwd: at(), env: { COLUMNS: "40" } });
  for (const line of drawn.split("\n")) assert.ok(widthOf(line) <= 40, line);
  golden("narrow", drawn);
});

const build = fileURLToPath(new URL("../fixtures/sessions/epitome-build.jsonl", import.meta.url));
for (const [name, file] of [
  ["epitome-build", build],
  ["clock", fixture("clock.jsonl")],
]) {
  test(`the picture of a real session: ${name}`, async () => {
    const { drawn, stderr } = await draw(file);
    assert.equal(stderr, "");
    golden(name, drawn);
  });
}

const sessions = fileURLToPath(new URL("../../../shared/sessions/", import.meta.url));
for (const [name, most, compactions] of [
  ["pi-large-session", 20, []],
  [
    "pi-before-compaction",
    60,
    [
      [360, 175_004, "00000125"],
      [629, 185_014, "00000227"],
    ],
  ],
]) {
  test(`real session: ${name}`, { skip: existsSync(sessions) ? false : "../shared/sessions is not on this machine" }, async () => {
    const { lines, branches, entries, damage } = await linesOf(`${sessions}${name}.jsonl`);
    assert.deepEqual([branches, damage], [{ leaves: 1, forks: 0, offPath: 0 }, []]);
    assert.ok(lines.length <= most, `${lines.length} lines`);
    assert.equal(
      lines.reduce((sum, { folded = 1 }) => sum + folded, 0),
      entries.total,
    );
    const cuts = lines.filter(({ type }) => type === "compaction");
    assert.deepEqual(
      cuts.map(({ line, tokensBefore, firstKeptEntryId }) => [line, tokensBefore, firstKeptEntryId]),
      compactions,
    );
    for (const { tokensAfter } of cuts) assert.ok(tokensAfter > 10_000 && tokensAfter < 30_000, `${tokensAfter}`);
  });
}

test("the picture as data: each line with what it shows, and all entries with --all", async (t) => {
  const at = scratch(t);
  writeFileSync(at("s.jsonl"), TREES["branch-with-compaction"]);
  const found = await linesOf(at("s.jsonl"));
  assert.deepEqual(found.branches, { leaves: 2, forks: 1, offPath: 11 });
  assert.deepEqual([found.leafId, found.session.id, found.entries.total, found.entries.onPath], ["d2", "tree", 19, 8]);
  const [cut] = found.lines.filter(({ type }) => type === "compaction");
  assert.deepEqual([cut.entryId, cut.line, cut.level, cut.isActive], ["cut", 12, 1, false]);
  assert.deepEqual([cut.tokensBefore, cut.firstKeptEntryId], [48_200, "b4"]);
  assert.ok(cut.tokensAfter > 150 && cut.tokensAfter < 250, `${cut.tokensAfter}`);
  const [back] = found.lines.filter(({ type }) => type === "branch_summary");
  assert.deepEqual([back.fromId, back.parentId, back.isActive, back.level], ["c3", "a3", true, 0]);
  const all = await linesOf(at("s.jsonl"), "--all");
  assert.deepEqual(
    all.lines.map(({ entryId }) => entryId).toSorted(),
    parseSessionFile(TREES["branch-with-compaction"])
      .entries.map(({ id }) => id)
      .toSorted(),
  );
  assert.deepEqual(
    all.lines.filter(({ isLeaf }) => isLeaf).map(({ entryId }) => entryId),
    ["d2"],
  );
  const handoff = scratch(t);
  writeFileSync(handoff("h.jsonl"), TREES.handoff);
  const { session, lines, prunes, labels } = await linesOf(handoff("h.jsonl"));
  assert.equal(session.parentSession, "before");
  assert.deepEqual([lines[0].parentSession, lines.at(-1).sessionId], ["before", "after"]);
  assert.deepEqual([prunes, labels], [{ count: 1, edits: 1, tokensSaved: 1_200 }, 1]);
});

test("what a line names can be found, and what it says is no form: kept entries, summaries, handoffs", async (t) => {
  const at = scratch(t);
  writeFileSync(at("s.jsonl"), TREES.documents);
  const { lines } = await linesOf(at("s.jsonl"));
  const of = (id) => lines.find(({ entryId }) => entryId === id);
  // They would be folded away for all else that they are.
  for (const { firstKeptEntryId, fromId } of lines) for (const id of [firstKeptEntryId, fromId]) if (id) assert.ok(of(id), id);
  assert.ok(lines.some(({ folded }) => folded > 1));
  assert.equal(of("a").text, "The clock is mended.");
  assert.equal(of("s").text, "The formatter: it was not to blame.");
  assert.equal(of("t").text, "## Nothing but headings <read-files> src/a.ts");
  // The column of kinds is as wide as the longest of them, and straight, also where ids have no room.
  for (const columns of ["40", "50", "80"]) {
    const { drawn } = await draw("s.jsonl", { cwd: at(), args: ["--all"], env: { COLUMNS: columns } });
    const rows = drawn.split("\n").filter((line) => /^ {2}[●◉] (?!on |where )/u.test(line));
    assert.ok(rows.length > 40);
    for (const row of rows) assert.match(row, /^ {2}[●◉] (?:handoff|session info|user|assistant|compaction|summary) +(?<=^.{17})\S/u);
    assert.equal(rows.filter((row) => row.includes("session info Clocks")).length, 1);
  }
});

test("the tool of a result whose call stands far before it in a large log", async (t) => {
  const at = scratch(t);
  const call = (id) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: `tool_${id}`, arguments: "{}" } }],
  });
  const result = (id) => ({ role: "tool", tool_call_id: id, content: "done" });
  const messages = [call("far"), ...Array.from({ length: 4_200 }, (_, place) => ({ role: "user", content: `text ${place}` }))];
  messages.splice(1_990, 0, call("near"));
  messages.splice(2_010, 0, result("near"));
  for (const more of [[], [result("far")]]) {
    writeFileSync(at("s.json"), JSON.stringify([...messages, ...more]));
    const { lines } = await linesOf(at("s.json"), "--all");
    assert.equal(lines.length, messages.length + more.length);
    assert.equal(lines[2_010].tool, "tool_near");
    assert.equal(lines.at(-1).tool, more.length ? "tool_far" : undefined);
    for (const [place, { text }] of lines.entries()) if (messages[place]?.role === "user") assert.equal(text, messages[place].content);
  }
});

test("other files: messages in an array, by their numbers; what is damaged is said", async (t) => {
  const { drawn } = await draw(fixture("chat.json"));
  assert.match(drawn, / JSON array, openai-chat messages\n/);
  assert.match(drawn, /● system .* \[0\]\n/);
  assert.match(drawn, /◉ assistant .* ◀ leaf {2}\[29\]\n/);
  const { drawn: first } = await draw(fixture("clock-v1.jsonl"));
  assert.match(first, /session file v1/);
  const at = scratch(t);
  writeFileSync(at("broken.jsonl"), `${TREES["broken-parents"]}rubble\n`);
  const { stderr } = await draw(at("broken.jsonl"));
  assert.match(stderr, /line 3: Entry b follows lost, which is not in the log/);
  assert.match(stderr, /line 9: /);
  assert.equal((await linesOf(at("broken.jsonl"))).damage.length, 5);
});

test("colours: where they are asked for; the words are the same", async (t) => {
  const at = scratch(t);
  writeFileSync(at("s.jsonl"), TREES["nested-branches"]);
  const { drawn: plain } = await draw(at("s.jsonl"));
  const { drawn: coloured } = await draw(at("s.jsonl"), { env: { FORCE_COLOR: "1" } });
  assert.ok(!plain.includes(ESCAPE));
  assert.match(coloured, COLOUR);
  assert.equal(coloured.replace(COLOUR, "").replace(/ +$/gm, ""), plain);
});

test("random trees: every entry is drawn once, below its parent; the path and the branches are those of a session", async (t) => {
  const at = scratch(t);
  for (let seed = 1; seed <= 6; seed++) {
    const { next } = random(seed);
    const entries = [];
    for (let id = 0; id < 300; id++) {
      const any = () => `e${Math.floor(next() * id)}`;
      const parentId = id === 0 || next() < 0.01 ? null : next() < 0.8 ? `e${id - 1}` : next() < 0.9 ? any() : "lost";
      const dice = next();
      if (id > 0 && dice < 0.05) entries.push({ ...user(`e${id}`, any()), type: "leaf", message: undefined, targetId: any() });
      else if (id > 0 && dice < 0.1)
        entries.push({ ...user(`e${id}`, parentId), type: "label", message: undefined, targetId: any(), label: "x" });
      else if (id > 0 && dice < 0.15) entries.push(compaction(`e${id}`, parentId, any(), 100));
      else entries.push(user(`e${id}`, parentId, `text ${id}`));
    }
    const text = fileOf(entries);
    writeFileSync(at("s.jsonl"), text);
    const { lines, branches } = await linesOf(at("s.jsonl"), "--all");
    const store = memory();
    await store.append("tree", 0, JSON.parse(JSON.stringify(entries)));
    const session = await openSession({ id: "tree", store });
    await session.load();
    const nodes = lines.filter(({ entryId }) => entryId !== undefined);
    const part = ({ type }) => type !== "leaf" && type !== "label";
    assert.deepEqual(
      nodes.map(({ entryId }) => entryId).toSorted(),
      entries
        .filter(part)
        .map(({ id }) => id)
        .toSorted(),
    );
    const path = (await session.path()).filter(part).map(({ id }) => id);
    assert.deepEqual(
      nodes.filter(({ isActive }) => isActive).map(({ entryId }) => entryId),
      path,
      `seed ${seed}`,
    );
    const tips = new Set(nodes.map(({ entryId }) => entryId));
    const above = [];
    for (const { entryId, parentId, level, begins } of nodes) {
      tips.delete(parentId);
      // The line above it at its level, or where it begins at one level less, is its parent's.
      if (parentId !== null) assert.equal(above[begins ? level - 1 : level], parentId, `seed ${seed}, ${entryId}`);
      above[level] = entryId;
    }
    assert.equal(branches.leaves, tips.size);
    const known = (await session.branches()).filter(({ leafId }) => tips.has(leafId));
    assert.equal(known.length, tips.size, `seed ${seed}`);
    session.close();
  }
});

test("a large tree: 100,000 entries and 10,000 forks, deep ones too, in time that grows with the entries", async (t) => {
  const at = scratch(t);
  const time = async (count, forks, deep) => {
    const { next } = random(count + forks);
    const entries = [];
    let leaf = null;
    for (let id = 0; id < count; id++) {
      if (id > 2 && next() < forks / count) leaf = `e${deep ? id - 2 : Math.floor(next() * id)}`;
      entries.push(id % 500 === 499 ? compaction(`e${id}`, leaf, `e${Math.max(0, id - 400)}`, 9_000) : user(`e${id}`, leaf, `text ${id}`));
      leaf = `e${id}`;
    }
    writeFileSync(at("big.jsonl"), fileOf(entries));
    const since = performance.now();
    const { drawn } = await draw(at("big.jsonl"));
    const took = performance.now() - since;
    for (const line of drawn.split("\n")) if (line.length > 80) assert.ok(widthOf(line) <= 80, line);
    assert.match(drawn, /◀ leaf/);
    return took;
  };
  const small = await time(10_000, 1_000, false);
  const large = await time(100_000, 10_000, false);
  assert.ok(large < Math.max(small, 300) * 30, `${small} ms, ${large} ms`);
  await time(100_000, 10_000, true);
});

test("help, and options that are none", async () => {
  const { code, stdout } = await epitome(["tree", "--help"]);
  assert.equal(code, 0);
  for (const word of ["Usage: epitome tree FILE", "--all", "firstKeptEntryId", "--format", "--json", "Exit codes"])
    assert.ok(stdout.includes(word), word);
  for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
  assert.match((await epitome(["--help"])).stdout, /epitome tree FILE +Draws a session's tree/);
  for (const [args, said] of [
    [["tree"], /Which file\?/],
    [["tree", "a", "--window=5"], /no option "--window"/],
    [["tree", "a", "--all=yes"], /--all takes no value/],
    [["tre", "a"], /Did you mean tree\?/],
  ]) {
    const { code, stderr } = await epitome(args);
    assert.equal(code, 2);
    assert.match(stderr, said);
  }
  const { code: missing, stderr } = await epitome(["tree", "nowhere.jsonl"]);
  assert.equal(missing, 1);
  assert.match(
    stderr,
    /nowhere\.jsonl: there is no such file\. Check the path\. The file of a new session is written by its first append\./,
  );
  assert.match((await epitome(["tree", "nowhere.json"])).stderr, /there is no such file\. Check the path\.\n/);
});
