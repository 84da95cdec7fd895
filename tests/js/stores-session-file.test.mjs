/** Reading session files of all versions, whole and broken. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parseSessionFile } from "../../pkg/dist/stores/session-file.js";
import { entry, failureOf } from "./support/entries.mjs";

const lines = (...values) => values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
const header = { type: "session", version: 3, id: "s1", timestamp: "2026-01-01T00:00:00.000Z", cwd: "/somewhere" };
const { version: _, ...headerOfOld } = header;
const user = (content) => ({ type: "message", timestamp: "2026-01-01T00:00:01.000Z", message: { role: "user", content } });

test("a file of version 3 is given as it is", () => {
  const list = [entry("a"), entry("b", { parentId: "a", type: "of_the_future", more: [1] })];
  const expected = { version: 3, header, entries: list, damaged: [] };
  const text = lines(header, ...list);
  for (const whole of [text, `${text}\n`, `\ufeff${text}\n\n`, `\n${text}`, text.replaceAll("\n", "\r\n")]) {
    assert.deepEqual(parseSessionFile(whole), expected, JSON.stringify(whole.slice(0, 20)));
  }
  assert.deepEqual(parseSessionFile(lines(header)), { version: 3, header, entries: [], damaged: [] });
});

test("version 1 gets ids by place, linear parents, and the first kept entry by id", () => {
  const text = lines(
    { ...headerOfOld, provider: "p" },
    user("one"),
    user("two"),
    { type: "compaction", timestamp: "t", summary: "S", firstKeptEntryIndex: 2, tokensBefore: 9 },
    user("three"),
  );
  const { version, header: found, entries, damaged } = parseSessionFile(text);
  assert.equal(version, 1);
  assert.deepEqual(found, { ...headerOfOld, provider: "p", version: 3 });
  assert.deepEqual(damaged, []);
  assert.deepEqual(entries, [
    { ...user("one"), id: "00000001", parentId: null },
    { ...user("two"), id: "00000002", parentId: "00000001" },
    {
      type: "compaction",
      id: "00000003",
      parentId: "00000002",
      timestamp: "t",
      summary: "S",
      tokensBefore: 9,
      firstKeptEntryId: "00000002",
    },
    { ...user("three"), id: "00000004", parentId: "00000003" },
  ]);
  assert.deepEqual(parseSessionFile(text), parseSessionFile(text));
});

test("in version 1 damaged lines keep their place, so that ids and kept entries do not move", () => {
  const compaction = (firstKeptEntryIndex) => ({ type: "compaction", timestamp: "t", summary: "S", firstKeptEntryIndex });
  const { entries, damaged } = parseSessionFile(
    lines(
      headerOfOld,
      user("one"),
      "{broken",
      user("three"),
      compaction(2),
      compaction(0),
      compaction(4),
      compaction(99),
      compaction(-3),
      compaction("x"),
    ),
  );
  assert.deepEqual(
    damaged.map(({ line }) => line),
    [3],
  );
  assert.deepEqual(
    entries.map(({ id }) => Number.parseInt(id, 16)),
    [1, 3, 4, 5, 6, 7, 8, 9],
  );
  const kept = entries.slice(2).map(({ firstKeptEntryId }) => Number.parseInt(firstKeptEntryId, 16));
  // The next readable entry, the first one, an earlier compaction; and nothing where the place cannot be.
  assert.deepEqual(kept, [3, 1, 4, 7, 1, 9]);
  assert.ok(entries.every((found) => !("firstKeptEntryIndex" in found)));
});

test("in version 1 ids and times that are there are kept", () => {
  const { entries } = parseSessionFile(lines(headerOfOld, { ...user("one"), id: "00000002" }, { type: "custom", data: 1 }));
  assert.deepEqual(entries, [
    { ...user("one"), id: "00000002", parentId: null },
    { type: "custom", id: "00000002-1", parentId: "00000002", timestamp: header.timestamp, data: 1 },
  ]);
});

test("the role hookMessage of versions 1 and 2 is custom, in version 3 it stays", () => {
  const hook = { ...entry("a"), message: { role: "hookMessage", customType: "x", content: "c" } };
  for (const version of [undefined, 1, 2]) {
    const parsed = parseSessionFile(lines({ ...header, version }, hook));
    assert.deepEqual(parsed.entries, [{ ...hook, message: { ...hook.message, role: "custom" } }]);
    assert.equal(parsed.header.version, 3);
  }
  assert.deepEqual(parseSessionFile(lines(header, hook)).entries, [hook]);
});

test("an entry of version 3 without an id is not lost", () => {
  const { id: _id, parentId: _parent, ...bare } = entry("b");
  const { entries } = parseSessionFile(lines(header, entry("a"), bare, { ...bare, id: "", parentId: "z" }));
  assert.deepEqual(entries, [entry("a"), { ...bare, id: "00000002", parentId: "a" }, { ...bare, id: "00000003", parentId: "z" }]);
});

test("lines that are no entries are named and skipped", () => {
  const { entries, damaged } = parseSessionFile(
    lines(header, entry("a"), '{"type":"mess', "[1]", "7", '{"id":"x"}', "", header, entry("b")),
  );
  assert.deepEqual(entries, [entry("a"), entry("b")]);
  assert.deepEqual(
    damaged.map(({ line }) => line),
    [3, 4, 5, 6, 8],
  );
  assert.match(damaged[0].reason, /not JSON/);
  assert.match(damaged[1].reason, /not a JSON object/);
  assert.match(damaged[3].reason, /no type/);
  assert.match(damaged[4].reason, /second session header/);
});

test("a last line that is cut anywhere is left out and reported", () => {
  const last = JSON.stringify(entry("b", { text: "🌍" }));
  const start = `${lines(header, entry("a"))}\n`;
  for (let length = 1; length < last.length; length++) {
    const { entries, damaged } = parseSessionFile(start + last.slice(0, length));
    assert.deepEqual(entries, [entry("a")], `${length}`);
    assert.deepEqual(
      damaged.map(({ line }) => line),
      [3],
    );
    assert.match(damaged[0].reason, /ends in the middle of this line/);
  }
  assert.equal(parseSessionFile(start + last).entries.length, 2);
});

test("an append of several lines counts whole or not at all", () => {
  const batch = [`\t${JSON.stringify(entry("b"))}`, `\t${JSON.stringify(entry("c"))}`, JSON.stringify(entry("d"))];
  const whole = lines(header, entry("a"), ...batch);
  assert.deepEqual(
    parseSessionFile(whole).entries.map(({ id }) => id),
    ["a", "b", "c", "d"],
  );
  assert.deepEqual(parseSessionFile(whole).damaged, []);
  const start = lines(header, entry("a")).length + 1;
  for (let length = start + 1; length < whole.length; length++) {
    const { entries, damaged } = parseSessionFile(whole.slice(0, length));
    assert.deepEqual(entries, [entry("a")], whole.slice(0, length));
    assert.ok(damaged.length > 0 || whole.slice(start, length) === "\t");
  }
  // Once anything follows, the lines are there to stay.
  assert.equal(parseSessionFile(lines(header, ...batch.slice(0, 2), entry("x"))).entries.length, 3);
});

for (const [name, text, words, code = "not-a-session"] of [
  ["an empty text", "", /it is empty/],
  ["blank lines", "\n \n", /it is empty/],
  ["prose", "Hello world\n", /line 1 is not JSON/],
  ["a list of messages", '[{"role":"user","content":"x"}]', /line 1 is a JSON array/],
  ["a number", "7", /line 1 is not a JSON object/],
  ["an entry first", lines(entry("a"), header), /line 1 does not have the type/],
  ["a header without id", '\n{"type":"session","version":3}', /line 2 has no id/],
  ["a half header", '{"type":"session","ver', /line 1 is not JSON/],
  ["a newer version", lines({ ...header, version: 4 }), /version 4/, "unsupported-session-version"],
  ["a version that is none", lines({ ...header, version: "3" }), /version "3"/, "unsupported-session-version"],
]) {
  test(`what is no session log is named: ${name}`, async () => {
    const error = await failureOf(() => parseSessionFile(text));
    assert.equal(error.code, code);
    assert.match(error.message, words);
  });
}

test("other people's sessions are read to the last entry", (context) => {
  const folder = new URL("../../../shared/sessions/", import.meta.url);
  if (!existsSync(folder)) return context.skip("the folder of foreign sessions is not there");
  for (const [name, count, compactions] of [
    ["pi-large-session.jsonl", 1_018, []],
    ["pi-before-compaction.jsonl", 1_002, [true, true]],
  ]) {
    const { version, entries, damaged } = parseSessionFile(readFileSync(new URL(name, folder), "utf8"));
    assert.deepEqual([version, entries.length, damaged], [1, count, []]);
    const ids = new Set(entries.map(({ id }) => id));
    assert.equal(ids.size, count);
    assert.deepEqual(
      entries.filter(({ type }) => type === "compaction").map(({ firstKeptEntryId }) => ids.has(firstKeptEntryId)),
      compactions,
    );
    assert.ok(entries.every(({ parentId }, index) => parentId === (entries[index - 1]?.id ?? null)));
  }
});
