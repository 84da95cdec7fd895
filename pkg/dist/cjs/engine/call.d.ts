/** Calls into the core: its refusals become this package's errors. */
/** Runs `work`; what the core throws (`{ code, path, message }`) is thrown as an `EpitomeError`. `origin` is put before the place. */
export declare function guarded<T>(work: () => T, origin?: (path: string) => string): T;
/** What the core threw, as an error of this package; anything else as it is. */
export declare function asEpitomeError(thrown: unknown, origin?: (path: string) => string): unknown;
