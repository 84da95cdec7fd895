// What the SQLite store touches of a long session: what it is asked for, and not what lies before it.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sqlite } from "../../pkg/dist/stores/sqlite.js";
import { clients } from "./support/sqlite-clients.mjs";

const COUNT = 200_000;
const BATCH = 5_000;
const entry = (id) => ({ type: "message", id, parentId: null, timestamp: "2026-01-02T03:04:05.678Z", message: "x".repeat(150) });
const measured = process.platform === "linux";
/** How many bytes this process has read and written. */
const bytes = () => {
  const [, read, written] = /^rchar: (\d+)\nwchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"));
  return { read: Number(read), written: Number(written) };
};

test(`among ${COUNT} entries, a stretch, the head and an append cost the same as among few`, { timeout: 120_000 }, async (context) => {
  const dir = await mkdtemp(join(tmpdir(), "epitome-"));
  context.after(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, "log.db");
  const filling = clients["better-sqlite3"].open(path);
  await filling.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
  const store = sqlite(filling.db);
  for (let at = 0; at < COUNT; at += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) => entry(`e${at + index}`));
    assert.deepEqual(await store.append("long", at, batch), { ok: true, head: at + BATCH });
  }
  await store.append("short", 0, [entry("a")]);
  filling.close();
  const { size } = statSync(path);
  assert.ok(size > COUNT * 200, `${size} bytes`);

  /** Runs `work` on a handle that knows nothing yet, and looks at what it has read and written, and how it went about it. */
  const cost = async (name, work) => {
    const { db, close } = clients["better-sqlite3"].open(path);
    const statements = new Map();
    const watched = {
      prepare(sql) {
        const statement = db.prepare(sql);
        const noted =
          (method) =>
          (...args) => {
            statements.set(sql, args);
            return statement[method](...args);
          };
        return { all: noted("all"), run: noted("run") };
      },
      exec: (sql) => db.exec(sql),
    };
    const before = measured && bytes();
    await work(sqlite(watched));
    const after = measured && bytes();
    for (const [sql, args] of statements) {
      if (sql.startsWith("PRAGMA")) continue;
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args);
      const steps = plan.map(({ detail }) => detail).join("\n");
      assert.match(steps, /SEARCH|sqlite_master/, `${name}: ${steps}`);
      // Tables of one row, and the values that were given, may be gone through.
      assert.doesNotMatch(steps, /SCAN (?!json_each|sessions|sqlite_master|CONSTANT ROW)/, `${name}: ${steps}`);
      assert.doesNotMatch(steps, /TEMP B-TREE/, `${name}: ${steps}`);
    }
    close();
    if (!measured) return;
    const [read, written] = [after.read - before.read, after.written - before.written];
    context.diagnostic(`${name}: read ${read} bytes, wrote ${written}, of ${size}`);
    assert.ok(read < 400_000 && written < 400_000, `${name}: read ${read} bytes, wrote ${written}`);
  };

  await cost("the last 100", async (fresh) => {
    const { entries, head } = await fresh.read("long", COUNT - 100);
    assert.deepEqual([entries.length, head, entries[99].id], [100, COUNT, `e${COUNT - 1}`]);
  });
  await cost("100 in the middle", async (fresh) => {
    const { entries } = await fresh.read("long", COUNT / 2, { limit: 100 });
    assert.deepEqual([entries.length, entries[0].id], [100, `e${COUNT / 2}`]);
  });
  await cost("the head", async (fresh) => {
    assert.deepEqual(await fresh.read("long", Number.MAX_SAFE_INTEGER), { entries: [], head: COUNT });
  });
  await cost("an append", async (fresh) => {
    assert.deepEqual(await fresh.append("long", COUNT, [entry("new")]), { ok: true, head: COUNT + 1 });
  });
  await cost("a repeated append", async (fresh) => {
    assert.deepEqual(await fresh.append("long", COUNT, [entry("new")]), { ok: true, head: COUNT + 1 });
  });
  await cost("an append that is refused", async (fresh) => {
    assert.deepEqual(await fresh.append("long", 7, [entry("other")]), { ok: false, head: COUNT + 1 });
  });
  await cost("an id that is taken", async (fresh) => {
    await assert.rejects(fresh.append("long", COUNT + 1, [entry("e5")]), { code: "duplicate-entry" });
  });
  await cost("the list", async (fresh) => {
    const heads = (await fresh.list()).map(({ id, head }) => [id, head]);
    assert.deepEqual(heads, [
      ["long", COUNT + 1],
      ["short", 1],
    ]);
  });
});
