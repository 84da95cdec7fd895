/** Three processes and three threads on one session at once, and a compaction in the middle. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { openSession } from "../../pkg/dist/index.js";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { sessionOptions } from "./support/jsonl-race-plan.mjs";

const WRITER = fileURLToPath(new URL("support/jsonl-race-writer.mjs", import.meta.url));
const COUNT = 350;
const LIMIT_MS = 120_000;

function startProcess(dir, name) {
  const child = spawn(process.execPath, [WRITER, dir, name, COUNT], { stdio: ["ignore", "pipe", "inherit"], timeout: LIMIT_MS });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  return once(child, "close").then(([code, signal]) => {
    assert.deepEqual([code, signal], [0, null], name);
    return JSON.parse(said);
  });
}

async function startThread(dir, name) {
  const worker = new Worker(WRITER, { argv: [dir, name, COUNT] });
  const limit = setTimeout(() => worker.terminate(), LIMIT_MS);
  const [[said]] = await Promise.all([once(worker, "message"), once(worker, "exit")]);
  clearTimeout(limit);
  return said;
}

test("three processes and three threads: every message once, each writer's in its order, one compaction", {
  timeout: 200_000,
}, async (context) => {
  const dir = await mkdtemp(join(tmpdir(), "epitome-"));
  context.after(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  const names = ["p0", "p1", "p2", "t0", "t1", "t2"];
  const results = await Promise.all(names.map((name) => (name.startsWith("p") ? startProcess : startThread)(dir, name)));

  const store = jsonl({ dir });
  const { entries, damaged } = await store.read("race", 0);
  assert.equal(damaged, undefined);
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  const messages = entries.filter(({ type }) => type === "message");
  assert.equal(messages.length, names.length * COUNT);
  for (const name of names) {
    const own = messages.map(({ message }) => message.content.split(" ")[0]).filter((word) => word.startsWith(`${name}-`));
    assert.deepEqual(
      own,
      Array.from({ length: COUNT }, (_, made) => `${name}-${made}`),
    );
  }
  const compactions = entries.filter(({ type }) => type === "compaction");
  context.diagnostic(JSON.stringify(results.map(({ status }) => status)));
  assert.equal(compactions.length, 1);
  assert.equal(results.filter(({ status }) => status === "compacted").length, 1);
  const place = entries.indexOf(compactions[0]);
  assert.ok(place > COUNT && place < entries.length - COUNT, `the compaction is at ${place}`);
  // The log is one line, since every writer read on before it wrote.
  entries.forEach(({ parentId }, index) => {
    assert.equal(parentId, index === 0 ? null : entries[index - 1].id, `entry ${index}`);
  });
  const session = await openSession({ ...sessionOptions, store });
  assert.equal(session.warnings.length, 0);
  assert.match(JSON.stringify(session.context().messages[0]), /what six writers said/);
  session.close();
  assert.deepEqual(
    (await readdir(dir)).filter((name) => name.includes(".lock")),
    [],
  );
});
