/** What the tests of stores in servers ask again and again. */

import assert from "node:assert/strict";
import { entries, idsIn } from "../../js/support/entries.mjs";

/** Waits until `probe` answers something true. It gives up after a long while, so that no test hangs. */
export async function until(probe, what) {
  for (const end = performance.now() + 30_000; performance.now() < end; ) {
    const found = await probe();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return assert.fail(`it never came to this: ${what}`);
}

/**
 * Appends batches of three one after the other, through crashes: `crash` is called somewhere in the middle of each round and
 * must bring the server back. An append that fails is looked for first, then repeated as it was. In the end every batch is
 * there once, in order.
 */
export async function appendThroughCrashes(store, rounds, crash) {
  const stored = [];
  let made = 0;
  let failures = 0;
  for (let round = 0; round < rounds; round++) {
    let down = false;
    // How many appends it will be in the middle of is not known: the server is killed while they run.
    const crashing = new Promise((resolve) => setTimeout(resolve, Math.random() * 30)).then(crash).finally(() => {
      down = true;
    });
    for (let failed = false; !(down && failed); ) {
      const batch = entries(...[0, 1, 2].map((part) => `${made}-${part}`));
      try {
        assert.deepEqual(await store.append("s", stored.length, batch), { ok: true, head: stored.length + 3 });
      } catch (error) {
        assert.equal(error.code, "store-failed", String(error));
        assert.equal(error.retryable, true, error.message);
        assert.ok(error.cause instanceof Error);
        failed = true;
        failures++;
        await crashing;
        const found = await readAgain(store);
        const ids = batch.map(({ id }) => id);
        assert.ok(
          [stored, [...stored, ...ids]].some((allowed) => allowed.join() === found.join()),
          "a prefix, and whole batches",
        );
        assert.deepEqual(await store.append("s", stored.length, batch), { ok: true, head: stored.length + 3 });
      }
      stored.push(...batch.map(({ id }) => id));
      made++;
      // A crash between two appends, which no append has noticed.
      if (down && !failed) break;
    }
    await crashing;
  }
  assert.deepEqual(await idsIn(store), stored);
  return { appends: made, failures };
}

/** Reads when the client has found the server again. */
function readAgain(store) {
  return until(async () => {
    try {
      return await idsIn(store);
    } catch (error) {
      assert.equal(error.code, "store-failed", String(error));
      return undefined;
    }
  }, "the server is back");
}
