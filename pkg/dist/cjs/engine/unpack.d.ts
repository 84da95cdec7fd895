/**
 * Unpacks the core's wasm. What does so is a small module of wasm itself (`unpack/`), since it has much to reckon: it foresees
 * each symbol of the core, by what it knows of WebAssembly, and reads only how far it was wrong. A general compressor, which
 * knows nothing of the module, needs a half more.
 */
/** The module of `size` bytes that is in `packed`. `unpacker` is what unpacks it, two hexadecimal digits for each byte. */
export declare function unpack(unpacker: string, packed: Uint8Array, size: number): Uint8Array<ArrayBuffer>;
