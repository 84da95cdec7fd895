/** The Postgres store on a real server, with the clients of `pg`. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { conformance } from "../../pkg/dist/stores/conformance.js";
import { statements } from "../../pkg/dist/stores/postgres/statements.js";
import { postgres, postgresTables } from "../../pkg/dist/stores/postgres.js";
import { entries, entry, failureOf, idsIn } from "../js/support/entries.mjs";
import { appendThroughCrashes, until } from "./support/crashes.mjs";
import { pg, startPostgres } from "./support/postgres.mjs";
import { startProxy } from "./support/proxy.mjs";

const server = await startPostgres();
const pool = newPool();
const single = new pg.Client(server.connection);
await single.connect();
after(async () => {
  await single.end();
  await pool.end();
  await server.stop();
});

function newPool(options = {}) {
  const made = new pg.Pool({ ...server.connection, max: 8, ...options });
  made.on("error", () => {});
  return made;
}

let made = 0;
/** Names of tables that no other test has. */
const fresh = () => ({ prefix: `t${made++}_` });

for (const [name, client] of [
  ["Pool", pool],
  ["Client", single],
]) {
  const open = () => {
    const names = fresh();
    return { store: postgres(client, names), reopen: () => postgres(client, names) };
  };
  for (const { name: what, run } of conformance(open)) test(`pg ${name}: ${what}`, run);
}

test("a wrong client and wrong options are named", () => {
  for (const [options, path] of [
    [{ schema: "" }],
    [{ schema: 'a"; DROP TABLE x; --' }],
    [{ schema: 7 }],
    [{ prefix: "" }],
    [{ prefix: "1a" }],
    [{ prefix: "a-b" }],
    [{ prefix: "x".repeat(41) }],
    [{ prefix: null }],
  ].map(([given]) => [given, Object.keys(given)[0]])) {
    for (const work of [() => postgres(pool, options), () => postgresTables(options)]) {
      assert.throws(work, { name: "EpitomeError", code: "invalid-option", details: { path } }, JSON.stringify(options));
    }
  }
  for (const client of [undefined, null, {}, "postgres://", { query: 1 }]) {
    assert.throws(() => postgres(client), { code: "invalid-option" });
  }
  assert.throws(() => postgres(pool, { createTables: "yes" }), { code: "invalid-option" });
});

test("wrong ids and data of artifacts are named", async () => {
  const store = postgres(pool, fresh());
  assert.throws(() => store.artifacts(""), { code: "invalid-option" });
  const artifacts = store.artifacts("s");
  for (const work of [() => artifacts.put("", "x"), () => artifacts.put("a", 7), () => artifacts.get(""), () => artifacts.get(undefined)]) {
    assert.equal((await failureOf(work)).code, "invalid-option");
  }
});

test("several stores make the tables at the same time", async () => {
  const pools = Array.from({ length: 6 }, () => newPool({ max: 1 }));
  try {
    for (const client of pools) await client.query("SELECT 1");
    for (let round = 0; round < 8; round++) {
      const names = fresh();
      const results = await Promise.all(pools.map((client, at) => postgres(client, names).append("s", 0, [entry(`a${at}`)])));
      assert.equal(results.filter(({ ok }) => ok).length, 1);
    }
  } finally {
    await Promise.all(pools.map((client) => client.end()));
  }
});

test("the tables can be a migration's: in a schema, for a user who may not make any", async () => {
  const names = { schema: "conversations", prefix: "App_" };
  const store = postgres(pool, { ...names, createTables: false });
  const error = await failureOf(() => store.append("s", 0, entries("a")));
  assert.deepEqual([error.code, error.retryable, error.details.code], ["store-failed", false, "42P01"]);
  assert.match(error.message, /postgresTables/);
  const noSchema = await failureOf(() => postgres(pool, names).read("s", 0));
  assert.deepEqual([noSchema.code, noSchema.details.code], ["store-failed", "3F000"]);
  await pool.query("CREATE SCHEMA conversations");
  // As a migration tool runs it: several statements, more than once.
  for (let times = 0; times < 2; times++) await pool.query(postgresTables(names));
  assert.deepEqual(await store.append("s", 0, entries("a")), { ok: true, head: 1 });
  await pool.query(`CREATE ROLE app LOGIN;
    GRANT USAGE ON SCHEMA conversations TO app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA conversations TO app`);
  const appPool = newPool({ user: "app" });
  try {
    const limited = postgres(appPool, names);
    assert.deepEqual(await limited.append("s", 1, entries("b")), { ok: true, head: 2 });
    assert.deepEqual(await idsIn(store), ["a", "b"]);
    await limited.artifacts("s").put("a", "x");
    await limited.delete("s");
    assert.deepEqual(await limited.list(), []);
    const refused = await failureOf(() => postgres(appPool, { schema: "conversations", prefix: "other_" }).read("s", 0));
    assert.deepEqual([refused.code, refused.retryable, refused.details.code], ["store-failed", false, "42501"]);
  } finally {
    await appPool.end();
  }
});

test("tables that were dropped are made anew by the next call", async () => {
  const names = fresh();
  const store = postgres(pool, names);
  await store.append("s", 0, entries("a"));
  await pool.query(`DROP TABLE ${["entries", "sessions", "artifacts"].map((name) => names.prefix + name).join()}`);
  assert.equal((await failureOf(() => store.read("s", 0))).details.code, "42P01");
  assert.deepEqual(await store.read("s", 0), { entries: [], head: 0 });
});

test("a first use that fails is no obstacle to the next", async () => {
  let down = true;
  const client = { query: (...args) => (down ? Promise.reject(new Error("Connection terminated")) : pool.query(...args)) };
  const store = postgres(client, fresh());
  const error = await failureOf(() => store.read("s", 0));
  assert.deepEqual([error.code, error.retryable, error.cause.message], ["store-failed", true, "Connection terminated"]);
  down = false;
  assert.deepEqual(await store.append("s", 0, entries("a")), { ok: true, head: 1 });
});

for (const isolation of ["read committed", "repeatable read", "serializable"]) {
  test(`writers at once, on connections that are ${isolation} by default`, async () => {
    const strict = newPool({ options: `-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}` });
    try {
      const { rows } = await strict.query("SHOW default_transaction_isolation");
      assert.equal(rows[0].default_transaction_isolation, isolation);
      const store = postgres(strict, fresh());
      const write = async (name) => {
        let { head } = await store.read("s", 0);
        for (let at = 0; at < 40; ) {
          const answer = await store.append("s", head, entries(`${name}${at}`, `${name}${at}+`));
          head = answer.head;
          if (answer.ok) at++;
          else await store.read("s", head);
          await store.artifacts("s").put("same", "data");
        }
      };
      await Promise.all(["a", "b", "c", "d"].map(write));
      const ids = await idsIn(store);
      assert.equal(ids.length, 320);
      for (const name of "abcd") {
        const own = ids.filter((id) => id.startsWith(name));
        assert.deepEqual(own, Array.from({ length: 40 }, (_, at) => [`${name}${at}`, `${name}${at}+`]).flat());
      }
    } finally {
      await strict.end();
    }
  });
}

test("one connection is asked one thing at a time, by all stores that share it", async () => {
  const warnings = [];
  const note = (warning) => warnings.push(warning.message);
  process.on("warning", note);
  const stores = [postgres(single, fresh()), postgres(single, fresh())];
  await Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, (_, at) => store.append(`s${at}`, 0, entries("a")))));
  await new Promise((resolve) => setImmediate(resolve));
  process.removeListener("warning", note);
  assert.deepEqual(warnings, []);
  for (const store of stores) assert.equal((await store.list()).length, 10);
});

test("ids of any length and any characters are told apart", async () => {
  const store = postgres(pool, fresh());
  const long = "x".repeat(5_000);
  const ids = [`${long}1`, `${long}2`, '"', "\\", "\\u0000", "\0", "\ud800", "\udc00", "\ufffd", "世".repeat(400), "'; DROP TABLE x"];
  const { rows } = await pool.query("SELECT 1");
  assert.equal(rows.length, 1);
  for (const id of ids) {
    assert.deepEqual(await store.append(id, 0, [entry("of", { of: id })]), { ok: true, head: 1 });
    await store.artifacts(id).put(id, `of ${id}`);
  }
  assert.deepEqual((await store.list()).map(({ id }) => id).sort(), [...ids].sort());
  for (const id of ids) {
    assert.equal((await store.read(id, 0)).entries[0].of, id);
    assert.equal(await store.artifacts(id).get(id), `of ${id}`);
  }
  // What the index holds of a long id is no id of its own.
  const { rows: keys } = await pool.query(`SELECT key FROM t${made - 1}_sessions WHERE length(key) = 65`);
  assert.equal(keys.length, 2);
  assert.deepEqual(await store.read(keys[0].key, 0), { entries: [], head: 0 });
  assert.deepEqual(await store.append("s", 0, entries(...ids)), { ok: true, head: ids.length });
  assert.deepEqual(await store.append("s", 0, entries(...ids)), { ok: true, head: ids.length });
  const error = await failureOf(() => store.append("s", ids.length, entries("new", `${long}2`)));
  assert.deepEqual([error.code, error.details.id], ["duplicate-entry", `${long}2`]);
});

test("a session is listed with its head and when it was written", async () => {
  const store = postgres(pool, fresh());
  const before = Date.now();
  await store.append("s", 0, entries("a", "b"));
  const [{ modified, ...info }, ...others] = await store.list();
  assert.deepEqual([info, others], [{ id: "s", head: 2 }, []]);
  assert.ok(Date.parse(modified) >= before - 1_000 && Date.parse(modified) <= Date.now() + 1_000, modified);
});

test("more sessions than one answer holds are listed once each", async () => {
  const names = fresh();
  const store = postgres(pool, names);
  await store.list();
  await pool.query(`INSERT INTO ${names.prefix}sessions (key, id, head) SELECT 's' || n, 's' || n, n FROM generate_series(1, 2500) AS n`);
  const found = await store.list();
  assert.equal(new Set(found.map(({ id }) => id)).size, 2_500);
  assert.equal(found.length, 2_500);
});

/** A client that notes what goes through it. */
function watched(onAnswer = () => {}) {
  const calls = [];
  const query = async (text, values) => {
    const answer = await pool.query(text, values);
    calls.push({ text, rows: answer.rows.length, bytes: answer.rows.reduce((sum, { data }) => sum + (data?.length ?? 0), 0) });
    await onAnswer(calls);
    return answer;
  };
  return { query, calls };
}

test("a long stretch comes in answers of bounded size", async () => {
  const names = fresh();
  const store = postgres(pool, names);
  await store.append(
    "many",
    0,
    Array.from({ length: 2_500 }, (_, at) => entry(`e${at}`)),
  );
  const big = "x".repeat(3_000_000);
  for (let at = 0; at < 6; at++) await store.append("big", at, [entry(`e${at}`, { big })]);
  await store.append("huge", 0, [entry("a", { big: big.repeat(4) }), entry("b")]);
  const client = watched();
  const reader = postgres(client, { ...names, createTables: false });
  for (const [id, after, limit, expected] of [
    ["many", 0, undefined, [1_000, 1_000, 500]],
    ["many", 100, 1_200, [1_000, 200]],
    ["many", 2_499, 7, [1]],
    ["many", 9_999, undefined, [1]],
    ["big", 0, undefined, [3, 3]],
    ["huge", 0, undefined, [1, 1]],
  ]) {
    client.calls.length = 0;
    const { entries: found, head } = await reader.read(id, after, limit === undefined ? {} : { limit });
    const all = { many: 2_500, big: 6, huge: 2 }[id];
    assert.equal(head, all);
    assert.deepEqual(
      client.calls.map(({ rows }) => rows),
      expected,
      `${id} from ${after}`,
    );
    if (id !== "huge") assert.ok(client.calls.every(({ bytes }) => bytes < 12_000_000));
    const wanted = Math.max(0, Math.min(all - after, limit ?? all));
    assert.deepEqual(
      found.map(({ id: name }) => name),
      id === "huge" ? ["a", "b"] : Array.from({ length: wanted }, (_, at) => `e${after + at}`),
    );
  }
});

test("a session that is removed and begun anew while it is read is read as one or the other", async () => {
  const names = fresh();
  const store = postgres(pool, names);
  const filled = (name) => Array.from({ length: 1_500 }, (_, at) => entry(`${name}${at}`));
  await store.append("s", 0, filled("old"));
  let changed = false;
  const client = watched(async () => {
    if (changed) return;
    changed = true;
    await store.delete("s");
    await store.append("s", 0, filled("new"));
  });
  const { entries: found, head } = await postgres(client, { ...names, createTables: false }).read("s", 0);
  assert.equal(head, 1_500);
  assert.deepEqual(
    found.map(({ id }) => id),
    filled("new").map(({ id }) => id),
  );
});

test("rows that somebody has removed by hand are missed, and nothing hangs", async () => {
  const names = fresh();
  const store = postgres(pool, names);
  await store.append("s", 0, entries("a", "b", "c"));
  await pool.query(`DELETE FROM ${names.prefix}entries WHERE position = 2`);
  const error = await failureOf(() => store.read("s", 1));
  assert.deepEqual([error.code, error.retryable, error.details.position], ["store-failed", false, 2]);
});

test("deleting takes every row along", async () => {
  const names = fresh();
  const store = postgres(pool, names);
  await store.append("s", 0, entries("a", "b"));
  await store.artifacts("s").put("a", "x");
  await store.delete("s");
  for (const table of ["sessions", "entries", "artifacts"]) {
    assert.deepEqual((await pool.query(`SELECT count(*)::int AS n FROM ${names.prefix}${table}`)).rows, [{ n: 0 }], table);
  }
});

test("neither an append nor a read goes through the session: 200,000 entries", async () => {
  const names = fresh();
  const store = postgres(pool, names);
  const sql = statements(names);
  await store.append("other", 0, entries("a"));
  await store.append("s", 0, entries("first"));
  await pool.query(`INSERT INTO ${names.prefix}entries (session, position, id, data)
    SELECT number, n, 'e' || n, '{"type":"message","id":"e' || n || '","text":"' || repeat('x', 200) || '"}'
    FROM ${names.prefix}sessions, generate_series(1, 199999) AS n WHERE key = 's'`);
  await pool.query(`UPDATE ${names.prefix}sessions SET head = 200000 WHERE key = 's'`);
  let head = 200_000;
  for (const analyzed of [false, true]) {
    if (analyzed) await pool.query(`ANALYZE ${names.prefix}entries, ${names.prefix}sessions`);
    for (const [what, text, values, most] of [
      ["append", sql.extend, ["s", head, 2, '["x1","x2"]', '["{}","{}"]'], 10],
      ["conflict", sql.extend, ["s", 7, 2, '["x1","x2"]', '["{}","{}"]'], 10],
      ["look", sql.look, ["s", 100_000, 2, '["e100000","x"]'], 10],
      ["the last 100", sql.read, ["s", head - 100, 100, 8e6], 100],
      ["100 of the middle", sql.read, ["s", 100_000, 100, 8e6], 100],
      ["the head", sql.read, ["s", Number.MAX_SAFE_INTEGER, 1_000, 8e6], 2],
    ]) {
      const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      const nodes = nodesOf(rows[0]["QUERY PLAN"][0].Plan);
      const scans = nodes.filter((node) => node["Relation Name"] === `${names.prefix}entries` && node["Node Type"] !== "ModifyTable");
      for (const node of scans) assert.match(node["Node Type"], /^(Index|Bitmap Heap)/, what);
      for (const node of nodes) {
        const handled = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
        assert.ok(handled <= most, `${what}: ${node["Node Type"]} handled ${handled} rows`);
      }
    }
    // The plan was run: two entries more. They go again, so that both rounds are alike.
    await pool.query(`DELETE FROM ${names.prefix}entries WHERE id LIKE 'x_'`);
    await pool.query(`UPDATE ${names.prefix}sessions SET head = 200000 WHERE key = 's'`);
    head = 200_000;
  }
  const { entries: last } = await store.read("s", 199_990);
  assert.deepEqual(
    last.map(({ id }) => id),
    Array.from({ length: 10 }, (_, at) => `e${199_990 + at}`),
  );
});

const nodesOf = (plan) => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test("an abort ends the waiting at once, and the repeated append is stored once", async () => {
  const names = fresh();
  const store = postgres(pool, names);
  await store.append("s", 0, entries("a"));
  const locker = await pool.connect();
  const reason = new Error("escape");
  try {
    await locker.query("BEGIN");
    await locker.query(`SELECT * FROM ${names.prefix}sessions FOR UPDATE`);
    const controller = new AbortController();
    const appending = failureOf(store.append("s", 1, entries("b"), { signal: controller.signal }));
    await until(async () => {
      const { rows } = await pool.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'WITH session%'");
      return rows.length > 0;
    }, "the append waits for the lock");
    controller.abort(reason);
    assert.equal(await appending, reason);
    assert.equal((await locker.query(`SELECT head::int FROM ${names.prefix}sessions`)).rows[0].head, 1);
  } finally {
    await locker.query("COMMIT");
    locker.release();
  }
  assert.deepEqual(await store.append("s", 1, entries("b")), { ok: true, head: 2 });
  assert.deepEqual(await idsIn(store), ["a", "b"]);
});

test("what waits for the connection when it is aborted is never sent", async () => {
  const names = fresh();
  const store = postgres(single, names);
  await store.append("s", 0, entries("a"));
  const controller = new AbortController();
  const reason = new Error("escape");
  const blocking = store.read("s", 0);
  const appending = failureOf(store.append("s", 1, entries("b"), { signal: controller.signal }));
  await new Promise((resolve) => process.nextTick(resolve));
  controller.abort(reason);
  assert.equal(await appending, reason);
  await blocking;
  assert.deepEqual(await idsIn(store), ["a"]);
});

test("an answer that is lost after the server has stored: repeated, it is stored once", async () => {
  const proxy = await startProxy(server.socket);
  const names = fresh();
  const direct = postgres(pool, names);
  const far = newPool({ host: proxy.host, port: proxy.port });
  try {
    const store = postgres(far, names);
    for (const [head, batch, expected] of [
      [0, entries("a", "b"), { ok: true, head: 2 }],
      [2, entries("c"), { ok: true, head: 3 }],
    ]) {
      await store.read("s", 0);
      const cut = proxy.cut();
      const error = await failureOf(() => store.append("s", head, batch));
      await cut;
      assert.deepEqual([error.code, error.retryable], ["store-failed", true]);
      assert.ok(error.cause instanceof Error && error.cause.name !== "EpitomeError");
      await until(async () => (await direct.read("s", 0)).head === head + batch.length, "the server has stored it");
      assert.deepEqual(await store.append("s", head, batch), expected);
    }
    assert.deepEqual(await idsIn(direct), ["a", "b", "c"]);
  } finally {
    await far.end();
    await proxy.stop();
  }
});

test("what cannot succeed by trying again says so", async () => {
  const nobody = newPool({ host: "/nowhere/at/all" });
  const unreachable = await failureOf(() => postgres(nobody).read("s", 0));
  assert.deepEqual([unreachable.code, unreachable.retryable, unreachable.details.code], ["store-failed", true, "ENOENT"]);
  await nobody.end();
  const ended = await failureOf(() => postgres(nobody).read("s", 0));
  assert.deepEqual([ended.code, ended.retryable], ["store-failed", false]);
  const elsewhere = newPool({ database: "nowhere" });
  const unknown = await failureOf(() => postgres(elsewhere).read("s", 0));
  assert.deepEqual([unknown.code, unknown.retryable, unknown.details.code], ["store-failed", false, "3D000"]);
  await elsewhere.end();
  const hasty = newPool({ statement_timeout: 50 });
  const names = fresh();
  const store = postgres(hasty, names);
  await store.append("s", 0, entries("a"));
  const locker = await pool.connect();
  await locker.query("BEGIN");
  await locker.query(`SELECT * FROM ${names.prefix}sessions FOR UPDATE`);
  const late = await failureOf(() => store.append("s", 1, entries("b")));
  await locker.query("COMMIT");
  locker.release();
  assert.deepEqual([late.code, late.retryable, late.details.code], ["store-failed", true, "57014"]);
  assert.deepEqual(await store.append("s", 1, entries("b")), { ok: true, head: 2 });
  await hasty.end();
});

test("a server that is killed under appends loses nothing that it answered, and doubles nothing", async () => {
  const own = await startPostgres();
  const client = new pg.Pool({ ...own.connection, max: 2 });
  client.on("error", () => {});
  try {
    const store = postgres(client);
    await store.read("s", 0);
    const { failures } = await appendThroughCrashes(store, 6, async () => {
      await own.kill();
      await own.start();
    });
    assert.ok(failures > 0, "no append has met a crash");
  } finally {
    await client.end();
    await own.stop();
  }
});
