/** Starts the core from what is inside the package, synchronously: nothing to fetch, nothing for a bundler to find. */
import { packed, size, unpacker } from "../wasm/inline.js";
import { start } from "./engine.js";
import { unpack } from "./unpack.js";
const runtime = globalThis;
/** This file's place in the package, from the folder on in which the core's file is. */
const PLACE = /(cjs[\\/])?engine[\\/]load-inline\.js$/;
/**
 * The core's file beside this one, where there are files and no bundler came between: that saves the unpacking. Deno would ask
 * the user first, whether it may be read.
 */
function fromFile() {
    try {
        const here = import.meta.url;
        if (runtime.Deno || !PLACE.test(here))
            return undefined;
        const place = here.replace(PLACE, "core.wasm");
        const file = runtime.process?.getBuiltinModule?.("node:fs")?.readFileSync(place.startsWith("file:") ? new URL(place) : place);
        return file?.length === size ? file : undefined;
    }
    catch {
        return undefined;
    }
}
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
start(new WebAssembly.Module(fromFile() ?? unpack(unpacker, decode(packed), size)));
