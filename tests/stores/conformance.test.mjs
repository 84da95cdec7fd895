/** The conformance kit: right stores pass it, and a store that is wrong in one thing is found by the case for that thing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EpitomeError } from "../../pkg/dist/errors.js";
import { conformance, runConformance } from "../../pkg/dist/stores/conformance.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { BROKEN, subject } from "./support/broken-stores.mjs";

const exactly = (name) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
const NAMES = conformance(() => memory()).map(({ name }) => name);

for (const { name, run } of conformance(() => memory())) test(`memory: ${name}`, (context) => run(context));
for (const { name, run } of conformance(() => subject())) test(`two handles on one memory: ${name}`, (context) => run(context));

for (const [fault, { make, caught }] of Object.entries(BROKEN)) {
  test(`a store that ${fault} is found`, async () => {
    for (const [name, message] of Object.entries(caught)) {
      assert.ok(NAMES.includes(name), `there is no case ${JSON.stringify(name)}`);
      const { failed } = await runConformance(() => subject(make), { only: exactly(name) });
      assert.deepEqual(
        failed.map((failure) => failure.name),
        [name],
        "the case passed",
      );
      const [{ error }] = failed;
      assert.ok(EpitomeError.isInstance(error), error.stack);
      assert.equal(error.code, "contract-broken");
      assert.match(error.message, message);
      assert.match(error.message, /\nThe rule: \S.+\.\nWhat to do: \S.+\.$/s);
      assert.equal(error.details.case, name);
    }
  });
}

test("each case finds something", () => {
  const found = new Set(Object.values(BROKEN).flatMap(({ caught }) => Object.keys(caught)));
  assert.deepEqual(
    NAMES.filter((name) => !found.has(name)),
    [],
  );
});

test("the names of the cases are unique", () => assert.equal(new Set(NAMES).size, NAMES.length));

test("a store that loses every third answer, before or after writing, passes when it says that it can be tried again", async () => {
  let calls = 0;
  const flaky = ({ disk }) => ({
    async append(...args) {
      const [which, lost] = [calls++ % 6, new EpitomeError("store-failed", "the connection was lost", { retryable: true })];
      if (args[3]?.signal === undefined && which === 2) throw lost;
      const answer = disk.append(...args);
      if (args[3]?.signal === undefined && which === 5) throw lost;
      return answer;
    },
  });
  // Not the cases that begin a call by themselves, to look at it while it runs.
  const { failed, passed, skipped } = await runConformance(() => subject(flaky), { only: /^(?!signal|read: an entry that the caller)/ });
  assert.deepEqual(failed, []);
  assert.deepEqual(skipped, []);
  assert.equal(passed.length, NAMES.length - 3);
  assert.ok(calls > 500);
});

test("a store of the two methods is tried on what it has; the rest is skipped with the reason", async () => {
  const { passed, failed, skipped } = await runConformance(() => {
    const { append, read } = memory();
    return { append, read };
  });
  assert.deepEqual(failed, []);
  assert.equal(passed.length + skipped.length, NAMES.length);
  for (const { name, why } of skipped)
    assert.match(why, /^(the store has no `(list|delete|artifacts)`, which is optional|`open` gave no `reopen`)/, name);
  assert.equal(
    skipped.some(({ name }) => /^(append|read|values|arguments): /.test(name) && !/another handle/.test(name)),
    false,
  );
});

test("in a test framework a case that cannot be tried is skipped there", async () => {
  const whys = [];
  const { append, read } = memory();
  for (const { run } of conformance(() => ({ append, read }), { only: /^list: / })) await run({ skip: (why) => whys.push(why) });
  assert.deepEqual(whys, ["the store has no `list`, which is optional"]);
  for (const { run } of conformance(() => ({ append, read }), { only: /^list: / })) await run();
});

test("each case has a subject of its own, which is closed whether the case passed or not", async () => {
  const [opened, closed] = [[], []];
  const wrong = { append: () => ({ ok: true, head: 7 }), read: () => ({ entries: [], head: 7 }) };
  const { failed } = await runConformance(() => {
    const made = { store: opened.length % 2 ? memory() : wrong, close: () => closed.push(made) };
    opened.push(made);
    return made;
  });
  assert.equal(opened.length, NAMES.length);
  assert.deepEqual(closed, opened);
  assert.ok(failed.length > 5);
});

test("a close that fails is a failure, but does not hide that of the case", async () => {
  const close = () => {
    throw new Error("still open");
  };
  const only = exactly("append: the options are accepted");
  const [{ error }] = (await runConformance(() => ({ store: memory(), close }), { only })).failed;
  assert.match(error.message, /^close failed after the case: Error: still open/);
  const broken = { ...memory(), append: () => undefined };
  const [{ error: first }] = (await runConformance(() => ({ store: broken, close }), { only })).failed;
  assert.match(first.message, /^append\("s", 0, 1 entries\) answered undefined/);
});

test("a call that is never answered ends the case and is named", async () => {
  const hanging = { ...memory(), append: () => new Promise(() => {}) };
  const only = exactly("append: the options are accepted");
  const [{ error }] = (await runConformance(() => hanging, { only, timeoutMs: 20 })).failed;
  assert.match(error.message, /^After 20 ms the case has no answer from append\("s", 0, 1 entries\) of the store\./);
});

test("what the store threw is the cause, by identity", async () => {
  const own = new Error("disk full");
  const full = {
    ...memory(),
    append() {
      throw own;
    },
  };
  const [{ error }] = (await runConformance(() => full, { only: /^sessions: their/ })).failed;
  assert.equal(error.cause, own);
  assert.match(error.message, /append\("s", 0, 2 entries\) of the store failed: Error: disk full/);
});

test("what is no store is named", async () => {
  const [{ error }] = (await runConformance(() => ({ store: {} }), { only: /^list: / })).failed;
  assert.match(error.message, /^the store has no methods append and read/);
});
