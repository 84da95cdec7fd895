// Taking times and sizes inside a child process, and telling them to the parent.

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate, replay, sessionFile, take } from "./generate.mjs";

/** Fewer samples than this say nothing, however long they take. */
const LEAST_RUNS = 3;

/** What was computed last: a result that is used cannot be optimized away. */
const kept = { value: undefined };

/** How long `work` takes, in milliseconds. A promise is waited for. */
export function elapsed(work) {
  const since = performance.now();
  const result = work();
  if (result instanceof Promise) return result.then(() => performance.now() - since);
  const time = performance.now() - since;
  kept.value = result;
  return time;
}

/** Median and 95th percentile of what `sample` returns, in milliseconds; it ends early when `budgetMs` is used up. */
export async function collect(sample, { runs, budgetMs = 20_000 }) {
  const times = [];
  const since = performance.now();
  while (times.length < runs && (times.length < LEAST_RUNS || performance.now() - since < budgetMs)) times.push(await sample());
  return summary(times);
}

/** The same for a work of several steps: `sample` returns the time of each by its name. */
export async function collectSteps(sample, options) {
  const samples = [];
  await collect(async () => samples.push(await sample()), options);
  return Object.fromEntries(Object.keys(samples[0]).map((step) => [step, summary(samples.map((times) => times[step]))]));
}

/** The same for a call that is too quick for the clock: it is repeated until a sample takes about a millisecond. */
export function collectQuick(work, options) {
  let batch = 1;
  const sample = () => {
    const since = performance.now();
    for (let count = 0; count < batch; count++) kept.value = work();
    return performance.now() - since;
  };
  const warmUntil = performance.now() + 100;
  do {
    if (sample() < 0.5) batch *= 2;
  } while (performance.now() < warmUntil);
  return collect(() => sample() / batch, options);
}

export function summary(times) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: at(0.5), p95: at(0.95), runs: sorted.length, unit: "ms" };
}

/** Lets everything be collected that nobody holds. */
export async function settle() {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.();
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** What `build` leaves in memory, in kilobytes per 1,000 entries. `wasmBytes` tells the size of the wasm memory, if there is one. */
export async function memoryOf(build, entries, wasmBytes = () => 0) {
  const read = () => ({ heap: process.memoryUsage().heapUsed, wasm: wasmBytes(), rss: process.memoryUsage().rss });
  await settle();
  const before = read();
  const built = await build();
  await settle();
  const after = read();
  const grown = (key) => ({ median: (after[key] - before[key]) / entries, unit: "kB" });
  return { built, heap: grown("heap"), wasm: grown("wasm"), rss: grown("rss") };
}

/** The messages that a job is about, and a row of further ones. */
export async function messagesOf({ size, file }) {
  const row = file ? replay((await readFile(file, "utf8")).split("\n")) : generate();
  return { messages: take(row, size), further: row };
}

/** Writes the messages as a session file for as long as `work` runs. */
export async function withSessionFile(messages, id, work) {
  const dir = await mkdtemp(join(tmpdir(), "epitome-bench-"));
  try {
    const path = join(dir, `${id}.jsonl`);
    const file = createWriteStream(path);
    for (const line of sessionFile(messages, id)) if (!file.write(`${line}\n`)) await once(file, "drain");
    await new Promise((done, fail) => file.on("error", fail).end(done));
    return await work({ dir, path });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Runs a child's measurements. `work` gets the job and `attempt(operation, label, measure)`, which tells the parent what
 * `measure` found, or why it could not be measured, and goes on; operations that were not asked for are passed over. What `work` itself throws ends the job, and is told too.
 */
export async function play(work) {
  const job = JSON.parse(process.argv[2]);
  const tell = (result) => (process.send ? process.send(result) : console.log(JSON.stringify(result)));
  const attempt = async (operation, label, measure) => {
    if (job.only && !job.only.includes(operation)) return;
    try {
      tell({ operation, label, ...(await measure()) });
    } catch (error) {
      tell({ operation, label, why: error?.message ?? String(error) });
    }
  };
  try {
    await work(job, attempt);
  } catch (error) {
    tell({ operation: "everything after that", label: "", why: error?.message ?? String(error) });
  }
  process.disconnect?.();
}
