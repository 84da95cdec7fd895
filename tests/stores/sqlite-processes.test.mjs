/** Several processes on one session in a SQLite file. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { race } from "./support/race.mjs";
import { open } from "./support/sqlite-better.mjs";

test("three processes append to one session in a SQLite file: every message once, in order, one compaction", async () => {
  const dir = await mkdtemp(join(tmpdir(), "epitome-"));
  const path = join(dir, "log.db");
  const { store, close } = open(path);
  try {
    await race("sqlite", path, store);
  } finally {
    close();
    await rm(dir, { recursive: true, force: true });
  }
});
