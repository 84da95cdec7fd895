// The IndexedDB store in Chromium: the contract in pages and workers, and three tabs that race on one session.
import assert from "node:assert/strict";
import { after, before, test as plainTest } from "node:test";
import { EpitomeError } from "../../pkg/dist/errors.js";
import { indexedDb } from "../../pkg/dist/stores/indexeddb.js";
import { launchChromium } from "../runtimes/chromium.mjs";
import { assertConforms, assertRace, needsChromium, openPage, servePackage, within } from "./support/browser.mjs";

const test = (name, work) => plainTest(name, { skip: needsChromium, timeout: 120_000 }, work);
let server;
let chromium;
before(async () => {
  if (needsChromium) return;
  server = await servePackage();
  chromium = await launchChromium();
});
after(async () => {
  await chromium?.close();
  server?.close();
});

test("the contract, in a page", async () => {
  const page = await openPage(chromium.context, server.url);
  assertConforms(await page.play("conform"));
  await page.close();
});

test("the contract, with relaxed durability", async () => {
  const page = await openPage(chromium.context, server.url);
  assertConforms(await page.play("conform", { durability: "relaxed" }));
  await page.close();
});

for (const kind of ["dedicated", "shared", "service"]) {
  test(`the contract, in a ${kind} worker`, async () => {
    const page = await openPage(chromium.context, server.url);
    assertConforms(await page.play("inWorker", kind, "conform"));
    await page.close();
  });
}

test("three tabs race on one session: every message once and in order, one compaction", async () => {
  const writers = ["a", "b", "c"];
  const count = 800;
  const tabs = await Promise.all(writers.map(() => openPage(chromium.context, server.url)));
  // Each tab's summarizer waits until all have been asked, so that each has a summary to commit.
  const waiting = new Set();
  let meet;
  const met = new Promise((done) => {
    meet = done;
  });
  for (const tab of tabs) {
    await tab.exposeFunction("meet", () => {
      // A compaction that parts a turn asks twice.
      if (waiting.add(tab).size === writers.length) meet();
      return met;
    });
  }
  const race = Promise.all(tabs.map((tab, at) => tab.play("raceOfTabs", "tabs", writers[at], count)));
  const outcomes = await within(110_000, "the end of the race", race);

  const first = await tabs[0].play("readBack", "tabs");
  assertRace({ outcomes, log: first, writers, count });
  const fourth = await openPage(chromium.context, server.url);
  assert.deepEqual(await fourth.play("readBack", "tabs"), first);
  for (const page of [...tabs, fourth]) await page.close();
});

plainTest("where there is no IndexedDB, making a store works, and using it says what to do", async () => {
  const store = indexedDb();
  for (const work of [
    () => store.append("s", 0, []),
    () => store.read("s", 0),
    () => store.list(),
    () => store.delete("s"),
    () => store.artifacts("s").put("a", "data"),
    () => store.artifacts("s").get("a"),
  ]) {
    await assert.rejects(work, (error) => {
      assert.ok(EpitomeError.isInstance(error));
      assert.deepEqual([error.code, error.retryable], ["store-failed", false]);
      assert.match(error.message, /no IndexedDB here.*`memory`/);
      return true;
    });
  }
});

plainTest("options that cannot be are named", () => {
  const cases = [
    [{ name: "" }, "name"],
    [{ name: 7 }, "name"],
    [{ durability: "default" }, "durability"],
    [{ indexedDB: {} }, "indexedDB"],
    [{ indexedDB: null }, "indexedDB"],
    [{ IDBKeyRange: {} }, "IDBKeyRange"],
  ];
  for (const [options, path] of cases) {
    assert.throws(
      () => indexedDb(options),
      ({ code, details }) => code === "invalid-option" && details.path === path,
    );
  }
});

plainTest("a factory that fails is the cause of the error, as it is", async () => {
  const cause = new Error("no disk");
  const open = () => {
    throw cause;
  };
  const error = await indexedDb({ indexedDB: { open } })
    .read("s", 0)
    .catch((found) => found);
  assert.deepEqual([error.code, error.cause], ["store-failed", cause]);
});
