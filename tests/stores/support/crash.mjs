/**
 * Kills processes while they write, and looks at what is left, for any store that keeps something on disk.
 *
 * `maker` is a module (its file: URL) with `open(path)`, which gives `{ store, close? }` on the storage at `path`; the
 * processes import it as well. It may have `isTorn(path)`, which tells, of a storage that nobody has opened since, whether its
 * last writer was killed in the middle of a write.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { random } from "../../js/random.mjs";
import { artifactOf, BATCHES, batchOf, COMPACTED, messagesOf, nameOf, sessionOptions } from "./crash-plan.mjs";

const CHILD = fileURLToPath(new URL("crash-child.mjs", import.meta.url));
/** No process that is to be killed lives longer. */
const LIMIT_MS = 30_000;
/** After so many rounds a lane goes on with a new storage, so that making it is interrupted too. */
const ROUNDS_PER_PATH = 40;

/**
 * Kills `kills` processes, `atOnce` of them at a time, each time checking the storage; `compactions` of them work on a
 * session. `start` is the number that sizes and delays follow from. Gives counts of what happened.
 *
 * @returns {Promise<{ kills: number, early: number, torn: number, batches: number, unsaid: number, entries: number, compactions: number }>}
 *   `early`: killed before the first write. `torn`: in the middle of one, where the maker can tell. `unsaid`: batches that were stored, but not yet reported.
 */
export async function crash({ maker, dir, kills, compactions = 0, start, atOnce = 2, execPath = process.execPath }) {
  const { isTorn } = await import(maker);
  const counts = { kills: 0, early: 0, torn: 0, batches: 0, unsaid: 0, entries: 0, compactions: 0 };
  let next = 0;
  const every = compactions > 0 ? Math.max(1, Math.floor(kills / compactions)) : Number.POSITIVE_INFINITY;
  const lane = async (name) => {
    let place;
    for (let rounds = 0; next < kills; rounds++) {
      const round = next++;
      if (rounds % ROUNDS_PER_PATH === 0) {
        if (place) await checkAll(maker, place, start);
        place = { path: join(dir, `${name}-${rounds}`), batches: [], sent: [], entries: 0, compacted: 0 };
      }
      const kind = round % every === every - 1 ? "session" : "batches";
      const killed = await kill([maker, place.path, kind, start, round], random(start ^ (round * 7919)), execPath);
      counts.kills++;
      if (!killed.said.some((line) => line.includes(" "))) counts.early++;
      if (await isTorn?.(place.path)) counts.torn++;
      await using(maker, place.path, (store) =>
        kind === "batches"
          ? checkBatches(store, place, killed.said, { start, round, counts })
          : checkSession(store, place, killed.said, { round, counts }),
      );
    }
    if (place) await checkAll(maker, place, start);
  };
  const lanes = Array.from({ length: atOnce }, (_, at) => lane(`lane-${at}`));
  const results = await Promise.allSettled(lanes);
  // The other lanes end before the caller removes the files that they use.
  for (const { reason } of results) if (reason) throw reason;
  return counts;
}

/** Starts a process, kills it at a moment that the dice choose, and gives what it has said. */
async function kill(args, { below }, execPath) {
  const child = spawn(execPath, [CHILD, ...args.map(String)], { stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  let said = "";
  let complaint = "";
  // Most die while they write, some while they open the storage.
  const [word, times] = below(8) === 0 ? ["started", 1] : ["\n", 2 + below(12)];
  const delay = below(3) === 0 ? below(12) : -1;
  let waits = times;
  const strike = () => child.kill("SIGKILL");
  const limit = setTimeout(strike, LIMIT_MS);
  let armed = false;
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
    waits -= text.split(word).length - 1;
    if (waits > 0 || armed) return;
    armed = true;
    if (delay < 0) strike();
    else setTimeout(strike, delay);
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaint += text;
  });
  const [code, signal] = await closed;
  clearTimeout(limit);
  assert.equal(armed, true, `the process said only ${JSON.stringify(said)}: ${complaint}`);
  assert.equal(signal, "SIGKILL", `the process ended by itself with ${code}: ${complaint}`);
  // The last line may be cut.
  return { said: said.slice(0, said.lastIndexOf("\n") + 1).split("\n") };
}

/** Opens the storage anew, as the next process would. */
async function using(maker, path, work) {
  const { open } = await import(maker);
  const { store, close } = await open(path);
  try {
    return await work(store);
  } finally {
    await close?.();
  }
}

const numbersIn = (said, word) => said.filter((line) => line.startsWith(`${word} `)).map((line) => Number(line.slice(word.length + 1)));

/** What is stored must be what was sent, whole batches of it, and at least those that were reported. */
async function checkBatches(store, place, said, { start, round, counts }) {
  const { entries, head, damaged } = await store.read(BATCHES, place.entries);
  const reported = numbersIn(said, "batch");
  assert.equal(head - place.entries, entries.length, `round ${round}: head ${head}, ${JSON.stringify(damaged)}`);
  let made = 0;
  for (let at = 0; at < entries.length; made++) {
    const batch = batchOf(start, round, made);
    assert.deepEqual(entries.slice(at, at + batch.length), batch, `round ${round}, batch ${made} is not as it was sent`);
    at += batch.length;
  }
  assert.ok(made >= reported.length, `round ${round}: ${reported.length} batches were reported, ${made} are stored`);
  assert.ok(made <= reported.length + 1, `round ${round}: ${made} are stored, which is more than were sent`);
  if (store.artifacts) {
    const artifacts = store.artifacts(BATCHES);
    const kept = numbersIn(said, "artifact");
    for (let at = 0; at <= made; at++) {
      const artifact = artifactOf(start, round, at);
      if (!artifact) continue;
      const found = await artifacts.get(artifact.id);
      // One that was not reported is whole, or not there.
      if (found !== null || kept.includes(at)) assert.ok(found === artifact.data, `round ${round}, artifact ${at}`);
    }
  }
  // A process that comes now can go on.
  const after = { ...batchOf(start, round, 0)[0], id: `after-${round}` };
  assert.deepEqual(await store.append(BATCHES, head, [after]), { ok: true, head: head + 1 });
  place.batches.push({ round, made });
  place.entries = head + 1;
  counts.batches += made;
  counts.entries += entries.length;
  counts.unsaid += made - reported.length;
}

/** A compaction is there or not; the session opens, has every message that was reported, and goes on. */
async function checkSession(store, place, said, { round, counts }) {
  const { openSession } = await import("../../../pkg/dist/index.js");
  const before = await store.read(COMPACTED, 0);
  const names = before.entries.filter(({ type }) => type === "message").map(({ message }) => nameOf(message));
  const stored = names.slice(place.sent.length);
  assert.deepEqual(names.slice(0, place.sent.length), place.sent, `round ${round}: earlier messages are not as they were`);
  const reported = numbersIn(said, "messages").length;
  const made = stored.length / messagesOf(round, 0).length;
  const sent = Array.from({ length: Math.ceil(made) }, (_, at) => messagesOf(round, at).map(nameOf)).flat();
  assert.deepEqual(stored, sent, `round ${round}: the messages are not those that were sent`);
  assert.ok(made === reported || made === reported + 1, `round ${round}: ${reported} times reported, ${made} times stored`);
  const ids = new Set(before.entries.map(({ id }) => id));
  const compactions = before.entries.filter(({ type }) => type === "compaction");
  for (const { summary, firstKeptEntryId } of compactions) {
    assert.match(summary, /the fox jumps/);
    assert.ok(ids.has(firstKeptEntryId));
  }
  const told = said.filter((line) => line.startsWith("compaction ")).map((line) => line.slice("compaction ".length));
  for (const id of told) assert.ok(ids.has(id), `round ${round}: compaction ${id} was reported and is not stored`);
  const fresh = compactions.length - place.compacted;
  assert.ok(fresh === told.length || fresh === told.length + 1, `round ${round}: ${told.length} reported, ${fresh} stored`);

  const session = await openSession({ ...sessionOptions, store });
  const { messages } = session.context();
  if (names.length > 0) assert.equal(nameOf(messages.at(-1)), names.at(-1));
  if (compactions.length > 0) assert.ok(messages.some(({ content }) => /the fox jumps/.test(content)));
  await session.append({ role: "user", content: `after-${round} ` });
  session.close();
  assert.equal((await store.read(COMPACTED, Number.MAX_SAFE_INTEGER)).head, before.head + 1);
  place.sent = [...names, `after-${round}`];
  place.compacted = compactions.length;
  counts.compactions += fresh;
}

/** Reads the whole log once more: what later rounds did has not touched what was there. */
async function checkAll(maker, { path, batches, entries }, start) {
  const expected = batches.flatMap(({ round, made }) => [
    ...Array.from({ length: made }, (_, at) => batchOf(start, round, at).map(({ id }) => id)).flat(),
    `after-${round}`,
  ]);
  await using(maker, path, async (store) => {
    const read = await store.read(BATCHES, 0);
    assert.equal(read.head, entries);
    assert.deepEqual(
      read.entries.map(({ id }) => id),
      expected,
    );
  });
}
