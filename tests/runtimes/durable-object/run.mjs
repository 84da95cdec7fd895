// A Durable Object per session, in workerd: the example in chat.mjs under many clients at once, through restarts and kills.
import assert from "node:assert/strict";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../../../xtask/lib/run.mjs";
import { bundle, serve } from "../workerd/serve.mjs";

const here = (...parts) => at("tests", "runtimes", "durable-object", ...parts);
/** No request takes so long; one that does is a failure. */
const LIMIT_MS = 60_000;

const CLIENTS = 3;
const APPENDS = 700;
/** How often workerd is killed, and how many appends are acknowledged before. */
const KILLS = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55];
const KILLED_BATCH = 3;

async function call(server, path, body) {
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${server.url}/${path}`, { ...post, signal: AbortSignal.timeout(LIMIT_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`/${path} answered ${response.status}: ${text}\n${server.output()}`);
  return JSON.parse(text);
}

/** All that is stored, read from the object in one piece. */
const log = async (server, chat) => (await call(server, `${chat}/log`)).entries;
const texts = (entries) => entries.filter(({ type }) => type === "message").map(({ message }) => message.content);

/** Runs `work` with workerd on these objects. However it ends, workerd ends too. */
async function running(folder, objects, work) {
  const server = await serve(folder, [`--directory-path=objects=${objects}`]);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function tryStore(server) {
  const { passed, failed, skipped } = await call(server, "trial/conformance");
  assert.deepEqual(failed, []);
  assert.deepEqual(skipped, []);
  const { first, one, later, ten, large, artifact, tail, head } = await call(server, "trial/rows");
  const written = [first, one, later, ten, large, artifact].map((rows) => rows.written);
  assert.deepEqual(written, [4, 2, 2, 20, 4, 3], "rows written, as the documentation of durableObject says");
  for (const [what, { read }, most] of [
    ["an append behind 3,000 entries", later, 5],
    ["a read of 10 of 3,000 entries", tail, 14],
    ["a read of the head", head, 3],
  ]) {
    assert.ok(read <= most, `${what} reads ${read} rows`);
  }
  assert.deepEqual(await call(server, "trial/cleared"), { head: 0, ok: true, after: 1 });
  return passed.length;
}

/** Clients append at once; in the middle each of them asks for a compaction. */
async function race(server) {
  const text = (client, number) => `client ${client}, message ${number}: ${"what was said ".repeat(4)}`;
  const append = (client, number) => {
    const role = number % 2 === 0 ? "user" : "assistant";
    return call(server, "race/messages", { role, content: text(client, number) });
  };
  const each = (work) => Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
  await each(async (client) => {
    for (let number = 0; number < APPENDS / 2; number++) await append(client, number);
  });
  const outcomes = await each(async (client) => {
    const outcome = call(server, "race/maintain", {});
    outcome.catch(() => {}); // It is awaited below, behind appends that may fail first.
    for (let number = APPENDS / 2; number < APPENDS; number++) await append(client, number);
    return outcome;
  });
  const compacted = outcomes.filter(({ status }) => status === "compacted");
  assert.equal(compacted.length, 1, JSON.stringify(outcomes));

  const entries = await log(server, "race");
  assert.equal(entries.length, CLIENTS * APPENDS + 1);
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  for (const [index, { parentId }] of entries.entries()) assert.equal(parentId, index === 0 ? null : entries[index - 1].id);
  const stored = texts(entries);
  for (let client = 0; client < CLIENTS; client++) {
    const own = stored.filter((content) => content.startsWith(`client ${client},`));
    assert.deepEqual(
      own,
      Array.from({ length: APPENDS }, (_, number) => text(client, number)),
    );
  }
  const compactions = entries.flatMap(({ type }, index) => (type === "compaction" ? [index] : []));
  assert.equal(compactions.length, 1);
  const half = CLIENTS * (APPENDS / 2);
  assert.ok(compactions[0] > half && compactions[0] < entries.length - 1, `the compaction is entry ${compactions[0]}`);
  return { entries, context: await call(server, "race/context"), meanwhile: compactions[0] - half };
}

/** Appends batches from several clients until workerd is killed. Gives how many of each client were acknowledged. */
async function killed(server, chat, after) {
  const acknowledged = Array.from({ length: CLIENTS }, () => 0);
  let count = 0;
  let kill;
  const enough = new Promise((done) => {
    kill = done;
    if (after === 0) done();
  });
  const clients = acknowledged.map(async (_, client) => {
    for (;;) {
      const from = acknowledged[client] * KILLED_BATCH;
      const batch = Array.from({ length: KILLED_BATCH }, (_, item) => ({ role: "user", content: `${client}-${from + item}` }));
      try {
        await call(server, `${chat}/messages`, batch);
      } catch (error) {
        // Nothing but the kill ends a client.
        if (!(error instanceof TypeError) && error.name !== "SyntaxError") throw error;
        return;
      }
      acknowledged[client]++;
      if (++count === after) kill();
    }
  });
  await Promise.race([enough, Promise.all(clients)]);
  await server.stop("SIGKILL");
  await Promise.all(clients);
  return acknowledged;
}

/** What was acknowledged is there, in order, and of each client at most one batch more, whole. */
function checkKilled(entries, acknowledged) {
  let unknown = 0;
  const stored = texts(entries);
  for (const [client, batches] of acknowledged.entries()) {
    const own = stored.filter((content) => content.startsWith(`${client}-`));
    const more = own.length / KILLED_BATCH - batches;
    assert.ok(more === 0 || more === 1, `client ${client}: ${batches} batches acknowledged, ${own.length / KILLED_BATCH} stored`);
    assert.deepEqual(
      own,
      Array.from({ length: own.length }, (_, number) => `${client}-${number}`),
    );
    unknown += more;
  }
  // Each batch together, whoever wrote in between.
  for (let from = 0; from < stored.length; from += KILLED_BATCH) {
    const [client, number] = stored[from].split("-").map(Number);
    for (let item = 0; item < KILLED_BATCH; item++) assert.equal(stored[from + item], `${client}-${number + item}`);
  }
  return unknown;
}

/** Plays it all on the package installed in `project`. */
export async function durableObject(project) {
  const folder = join(project, "durable-object");
  const objects = join(folder, "objects");
  await mkdir(objects, { recursive: true });
  for (const file of ["chat.mjs", "worker.mjs"]) await copyFile(here(file), join(project, file));
  await bundle({ project, entry: "worker.mjs", config: here("config.capnp"), folder });

  const first = await running(folder, objects, async (server) => {
    const cases = await tryStore(server);
    return { cases, version: server.version, ...(await race(server)) };
  });

  // Started again on the same disk, everything is there, and the session goes on where it was.
  await running(folder, objects, async (server) => {
    assert.deepEqual(await log(server, "race"), first.entries);
    assert.deepEqual(await call(server, "race/context"), first.context);
    const { head } = await call(server, "race/messages", { role: "user", content: "after the restart" });
    assert.equal(head, first.entries.length + 1);
  });

  let unknown = 0;
  for (const [round, after] of KILLS.entries()) {
    const chat = `killed-${round}`;
    const acknowledged = await running(folder, objects, (server) => killed(server, chat, after));
    unknown += await running(folder, objects, async (server) => {
      const lost = checkKilled(await log(server, chat), acknowledged);
      await call(server, `${chat}/messages`, { role: "user", content: "goes on" });
      return lost;
    });
  }
  const { cases, version, entries, meanwhile } = first;
  const raced = `${CLIENTS} clients, ${entries.length - 1} messages, ${meanwhile} during one compaction`;
  return { note: `workerd ${version}: ${cases} cases; ${raced}; ${KILLS.length} kills, ${unknown} unacknowledged batches kept whole` };
}
