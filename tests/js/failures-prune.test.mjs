// Faults of pruning in the program that seed 002 describes, each as what is better.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { buildContext, fileOperations, prune, pruneArguments } from "../../pkg/dist/core.entry.js";
import { openSession } from "../../pkg/dist/index.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { parseSessionFile } from "../../pkg/dist/stores/session-file.js";
import { random } from "./random.mjs";

const EVERYTHING = { protectTokens: 0, minimumSavings: 0 };
const LONG = "some words of output\n".repeat(400);

/** Entries in pi's shape, each behind the one before. */
function log(...steps) {
  const entries = steps.flat().map((step) => ("role" in step ? { type: "message", message: step } : step));
  return entries.map((entry, at) => ({
    id: `e${at}`,
    parentId: at ? `e${at - 1}` : null,
    timestamp: "2026-01-01T00:00:00.000Z",
    ...entry,
  }));
}
const user = (content) => ({ role: "user", content });
const text = (said) => ({ type: "text", text: said });
let calls = 0;
function ran(name, args, content = [text(LONG)], more = {}) {
  const id = `c${calls++}`;
  return [
    { role: "assistant", content: [{ type: "toolCall", id, name, arguments: args }], stopReason: "toolUse" },
    { role: "toolResult", toolCallId: id, toolName: name, content, isError: false, ...more },
  ];
}
const bash = (command) => ran("bash", { command });
const edited = ({ edits }) => edits.map(({ entryId }) => entryId);

test("2.11: what was summarized away is neither pruned nor counted as saved", () => {
  const compaction = { type: "compaction", summary: "All of that.", firstKeptEntryId: "e5", tokensBefore: 9_000 };
  const entries = log(user("one"), bash("a"), bash("b"), user("two"), bash("c"), compaction, user("three"), user("four"));
  const plan = prune(entries, EVERYTHING);
  assert.deepEqual(edited(plan), ["e7"]);
  const [{ originalTokens }] = plan.edits;
  assert.ok(plan.tokensSaved < originalTokens);
  // Dead savings do not carry a live prune over the minimum.
  assert.deepEqual(prune(entries, { ...EVERYTHING, minimumSavings: plan.tokensSaved + 1 }).edits, []);
  assert.equal(prune(entries, { ...EVERYTHING, minimumSavings: plan.tokensSaved }).edits.length, 1);
  // Nor do their tokens count among the newest that are protected.
  assert.deepEqual(edited(prune(entries, { ...EVERYTHING, protectTokens: originalTokens })), []);
});

const REAL = new URL("../../../shared/sessions/pi-before-compaction.jsonl", import.meta.url);
test("2.11, on a real session: all that goes is seen", {
  skip: existsSync(REAL) ? false : "there is no such session on this machine",
}, () => {
  const { entries } = parseSessionFile(readFileSync(REAL, "utf8"));
  const seen = new Set(buildContext(entries).items.map(({ entryId }) => entryId));
  const outputs = entries.filter(({ message }) => message?.role === "toolResult");
  assert.ok(outputs.some(({ id }) => seen.has(id)) && outputs.some(({ id }) => !seen.has(id)));
  for (const config of [EVERYTHING, {}]) {
    const plan = prune(entries, config);
    assert.ok(edited(plan).every((id) => seen.has(id)));
    for (const { originalTokens, tokensSaved, notice } of plan.edits) {
      assert.ok(tokensSaved > 0 && tokensSaved < originalTokens);
      assert.doesNotMatch(notice, /\p{Cc}|\p{Cs}/u);
    }
  }
  assert.ok(prune(entries, EVERYTHING).edits.length > 20);
});

test("2.12: hours of work on one prompt can be pruned, where the host says so", () => {
  const entries = log(user("Do it all night."), ...Array.from({ length: 40 }, (_, at) => bash(`step ${at}`)));
  assert.deepEqual(edited(prune(entries)), [], "the seed's rule: the oldest turn protects all behind it");
  const plan = prune(entries, { singleTurn: true });
  assert.ok(plan.tokensSaved >= 20_000, `${plan.tokensSaved}`);
  const tokens = plan.edits[0].originalTokens;
  assert.equal(plan.edits.length, 40 - Math.ceil(40_000 / tokens), "the newest tokens stay all the same");
  // "Go on" makes no difference; only once there are older turns than those that are protected do these count.
  const later = (count) => log(...Array.from({ length: count }, (_, at) => user(`Word ${at}`)));
  const more = (count) =>
    later(count).map((entry, at) => ({ ...entry, id: `n${at}`, parentId: at === 0 ? entries.at(-1).id : `n${at - 1}` }));
  assert.deepEqual(edited(prune([...entries, ...more(1)], { singleTurn: true })), edited(plan));
  assert.deepEqual(edited(prune([...entries, ...more(2)])), edited(plan));
});

test("2.19: an image does not go with the text beside it, and no copy of the text passes for all of it", () => {
  const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
  const entries = log(ran("browse", {}, [text(LONG), image]), ran("shot", {}, [image]), ran("other", {}));
  const asked = [];
  const artifactRef = (id) => {
    asked.push(id);
    return `artifact://${id}`;
  };
  const { edits } = prune(entries, EVERYTHING, { artifactRef, artifactRefMaxChars: 64 });
  assert.deepEqual(
    edits.map(({ entryId, complete }) => [entryId, complete]),
    [
      ["e1", false],
      ["e5", true],
    ],
  );
  assert.deepEqual(asked, ["e5"]);
  assert.doesNotMatch(edits[0].notice, /artifact:/);
  assert.ok(edits[0].tokensSaved < edits[0].originalTokens - 1_200, "the image still costs what it costs");
});

test("2.21: ten thousand reads of ranges of one file: what a look at each pair says", () => {
  const { below } = random(3);
  const ranges = Array.from({ length: 10_000 }, () => {
    const from = 1 + below(3_000);
    return [from, from + below(60)];
  });
  const entries = log(
    ...ranges.map(([from, to]) => ran("read", { path: `a.ts:${from}-${to}` }, [text("a line that is long\n".repeat(5))])),
  );
  const gone = new Set(edited(prune(entries, { ...EVERYTHING, protectTokens: 2 ** 32 - 1 })));
  // A later read of the same lines, or of more.
  const holding = (at) => {
    const [from, to] = ranges[at];
    return ranges.findLastIndex(([start, end], later) => later > at && start <= from && to <= end) >= 0;
  };
  for (let at = 0; at < ranges.length; at += 7) assert.equal(gone.has(`e${2 * at + 1}`), holding(at), `read ${at}`);
  assert.ok(gone.size > 1_000 && gone.size < 9_999);
});

test("2.9: a notice ends on whole letters, wherever it is cut", () => {
  for (let before = 0; before < 8; before++) {
    const line = `error: ${"x".repeat(before)}${"🔥".repeat(400)}`;
    const entries = log(
      ran("bash", { command: "make" }, [text(`${LONG}${line}\n${LONG}${line}`)], { isError: true, details: { exitCode: 1 } }),
    );
    const [{ notice }] = prune(entries, EVERYTHING).edits;
    assert.ok(notice.isWellFormed?.() ?? !/\p{Cs}/u.test(notice), notice);
    assert.ok(notice.length <= 256 + "[Output truncated - 10000 tokens; ]".length);
    assert.match(notice, /; exit=1; error=error: x*🔥/);
  }
});

test("§1(h): a file that was read whole in parts, or changed by a tool of any name, is known by its path", () => {
  // Names of arguments that the described program missed.
  const entries = log(
    ran("Read", { file_path: "/w/a.ts" }),
    ran("read_file", { absolute_path: "/w/b.ts" }),
    ran("apply_patch", { input: "*** Begin Patch\n*** Update File: /w/a.ts\n@@\n-x\n+y\n*** End Patch" }),
    ran("replace", { file_path: "/w/b.ts", old_string: "x", new_string: "y" }),
  );
  const { edits } = prune(entries, { ...EVERYTHING, protectTokens: 10_000_000 });
  assert.deepEqual(
    edits.map(({ entryId, reason }) => [entryId, reason]),
    [
      ["e1", "changed"],
      ["e3", "changed"],
    ],
  );
  assert.deepEqual(fileOperations(entries).modifiedFiles, ["/w/a.ts", "/w/b.ts"]);
});

test("what a failed call was to write is not what a later one has overwritten, and a failed one overwrites nothing", () => {
  const write = (path, more) => ran("write", { path, content: "y".repeat(4_000) }, [text("done")], more);
  const failed = { isError: true };
  assert.deepEqual(edited(pruneArguments(log(write("a"), write("a", failed)), EVERYTHING)), []);
  assert.deepEqual(edited(pruneArguments(log(write("a", failed), write("a")), EVERYTHING)), []);
  assert.deepEqual(edited(pruneArguments(log(write("a"), write("b"), write("a")), EVERYTHING)), ["e0"]);
});

/** A session in pi's format that prunes all it may, as soon as it is over its threshold. */
const open = (store, { thresholdTokens = 6_000, ...prune } = {}) =>
  openSession({
    ...{ id: "s", store, model: { contextWindow: 200_000 } },
    settings: { compaction: { thresholdTokens, keepRecentTokens: 500 }, prune: { ...EVERYTHING, ...prune } },
  });

test("2.11, in a session: a prune after a compaction touches what is seen, and says what that saved", async () => {
  const store = memory();
  const session = await open(store, { thresholdTokens: 1_000_000 });
  await session.append([user("one"), bash("a"), bash("b"), bash("c"), user("two"), bash("d"), user("three")].flat());
  assert.equal((await session.compact()).status, "compacted");
  const folded = new Set((await session.path()).map(({ id }) => id));
  for (const { id } of session.context().entries) folded.delete(id);
  assert.ok(folded.size >= 6);
  session.close();
  const again = await open(store);
  await again.append([user("four"), bash("e"), bash("f"), user("five"), bash("g"), user("six")].flat());
  const { status, entry, tokensBefore, tokensAfter, pruned } = await again.maintain();
  assert.equal(status, "pruned");
  assert.ok(entry.edits.length > 0 && entry.edits.every(({ entryId }) => !folded.has(entryId)));
  assert.ok(
    Math.abs(tokensBefore - tokensAfter - pruned.tokensSaved) <= entry.edits.length,
    `${tokensBefore} ${tokensAfter} ${pruned.tokensSaved}`,
  );
});

test("a prune is one line more of the log: nothing of it is written anew, and every original is as it was", async () => {
  const store = memory();
  const session = await open(store);
  const messages = [user("one"), bash("a"), bash("b"), bash("c"), bash("d"), user("two"), user("three")].flat();
  const copy = structuredClone(messages);
  const entries = await session.append(messages);
  const before = JSON.stringify((await store.read("s", 0)).entries);
  const { status } = await session.maintain();
  assert.equal(status, "pruned");
  const after = (await store.read("s", 0)).entries;
  assert.equal(JSON.stringify(after.slice(0, -1)), before);
  assert.equal(after.at(-1).type, "prune");
  assert.deepEqual(messages, copy);
  for (const [at, { id }] of entries.entries()) assert.equal(session.original(id), messages[at]);
});

test("2.19, in a session: the image stays, and both come back", async () => {
  const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
  const session = await open(memory(), { thresholdTokens: 5_000 });
  const messages = [
    user("one"),
    ran("browse", {}, [text(LONG), image]),
    ran("shot", {}, [image]),
    bash("a"),
    bash("b"),
    user("two"),
    user("three"),
  ].flat();
  const entries = await session.append(messages);
  assert.equal((await session.maintain()).status, "pruned");
  const shown = (at) => session.context().messages[at];
  assert.deepEqual(shown(2).content.at(-1), image);
  assert.match(shown(2).content[0].text, /^\[Output truncated - \d+ tokens\]$/);
  assert.equal(shown(4), messages[4], "an image alone is not touched");
  assert.equal((await session.restore(entries[2].id)).status, "restored");
  assert.equal(shown(2), messages[2]);
});

test("where pruning is not enough, a summary is made at once, and the cache is not lost twice", async () => {
  const store = memory();
  const session = await open(store, { thresholdTokens: 3_000 });
  await session.append([user("one"), bash("a"), user("words ".repeat(8_000)), user("two"), user("three")].flat());
  const { status } = await session.maintain();
  assert.equal(status, "compacted");
  assert.deepEqual(
    (await store.read("s", 0)).entries.filter(({ type }) => type === "prune"),
    [],
  );
});
