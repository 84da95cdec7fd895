/** Several processes on one session in Postgres. */

import { test } from "node:test";
import { postgres } from "../../pkg/dist/stores/postgres.js";
import { pg, startPostgres } from "./support/postgres.mjs";
import { race } from "./support/race.mjs";

test("three processes append to one session in Postgres: every message once, in order, one compaction", async () => {
  const server = await startPostgres();
  const pool = new pg.Pool(server.connection).on("error", () => {});
  try {
    await race("postgres", server.connection, postgres(pool));
  } finally {
    await pool.end();
    await server.stop();
  }
});
