/**
 * Writes a host's value into the core's staging buffer. `src/tape.rs` is the reader and describes the bytes.
 *
 * A value is walked once, texts go in by `TextEncoder.encodeInto`. What JSON would leave out is left out; what JSON
 * cannot carry (bytes, URLs, dates) is noted by its kind, and the object itself stays here.
 */
/**
 * Writes a call, its data and its options, and returns the tape's length in bytes. `name` is what errors call the data.
 * The buffer is the core's until its next call.
 */
export declare function stage(data: unknown, options?: object | null, name?: string): number;
