/**
 * A synchronous inflate (RFC 1951), because no runtime's own decompressor is both synchronous and everywhere.
 * It reads one raw deflate stream of known size: the core's streams, as they stand in `wasm/inline.js`.
 */
/** Inflates `input`, which must be exactly one stream that gives exactly `size` bytes. */
export declare function inflate(input: Uint8Array, size: number): Uint8Array<ArrayBuffer>;
