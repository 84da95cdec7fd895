/** The files of the jsonl store: their format, their damage, and what others write into them. */

import assert from "node:assert/strict";
import { appendFile, chmod, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileNameOf, sessionIdOf } from "../../pkg/dist/stores/file-name.js";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { parseSessionFile } from "../../pkg/dist/stores/session-file.js";
import { entries, entry, failureOf, idsIn, KEPT } from "./support/entries.mjs";

/** Runs a test with a directory, the path of the session "s" in it, and a way to open stores on it. */
function inDirectory(name, run) {
  test(name, async (context) => {
    const dir = await mkdtemp(join(tmpdir(), "epitome-"));
    context.after(() => rm(dir, { recursive: true, force: true }));
    const path = join(dir, "s.jsonl");
    return run({ context, dir, path, open: (options) => jsonl({ dir, fsync: "never", ...options }), text: () => readFile(path, "utf8") });
  });
}
const line = (value) => `${JSON.stringify(value)}\n`;
const header = { type: "session", version: 3, id: "s", timestamp: entry("a").timestamp };

inDirectory("the file is pi's: a header, then a line for each entry", async ({ open, text, dir }) => {
  const store = open({ cwd: "/project", format: "openai-chat" });
  await store.append("s", 0, entries("a"));
  await store.append("s", 1, entries("b"));
  assert.equal(await text(), line({ ...header, cwd: "/project", format: "openai-chat" }) + line(entry("a")) + line(entry("b")));
  assert.deepEqual(parseSessionFile(await text()).entries, entries("a", "b"));
  assert.deepEqual(await readdir(dir), ["s.jsonl"]);
});

inDirectory("a session that goes on from another one says so in its header, and in the list", async ({ open, text, path, dir }) => {
  await open().append("s", 0, entries("a"), { parentSession: "where it/began" });
  await open().append("s", 1, entries("b"), { parentSession: "elsewhere" });
  assert.equal(await text(), line({ ...header, parentSession: "where it/began" }) + line(entry("a")) + line(entry("b")));
  assert.equal(parseSessionFile(await text()).header.parentSession, "where it/began");
  const long = "x".repeat(400);
  await open().append(long, 0, entries("a"), { parentSession: "s" });
  await open().append("alone", 0, entries("a"));
  const list = await open().list();
  const parents = Object.fromEntries(list.map(({ id, parentSession }) => [id, parentSession]));
  assert.deepEqual(parents, { s: "where it/began", [long]: "s", alone: undefined });
  // A header that cannot be read, or says something else there, is no reason to leave the session out.
  await writeFile(path, line({ ...header, parentSession: 7 }));
  await writeFile(join(dir, "odd.jsonl"), "not a header");
  const after = await open().list();
  assert.deepEqual(after.map(({ id }) => id).sort(), ["alone", "odd", "s", long].sort());
  assert.ok(after.every((info) => info.id === long || !("parentSession" in info)));
});

inDirectory("the lines of one append but its last are marked", async ({ open, text }) => {
  await open().append("s", 0, entries("a", "b", "c"));
  assert.equal(await text(), `${line(header)}\t${line(entry("a"))}\t${line(entry("b"))}${line(entry("c"))}`);
});

inDirectory(
  "a file cut anywhere in its last append reads as before it, and the next append removes the rest",
  async ({ open, text, path }) => {
    await open().append("s", 0, entries("a", "b"));
    const before = await readFile(path);
    await open().append("s", 2, [entry("c", { data: KEPT }), entry("d"), entry("e", { text: "🌍" })]);
    const after = await readFile(path);
    const kept = open();
    for (let length = before.length; length < after.length - 1; length++) {
      await writeFile(path, after.subarray(0, length));
      // A store that has just opened, and one that knows the file from the time before.
      for (const store of [open(), kept]) {
        const { entries: found, head, damaged = [] } = await store.read("s", 0);
        assert.deepEqual([found, head], [entries("a", "b"), 2], `cut at ${length}`);
        assert.equal(damaged.length > 0, length > before.length, `cut at ${length}`);
      }
      const store = length % 2 ? kept : open();
      assert.deepEqual(await store.append("s", 2, entries("x")), { ok: true, head: 3 });
      assert.equal(await text(), before.toString() + line(entry("x")));
      assert.deepEqual(await store.read("s", 2), { entries: entries("x"), head: 3 });
    }
    // Without its last line feed the append is whole.
    await writeFile(path, after.subarray(0, -1));
    assert.deepEqual(await idsIn(open()), ["a", "b", "c", "d", "e"]);
    assert.deepEqual(await kept.append("s", 5, entries("x")), { ok: true, head: 6 });
    assert.equal(await text(), after.toString() + line(entry("x")));
  },
);

inDirectory("a file cut anywhere in its first append is empty, and can be begun again", async ({ open, text, path }) => {
  await open().append("s", 0, entries("a"));
  const whole = await readFile(path);
  for (let length = 0; length < whole.length - 1; length++) {
    await writeFile(path, whole.subarray(0, length));
    const store = open();
    assert.deepEqual((await store.read("s", 0)).entries, [], `cut at ${length}`);
    assert.deepEqual(await store.append("s", 0, entries("a")), { ok: true, head: 1 });
    assert.equal(await text(), whole.toString());
  }
});

inDirectory("a tail of zero bytes, as some file systems leave it, is removed", async ({ open, path, text }) => {
  await open().append("s", 0, entries("a"));
  await appendFile(path, Buffer.alloc(100));
  const { entries: found, damaged } = await open().read("s", 0);
  assert.deepEqual([found, damaged.map((one) => one.line)], [entries("a"), [3]]);
  await open().append("s", 1, entries("b"));
  assert.equal(await text(), line(header) + line(entry("a")) + line(entry("b")));
});

inDirectory("broken lines in the middle are named, skipped and kept", async ({ open, path, text }) => {
  const bad = Buffer.concat([Buffer.from('{"type":"message","id":"x'), Buffer.of(0xff, 0xc3), Buffer.from('"}\n{"type":"mess\n')]);
  await writeFile(path, Buffer.concat([Buffer.from(line(header) + line(entry("a"))), bad, Buffer.from(line(entry("b")))]));
  const store = open();
  const whole = await store.read("s", 0);
  assert.deepEqual([whole.entries, whole.head, whole.damaged.map((one) => one.line)], [entries("a", "b"), 2, [3, 4]]);
  assert.match(whole.damaged[0].reason, /UTF-8/);
  assert.match(whole.damaged[1].reason, /not JSON/);
  assert.deepEqual(await store.append("s", 2, entries("c")), { ok: true, head: 3 });
  assert.ok((await readFile(path)).includes(bad));
  // Damage is told where it is, not with every later entry.
  assert.equal("damaged" in (await store.read("s", 2)), false);
  assert.deepEqual((await store.read("s", 1)).damaged.length, 2);
  assert.deepEqual(await idsIn(open()), ["a", "b", "c"]);
  assert.match(await text(), /"id":"c"/);
});

inDirectory("reading on does not read the file again", async ({ open, path }) => {
  const store = open();
  const many = Array.from({ length: 2_000 }, (_, index) => entry(`e${index}`, { text: "x".repeat(500) }));
  await store.append("s", 0, many);
  await store.read("s", 0);
  await appendFile(path, line(entry("late")));
  // What comes before is made unreadable, in place and of the same size: who reads it again stumbles.
  const bytes = await readFile(path);
  bytes.fill("#", 200, 100_000);
  await writeFile(path, bytes);
  assert.deepEqual(await store.read("s", 2_000), { entries: entries("late"), head: 2_001 });
  assert.deepEqual(await store.append("s", 2_001, entries("later")), { ok: true, head: 2_002 });
  assert.deepEqual(await idsIn(store, "s", 2_001), ["later"]);
  assert.ok((await open().read("s", 0)).damaged.length > 0);
});

inDirectory("what others write, replace, shorten or remove is seen", async ({ open, path, dir }) => {
  const store = open();
  await store.append("s", 0, entries("a", "b", "c"));
  await appendFile(path, line(entry("d")));
  assert.deepEqual(await idsIn(store), ["a", "b", "c", "d"]);
  assert.deepEqual(await store.append("s", 3, entries("x")), { ok: false, head: 4 });
  await writeFile(path, line({ ...header, id: "other" }) + line(entry("k")) + line(entry("l".repeat(900))) + line(entry("m")));
  assert.deepEqual(await idsIn(store), ["k", "l".repeat(900), "m"]);
  await writeFile(join(dir, "new"), line(header) + line(entry("n")));
  await rename(join(dir, "new"), path);
  assert.deepEqual(await idsIn(store), ["n"]);
  await truncate(path, 0);
  assert.deepEqual(await store.read("s", 0), { entries: [], head: 0 });
  await store.append("s", 0, entries("o"));
  await rm(path);
  assert.deepEqual(await store.read("s", 0), { entries: [], head: 0 });
  assert.deepEqual(await store.append("s", 0, entries("p")), { ok: true, head: 1 });
  assert.deepEqual(await idsIn(open()), ["p"]);
});

inDirectory("a file that is no session is left alone", async ({ open, path, text }) => {
  for (const content of [
    "my notes\nsecond line\n",
    "my notes",
    '[{"role":"user"}]',
    '{"type":"other"}\n',
    line({ ...header, version: 9 }),
  ]) {
    await writeFile(path, content);
    for (const work of [() => open().read("s", 0), () => open().append("s", 0, entries("a")), () => open().append("s", 5, entries("a"))]) {
      assert.match((await failureOf(work)).code, /^(not-a-session|unsupported-session-version)$/);
    }
    assert.equal(await text(), content);
  }
});

inDirectory("an old file is read, and rewritten by the first append, with nothing lost", async ({ open, path, text, dir }) => {
  const { version: _, ...old } = header;
  const bare = (content) => ({ type: "message", timestamp: "t", message: { role: "user", content } });
  const original = `${line({ ...old, modelId: "m" })}${line(bare("one"))}{"broken\n${line(bare("two"))}${line({ type: "compaction", timestamp: "t", summary: "S", firstKeptEntryIndex: 3 })}{"torn`;
  await writeFile(path, original);
  await chmod(path, 0o640);
  const store = open({ fsync: "always" });
  const before = await store.read("s", 0);
  assert.deepEqual(
    before.entries.map(({ id }) => id),
    ["00000001", "00000003", "00000004"],
  );
  assert.equal(before.entries[2].firstKeptEntryId, "00000003");
  assert.deepEqual(
    before.damaged.map((one) => one.line),
    [3, 6],
  );
  assert.deepEqual((await store.read("s", 1)).entries, before.entries.slice(1));
  assert.equal(await text(), original, "reading changes nothing");
  assert.deepEqual(await store.append("s", 2, entries("x")), { ok: false, head: 3 });
  assert.equal(await text(), original, "a refused append changes nothing");
  assert.deepEqual(await store.append("s", 3, entries("x")), { ok: true, head: 4 });
  for (const reader of [store, open()]) {
    const after = await reader.read("s", 0);
    assert.deepEqual(after.entries, [...before.entries, entry("x")]);
    assert.equal(after.damaged.length, 2);
  }
  assert.match(await text(), /^\{"type":"session","version":3,.*"modelId":"m"\}\n/);
  assert.match(await text(), /\n\{"broken\n(.*\n)+\{"torn\n/);
  assert.equal(await readFile(`${path}.v1.bak`, "utf8"), original);
  assert.deepEqual((await readdir(dir)).sort(), ["s.jsonl", "s.jsonl.v1.bak"]);
  assert.equal((await stat(path)).mode & 0o777, 0o640);
  // Put back and upgraded again, it is the same backup; another old file gets another.
  for (const [content, backups] of [
    [original, 1],
    [original + line(bare("three")), 2],
  ]) {
    await writeFile(path, content);
    await open().append("s", (await open().read("s", 0)).head, entries("y"));
    assert.equal((await readdir(dir)).filter((name) => name.includes(".bak")).length, backups);
  }
  assert.equal(await readFile(`${path}.v1.bak`, "utf8"), original);
});

test("file names are safe on every system, and tell the id", () => {
  const ids = [
    "s",
    "..",
    "../../etc/passwd",
    "a/b\\c",
    ".hidden",
    "CON",
    "nul.txt",
    "lpt1",
    'a:b*c?d"e<f>g|h',
    "\u0000\n",
    "e\u0301",
    "\u00e9",
    "~",
    "世界".repeat(9),
  ];
  for (const id of ids) {
    const name = fileNameOf(id);
    assert.match(name, /^[A-Za-z0-9_%-][A-Za-z0-9_.%-]*\.jsonl$/);
    assert.doesNotMatch(name, /^(con|nul|lpt1)\./i);
    assert.equal(sessionIdOf(name), id);
  }
  assert.equal(new Set(ids.map(fileNameOf)).size, ids.length);
  const [long, longer] = ["世".repeat(100), "世".repeat(101)].map(fileNameOf);
  assert.ok(long.length < 190 && long !== longer);
  assert.equal(sessionIdOf(long), null);
  for (const name of ["s.json", ".jsonl", "a b.jsonl", "%7e.jsonl", "%.jsonl", "con.jsonl"])
    assert.equal(sessionIdOf(name), undefined, name);
});

inDirectory("pi's own file names are no ids of ours, files elsewhere are named by fileFor", async ({ open, dir }) => {
  const name = "2026-01-01T00-00-00-000Z_ab%20c~d.jsonl";
  await writeFile(join(dir, name), line(header) + line(entry("a")));
  await writeFile(join(dir, "s.jsonl.v1.bak"), "");
  assert.deepEqual(await open().list(), []);
  const store = jsonl({ fileFor: (id) => join(dir, id) });
  assert.deepEqual(await idsIn(store, name), ["a"]);
  assert.equal(store.list, undefined);
  await store.append(name, 1, entries("b"));
  assert.deepEqual(await idsIn(store, name), ["a", "b"]);
});

inDirectory("two ids that differ in capitals do not share a file", async ({ open, path, dir }) => {
  await open().append("s", 0, entries("a"));
  // As a file system that does not tell capitals apart would have it.
  await rename(path, join(dir, "S.jsonl"));
  const error = await failureOf(() => open().read("S", 0));
  assert.equal(error.code, "store-failed");
  assert.match(error.message, /"s" and "S" share a file/);
});

inDirectory("failures of the disk are typed and keep their cause", async ({ open, path, dir }) => {
  await writeFile(join(dir, "file"), "");
  const error = await failureOf(() => jsonl({ dir: join(dir, "file", "below") }).append("s", 0, entries("a")));
  assert.deepEqual([error.code, error.details.errno, error.cause.code], ["store-failed", "ENOTDIR", "ENOTDIR"]);
  await open().append("s", 0, entries("a"));
  await rm(path);
  const directory = await failureOf(() => jsonl({ fileFor: () => dir }).read("s", 0));
  assert.deepEqual([directory.code, directory.details.errno], ["store-failed", "EISDIR"]);
});

test("options that cannot work are named", async () => {
  for (const options of [{}, { dir: "a", fileFor: () => "b" }, { dir: "a", fsync: true }, { dir: "a", lockTimeoutMs: 0 }]) {
    assert.equal((await failureOf(() => jsonl(options))).code, "invalid-option");
  }
  assert.equal((await failureOf(() => jsonl({ fileFor: () => undefined }).read("s", 0))).code, "invalid-option");
  assert.equal((await failureOf(() => jsonl({ dir: "never made" }).read("a\ud800", 0))).code, "invalid-option");
});
