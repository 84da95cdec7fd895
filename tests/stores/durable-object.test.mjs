/**
 * What the durable-object store says when it cannot work. What it does when it can is tried in workerd, on the real storage:
 * tests/runtimes/durable-object.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { durableObject } from "../../pkg/dist/stores/durable-object.js";
import { entries, failureOf } from "../js/support/entries.mjs";

const failing = (error) => ({
  sql: { exec: () => ({ toArray: () => [] }) },
  transactionSync() {
    throw error;
  },
});

test("a storage without SQL is refused when the store is made", async () => {
  for (const storage of [undefined, {}, { sql: {} }, { get: async () => {}, put: async () => {} }]) {
    const error = await failureOf(() => durableObject(storage));
    assert.equal(error.code, "invalid-option");
    assert.match(error.message, /pass ctx\.storage, and name the class in new_sqlite_classes/);
  }
});

test("a prefix that is no name is refused", async () => {
  for (const prefix of ["", "1a", "a-b", "a; drop table x", "_cf_kv", "sqlite_x", "ü", "a".repeat(41), "a\n", 7, null]) {
    const error = await failureOf(() => durableObject(failing(new Error("not reached")), { prefix }));
    assert.deepEqual([error.code, error.details.path], ["invalid-option", "prefix"], String(prefix));
  }
});

test("the platform's error is the cause, by identity, and says whether to try again", async () => {
  for (const retryable of [true, false]) {
    const cause = Object.assign(new Error("database or disk is full: SQLITE_FULL"), { retryable });
    const store = durableObject(failing(cause), { prefix: "chat" });
    for (const work of [
      () => store.append("s", 0, entries("a")),
      () => store.read("s", 0),
      () => store.list(),
      () => store.delete("s"),
      () => store.artifacts("s").put("a", "x"),
      () => store.artifacts("s").get("a"),
    ]) {
      const error = await failureOf(work);
      assert.deepEqual([error.code, error.retryable, error.cause], ["store-failed", retryable, cause], String(work));
    }
  }
});
