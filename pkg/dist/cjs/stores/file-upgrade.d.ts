/** Rewrites a session file of an older version as one of version 3, line by line. Node only. */
/**
 * Puts a file of version 3 in the place of `path`. What cannot be read, and what comes from `end` on, is kept as it is. The
 * old file stays beside it as `….v1.bak`.
 */
export declare function upgradeFile(path: string, end: number, sync: boolean): Promise<void>;
