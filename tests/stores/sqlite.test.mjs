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
import { entry, failureOf, idsIn } from "../js/support/entries.mjs";
import { clients, mayLackNode, NO_NODE, nodeWithSqlite } from "./support/sqlite-clients.mjs";

const { EPITOME_SQLITE_CLIENT: only } = process.env;
const here = only ? [only] : ["better-sqlite3", "libsql", "@libsql/client"];

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
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
      // A handle that a transaction can be left open on. It must come from the same library: the locks of POSIX do not keep
      // two libraries of one process apart.
      const openLocker = () => {
        const handle = clients[client.byPromise ? "libsql" : name].open(path);
        context.after(() => handle.close());
        return handle;
      };
      await run({ open, openLocker, path });
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

  own("a locked database is waited for, and the event loop goes on meanwhile", async ({ open, openLocker }) => {
    const { store, all } = open();
    await store.append("s", 0, [entry("a")]);
    const locker = openLocker();
    await locker.exec("BEGIN IMMEDIATE");
    let answered = false;
    const run = store.append("s", 1, [entry("b")]).finally(() => {
      answered = true;
    });
    for (let ticks = 0; ticks < 30; ticks++) await sleep(1);
    assert.equal(answered, false);
    await locker.exec("COMMIT");
    assert.deepEqual(await run, { ok: true, head: 2 });
    if (!client.byPromise) assert.equal((await all("PRAGMA busy_timeout"))[0].timeout, 5_000);
  });

  own("after the limit the caller learns that it is locked, and nothing was stored", async ({ open, openLocker }) => {
    const patience = 20_000;
    const { store } = open({ timeout: patience }, { lockTimeoutMs: 200 });
    await store.append("s", 0, [entry("a")]);
    const locker = openLocker();
    await locker.exec("BEGIN EXCLUSIVE");
    const start = performance.now();
    for (const work of [
      () => store.append("s", 1, [entry("b")]),
      () => store.delete("s"),
      () => store.artifacts("s").put("x", "data"),
      () => store.read("s", 0),
    ]) {
      const error = await failureOf(work);
      assert.deepEqual([error.code, error.retryable, error.details.timeoutMs], ["store-locked", true, 200], error.stack);
      assert.match(error.cause.message, /database is locked/);
    }
    assert.ok(performance.now() - start < patience, "the event loop stood still as long as the handle is set to wait");
    await locker.exec("COMMIT");
    assert.deepEqual(await idsIn(store), ["a"]);
    assert.equal(await store.artifacts("s").get("x"), null);
  });

  own("a handle that once found the database locked commits what it writes later", async ({ open, openLocker }) => {
    const { store, exec, all } = open({}, { lockTimeoutMs: 60 });
    await exec("PRAGMA journal_mode = WAL");
    await store.append("s", 0, [entry("a")]);
    const locker = openLocker();
    for (let round = 1; round <= 3; round++) {
      await locker.exec("BEGIN IMMEDIATE");
      assert.equal((await failureOf(() => store.append("s", round, [entry(`lost${round}`)]))).code, "store-locked");
      assert.equal((await failureOf(() => store.delete("s"))).code, "store-locked");
      await locker.exec("COMMIT");
      await store.artifacts("s").put(`x${round}`, "data");
      assert.deepEqual(await store.append("t", round - 1, [entry(`b${round}`)]), { ok: true, head: round });
      assert.deepEqual(await store.append("s", round, [entry(`c${round}`)]), { ok: true, head: round + 1 });
      // Somebody else sees it, and can write.
      const other = sqlite(locker.db, { lockTimeoutMs: 60 });
      assert.equal((await other.read("t", 0)).head, round);
      assert.equal(await other.artifacts("s").get(`x${round}`), "data");
      await other.append("u", round - 1, [entry(`d${round}`)]);
      assert.equal((await store.read("u", 0)).head, round);
    }
    assert.equal(Number((await all("SELECT count(*) AS n FROM epitome_entries"))[0].n), 10);
  });

  own("the first use waits for a locked database, too", async ({ open, openLocker }) => {
    const locker = openLocker();
    await locker.exec("CREATE TABLE mine (x); BEGIN EXCLUSIVE");
    const { store } = open();
    const run = store.append("s", 0, [entry("a")]);
    await sleep(50);
    await locker.exec("COMMIT");
    assert.deepEqual(await run, { ok: true, head: 1 });
  });

  own("an abort ends the wait with its reason, and nothing is stored later", async ({ open, openLocker }) => {
    const { store } = open();
    await store.append("s", 0, [entry("a")]);
    const locker = openLocker();
    await locker.exec("BEGIN IMMEDIATE");
    const controller = new AbortController();
    const run = failureOf(() => store.append("s", 1, [entry("b")], { signal: controller.signal }));
    await sleep(30);
    const reason = new Error("enough");
    controller.abort(reason);
    assert.equal(await run, reason);
    await locker.exec("COMMIT");
    await sleep(100);
    assert.deepEqual(await idsIn(store), ["a"]);
  });

  own("a batch that fails in its middle leaves nothing", async ({ open }) => {
    const { store, exec } = open();
    await store.append("s", 0, [entry("a")]);
    await exec(`CREATE TRIGGER picky BEFORE INSERT ON epitome_entries WHEN new.id = 'd' BEGIN SELECT RAISE(ABORT, 'not d'); END`);
    const error = await failureOf(() =>
      store.append(
        "s",
        1,
        ["b", "c", "d", "e"].map((id) => entry(id)),
      ),
    );
    assert.equal(error.code, "store-failed");
    assert.match(error.cause.message, /not d/);
    assert.deepEqual(await idsIn(store), ["a"]);
    assert.deepEqual(await store.append("s", 1, [entry("b")]), { ok: true, head: 2 });
  });

  own("a deletion that fails in its middle leaves everything", async ({ open }) => {
    const { store, exec } = open();
    await store.append("s", 0, [entry("a")]);
    await store.artifacts("s").put("x", "data");
    await exec(`CREATE TRIGGER picky BEFORE DELETE ON epitome_entries BEGIN SELECT RAISE(ABORT, 'never'); END`);
    assert.match((await failureOf(() => store.delete("s"))).cause.message, /never/);
    assert.equal(await store.artifacts("s").get("x"), "data");
    await exec("DROP TRIGGER picky");
    await store.delete("s");
    assert.equal(await store.artifacts("s").get("x"), null);
  });

  own("a full database says so, and takes a smaller append", async ({ open }) => {
    const { store, exec, all } = open();
    await store.append("s", 0, [entry("a")]);
    const [{ page_count: pages }] = await all("PRAGMA page_count");
    await exec(`PRAGMA max_page_count = ${pages + 10}`);
    const error = await failureOf(() => store.append("s", 1, [entry("b"), entry("c", { data: "x".repeat(1e6) })]));
    assert.deepEqual([error.code, error.retryable, error.details.result], ["store-failed", true, "SQLITE_FULL"]);
    assert.deepEqual(await store.append("s", 1, [entry("b")]), { ok: true, head: 2 });
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

  own("a read-only database can be read, and says why it cannot be written", async ({ open }) => {
    const { db, store, exec } = open();
    await exec("PRAGMA query_only = ON");
    assert.match((await failureOf(() => store.read("s", 0))).message, /reading only/);
    await exec("PRAGMA query_only = OFF");
    await store.append("s", 0, [entry("a")]);
    await exec("PRAGMA query_only = ON");
    const fresh = sqlite(db);
    assert.deepEqual(await idsIn(fresh), ["a"]);
    const error = await failureOf(() => fresh.append("s", 1, [entry("b")]));
    assert.deepEqual([error.code, error.retryable, error.details.result], ["store-failed", false, "SQLITE_READONLY"]);
    assert.match(error.message, /Open it for writing/);
    assert.ok(error.cause instanceof Error);
  });

  own("tables that something else has changed are reported, not read as if they were whole", async ({ open }) => {
    const { store, exec } = open();
    await store.append(
      "s",
      0,
      ["a", "b", "c"].map((id) => entry(id)),
    );
    await exec("UPDATE epitome_entries SET entry = 'oops' WHERE position = 1");
    assert.match((await failureOf(() => store.read("s", 0))).message, /stored at 1 is not JSON/);
    assert.deepEqual((await store.read("s", 2)).entries, [entry("c")]);
    await exec("DELETE FROM epitome_entries WHERE position = 1");
    assert.match((await failureOf(() => store.read("s", 0))).message, /1 entries from position 0 on are missing/);
    await exec("DROP TABLE epitome_entries");
    assert.match((await failureOf(() => store.read("s", 0))).cause.message, /no such table/);
    assert.deepEqual(await store.read("s", 0), { entries: [], head: 0 });
  });

  if (client.byPromise) {
    own("a transaction of the client is refused, and one that is open beside it is waited for", async ({ open }) => {
      const { db, store } = open();
      await store.append("s", 0, [entry("a")]);
      const transaction = await db.transaction("write");
      const error = await failureOf(() => sqlite(transaction));
      assert.equal(error.code, "invalid-option");
      assert.match(error.message, /the client itself/);
      const run = store.append("s", 1, [entry("b")]);
      await sleep(30);
      await transaction.rollback();
      assert.deepEqual(await run, { ok: true, head: 2 });
    });
    continue;
  }

  own("a handle that found the database locked for reading does not keep it locked", async ({ open, openLocker }) => {
    const { store } = open({}, { lockTimeoutMs: 60 });
    await store.append("s", 0, [entry("a")]);
    const locker = openLocker();
    await locker.exec("BEGIN EXCLUSIVE");
    assert.equal((await failureOf(() => store.read("s", 0))).code, "store-locked");
    await locker.exec("COMMIT");
    assert.equal((await store.list()).length, 1);
    assert.deepEqual(await sqlite(locker.db, { lockTimeoutMs: 60 }).append("s", 1, [entry("b")]), { ok: true, head: 2 });
    assert.deepEqual(await idsIn(store), ["a", "b"]);
  });

  own("what is written while the host's transaction is open comes after it, and is not rolled back with it", async ({ open }) => {
    const { store, exec } = open();
    for (const [at, end] of ["COMMIT", "ROLLBACK"].entries()) {
      await exec("BEGIN");
      const run = Promise.all([store.append("s", at, [entry(`e${at}`)]), store.artifacts("s").put(`x${at}`, "data")]);
      await sleep(30);
      assert.equal((await sqlite(open().db).read("s", 0)).head, at);
      await exec(end);
      assert.deepEqual((await run)[0], { ok: true, head: at + 1 });
    }
    assert.deepEqual(await idsIn(store), ["e0", "e1"]);
    assert.equal(await store.artifacts("s").get("x1"), "data");
  });

  own("an append that is awaited inside a transaction fails and says what to do; reading goes on", async ({ open }) => {
    const { store, exec } = open({}, { lockTimeoutMs: 100 });
    await store.append("s", 0, [entry("a")]);
    await exec("BEGIN");
    const error = await failureOf(() => store.append("s", 1, [entry("b")]));
    assert.deepEqual([error.code, error.retryable, error.cause], ["store-locked", true, undefined]);
    assert.match(error.message, /inside a transaction/);
    assert.deepEqual(await idsIn(store), ["a"]);
    await exec("ROLLBACK");
    assert.deepEqual(await store.append("s", 1, [entry("b")]), { ok: true, head: 2 });
  });

  own("an append within a loop over the host's own rows goes through", async ({ open }) => {
    const { db, store, exec } = open();
    await exec("CREATE TABLE mine (x); INSERT INTO mine VALUES (1), (2), (3)");
    await store.append("s", 0, [entry("a")]);
    const runs = [];
    for (const _ of db.prepare("SELECT x FROM mine").iterate()) runs.push(store.append("s", runs.length + 1, [entry(`b${runs.length}`)]));
    // Those that had to wait for the end of the loop are in any order, so some are refused.
    const results = await Promise.all(runs);
    assert.equal(results[0].ok, true);
    const head = 1 + results.filter(({ ok }) => ok).length;
    assert.equal((await store.read("s", 0)).head, head);
  });
}

if (only === undefined) {
  test("what cannot be a database is refused, and so are prefixes that are not names", async () => {
    const { db, close } = clients["better-sqlite3"].open(":memory:");
    const d1 = { prepare() {}, exec() {}, batch() {}, dump() {} };
    for (const wrong of [undefined, null, {}, "file.db", d1, { query() {} }]) {
      const error = await failureOf(() => sqlite(wrong));
      assert.equal(error.code, "invalid-option");
      assert.match(error.message, /better-sqlite3/);
    }
    for (const prefix of ["", "1a", "a-b", "a b", 'a"', "a;", "sqlite_x", "x".repeat(60), null]) {
      assert.equal((await failureOf(() => sqlite(db, { prefix }))).code, "invalid-option", String(prefix));
    }
    for (const lockTimeoutMs of [0, -1, Number.NaN])
      assert.equal((await failureOf(() => sqlite(db, { lockTimeoutMs }))).code, "invalid-option");
    const promising = { prepare: async () => ({}), exec() {}, open: true };
    const error = await failureOf(() => sqlite(promising).read("s", 0));
    assert.deepEqual([error.code, /by promise/.test(error.message)], ["invalid-option", true], error.stack);
    close();
  });

  const node = nodeWithSqlite();
  test("node:sqlite: all of this", { skip: node === undefined && mayLackNode && NO_NODE, timeout: 240_000 }, async (context) => {
    assert.ok(node, `${NO_NODE}: run npm ci in tests/peers`);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const args = ["--no-warnings", "--test-reporter=tap", fileURLToPath(import.meta.url)];
    const child = spawn(node, args, { env: { ...env, EPITOME_SQLITE_CLIENT: "node:sqlite" }, stdio: ["ignore", "pipe", "pipe"] });
    context.after(() => child.kill());
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
    const [code] = await once(child, "close");
    assert.equal(code, 0, said);
    const passed = Number(/^# pass (\d+)/m.exec(said)?.[1]);
    context.diagnostic(`${passed} tests passed with node:sqlite`);
    assert.ok(passed > 40, said);
  });
}
