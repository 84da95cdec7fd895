/** The whole text of an entry, as the host gave it. */
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";
/** All text of a message, or of text of the host's own: what is said, and what tools answered. With `part` what that part answered. */
export declare function textOf(log: Log, entry: Entry, part?: number): string;
