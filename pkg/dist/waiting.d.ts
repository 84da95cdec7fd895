/** Waiting for somebody who may not heed an abort. */
/**
 * What `work` comes to, or the signal's reason as soon as that aborts. The work itself goes on: what was sent cannot be taken
 * back, and whether it was done is then unknown.
 */
export declare function orAborted<T>(work: () => T | PromiseLike<T>, signal: AbortSignal | undefined): Promise<T>;
/** Waits so many milliseconds, or until the signal aborts: then its reason is thrown, and no timer stays. */
export declare function pause(ms: number, signal?: AbortSignal): Promise<void>;
