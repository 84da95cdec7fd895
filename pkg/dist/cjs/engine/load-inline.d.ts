/** Starts the core from what is inside the package, synchronously: nothing to fetch, nothing for a bundler to find. */
export {};
