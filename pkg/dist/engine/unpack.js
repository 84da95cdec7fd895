/**
 * Unpacks the core's wasm. What does so is a small module of wasm itself (`unpack/`), since it has much to reckon: it foresees
 * each symbol of the core, by what it knows of WebAssembly, and reads only how far it was wrong. A general compressor, which
 * knows nothing of the module, needs a half more.
 */
/** The module of `size` bytes that is in `packed`. `unpacker` is what unpacks it, two hexadecimal digits for each byte. */
export function unpack(unpacker, packed, size) {
    const code = Uint8Array.from(unpacker.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), {});
    const { memory, packed: place, unpack: run } = exports;
    new Uint8Array(memory.buffer).set(packed, place());
    return new Uint8Array(memory.buffer, run(size), size);
}
