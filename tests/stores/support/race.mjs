/** Three processes, or threads, in one session. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { openSession } from "../../../pkg/dist/index.js";

const WORKER = fileURLToPath(new URL("session-worker.mjs", import.meta.url));
const WRITERS = ["a", "b", "c"];
const LIMIT_MS = 120_000;

/**
 * Lets three processes append and compact at once, `count` messages each, and looks at what came of it. `kind` may be a list:
 * the kind of store of each. `run` starts one: `inProcess` or `inThread`.
 */
export async function race(kind, connection, store, { count = 800, run = inProcess } = {}) {
  const writers = WRITERS.map((name, at) => run([Array.isArray(kind) ? kind[at] : kind, JSON.stringify(connection), name, String(count)]));
  // They begin together, however long each takes to start. One that fails to start has ended.
  const started = Promise.all(writers.map(({ ready, done }) => Promise.race([ready, done])));
  await started.catch(() => {});
  for (const { go } of writers) go();
  const ended = await Promise.allSettled(writers.map(({ done }) => done));
  for (const { reason } of ended) if (reason) throw reason;
  const outcomes = ended.map(({ value }) => value);
  const { entries, head } = await store.read("s", 0);
  const messages = entries.filter(({ type }) => type === "message");
  const compactions = entries.filter(({ type }) => type === "compaction");
  assert.equal(head, entries.length);
  assert.equal(messages.length, WRITERS.length * count);
  const said = messages.map(({ message }) => message.content.split(":")[0]);
  for (const name of WRITERS) {
    const own = said.filter((text) => text.startsWith(`${name}-`));
    assert.deepEqual(
      own,
      Array.from({ length: count }, (_, at) => `${name}-${at}`),
    );
  }
  // They did write at the same time: one after the other they would change turns twice.
  const turns = said.filter((text, at) => at > 0 && text[0] !== said[at - 1][0]).length;
  assert.ok(turns > count / 40, `the writers took turns ${turns} times`);
  const parents = entries.map(({ parentId }) => parentId);
  assert.deepEqual(parents, [null, ...entries.slice(0, -1).map(({ id }) => id)]);
  assert.equal(compactions.length, 1);
  // Who else had begun to compact meanwhile has taken over what was written. (Not every run has one.)
  const reasons = outcomes.flatMap(Object.keys).filter((reason) => reason !== "compacted-elsewhere");
  assert.deepEqual(reasons, ["over-threshold"], JSON.stringify(outcomes));
  const kept = entries.findIndex(({ id }) => id === compactions[0].firstKeptEntryId);
  const made = entries.indexOf(compactions[0]);
  assert.ok(kept > 0 && kept < made);
  assert.ok(made < head - 5, "the writers went on after it");
  const session = await openSession({ id: "s", store, format: "openai-chat", model: { contextWindow: 128_000 } });
  try {
    assert.equal(session.check().compactions, 1);
    // The newest request before the cut stays verbatim, unless the cut fell right before a request.
    const verbatim = compactions[0].details.keptEntryIds?.length ?? 0;
    assert.equal(session.context().messages.length, 1 + verbatim + messages.length - kept);
  } finally {
    session.close();
  }
}

/** Runs a writer as a process. */
export function inProcess([kind, ...args], execPath = process.execPath) {
  const child = spawn(execPath, ["--no-warnings", WORKER, kind, ...args], { stdio: ["pipe", "pipe", "inherit"], timeout: LIMIT_MS });
  return started(child, once(child, "close"), args[1]);
}

/** Runs a writer as a thread of this process. */
export function inThread(args) {
  const worker = new Worker(WORKER, { argv: args, stdin: true, stdout: true });
  const limit = setTimeout(() => worker.terminate(), LIMIT_MS);
  const ended = Promise.all([once(worker, "exit"), once(worker.stdout, "end")]);
  return started(
    worker,
    ended.then(([exit]) => exit).finally(() => clearTimeout(limit)),
    args[2],
  );
}

/** A writer says when it is ready, waits for a word, and says at its end what became of its compactions. */
function started({ stdin, stdout }, ended, name) {
  let output = "";
  const ready = new Promise((resolve) => {
    stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (output.includes("\n")) resolve();
    });
  });
  const done = ended.then(([code, signal]) => {
    assert.equal(code, 0, `the writer ${name} ended with ${code ?? signal}`);
    return JSON.parse(output.slice(output.indexOf("\n")));
  });
  // One that has ended already hears nothing.
  stdin.on("error", () => {});
  return { ready, done, go: () => stdin.end("go") };
}
