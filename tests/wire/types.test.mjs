// What the vendors' clients and the AI SDK give may be returned by a summarizer as it is: support/clients.ts compiles against their types.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { tool } from "../../xtask/lib/run.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

test("a client's own reply is a summarizer's answer", async () => {
  const output = await tool("tsc", ["-p", here("support/clients.json")]).catch((error) => assert.fail(error.output));
  assert.ok(output);
});
