/** What every store must do, as tests, and the entries that they use. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EpitomeError } from "../../../pkg/dist/errors.js";

/** An entry with this id. */
export const entry = (id, fields = {}) => ({
  type: "message",
  id,
  parentId: null,
  timestamp: "2026-01-02T03:04:05.678Z",
  message: { role: "user", content: `This is ${id}`, timestamp: 1 },
  ...fields,
});
/** Entries with these ids. */
export const entries = (...ids) => ids.map((id) => entry(id));
/** The error of a call that must fail. */
export async function failureOf(work) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return assert.fail("it did not fail");
}
/** The ids in the store. */
export const idsIn = async (store, sessionId = "s", after = 0) => (await store.read(sessionId, after)).entries.map(({ id }) => id);

/** What JSON keeps, in every corner. */
export const KEPT = {
  text: 'Grüße, 世界 🌍\u2028\u2029 \u0000 \ud83d alone, \udc00 too, \r\n\t" \\',
  numbers: [0, -1, 1.5, 1e308, 5e-324, Number.MAX_SAFE_INTEGER],
  nested: [[[{}]], [], null, true, false, ""],
  "odd key.[0]": { "": 1, " ": 2, "\ud800": 3 },
  ["__proto__"]: 1,
};

/** Runs the contract on a store that `open` makes anew for each test. */
export function testStore(name, open) {
  const contract = (what, run) => test(`${name}: ${what}`, async (context) => run(await open(context)));

  contract("an unknown session is empty", async (store) => {
    assert.deepEqual(await store.read("s", 0), { entries: [], head: 0 });
    assert.deepEqual(await store.read("s", 7), { entries: [], head: 0 });
    assert.deepEqual(await store.append("s", 0, []), { ok: true, head: 0 });
    assert.deepEqual(await store.append("s", 1, []), { ok: false, head: 0 });
  });

  contract("appends come back in order, from any position, with any limit", async (store) => {
    assert.deepEqual(await store.append("s", 0, entries("a")), { ok: true, head: 1 });
    assert.deepEqual(await store.append("s", 1, entries("b", "c", "d")), { ok: true, head: 4 });
    assert.deepEqual(await store.read("s", 0), { entries: entries("a", "b", "c", "d"), head: 4 });
    assert.deepEqual(await store.read("s", 2), { entries: entries("c", "d"), head: 4 });
    assert.deepEqual(await store.read("s", 1, { limit: 2 }), { entries: entries("b", "c"), head: 4 });
    assert.deepEqual(await store.read("s", 4), { entries: [], head: 4 });
    assert.deepEqual(await store.read("s", 9, { limit: 1 }), { entries: [], head: 4 });
  });

  contract("sessions do not see each other", async (store) => {
    await store.append("s", 0, entries("a"));
    await store.append("t", 0, entries("a", "b"));
    assert.deepEqual([await idsIn(store, "s"), await idsIn(store, "t")], [["a"], ["a", "b"]]);
  });

  contract("a writer who is behind or ahead is refused, and nothing is stored", async (store) => {
    await store.append("s", 0, entries("a", "b"));
    for (const expected of [0, 1, 3]) assert.deepEqual(await store.append("s", expected, entries("x")), { ok: false, head: 2 });
    assert.deepEqual(await idsIn(store), ["a", "b"]);
  });

  contract("of two writers at once one wins", async (store) => {
    const results = await Promise.all(["a", "b", "c"].map(async (id) => store.append("s", 0, entries(id))));
    assert.deepEqual(results.filter(({ ok }) => ok).length, 1);
    assert.deepEqual((await store.read("s", 0)).head, 1);
  });

  contract("a repeated append succeeds again and doubles nothing", async (store) => {
    await store.append("s", 0, entries("a"));
    await store.append("s", 1, entries("b", "c"));
    await store.append("s", 3, entries("d"));
    assert.deepEqual(await store.append("s", 1, entries("b", "c")), { ok: true, head: 3 });
    assert.deepEqual(await store.append("s", 1, entries("b")), { ok: true, head: 2 });
    for (const other of [entries("b", "x"), entries("c", "b"), entries("b", "c", "d", "e")]) {
      assert.deepEqual(await store.append("s", 1, other), { ok: false, head: 4 });
    }
    assert.deepEqual(await idsIn(store), ["a", "b", "c", "d"]);
  });

  contract("an id that is taken is an error", async (store) => {
    await store.append("s", 0, entries("a", "b"));
    for (const batch of [entries("c", "a"), entries("b"), entries("c", "c")]) {
      const error = await failureOf(() => store.append("s", 2, batch));
      assert.ok(EpitomeError.isInstance(error));
      assert.equal(error.code, "duplicate-entry");
      assert.match(error.message, /"[abc]"/);
    }
    assert.deepEqual(await idsIn(store), ["a", "b"]);
    assert.deepEqual(await store.append("t", 0, entries("a")), { ok: true, head: 1 });
  });

  contract("what JSON keeps is kept, lone surrogates too", async (store) => {
    const given = [entry("a", { data: KEPT, gone: undefined }), entry("b", { message: KEPT })];
    await store.append("s", 0, given);
    const { entries: found } = await store.read("s", 0);
    assert.deepEqual(found, [entry("a", { data: KEPT }), entry("b", { message: KEPT })]);
    assert.equal(Object.hasOwn(found[0].data, "__proto__"), true);
  });

  contract("later changes reach neither the store nor another reader", async (store) => {
    const given = entry("a", { data: { list: [1] } });
    await store.append("s", 0, [given]);
    given.data.list.push(2);
    const first = (await store.read("s", 0)).entries;
    first[0].data.list.push(3);
    first.length = 0;
    assert.deepEqual((await store.read("s", 0)).entries, [entry("a", { data: { list: [1] } })]);
  });

  contract("what JSON would lose or change is refused with its path", async (store) => {
    class Own {}
    const cycle = { name: "x" };
    cycle.self = [cycle];
    const holed = [1];
    holed[2] = 3;
    const deep = Array.from({ length: 2_000 }).reduce((inner) => [inner], 1);
    const bad = [
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
    ];
    for (const [data, path, words] of bad) {
      const error = await failureOf(() => store.append("s", 0, [entry("a"), entry("b", { data })]));
      assert.equal(error.code, "invalid-entry", String(path));
      if (typeof path === "string") assert.equal(error.details.path, path);
      else assert.match(error.details.path, path);
      assert.match(error.message, words);
    }
    const shared = { twice: 1 };
    const allowed = entry("c", {
      data: [shared, shared, Object.assign(new Own(), { x: 1 }), Object.assign(Object.create(null), { y: 1 })],
    });
    assert.deepEqual(await store.append("s", 0, [allowed]), { ok: true, head: 1 });
  });

  contract("entries and arguments of a wrong kind are named", async (store) => {
    for (const [batch, path] of [
      ["x", "entries"],
      [[null], "entries[0]"],
      [[[]], "entries[0]"],
      [[entry("a"), { ...entry("b"), id: "" }], "entries[1].id"],
      [[{ ...entry("b"), id: 7 }], "entries[0].id"],
      [[{ ...entry("b"), type: undefined }], "entries[0].type"],
    ]) {
      const error = await failureOf(() => store.append("s", 0, batch));
      assert.deepEqual([error.code, error.details.path], ["invalid-entry", path]);
    }
    for (const work of [
      () => store.append("", 0, []),
      () => store.append(undefined, 0, []),
      () => store.append("s", -1, []),
      () => store.append("s", Number.NaN, []),
      () => store.append("s", "0", []),
      () => store.read("s", 0.5),
      () => store.read("s", undefined),
      () => store.read("s", 0, { limit: 0 }),
      () => store.read("", 0),
      () => store.delete(""),
    ]) {
      assert.equal((await failureOf(work)).code, "invalid-option", String(work));
    }
  });

  contract("an aborted call does nothing and gives the reason", async (store) => {
    const reason = new Error("escape");
    const signal = AbortSignal.abort(reason);
    for (const work of [
      () => store.append("s", 0, entries("a"), { signal }),
      () => store.read("s", 0, { signal }),
      () => store.delete("s", { signal }),
    ]) {
      assert.equal(await failureOf(work), reason);
    }
    assert.equal((await store.read("s", 0)).head, 0);
  });

  contract("sessions are listed and deleted", async (store) => {
    assert.deepEqual(await store.list(), []);
    const ids = ["s", "../up", "a/b\\c:d*?", "Ünïcode 世界", "con", ".hidden", "x".repeat(300), "x".repeat(299), "100%", "a~b"];
    for (const id of ids) await store.append(id, 0, [entry("a", { of: id })]);
    assert.deepEqual((await store.list()).map(({ id }) => id).sort(), [...ids].sort());
    for (const id of ids) assert.equal((await store.read(id, 0)).entries[0].of, id);
    await store.delete("s");
    await store.delete("s");
    await store.delete("never there");
    assert.deepEqual(await store.read("s", 0), { entries: [], head: 0 });
    assert.equal((await store.list()).length, ids.length - 1);
    assert.deepEqual(await store.append("s", 0, entries("b")), { ok: true, head: 1 });
    assert.deepEqual(await idsIn(store), ["b"]);
  });
}
