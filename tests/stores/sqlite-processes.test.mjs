/** Several processes and threads on one session in a SQLite file. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inProcess, inThread, race } from "./support/race.mjs";
import { open } from "./support/sqlite-better.mjs";
import { nodeWithSqlite } from "./support/sqlite-clients.mjs";

/** `name` is that of the file; it says whether there is a write-ahead log. */
async function inFile(name, work) {
  const dir = await mkdtemp(join(tmpdir(), "epitome-"));
  const path = join(dir, name);
  const { store, close } = open(path);
  try {
    await work(path, store);
  } finally {
    close();
    await rm(dir, { recursive: true, force: true });
  }
}

test("three processes append to one session in a SQLite file: every message once, in order, one compaction", () =>
  inFile("log.db", (path, store) => race("sqlite", path, store)));

test("the same with three clients: better-sqlite3, @libsql/client, and node:sqlite where there is one", () =>
  inFile("log.db", (path, store) => {
    const node = nodeWithSqlite();
    const kinds = ["sqlite: better-sqlite3", "sqlite: @libsql/client", node ? "sqlite: node:sqlite" : "sqlite: libsql"];
    const run = (args) => inProcess(args, args[0] === "sqlite: node:sqlite" ? node : process.execPath);
    return race(kinds, path, store, { count: 400, run });
  }));

test("the same with SQLite's default journal, where readers and writers wait for each other", () =>
  inFile("lane-1-log.db", (path, store) => race("sqlite", path, store, { count: 500 })));

test("the same with three threads", () => inFile("log.db", (path, store) => race("sqlite", path, store, { count: 400, run: inThread })));
