/** The storage of the crash tests: files as they are. */

import { jsonl } from "../../../pkg/dist/stores/jsonl.js";

export const open = (dir) => ({ store: jsonl({ dir }) });
