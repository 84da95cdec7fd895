/** A store for tests, for short-lived processes, and for sessions that nobody will ask for again. */
import type { SessionStore } from "../types.js";
/**
 * Makes a store that keeps its sessions in memory, as the JSON text that any other store would keep: what is read back is a
 * copy, and later changes to what was given do not reach it. It answers at once, without promises. What it keeps ends with
 * the process; the size of a value is limited only by the memory there is.
 */
export declare function memory(): Required<SessionStore>;
