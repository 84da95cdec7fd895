/**
 * A process that talks in a session as one of several: it appends messages and maintains the session, and says how it ended.
 * Arguments: which store, how to connect, the writer's name, how many messages. It begins when it is told to on its input.
 */

import { once } from "node:events";
import { openSession } from "../../../pkg/dist/index.js";

const [kind, connection, name, count] = process.argv.slice(2);
const { store, close } = await open(kind, JSON.parse(connection));
let written = 0;
const session = await openSession({
  id: "s",
  store,
  format: "openai-chat",
  newId: () => crypto.randomUUID(),
  model: { contextWindow: 128_000 },
  // Three quarters of what all writers write: it is passed once, since a compaction keeps no more than that again.
  settings: { compaction: { thresholdTokens: 98 * count, keepRecentTokens: 2_000 } },
  summarizer: async (request) => {
    // Everybody writes on meanwhile, this process too.
    const enough = Math.min(written + 20, Number(count));
    while (written < enough) await new Promise((resolve) => setTimeout(resolve, 1));
    return request.extract();
  },
});
console.log("ready");
await once(process.stdin, "data");
const outcomes = {};
let maintaining;
for (let at = 0; at < Number(count); at++) {
  const role = at % 2 === 0 ? "user" : "assistant";
  await again(() => session.append({ role, content: `${name}-${at}: ${"all that there is to say about it. ".repeat(4)}` }));
  written++;
  // Not waited for: it talks on while the summary is being written.
  maintaining ??= again(() => session.maintain()).then(({ reason }) => {
    if (reason !== "below-threshold") outcomes[reason] = (outcomes[reason] ?? 0) + 1;
    maintaining = undefined;
  });
  // With a store that answers at once there would be no turn of the event loop, and the summary would wait for all of this.
  await new Promise((resolve) => setImmediate(resolve));
}
await maintaining;
session.close();
await close();
console.log(JSON.stringify(outcomes));

/** As a host does: what may succeed later is tried again. Writers that do nothing else can be faster than one many times. */
async function again(work) {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!error.retryable || tries >= 100) throw error;
    }
  }
}

async function open(which, options) {
  if (which === "postgres") {
    const [{ pg }, { postgres }] = await Promise.all([import("./postgres.mjs"), import("../../../pkg/dist/stores/postgres.js")]);
    const pool = new pg.Pool(options);
    return { store: postgres(pool), close: () => pool.end() };
  }
  if (which === "sqlite") return (await import("./sqlite-better.mjs")).open(options);
  if (which.startsWith("sqlite: ")) {
    const [{ clients }, { sqlite }] = await Promise.all([import("./sqlite-clients.mjs"), import("../../../pkg/dist/stores/sqlite.js")]);
    const { db, close } = clients[which.slice("sqlite: ".length)].open(options);
    return { store: sqlite(db), close };
  }
  const [{ Redis }, { redis }] = await Promise.all([import("./redis.mjs"), import("../../../pkg/dist/stores/redis.js")]);
  const client = new Redis(options);
  return { store: redis(client), close: () => client.disconnect() };
}
