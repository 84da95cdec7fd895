/** Starts the core from the bytes inside the package, synchronously: nothing to fetch, nothing for a bundler to find. */
export {};
