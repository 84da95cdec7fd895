/** A time limit and an abort signal in one, for work whose callee may heed neither. */
import { EpitomeError } from "../errors.js";
/** Checks a `timeoutMs` option: milliseconds, positive, `Infinity` for no limit. */
export declare function checkTimeout(timeoutMs: number): number;
/** The error of a deadline that passed. */
export declare function timeoutError(what: string, timeoutMs: number): EpitomeError;
/**
 * Runs from its construction until `close`. When the parent signal aborts or the time is over, `signal` aborts too and
 * every pending `race` rejects, whatever the work itself does. A closed deadline leaves no timer and no listener.
 */
export declare class Deadline {
    #private;
    constructor(parent: AbortSignal | undefined, timeoutMs: number, timeoutError: () => unknown);
    /** Aborts when the parent does, when the time is over, or when `close` is given a reason. */
    get signal(): AbortSignal;
    /** Throws the reason if the deadline has stopped. Busy loops that starve the timer are caught here by the clock. */
    check(): void;
    /** Settles as `work` does, or rejects with the reason as soon as the deadline stops. Late results of `work` are ignored. */
    race<T>(work: PromiseLike<T>): Promise<T>;
    /** Ends the deadline. A `reason` also aborts `signal`, for work that should not go on. */
    close(reason?: unknown): void;
}
