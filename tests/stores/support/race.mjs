/** Three processes in one session. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { openSession } from "../../../pkg/dist/index.js";

const WORKER = fileURLToPath(new URL("session-worker.mjs", import.meta.url));
const WRITERS = ["a", "b", "c"];
/** Messages of each. */
const COUNT = 800;

/** Lets three processes append and compact at once, and looks at what came of it. */
export async function race(kind, connection, store) {
  const ended = await Promise.allSettled(WRITERS.map((name) => runWriter(kind, connection, name)));
  for (const { reason } of ended) if (reason) throw reason;
  const outcomes = ended.map(({ value }) => value);
  const { entries, head } = await store.read("s", 0);
  const messages = entries.filter(({ type }) => type === "message");
  const compactions = entries.filter(({ type }) => type === "compaction");
  assert.equal(head, entries.length);
  assert.equal(messages.length, WRITERS.length * COUNT);
  const said = messages.map(({ message }) => message.content.split(":")[0]);
  for (const name of WRITERS) {
    const own = said.filter((text) => text.startsWith(`${name}-`));
    assert.deepEqual(
      own,
      Array.from({ length: COUNT }, (_, at) => `${name}-${at}`),
    );
  }
  // They did write at the same time: one after the other they would change turns twice.
  const turns = said.filter((text, at) => at > 0 && text[0] !== said[at - 1][0]).length;
  assert.ok(turns > 30, `the writers took turns ${turns} times`);
  const parents = entries.map(({ parentId }) => parentId);
  assert.deepEqual(parents, [null, ...entries.slice(0, -1).map(({ id }) => id)]);
  assert.equal(compactions.length, 1);
  // Who else had begun to compact meanwhile has taken over what was written. (Not every run has one.)
  const reasons = outcomes.flatMap(Object.keys).filter((reason) => reason !== "compacted-elsewhere");
  assert.deepEqual(reasons, ["over-threshold"], JSON.stringify(outcomes));
  const kept = entries.findIndex(({ id }) => id === compactions[0].firstKeptEntryId);
  const made = entries.indexOf(compactions[0]);
  assert.ok(kept > 0 && kept < made);
  assert.ok(made < head - 50, "it came in the middle");
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

async function runWriter(kind, connection, name) {
  const args = [WORKER, kind, JSON.stringify(connection), name, String(COUNT)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], timeout: 120_000 });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  const [code, signal] = await once(child, "close");
  assert.equal(code, 0, `the writer ${name} ended with ${code ?? signal}`);
  return JSON.parse(output);
}
