/** The jsonl store by the conformance kit, as it is and with an index beside every file; and its artifacts. */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { conformance } from "../../pkg/dist/stores/conformance.js";
import { artifactFileName } from "../../pkg/dist/stores/file-name.js";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { LIMITS } from "../../pkg/dist/stores/log-index.js";
import { entries, failureOf } from "../js/support/entries.mjs";

const usual = { ...LIMITS };
const tiny = { indexFrom: 1, markEvery: 200, flushBytes: 500, flushEntries: 3, window: 4 };
const dirs = [];
after(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true }))));
async function newDir() {
  const dir = await mkdtemp(join(tmpdir(), "epitome-"));
  dirs.push(dir);
  return dir;
}

for (const [kind, limits] of [
  ["small files", usual],
  ["files with an index", tiny],
]) {
  const cases = conformance(async () => {
    const dir = await newDir();
    return { store: jsonl({ dir, fsync: "never" }), reopen: () => jsonl({ dir, fsync: "never" }) };
  });
  for (const { name, run } of cases) {
    test(`${kind}: ${name}`, async () => {
      Object.assign(LIMITS, limits);
      try {
        await run();
      } finally {
        Object.assign(LIMITS, usual);
      }
    });
  }
}

test("artifacts are files in a directory of the session, and go with it", async () => {
  const dir = await newDir();
  for (const fsync of ["always", "never"]) {
    const store = jsonl({ dir, fsync });
    const ids = ["a", "A", "..", "../../up", "con", "x".repeat(400), "x".repeat(401), "\ud800", "\udc00", "世界", "%", "%41", ".hidden"];
    const artifacts = store.artifacts("s");
    for (const id of ids) await artifacts.put(id, `data of ${id}`);
    await artifacts.put("a", "other");
    for (const id of ids) assert.equal(await jsonl({ dir }).artifacts("s").get(id), `data of ${id}`);
    assert.equal(await artifacts.get("b"), null);
    assert.equal(await store.artifacts("t").get("a"), null);
    assert.deepEqual(await readdir(dir), ["s.jsonl.artifacts"]);
    const names = await readdir(join(dir, "s.jsonl.artifacts"));
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, ids.length);
    for (const name of names) assert.match(name, /^[a-z0-9_%~-][a-z0-9_.%~-]*\.txt$/);
    assert.equal(await readFile(join(dir, "s.jsonl.artifacts", artifactFileName("a")), "utf8"), "data of a");
    // Also without a single entry there is something to remove.
    await store.delete("s");
    assert.deepEqual(await readdir(dir), []);
    await store.append("s", 0, entries("a"));
    await artifacts.put("a", "new");
    assert.equal(await artifacts.get("a"), "new");
    assert.deepEqual(
      (await store.list()).map(({ id }) => id),
      ["s"],
    );
    await store.delete("s");
    assert.deepEqual(await readdir(dir), []);
  }
});

test("of many writers of one artifact the first wins, and nothing half is ever read", async () => {
  const dir = await newDir();
  const big = (letter) => letter.repeat(300_000);
  const read = new Set();
  let done = false;
  const reading = (async () => {
    while (!done) read.add(await jsonl({ dir }).artifacts("s").get("x"));
  })();
  await Promise.all(["a", "b", "c", "d", "e"].map((letter) => jsonl({ dir, fsync: "never" }).artifacts("s").put("x", big(letter))));
  done = true;
  await reading;
  const kept = await jsonl({ dir }).artifacts("s").get("x");
  read.delete(null);
  assert.equal(kept.length, 300_000);
  assert.ok(read.size <= 1 && [...read].every((data) => data === kept));
  assert.deepEqual(await readdir(join(dir, "s.jsonl.artifacts")), ["x.txt"]);
});

test("an artifact that cannot be written is an error that keeps its cause, and leaves nothing", async () => {
  const dir = await newDir();
  await writeFile(join(dir, "s.jsonl.artifacts"), "in the way");
  const error = await failureOf(() => jsonl({ dir }).artifacts("s").put("a", "x"));
  assert.deepEqual([error.code, error.cause.code], ["store-failed", "EEXIST"]);
  await rm(join(dir, "s.jsonl.artifacts"));
  await mkdir(join(dir, "s.jsonl.artifacts", "a.txt"), { recursive: true });
  assert.equal((await failureOf(() => jsonl({ dir }).artifacts("s").get("a"))).cause.code, "EISDIR");
  const controller = new AbortController();
  const reason = new Error("escape");
  const putting = failureOf(() => jsonl({ dir }).artifacts("s").put("b", "x".repeat(30_000_000), { signal: controller.signal }));
  setTimeout(() => controller.abort(reason), 2);
  assert.equal(await putting, reason);
  assert.deepEqual(await readdir(join(dir, "s.jsonl.artifacts")), ["a.txt"]);
});
