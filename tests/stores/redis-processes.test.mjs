/** Several processes on one session in Redis. */

import { test } from "node:test";
import { redis } from "../../pkg/dist/stores/redis.js";
import { race } from "./support/race.mjs";
import { Redis, startRedis } from "./support/redis.mjs";

test("three processes append to one session in Redis: every message once, in order, one compaction", async () => {
  const server = await startRedis();
  const client = new Redis({ path: server.socket }).on("error", () => {});
  try {
    await race("redis", { path: server.socket }, redis(client));
  } finally {
    client.disconnect();
    await server.stop();
  }
});
