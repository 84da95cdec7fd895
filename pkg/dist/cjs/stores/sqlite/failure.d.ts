/** What the clients' errors mean. */
import { EpitomeError } from "../../errors.js";
/** Whether the host is looping over the rows of a statement of its own: better-sqlite3 then takes no other work. */
export declare const isHostAtWork: (error: unknown) => boolean;
/** Whether the same can be expected to go through in a moment: somebody else is at work, and nothing was done. */
export declare function isBusy(error: unknown): boolean;
/** Wraps the client's error. */
export declare function storeFailed(error: unknown): EpitomeError;
/** The handle was closed. */
export declare function databaseClosed(cause?: unknown): EpitomeError;
/** Somebody else was at work for too long. `cause` is the last error, or undefined where a transaction stood in the way. */
export declare function storeLocked(timeoutMs: number, cause: unknown): EpitomeError;
