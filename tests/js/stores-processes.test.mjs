/** Several processes on one session of the jsonl store, and processes that die. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, mkdtemp, readdir, rm, stat, unlink, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { lockFile } from "../../pkg/dist/stores/file-lock.js";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { entries, entry, failureOf, idsIn } from "./support/entries.mjs";

const WORKER = fileURLToPath(new URL("support/append-worker.mjs", import.meta.url));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function inDirectory(name, run) {
  test(name, async (context) => {
    const dir = await mkdtemp(join(tmpdir(), "epitome-"));
    context.after(() => rm(dir, { recursive: true, force: true }));
    return run({ dir, path: join(dir, "s.jsonl"), lock: join(dir, "s.jsonl.lock"), store: jsonl({ dir, fsync: "never" }) });
  });
}

/** Starts a writer. `said` grows as it reports what is stored. */
function startWriter(dir, name, count, batch, fsync = "never") {
  const child = spawn(process.execPath, [WORKER, dir, name, count, batch, fsync], { stdio: ["ignore", "pipe", "inherit"] });
  const said = [];
  child.stdout.setEncoding("utf8").on("data", (text) => said.push(...text.trim().split("\n")));
  return { child, said, done: once(child, "close").then(([code]) => code) };
}

/** An owner's file name, as the lock writes it. */
const owner = (pid, host = hostname()) => `${encodeURIComponent(host)}~${pid}~00000000-0000-4000-8000-000000000000`;
async function deadPid() {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "close");
  return child.pid;
}

inDirectory("three processes append at once: everything is there, once, each batch together and in order", async ({ dir, store }) => {
  const writers = [startWriter(dir, "a", 120, 1), startWriter(dir, "b", 60, 3), startWriter(dir, "c", 60, 2)];
  assert.deepEqual(await Promise.all(writers.map(({ done }) => done)), [0, 0, 0]);
  const { entries: found, head, damaged } = await store.read("s", 0);
  assert.equal(damaged, undefined);
  assert.equal(head, 120 + 180 + 120);
  const ids = found.map(({ id }) => id);
  for (const [name, count, batch] of [
    ["a", 120, 1],
    ["b", 60, 3],
    ["c", 60, 2],
  ]) {
    const expected = Array.from({ length: count * batch }, (_, index) => `${name}-${Math.floor(index / batch)}-${index % batch}`);
    assert.deepEqual(
      ids.filter((id) => id.startsWith(name)),
      expected,
    );
  }
  ids.forEach((id, index) => {
    const [name, made, part] = id.split("-");
    if (part !== "0") assert.equal(ids[index - 1], `${name}-${made}-${part - 1}`);
  });
  assert.deepEqual(await readdir(dir), ["s.jsonl"]);
});

inDirectory("a process killed while it appends leaves what it reported, and whole batches only", async ({ dir, store }) => {
  const reported = [];
  for (let round = 0; round < 12; round++) {
    const writer = startWriter(dir, `r${round}`, 1e6, 4);
    await once(writer.child.stdout, "data");
    await sleep(Math.random() * 40);
    writer.child.kill("SIGKILL");
    await writer.done;
    reported.push(...writer.said.filter((line) => /^r\d+-\d+$/.test(line)));
    const ids = new Set(await idsIn(store));
    for (const made of reported) for (let part = 0; part < 4; part++) assert.ok(ids.has(`${made}-${part}`), `${made}-${part} is lost`);
    assert.equal(ids.size % 4, 0, "half a batch is there");
  }
  const { head } = await store.read("s", 0);
  assert.deepEqual(await store.append("s", head, entries("last")), { ok: true, head: head + 1 });
  assert.equal((await store.read("s", 0)).damaged, undefined);
});

inDirectory("the lock of a process that is gone is broken soon", async ({ store, lock, dir }) => {
  await mkdir(lock);
  await writeFile(join(lock, owner(await deadPid())), "");
  const start = performance.now();
  assert.deepEqual(await store.append("s", 0, entries("a")), { ok: true, head: 1 });
  const took = performance.now() - start;
  assert.ok(took > 900 && took < 5_000, `after ${took} ms`);
  assert.deepEqual(await readdir(dir), ["s.jsonl"]);
});

inDirectory("a lock without an owner, of a process that died in between, is no obstacle", async ({ store, lock }) => {
  await mkdir(lock);
  assert.deepEqual(await store.append("s", 0, entries("a")), { ok: true, head: 1 });
});

inDirectory("the lock of a living process is waited for, and an impatient caller learns who has it", async ({ dir, lock, store }) => {
  await mkdir(lock);
  const file = join(lock, owner(process.pid));
  await writeFile(file, "");
  const error = await failureOf(() => jsonl({ dir, lockTimeoutMs: 1_500 }).append("s", 0, entries("a")));
  assert.deepEqual([error.code, error.retryable], ["store-locked", true]);
  assert.match(error.message, new RegExp(`by process ${process.pid} on`));
  assert.equal((await stat(file)).size, 0, "the lock is still there");
  setTimeout(() => unlink(file), 100);
  assert.deepEqual(await store.append("s", 0, entries("a")), { ok: true, head: 1 });
});

inDirectory("a lock of another machine is not judged by its process number", async ({ dir, lock }) => {
  await mkdir(lock);
  await writeFile(join(lock, owner(await deadPid(), "elsewhere")), "");
  assert.equal((await failureOf(() => jsonl({ dir, lockTimeoutMs: 1_500 }).append("s", 0, entries("a")))).code, "store-locked");
});

inDirectory("waiting for a lock ends with the signal's reason", async ({ store, lock }) => {
  await mkdir(lock);
  await writeFile(join(lock, owner(process.pid)), "");
  const controller = new AbortController();
  const reason = new Error("escape");
  setTimeout(() => controller.abort(reason), 30);
  assert.equal(await failureOf(() => store.append("s", 0, entries("a"), { signal: controller.signal })), reason);
  assert.deepEqual((await store.read("s", 0)).head, 0);
});

inDirectory("a lock is renewed while it is held, and one that was lost is known to be", async ({ lock }) => {
  const held = await lockFile(lock, 1_000);
  const [name] = await readdir(lock);
  const before = (await stat(join(lock, name))).mtimeMs;
  await sleep(600);
  assert.ok((await stat(join(lock, name))).mtimeMs > before);
  assert.equal(await held.isHeld(), true);
  await unlink(join(lock, name));
  const other = await lockFile(lock, 1_000);
  assert.equal(await held.isHeld(), false);
  await held.release();
  assert.equal(await other.isHeld(), true, "the release of a lost lock leaves the new one alone");
  await other.release();
  assert.equal(await failureOf(() => stat(lock)).then(({ code }) => code), "ENOENT");
});

inDirectory("a lock is never held twice", async ({ lock }) => {
  let holders = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 25 }, async () => {
      const held = await lockFile(lock, 20_000);
      most = Math.max(most, ++holders);
      await sleep(2);
      holders--;
      await held.release();
    }),
  );
  assert.equal(most, 1);
});

inDirectory("a reader does not take an append in progress for damage", async ({ path, lock, store }) => {
  await store.append("s", 0, entries("a"));
  const held = await lockFile(lock, 1_000);
  await appendFile(path, `\t${JSON.stringify(entry("b"))}\n{"type":"mess`);
  const reading = jsonl({ fileFor: () => path }).read("s", 0);
  await sleep(100);
  await appendFile(path, `${JSON.stringify(entry("c")).slice('{"type":"mess'.length)}\n`);
  await held.release();
  assert.deepEqual(await reading, { entries: entries("a", "b", "c"), head: 3 });
});
