// The IndexedDB store in Chromium when other tabs, the browser or the disk get in its way.
import assert from "node:assert/strict";
import { after, before, test as plainTest } from "node:test";
import { launchChromium } from "../runtimes/chromium.mjs";
import { needsChromium, openPage, servePackage, within } from "./support/browser.mjs";

const skippable = { skip: needsChromium, timeout: 60_000 };
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

/** A test with so many tabs, and a database that no other test has. */
let databases = 0;
const test = (name, tabs, work) =>
  plainTest(name, skippable, async () => {
    const pages = await Promise.all(Array.from({ length: tabs }, () => openPage(chromium.context, server.url)));
    await work(`faults-${databases++}`, ...pages);
    for (const page of pages) if (!page.isClosed()) await page.close();
  });

const ids = async (page, db) => (await page.play("stored", db)).value.ids;
const assertAppended = (outcome, head) => assert.deepEqual(outcome, { value: { ok: true, head } });

test("a database that another tab deletes: the store makes way, and goes on with an empty one", 2, async (db, a, b) => {
  assertAppended(await a.play("append", db, 0, ["one", "two"]), 2);
  assert.equal(await b.play("remove", db), "removed");
  assert.deepEqual(await a.play("append", db, 2, ["three"]), { value: { ok: false, head: 0 } });
  assertAppended(await a.play("append", db, 0, ["one"]), 1);
});

test("a database that another tab deletes under an open session: its next append fails, and says so", 2, async (db, a, b) => {
  await a.play("openKept", db, "s");
  assert.deepEqual(await a.play("appendKept", "hello"), { value: 1 });
  assert.equal(await b.play("remove", db), "removed");
  const { error } = await a.play("appendKept", "are you there?");
  assert.equal(error?.code, "store-failed");
});

test("a database that a newer version has upgraded: the store makes way, and says that the page is old", 2, async (db, a, b) => {
  assertAppended(await a.play("append", db, 0, ["one"]), 1);
  assert.deepEqual(await b.play("openRaw", db, 2), { blocked: false });
  for (const { error } of [await a.play("append", db, 1, ["two"]), await a.play("stored", db)]) {
    assert.deepEqual([error.code, error.retryable, error.cause], ["store-failed", false, "VersionError"]);
    assert.match(error.message, /newer version.*Reload the page/);
  }
});

test("a database of another program is left alone", 1, async (db, a) => {
  await a.play("openRaw", db, 1);
  const { error } = await a.play("append", db, 0, ["one"]);
  assert.deepEqual([error.code, error.details.path], ["invalid-option", "name"]);
});

test("a database that others keep from opening: a signal ends the waiting, and so does time", 3, async (db, a, rude, c) => {
  assertAppended(await a.play("append", db, 0, ["one"]), 1);
  await rude.play("openRaw", db, undefined, false);
  assert.equal(await c.play("remove", db, 300), "blocked");
  const given = await a.play("append", db, 0, ["one"], { waitMs: 200 });
  assert.equal(given.error.name, "TimeoutError");
  const { error } = await a.play("append", db, 0, ["one"]);
  assert.deepEqual([error.code, error.retryable], ["store-locked", true]);
  assert.match(error.message, /Close the other tabs/);
  await rude.play("closeRaw");
  assertAppended(await a.play("append", db, 0, ["one"]), 1);
});

test("a connection that the browser closes is opened again", 1, async (db, a) => {
  assertAppended(await a.play("append", db, 0, ["one"]), 1);
  const devTools = await chromium.context.newCDPSession(a);
  await devTools.send("Storage.clearDataForOrigin", { origin: server.origin, storageTypes: "indexeddb" });
  assert.deepEqual(await a.play("stored", db), { value: { ids: [], head: 0, sizes: [] } });
  assertAppended(await a.play("append", db, 0, ["one"]), 1);
});

test("a store that was closed opens again", 1, async (db, a) => {
  assertAppended(await a.play("append", db, 0, ["one"]), 1);
  await a.play("close", db);
  assertAppended(await a.play("append", db, 1, ["two"]), 2);
  await a.play("close", db);
  assert.deepEqual(await ids(a, db), ["one", "two"]);
});

test("an append that falls after its requests have succeeded is made once more; if that falls too, nothing is stored", 1, async (db, a) => {
  await a.play("append", db, 0, ["one"]);
  await a.play("failNextWrites", 1);
  assertAppended(await a.play("append", db, 1, ["two", "three"]), 3);
  assert.equal(await a.play("failedWrites"), 1);
  await a.play("failNextWrites", 2);
  const { error } = await a.play("append", db, 3, ["four", "five"]);
  assert.equal(await a.play("failedWrites"), 2);
  assert.deepEqual([error.code, error.retryable, error.cause], ["store-failed", true, "AbortError"]);
  assert.deepEqual(await ids(a, db), ["one", "two", "three"]);
  assertAppended(await a.play("append", db, 3, ["four", "five"]), 5);
});

test("a signal that aborts before the end undoes the append; one that comes later changes nothing", 1, async (db, a) => {
  await a.play("append", db, 0, ["one"]);
  const early = await a.play("abortAppend", db, 1, ["two", "three"]);
  assert.equal(early.error.message, "changed my mind");
  assert.deepEqual(await ids(a, db), ["one"]);
  assertAppended(await a.play("abortAppend", db, 1, ["two"], { late: true }), 2);
  assert.deepEqual(await ids(a, db), ["one", "two"]);
});

test("a writer that waits for another tab's transaction gives up by its signal, and leaves nothing", 2, async (db, a, b) => {
  await a.play("append", db, 0, ["one"]);
  await b.play("holdWriters", db);
  const { error } = await a.play("append", db, 1, ["two"], { waitMs: 300 });
  assert.equal(error.name, "TimeoutError");
  const waiting = a.play("append", db, 1, ["three"]);
  await b.play("letGo");
  assertAppended(await waiting, 2);
  assert.deepEqual(await ids(a, db), ["one", "three"]);
});

test("a tab that ends in mid-transaction frees the others, however it ends", 1, async (db, a) => {
  await a.play("append", db, 0, ["one"]);
  let head = 1;
  for (const end of ["close", "reload", "crash"]) {
    const b = await openPage(chromium.context, server.url);
    await b.play("holdWriters", db);
    const waiting = a.play("append", db, head, [`after-${end}`]);
    if (end === "crash") await crash(b);
    else await b[end]();
    assertAppended(await within(20_000, `the append after ${end}`, waiting), ++head);
    if (end !== "close") await b.close();
  }
});

test("a tab that is stopped in its append, when it has asked for everything, does not stop the others", 2, async (db, a, b) => {
  await a.play("append", db, 0, ["one"]);
  const devTools = await chromium.context.newCDPSession(b);
  await devTools.send("Debugger.enable");
  const stopped = new Promise((done) => devTools.once("Debugger.paused", done));
  const stopping = b.play("appendAndStop", db, 1, ["two"]);
  await within(20_000, "the stop", stopped);
  const besides = a.play("append", db, 2, ["three"]);
  assertAppended(await within(20_000, "the append beside a tab that stands still", besides), 3);
  await devTools.send("Debugger.resume");
  assertAppended(await stopping, 2);
  assert.deepEqual(await ids(a, db), ["one", "two", "three"]);
});

plainTest("full storage: nothing is stored by half, the error says what to do, and after that it goes on", skippable, async () => {
  // An origin of its own: the browser remembers for a while how much room there was.
  const alone = await servePackage();
  const page = await openPage(chromium.context, alone.url);
  const devTools = await chromium.context.newCDPSession(page);
  await devTools.send("Storage.overrideQuotaForOrigin", { origin: alone.origin, quotaSize: 3_000_000 });
  assertAppended(await page.play("append", "full", 0, ["old"], { session: "old", size: 1_000_000 }), 1);
  let head = 0;
  const batch = () => page.play("append", "full", head, [`a${head}`, `b${head}`, `c${head}`], { size: 200_000 });
  let failed;
  while (!failed && head < 100) {
    const { value, error } = await batch();
    if (value) head = value.head;
    failed = error;
  }
  assert.ok(failed, "the storage never became full");
  assert.deepEqual([failed.code, failed.retryable, failed.cause], ["store-failed", false, "QuotaExceededError"]);
  assert.match(failed.message, /full.*nothing was stored.*Delete/);
  const { value: now } = await page.play("stored", "full");
  assert.deepEqual([now.head, now.ids.length], [head, head]);
  const { error } = await page.play("putArtifact", "full", "big", 4_000_000);
  assert.equal(error?.cause, "QuotaExceededError");
  assert.deepEqual(await page.play("getArtifact", "full", "big"), { value: null });

  assert.equal((await page.play("drop", "full", "old")).error, undefined);
  assertAppended(await batch(), head + 3);
  assert.deepEqual((await ids(page, "full")).slice(head), [`a${head}`, `b${head}`, `c${head}`]);
  await page.close();
  alone.close();
});

plainTest("a page that may not store anything is told to use memory", skippable, async () => {
  const page = await openPage(chromium.context, `${server.origin}/sandboxed`);
  const { error } = await page.play("append", "forbidden", 0, ["one"]);
  assert.deepEqual([error.code, error.retryable, error.cause], ["store-failed", false, "SecurityError"]);
  assert.match(error.message, /`memory`/);
  await page.close();
});

/** Ends the page's process. */
async function crash(page) {
  const devTools = await page.context().newCDPSession(page);
  const crashed = new Promise((done) => {
    page.once("crash", done);
  });
  // The answer never comes: who should give it is gone.
  devTools.send("Page.crash").catch(() => {});
  await within(20_000, "the crash", crashed);
}
