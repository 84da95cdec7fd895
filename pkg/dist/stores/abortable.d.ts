/** Waiting for a server, but no longer than the caller does. */
/**
 * What `work` comes to, or the signal's reason as soon as it aborts. The work itself goes on: what was sent to a server
 * cannot be taken back, and whether it was done is then unknown.
 */
export declare function abortable<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T>;
