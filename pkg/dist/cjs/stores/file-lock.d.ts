/**
 * A lock between processes, made of a directory: `mkdir` succeeds for one. Inside lies one file that names the owner, and
 * whose time of change it renews while it works. A lock whose owner is gone is broken by removing *that* file by its name,
 * so that a lock which has changed hands meanwhile is never broken. Node only.
 */
/** A lock that is held. */
export interface FileLock {
    /** Whether it is still ours. A process that was suspended for long may have lost it. */
    isHeld(): Promise<boolean>;
    release(): Promise<void>;
}
/** Takes the lock at `path`, waiting up to `timeoutMs` for its owner. */
export declare function lockFile(path: string, timeoutMs: number, signal?: AbortSignal): Promise<FileLock>;
