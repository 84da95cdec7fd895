// A browser that is killed while a page appends: what was reported is there, and no batch by half.
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeProfile, needsChromium, openPage, servePackage, startKillableChromium, within } from "./support/browser.mjs";

const ROUNDS = 24;

test(`${ROUNDS} kills of Chromium leave whole batches`, { skip: needsChromium, timeout: 240_000 }, async (context) => {
  const server = await servePackage();
  const profile = await makeProfile();
  let begun = [0, 0];
  let acknowledged = 0;
  let inFlight = 0;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const chromium = await startKillableChromium(profile.path);
      try {
        const page = await openPage(chromium.context, server.url);
        const { head, read, wrong, starts } = await within(20_000, "the log", page.play("batches", "crash"));
        assert.deepEqual([read, wrong], [head, []]);
        const [from, count] = begun;
        assert.ok(
          head === acknowledged || (from === acknowledged && head === from + count),
          `${head} of ${acknowledged}, ${from} + ${count}`,
        );
        // The batches lie one behind the other, each whole.
        let end = 0;
        for (const [start, size] of starts) {
          assert.equal(start, end);
          end += size;
        }
        assert.equal(end, head);
        if (head > acknowledged) inFlight++;
        acknowledged = head;
        let tell;
        const enough = new Promise((done) => {
          tell = done;
        });
        let batches = Math.floor(Math.random() * 20);
        await page.exposeFunction("begins", (at, size) => {
          begun = [at, size];
          // Killed in the middle of one: after it began, and before it is answered.
          if (batches-- <= 0) setTimeout(tell, Math.random() * 30);
        });
        await page.exposeFunction("acknowledged", (at) => {
          acknowledged = at;
        });
        page.play("appendForever", "crash", round + 1).catch(() => {});
        await within(20_000, "the batches", enough);
      } finally {
        await chromium.kill();
      }
    }
    context.diagnostic(`${acknowledged} entries; ${inFlight} batches were stored without having been answered`);
    assert.ok(acknowledged > ROUNDS);
  } finally {
    await profile.remove();
    server.close();
  }
});
