/** Entries, and calls, for the tests of stores. */

import assert from "node:assert/strict";

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
    await (typeof work === "function" ? work() : work);
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
