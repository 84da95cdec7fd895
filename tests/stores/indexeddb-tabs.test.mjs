// The IndexedDB store beside other tabs: a database that is removed, upgraded or held by them.
import assert from "node:assert/strict";
import { after, before, test as plainTest } from "node:test";
import { launchChromium } from "../runtimes/chromium.mjs";
import { needsChromium, openPage, servePackage } from "./support/browser.mjs";

const test = (name, work) => plainTest(name, { skip: needsChromium, timeout: 60_000 }, work);
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
const tabs = () => Promise.all([openPage(chromium.context, server.url), openPage(chromium.context, server.url)]);

test("a database that another tab removes is made anew by the next write", async () => {
  const [tab, other] = await tabs();
  await tab.play("append", "removed", 0, ["a", "b"]);
  assert.equal(await other.play("remove", "removed"), "removed");
  assert.deepEqual((await tab.play("stored", "removed")).value, { ids: [], head: 0, sizes: [] });
  assert.deepEqual((await tab.play("append", "removed", 0, ["c"])).value, { ok: true, head: 1 });
});

test("a session that is open learns that its log is gone", async () => {
  const [tab, other] = await tabs();
  await tab.play("openKept", "gone", "s");
  assert.equal((await tab.play("appendKept", "one")).value, 1);
  await other.play("remove", "gone");
  const { error } = await tab.play("appendKept", "two");
  assert.equal(error.code, "store-failed");
  assert.match(error.message, /deleted or replaced/);
});

test("a database that a newer page has upgraded is left alone, and the error says so", async () => {
  const [tab, other] = await tabs();
  await tab.play("append", "upgraded", 0, ["a"]);
  assert.deepEqual(await other.play("openRaw", "upgraded", 99), { blocked: false });
  const { error } = await tab.play("append", "upgraded", 1, ["b"]);
  assert.deepEqual([error.code, error.cause], ["store-failed", "VersionError"]);
  await other.play("closeRaw");
});

test("while another tab holds the database an append waits; given up, it stores nothing", async () => {
  const [tab, other] = await tabs();
  await tab.play("append", "held", 0, ["a"]);
  await other.play("holdWriters", "held");
  assert.equal((await tab.play("append", "held", 1, ["b"], { waitMs: 200 })).error.name, "TimeoutError");
  const waiting = tab.play("append", "held", 1, ["c"]);
  await other.play("letGo");
  assert.deepEqual((await waiting).value, { ok: true, head: 2 });
  assert.deepEqual((await tab.play("stored", "held")).value.ids, ["a", "c"]);
});
