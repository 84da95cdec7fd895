/** Processes that are killed, writes that are torn, disks that are full: what the jsonl store leaves behind. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { LIMITS } from "../../pkg/dist/stores/log-index.js";
import { entries, entry, idsIn } from "../js/support/entries.mjs";
import { crash } from "./support/crash.mjs";

const at = (name) => new URL(`support/${name}`, import.meta.url);
async function newDir(context) {
  const dir = await mkdtemp(join(tmpdir(), "epitome-"));
  context.after(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  return dir;
}

for (const [kind, maker, kills, compactions] of [
  ["as they are", "jsonl-storage.mjs", 500, 60],
  ["with an index", "jsonl-indexed-storage.mjs", 500, 60],
]) {
  test(`files ${kind}: ${kills} processes are killed while they append and compact`, { timeout: 600_000 }, async (context) => {
    const dir = await newDir(context);
    const counts = await crash({ maker: at(maker).href, dir, kills, compactions, start: 3_500, atOnce: 4 });
    context.diagnostic(JSON.stringify(counts));
    assert.equal(counts.kills, kills);
    assert.ok(counts.batches > kills && counts.compactions > compactions / 2, "most processes wrote something");
    assert.ok(counts.unsaid > 0, "some were killed between writing and saying so");
  });
}

for (const [kind, indexFrom] of [
  ["a small file", LIMITS.indexFrom],
  ["a file with an index", 1],
]) {
  test(`${kind} cut at every byte of its last append is as it was before it, and goes on`, async (context) => {
    const usual = { ...LIMITS };
    Object.assign(LIMITS, { indexFrom });
    context.after(() => Object.assign(LIMITS, usual));
    const dir = await newDir(context);
    const path = join(dir, "s.jsonl");
    const open = () => jsonl({ dir, fsync: "never" });
    await open().append("s", 0, entries("a", "b"));
    await open().read("s", 0);
    const before = await readFile(path);
    const index = await readFile(`${path}.index`).catch(() => undefined);
    const batch = [entry("c", { text: "é\ud83d 🌍" }), entry("d", { data: "\t" }), entry("e")];
    await open().append("s", 2, batch);
    const whole = await readFile(path);
    const after = await readFile(`${path}.index`).catch(() => undefined);
    assert.equal(after !== undefined, indexFrom === 1);
    for (let length = before.length; length <= whole.length; length++) {
      await writeFile(path, whole.subarray(0, length));
      // The index may be that of before the append, or that of after it, whose bytes came to the disk first.
      const left = [index, after][length % 2];
      if (left) await writeFile(`${path}.index`, left);
      const there = length >= whole.length - 1;
      const expected = [...entries("a", "b"), ...(there ? batch : [])];
      const found = await open().read("s", 0);
      assert.deepEqual([found.entries, found.head], [expected, expected.length], `cut at ${length}`);
      // A repetition of what was cut, by whoever did not get an answer.
      assert.deepEqual(await open().append("s", 2, batch), { ok: true, head: 5 }, `cut at ${length}`);
      assert.deepEqual(await open().append("s", 5, entries("f")), { ok: true, head: 6 });
      assert.deepEqual(await open().read("s", 0), { entries: [...entries("a", "b"), ...batch, entry("f")], head: 6 });
    }
  });
}

/** What a process does whose files may not pass a size, as by a quota. */
const CRAMPED = fileURLToPath(at("jsonl-cramped.mjs"));

test("a disk that takes no more: nothing is half stored, the error says so, and it goes on after", async (context) => {
  const dir = await newDir(context);
  const child = spawn("bash", ["-c", 'ulimit -f 200; exec "$@"', "bash", process.execPath, CRAMPED, dir], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const limit = setTimeout(() => child.kill("SIGKILL"), 60_000);
  let said = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaint += text;
  });
  const [code, signal] = await once(child, "close");
  clearTimeout(limit);
  assert.deepEqual([code, signal], [0, null], complaint);
  const { stored, error, cause, retryable, message, readAfter, artifact } = JSON.parse(said);
  assert.deepEqual([error, cause, retryable], ["store-failed", "EFBIG", true]);
  assert.match(message, /free space/);
  assert.ok(stored > 100);
  assert.equal(readAfter, stored);
  assert.deepEqual(artifact, { code: "store-failed", left: null });
  // In this process there is room again.
  const store = jsonl({ dir });
  assert.equal((await store.read("s", 0)).damaged, undefined);
  assert.equal((await store.read("s", 0)).head, stored);
  assert.deepEqual(await store.append("s", stored, [entry("big", { text: "x".repeat(30_000) }), entry("after")]), {
    ok: true,
    head: stored + 2,
  });
  assert.equal((await readdir(join(dir, "s.jsonl.artifacts"))).length, 0);
});

test("a full file system, where one can be mounted", async (context) => {
  const dir = await newDir(context);
  const small = join(dir, "small");
  await mkdir(small);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", small]).status !== 0)
    return context.skip("nothing can be mounted here");
  try {
    const usual = { ...LIMITS };
    Object.assign(LIMITS, { indexFrom: 20_000, flushBytes: 2_000 });
    try {
      const store = jsonl({ dir: small });
      let head = 0;
      let error;
      while (!error && head < 10_000) {
        const batch = [0, 1, 2].map((part) => entry(`${head}-${part}`, { text: "x".repeat(900) }));
        error = await store.append("s", head, batch).then(
          (result) => {
            head = result.head;
          },
          (failure) => failure,
        );
      }
      assert.deepEqual([error.code, error.details.errno, error.retryable], ["store-failed", "ENOSPC", true]);
      assert.equal(head % 3, 0);
      for (const reader of [store, jsonl({ dir: small })]) assert.equal((await reader.read("s", 0)).head, head);
      assert.equal((await stat(join(small, "s.jsonl"))).size < 256 * 1024, true);
      // Room is made: by the removal of what is only a cache.
      await rm(join(small, "s.jsonl.index"), { force: true });
      await store.delete("other");
      const again = [0, 1, 2].map((part) => entry(`${head}-${part}`, { text: "y" }));
      assert.deepEqual(await store.append("s", head, again), { ok: true, head: head + 3 });
      assert.deepEqual((await idsIn(jsonl({ dir: small }), "s", head)).length, 3);
    } finally {
      Object.assign(LIMITS, usual);
    }
  } finally {
    spawnSync("umount", [small]);
  }
});
