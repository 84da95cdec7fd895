// The IndexedDB store in Firefox. Nothing drives it: a page runs everything, and posts what came of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertConforms, assertRace, findFirefox, servePackage, startFirefox } from "./support/browser.mjs";

const skip = findFirefox() ? false : "no Firefox on this machine; EPITOME_FIREFOX can name one";

/** What the page is told to do: a name for the result, a function, and its arguments. */
const PLAN = [
  ["page", "conform"],
  ["dedicated worker", "inWorker", "dedicated", "conform"],
  ["shared worker", "inWorker", "shared", "conform"],
  ["service worker", "inWorker", "service", "conform"],
  ["race", "raceOfWorkers", "race", 200],
  ["log", "readBack", "race"],
];

test("the contract in Firefox, in a page and in workers, and three workers that race", { skip, timeout: 240_000 }, async (t) => {
  const server = await servePackage();
  const firefox = await startFirefox(`${server.url}?play=${encodeURIComponent(JSON.stringify(PLAN))}`);
  const results = {};
  try {
    for (;;) {
      const { key, value } = await server
        .posted(120_000)
        .catch((error) => assert.fail(`${error.message}; Firefox said: ${firefox.said()}`));
      if (key === "error") assert.fail(value);
      if (key === "end") break;
      results[key] = value;
    }
  } finally {
    await firefox.close();
    server.close();
  }
  for (const [key] of PLAN.slice(0, 4)) await t.test(`the contract, in a ${key}`, () => assertConforms(results[key]));
  const writers = ["a", "b", "c"];
  await t.test("three workers race on one session", () => assertRace({ outcomes: results.race, log: results.log, writers, count: 200 }));
});
