/** A process or a thread that appends to a session which others append to, and, half way, compacts it if nobody else has. */

import process from "node:process";
import { isMainThread, parentPort } from "node:worker_threads";
import { openSession } from "../../../pkg/dist/index.js";
import { jsonl } from "../../../pkg/dist/stores/jsonl.js";
import { sessionOptions } from "./jsonl-race-plan.mjs";

const [dir, name, count] = process.argv.slice(2);
const session = await openSession({ ...sessionOptions, store: jsonl({ dir, fsync: "never" }) });
let status;
for (let made = 0; made < Number(count); made++) {
  await session.append({ role: made % 2 ? "assistant" : "user", content: `${name}-${made} ${"the quick brown fox ".repeat(10)}` });
  if (made !== Number(count) / 2) continue;
  await session.refresh();
  status = session.check().compactions > 0 ? "there already" : (await session.compact()).status;
}
session.close();
if (isMainThread) process.stdout.write(JSON.stringify({ status }));
else parentPort.postMessage({ status });
