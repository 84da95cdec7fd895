/**
 * Puts the core's wasm together again from what `xtask/build/split.mjs` made of it.
 *
 * In the code of a wasm module each kind of thing stands among all others: opcodes, variables, offsets, constants. Told apart
 * into one stream for each kind, the same bytes deflate by a sixth better. The streams bring a table that says what follows
 * which opcode, so that nothing here knows it.
 */
/** `lengths` are those of the streams, which lie one behind the other in `streams`; the module is `size` bytes long. */
export declare function rejoin(streams: Uint8Array, lengths: readonly number[], size: number): Uint8Array<ArrayBuffer>;
