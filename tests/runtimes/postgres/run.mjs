// The worked example of several processes on one Postgres, played with the packed package: conversations whose requests go to
// any of three processes, one of which is killed in the middle.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../../../xtask/lib/run.mjs";
import { pg, startPostgres } from "../../stores/support/postgres.mjs";

const PROCESSES = 3;
const CONVERSATIONS = ["one", "two"];
/** Messages of each conversation, from two clients that know nothing of each other. */
const COUNT = 300;

/** Plays it in a project that has the packed package installed. */
export async function postgres(project) {
  await cp(at("tests", "runtimes", "postgres", "server.mjs"), join(project, "server.mjs"));
  await symlink(at("tests", "peers", "node_modules", "pg"), join(project, "node_modules", "pg"), "junction");
  const database = await startPostgres();
  const processes = [];
  try {
    for (let count = 0; count < PROCESSES; count++) processes.push(await start(project, database.connection));
    const compacted = { one: 0, two: 0 };
    const clients = CONVERSATIONS.flatMap((id) => ["a", "b"].map((name) => converse(processes, id, name, compacted)));
    await Promise.all(clients);
    const { postgres: makeStore } = await import(join(project, "node_modules", "epitome", "dist", "stores", "postgres.js"));
    let left = 0;
    for (const id of CONVERSATIONS) left = await look(makeStore, database.connection, processes, id, compacted[id]);
    return {
      note: `${PROCESSES} processes, one killed, ${CONVERSATIONS.length * COUNT * 2} messages; the model sees ${left} of ${COUNT * 2}`,
    };
  } finally {
    for (const { child } of processes) child.kill("SIGKILL");
    await database.stop();
  }
}

async function start(project, connection) {
  const child = spawn(process.execPath, ["server.mjs"], {
    cwd: project,
    env: { ...process.env, PG_CONNECTION: JSON.stringify(connection) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await Promise.race([
    once(child.stdout.setEncoding("utf8"), "data"),
    once(child, "exit").then(([code]) => assert.fail(`the server ended with ${code}`)),
  ]);
  return { child, url: `http://127.0.0.1:${port.trim()}` };
}

/** Sends the messages of one client, each to whichever process comes, until it is answered. */
async function converse(processes, id, name, compacted) {
  for (let number = 0; number < COUNT; number++) {
    if (id === "one" && name === "a" && number === COUNT / 2) processes[0].child.kill("SIGKILL");
    const message = {
      role: number % 2 ? "assistant" : "user",
      content: `${name}-${number}: ${"what there is to say about it ".repeat(3)}`,
    };
    const body = JSON.stringify({ id: `${id}-${name}-${number}`, message });
    for (let tries = 0; ; tries++) {
      assert.ok(tries < 50, "no process answers");
      const { url } = processes[Math.floor(Math.random() * processes.length)];
      try {
        const response = await fetch(`${url}/session/${id}/messages`, { method: "POST", body, signal: AbortSignal.timeout(20_000) });
        const answer = await response.json();
        assert.equal(response.status, 200, answer.error);
        if (answer.maintenance === "compacted") compacted[id]++;
        break;
      } catch (error) {
        // A dead process is no failure: the next one is asked. Anything else is.
        if (error.cause?.code !== "ECONNREFUSED" && !["ECONNRESET", "UND_ERR_SOCKET"].includes(error.cause?.code)) throw error;
      }
    }
  }
}

/** Holds what is stored against what was sent. Returns how many messages the model sees. */
async function look(makeStore, connection, processes, id, compacted) {
  const pool = new pg.Pool(connection);
  const { entries } = await makeStore(pool)
    .read(id, 0)
    .finally(() => pool.end());
  const messages = entries.filter(({ type }) => type === "message");
  assert.equal(messages.length, COUNT * 2, "every message once");
  for (const name of ["a", "b"]) {
    const own = messages.filter(({ message }) => message.content.startsWith(`${name}-`)).map((entry) => entry.id);
    assert.deepEqual(
      own,
      Array.from({ length: COUNT }, (_, number) => `${id}-${name}-${number}`),
      "in its order",
    );
  }
  entries.forEach(({ parentId }, place) => {
    assert.equal(parentId, place === 0 ? null : entries[place - 1].id, "each follows the one before it");
  });
  const compactions = entries.filter(({ type }) => type === "compaction");
  assert.equal(compactions.length, 1, "one compaction");
  // The process that was killed may have written it and not told.
  assert.ok(compacted <= 1);
  const contexts = [];
  for (const { url } of processes.slice(1)) contexts.push(await (await fetch(`${url}/session/${id}/context`)).json());
  assert.deepEqual(contexts[0], contexts[1], "all processes see the same");
  assert.ok(contexts[0].messages.length < COUNT * 2);
  return contexts[0].messages.length;
}
