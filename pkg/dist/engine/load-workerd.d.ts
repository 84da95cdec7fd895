/** Starts the core in workers, which forbid compiling from bytes and hand out a compiled module instead. */
export {};
