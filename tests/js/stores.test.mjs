/** The stores that need no server: the jsonl store by the conformance kit, and what every store asks of its entries. */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { conformance } from "../../pkg/dist/stores/conformance.js";
import { encodeEntries } from "../../pkg/dist/stores/entries.js";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { entries, entry, failureOf, KEPT } from "./support/entries.mjs";

/** Runs the kit on what `open` makes of a directory. */
function conforms(name, open) {
  const subject = async () => {
    const dir = await mkdtemp(join(tmpdir(), "epitome-"));
    return { store: open(dir), reopen: () => open(dir), close: () => rm(dir, { recursive: true, force: true }) };
  };
  for (const { name: what, run } of conformance(subject)) test(`${name}: ${what}`, (context) => run(context));
}

conforms("jsonl", (dir) => jsonl({ dir: join(dir, "made", "when needed") }));
conforms("jsonl, not synced", (dir) => jsonl({ dir, fsync: "never" }));
conforms("jsonl, opened anew for every call", (dir) => {
  const methods = Object.keys(jsonl({ dir }));
  return Object.fromEntries(methods.map((method) => [method, (...args) => jsonl({ dir, fsync: "never" })[method](...args)]));
});

test("an entry is written as its JSON, whatever JSON keeps", () => {
  class Own {}
  const shared = { twice: 1 };
  const given = [
    entry("a", { data: KEPT, gone: undefined }),
    entry("b", { data: [shared, shared, Object.assign(new Own(), { x: 1 }), Object.assign(Object.create(null), { y: 1 })] }),
  ];
  assert.deepEqual(
    encodeEntries(given),
    given.map((item) => JSON.stringify(item)),
  );
  assert.deepEqual(encodeEntries([]), []);
});

test("what JSON would lose or change is refused with its path and its kind", async () => {
  class Own {}
  const cycle = { name: "x" };
  cycle.self = [cycle];
  const holed = [1];
  holed[2] = 3;
  const deep = Array.from({ length: 2_000 }).reduce((inner) => [inner], 1);
  for (const [data, path, words] of [
    [{ a: () => 1 }, "entries[1].data.a", /a function/],
    [{ a: [1, { b: 2n }] }, "entries[1].data.a[1].b", /a bigint/],
    [{ a: Symbol("s") }, "entries[1].data.a", /a symbol/],
    [[1, undefined], "entries[1].data[1]", /undefined/],
    [holed, "entries[1].data[1]", /undefined/],
    [{ "a b": Number.NaN }, 'entries[1].data["a b"]', /NaN/],
    [Number.POSITIVE_INFINITY, "entries[1].data", /Infinity/],
    [{ when: new Date(0) }, "entries[1].data.when", /a Date/],
    [{ url: new URL("http://x") }, "entries[1].data.url", /a URL/],
    [new Map([[1, 2]]), "entries[1].data", /a Map/],
    [{ bytes: new Uint8Array(2) }, "entries[1].data.bytes", /a Uint8Array/],
    [new Error("x"), "entries[1].data", /an? Error/],
    [Object(1n), "entries[1].data", /a BigInt/],
    [Promise.resolve(1), "entries[1].data", /a Promise/],
    [cycle, "entries[1].data.self[0]", /contains itself/],
    [deep, /^entries\[1\]\.data(\[0\])+$/, /nested more than/],
    [Object.assign(new Own(), { toJSON: () => 1 }), "entries[1].data", /a Own/],
  ]) {
    const error = await failureOf(() => encodeEntries([entry("a"), entry("b", { data })]));
    assert.equal(error.code, "invalid-entry", String(path));
    if (typeof path === "string") assert.equal(error.details.path, path);
    else assert.match(error.details.path, path);
    assert.match(error.message, words);
  }
});

test("an id that is taken is named", async () => {
  assert.match((await failureOf(() => encodeEntries(entries("c", "c")))).message, /"c".*twice/);
  const store = memory();
  store.append("s", 0, entries("a"));
  const error = await failureOf(() => store.append("s", 1, entries("a")));
  assert.match(error.message, /"a".*already/);
  assert.deepEqual([error.code, error.details], ["duplicate-entry", { id: "a" }]);
});
