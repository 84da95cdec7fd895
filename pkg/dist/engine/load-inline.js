/** Starts the core from the bytes inside the package, synchronously: nothing to fetch, nothing for a bundler to find. */
import { deflated, lengths, size } from "../wasm/inline.js";
import { start } from "./engine.js";
import { inflate } from "./inflate.js";
import { rejoin } from "./rejoin.js";
const runtime = globalThis;
/** Decodes base64 by the fastest way that this runtime has. */
function decode(text) {
    if (runtime.Uint8Array.fromBase64)
        return runtime.Uint8Array.fromBase64(text);
    if (runtime.Buffer)
        return runtime.Buffer.from(text, "base64");
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index++)
        bytes[index] = binary.charCodeAt(index);
    return bytes;
}
/** Inflates by the runtime's own zlib where it is there without an import (Node, Bun, Deno): that saves some 15 ms. */
function expand(bytes) {
    const length = lengths.reduce((sum, length) => sum + length);
    try {
        const native = runtime.process?.getBuiltinModule?.("node:zlib")?.inflateRawSync(bytes);
        if (native?.length === length)
            return native;
    }
    catch {
        // An imitation of Node may offer the function without what it promises; ours needs nothing.
    }
    return inflate(bytes, length);
}
start(new WebAssembly.Module(rejoin(expand(decode(deflated)), lengths, size)));
