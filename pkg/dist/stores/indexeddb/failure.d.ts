/** What went wrong in the browser's storage, in words that say what to do. */
import { EpitomeError } from "../../errors.js";
/** There is no IndexedDB here. */
export declare function missingError(cause?: unknown): EpitomeError;
/** The database does not open, because of others or because the browser hangs. */
export declare function blockedError(name: string, waitedMs: number, isBlocked: boolean): EpitomeError;
/** A database of this name is there, and not ours. */
export declare function foreignError(name: string): EpitomeError;
/** Whether a call may work on a new connection: the browser has closed this one, or lost its own to where the data lies. */
export declare function isLost(error: unknown): boolean;
/** The browser's error as one of ours. */
export declare function failure(error: unknown, name: string): EpitomeError;
