/** A process whose files may not pass a size: it appends until that is reached, and says how it ended. */

import process from "node:process";
import { jsonl } from "../../../pkg/dist/stores/jsonl.js";
import { entry } from "../../js/support/entries.mjs";

// Without this the system ends a process that writes too much.
process.on("SIGXFSZ", () => {});
const [dir] = process.argv.slice(2);
const store = jsonl({ dir, fsync: "never" });
let head = 0;
let error;
while (!error && head < 100_000) {
  const batch = [0, 1, 2].map((part) => entry(`${head}-${part}`, { text: "x".repeat(400) }));
  await store.append("s", head, batch).then(
    (result) => {
      head = result.head;
    },
    (failure) => {
      error = failure;
    },
  );
}
const failed = await store
  .artifacts("s")
  .put("a", "x".repeat(400_000))
  .catch((failure) => failure);
process.stdout.write(
  JSON.stringify({
    stored: head,
    error: error.code,
    cause: error.cause?.code,
    retryable: error.retryable,
    message: error.message,
    readAfter: (await store.read("s", 0)).head,
    artifact: { code: failed?.code, left: await store.artifacts("s").get("a") },
  }),
);
