/** The contract of a store, kept by those that need no server. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonl } from "../../pkg/dist/stores/jsonl.js";
import { memory } from "../../pkg/dist/stores/memory.js";
import { testStore } from "./support/store-contract.mjs";

async function directory(context) {
  const dir = await mkdtemp(join(tmpdir(), "epitome-"));
  context.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

testStore("memory", () => memory());
testStore("jsonl", async (context) => jsonl({ dir: join(await directory(context), "made", "when needed") }));
testStore("jsonl, not synced", async (context) => jsonl({ dir: await directory(context), fsync: "never" }));
testStore("jsonl, opened anew for every call", async (context) => {
  const dir = await directory(context);
  return Object.fromEntries(["append", "read", "list", "delete"].map((method) => [method, (...args) => jsonl({ dir })[method](...args)]));
});
