/**
 * A process that is made to be killed: it appends batches, or appends to a session and compacts it, and says what it may
 * count on. It imports no more than it needs, since it is started a thousand times.
 */

import { writeSync } from "node:fs";
import { artifactOf, BATCHES, batchOf, MAX_BATCHES, messagesOf, sessionOptions } from "./crash-plan.mjs";

const [maker, path, kind, start, round] = process.argv.slice(2);
const say = (line) => writeSync(1, `${line}\n`);

say("started");
const { open } = await import(maker);
const { store } = await open(path);
await (kind === "batches" ? appendBatches() : compactAgain());

async function appendBatches() {
  let { head } = await store.read(BATCHES, Number.MAX_SAFE_INTEGER);
  say("ready");
  const artifacts = store.artifacts?.(BATCHES);
  for (let made = 0; made < MAX_BATCHES; made++) {
    const artifact = artifacts && artifactOf(Number(start), Number(round), made);
    if (artifact) {
      await artifacts.put(artifact.id, artifact.data);
      say(`artifact ${made}`);
    }
    const result = await store.append(BATCHES, head, batchOf(Number(start), Number(round), made));
    if (!result.ok) throw new Error(`The append at ${head} was refused: the head is ${result.head}`);
    head = result.head;
    say(`batch ${made}`);
  }
}

async function compactAgain() {
  const { openSession } = await import("../../../pkg/dist/index.js");
  const session = await openSession({ ...sessionOptions, store });
  say("ready");
  for (let made = 0; made < MAX_BATCHES; made++) {
    await session.append(messagesOf(round, made));
    say(`messages ${made}`);
    const { status, reason, entry } = await session.compact();
    if (status !== "compacted") throw new Error(`The compaction ended as ${status}: ${reason}`);
    say(`compaction ${entry.id}`);
  }
}
