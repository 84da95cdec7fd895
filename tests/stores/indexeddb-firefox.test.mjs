// The IndexedDB store in Firefox: the contract, and three workers that race on one session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRace, findFirefox, servePackage, startFirefox } from "./support/browser.mjs";

const skip = findFirefox() ? false : "no Firefox on this machine; EPITOME_FIREFOX can name one";
const COUNT = 200;

test("Firefox keeps the contract, and three workers race on one session", { skip, timeout: 240_000 }, async () => {
  const server = await servePackage();
  const todo = [
    ["contract", "conform"],
    ["race", "raceOfWorkers", "workers", COUNT],
    ["log", "readBack", "workers"],
  ];
  const firefox = await startFirefox(`${server.url}?play=${encodeURIComponent(JSON.stringify(todo))}`);
  try {
    const told = {};
    for (;;) {
      const { key, value } = await server.posted(120_000).catch((error) => assert.fail(`${error.message}\n${firefox.said()}`));
      if (key === "end") break;
      assert.notEqual(key, "error", value);
      told[key] = value;
    }
    assert.deepEqual([told.contract.failed, told.contract.skipped], [[], []]);
    assert.ok(told.contract.passed.length >= 40);
    assertRace({ outcomes: told.race, log: told.log, writers: ["a", "b", "c"], count: COUNT });
  } finally {
    await firefox.close();
    server.close();
  }
});
