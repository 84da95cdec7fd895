/** A process that appends to a session as several writers do: on a conflict it reads on and tries again. */

import { jsonl } from "../../../pkg/dist/stores/jsonl.js";
import { entry } from "./entries.mjs";

const [dir, name, count, batch, fsync] = process.argv.slice(2);
const store = jsonl({ dir, fsync });
let { head } = await store.read("s", 0);
for (let made = 0; made < Number(count); made++) {
  const entries = Array.from({ length: Number(batch) }, (_, index) => entry(`${name}-${made}-${index}`, { text: "x".repeat(300) }));
  for (;;) {
    const result = await store.append("s", head, entries);
    head = result.head;
    if (result.ok) break;
    await store.read("s", head);
  }
  // Said only when it is stored: whoever kills this process knows what it may count on.
  process.stdout.write(`${name}-${made}\n`);
}
