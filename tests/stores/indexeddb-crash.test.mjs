// Pages and browsers that end while they append to the IndexedDB store: closed, reloaded, crashed, killed. What is there
// afterwards is what was acknowledged, and at most the one batch more that was under way, whole or not at all.
import assert from "node:assert/strict";
import { after, before, test as plainTest } from "node:test";
import { makeProfile, needsChromium, openPage, servePackage, startKillableChromium, within } from "./support/browser.mjs";

const ROUNDS = { close: 10, reload: 10, crash: 10, kill: 6 };

const test = (name, work) => plainTest(name, { skip: needsChromium, timeout: 180_000 }, work);
let server;
let profile;
let browser;
/** A page that only looks. */
let witness;
before(async () => {
  if (needsChromium) return;
  server = await servePackage();
  profile = await makeProfile();
});
after(async () => {
  await browser?.close();
  await profile?.remove();
  server?.close();
});

async function startBrowser() {
  if (browser) return;
  browser = await startKillableChromium(profile.path);
  witness = await openPage(browser.context, server.url);
}

for (const [end, rounds] of Object.entries(ROUNDS)) {
  test(`${rounds} pages end in their appends by ${end}: whole batches, and all that were acknowledged`, async () => {
    const db = `ends-by-${end}`;
    let head = 0;
    let cut = 0;
    for (let round = 0; round < rounds; round++) {
      await startBrowser();
      const begun = await appendUntilTheEnd(db, end, round, head);
      await startBrowser();
      head = await assertWhole(db, begun);
      if (head !== begun.acknowledged) cut++;
    }
    console.log(`${end}: ${head} entries; in ${cut} of ${rounds} rounds the last batch was stored and not acknowledged`);
  });
}

/** Has a page append from `head` on, ends it after some batches, and answers what it was about. */
async function appendUntilTheEnd(db, end, round, head) {
  const page = await openPage(browser.context, server.url);
  const begun = { starts: [], acknowledged: head };
  let enough;
  const reached = new Promise((done) => {
    enough = done;
  });
  await page.exposeFunction("begins", (at, count) => {
    begun.starts.push([at, count]);
    if (begun.starts.length === 4 + (round % 3)) enough();
  });
  await page.exposeFunction("acknowledged", (at) => {
    begun.acknowledged = at;
  });
  const appending = page.play("appendForever", db, round * 7 + head).then(
    () => assert.fail("it ended by itself"),
    (error) => error,
  );
  const failed = appending.then((error) => Promise.reject(error));
  failed.catch(() => {});
  await within(30_000, "the batches", Promise.race([reached, failed]));
  // Anywhere in the append that now begins, or in one after it.
  await new Promise((done) => setTimeout(done, Math.random() * 12));
  await ENDS[end](page);
  const error = await within(20_000, "the end of the page", appending);
  assert.match(String(error), /closed|destroyed|crashed|navigation/i);
  if (end === "reload" || end === "crash") await page.close();
  return begun;
}

const ENDS = {
  close: (page) => page.close(),
  reload: (page) => page.reload(),
  async crash(page) {
    const devTools = await page.context().newCDPSession(page);
    const crashed = new Promise((done) => page.once("crash", done));
    // The answer never comes: who should give it is gone.
    devTools.send("Page.crash").catch(() => {});
    await within(20_000, "the crash", crashed);
  },
  async kill() {
    await browser.kill();
    browser = undefined;
  },
};

/** Holds what is stored against what was begun and acknowledged, and answers its head. */
async function assertWhole(db, { starts, acknowledged }) {
  const log = await witness.play("batches", db);
  assert.deepEqual(log.wrong, [], "entries that are not at their places");
  assert.equal(log.read, log.head, "the head counts what is there");
  assert.ok(log.head >= acknowledged, `${acknowledged} entries were acknowledged, ${log.head} are there`);
  const [at, count] = starts.at(-1);
  assert.ok([at, at + count].includes(log.head), `${log.head} is neither before nor behind the batch of ${count} from ${at} on`);
  // Of this round, each batch stands whole where it was begun.
  const kept = starts.filter(([start, size]) => start + size <= log.head);
  assert.deepEqual(log.starts.slice(log.starts.length - kept.length), kept);
  return log.head;
}
