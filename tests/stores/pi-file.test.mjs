/** A session file that two programs have open: ours, and pi 0.73.1, which knows neither our lock nor our appends of several lines. */

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { appendFile, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { entries, entry, failureOf } from "../js/support/entries.mjs";

const PI = new URL("../peers/node_modules/@mariozechner/pi-coding-agent/dist/core/session-manager.js", import.meta.url);
const { loadEntriesFromFile, SessionManager } = await import(PI).catch((cause) => {
  throw new Error("pi is needed by the tests: run npm ci --ignore-scripts in tests/peers.", { cause });
});

const user = (text) => ({ role: "user", content: text, timestamp: 1 });
const reply = entry("b", { parentId: "a", message: { role: "assistant", content: [{ type: "text", text: "b" }], timestamp: 2 } });
const idsOf = (list) => list.map(({ id }) => id);

function inFolder(name, run) {
  test(name, async (context) => {
    const dir = await mkdtemp(join(tmpdir(), "epitome-pi-"));
    context.after(() => rm(dir, { recursive: true, force: true }));
    const path = join(dir, "s.jsonl");
    return run({ path, store: () => jsonl({ fileFor: () => path, fsync: "never" }) });
  });
}

inFolder("a file that ends anywhere in our append opens in pi, and what pi then adds we read", async ({ path, store }) => {
  await store().append("s", 0, [entry("a"), reply]);
  const before = await readFile(path);
  await store().append("s", 2, [entry("c", { parentId: "b" }), entry("d", { parentId: "c", text: "é🌍" }), entry("e", { parentId: "d" })]);
  const whole = await readFile(path);
  let added = 0;
  let glued = 0;
  for (let length = before.length; length <= whole.length; length++) {
    await writeFile(path, whole.subarray(0, length));
    const seen = idsOf(loadEntriesFromFile(path).slice(1));
    // pi takes the lines that are whole; the last of them may lack its line feed.
    assert.deepEqual(seen, ["a", "b", "c", "d", "e"].slice(0, seen.length), `cut at ${length}`);
    const manager = SessionManager.open(path);
    assert.equal(manager.getSessionId(), "s");
    assert.equal(manager.buildSessionContext().messages.length, seen.length);
    const own = manager.appendMessage(user("from pi"));
    const { entries: found, damaged = [] } = await store().read("s", 0);
    if (whole[length - 1] === 10) {
      // What pi saw is there to stay, and what it added.
      assert.deepEqual([idsOf(found), damaged], [[...seen, own], []], `cut at ${length}`);
      added++;
    } else {
      // pi goes on in the line that was cut, and so loses its own; it is named. What was whole before the append is there.
      assert.deepEqual(idsOf(found), seen.slice(0, found.length), `cut at ${length}`);
      assert.ok(found.length >= 2 && damaged.length > 0, `cut at ${length}`);
      glued++;
    }
    const { head } = await store().read("s", Number.MAX_SAFE_INTEGER);
    assert.deepEqual(await store().append("s", head, entries("z")), { ok: true, head: head + 1 });
    assert.deepEqual(idsOf(loadEntriesFromFile(path).slice(1)), [...idsOf(found), "z"]);
  }
  assert.ok(added >= 4 && glued > 100);
});

inFolder("blank lines, tabs and carriage returns are the same to both", async ({ path, store }) => {
  await store().append("s", 0, entries("a", "b", "c"));
  await appendFile(path, `\n  \n\t\n${JSON.stringify(entry("d"))}\r\n \t${JSON.stringify(entry("e"))} \n\n`);
  assert.deepEqual(idsOf((await store().read("s", 0)).entries), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(idsOf(loadEntriesFromFile(path).slice(1)), ["a", "b", "c", "d", "e"]);
});

inFolder("pi that reads while we write sees a beginning of the log, each time", async ({ path, store }) => {
  const ours = store();
  let head = 0;
  let least = 0;
  for (let round = 0; round < 60; round++) {
    const batch = Array.from({ length: 40 }, (_, at) => entry(`${round}-${at}`, { text: "x".repeat(3_000) }));
    const writing = ours.append("s", head, batch);
    for (let looks = 0; looks < 4; looks++) {
      await new Promise((resolve) => setImmediate(resolve));
      const seen = idsOf(loadEntriesFromFile(path).slice(1));
      assert.ok(seen.length >= least && seen.every((id, at) => id === `${Math.floor(at / 40)}-${at % 40}`));
      least = seen.length;
    }
    ({ head } = await writing);
  }
  assert.equal(loadEntriesFromFile(path).length, head + 1);
});

inFolder("a program that writes at the very moment is not taken for us", async ({ path, store }) => {
  await store().append("s", 0, entries("a"));
  const handle = await open(process.execPath, "r");
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { writeFile: write } = prototype;
  for (const when of ["before", "after"]) {
    const ours = store();
    const { head } = await ours.read("s", 0);
    const foreign = `${JSON.stringify(entry(`foreign-${when}`))}\n`;
    prototype.writeFile = async function (...args) {
      if (when === "before") appendFileSync(path, foreign);
      await write.apply(this, args);
      if (when === "after") appendFileSync(path, foreign);
    };
    try {
      const batch = entries(`ours-${when}`, `more-${when}`);
      if (when === "before") {
        // Ours are stored, and not where they were meant to be: the caller is to look.
        const error = await failureOf(() => ours.append("s", head, batch));
        assert.deepEqual([error.code, error.retryable], ["store-failed", true]);
        assert.deepEqual(idsOf((await ours.read("s", head)).entries), ["foreign-before", ...idsOf(batch)]);
      } else {
        assert.deepEqual(await ours.append("s", head, batch), { ok: true, head: head + 2 });
        assert.deepEqual(idsOf((await ours.read("s", head)).entries), [...idsOf(batch), "foreign-after"]);
      }
    } finally {
      prototype.writeFile = write;
    }
  }
});
