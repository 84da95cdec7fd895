/** The storage of the crash tests: files that have an index from the first kilobytes on, and write to it all the time. */

import { jsonl } from "../../../pkg/dist/stores/jsonl.js";
import { LIMITS } from "../../../pkg/dist/stores/log-index.js";

Object.assign(LIMITS, { indexFrom: 4_000, markEvery: 1_000, flushBytes: 1_500, flushEntries: 6, window: 8 });

export const open = (dir) => ({ store: jsonl({ dir, fsync: "never" }) });
