/**
 * The package without the core inside, for hosts that bring it themselves: a worker that imports `epitome/core.wasm`,
 * a page that streams it, a build that counts every byte. Call `initialize` once, before anything else.
 */
import { isRunning, start } from "./engine/engine.js";
import { EpitomeError } from "./errors.js";
export * as core from "./core.js";
export * from "./main.js";
let starting;
/** Starts the core. Idempotent: later calls wait for the first one; after a failure the next call tries again. */
export function initialize(source) {
    if (isRunning())
        return Promise.resolve();
    starting ??= compile(source)
        .then(start)
        .catch((cause) => {
        starting = undefined;
        throw asEpitomeError(cause);
    });
    return starting;
}
/** Starts the core from its compiled module or its bytes. Browsers compile no more than 8 MB this way; the core is far smaller. */
export function initializeSync(source) {
    if (isRunning())
        return;
    try {
        start(isBytes(source) ? new WebAssembly.Module(source) : source);
    }
    catch (cause) {
        throw asEpitomeError(cause);
    }
}
async function compile(given) {
    let source = await given;
    if (typeof source === "string" || isUrl(source))
        source = await fetch(source);
    if (isResponse(source)) {
        if (!source.ok)
            throw new Error(`fetching ${source.url || "the core"} gave status ${source.status}`);
        const streams = source.headers.get("content-type")?.startsWith("application/wasm");
        if (streams && "compileStreaming" in WebAssembly)
            return WebAssembly.compileStreaming(source);
        source = await source.arrayBuffer();
    }
    return isBytes(source) ? WebAssembly.compile(source) : source;
}
// By shape and not by `instanceof`: modules, responses and buffers may come from another realm.
const isBytes = (source) => "byteLength" in source;
const isUrl = (source) => "href" in source;
const isResponse = (source) => "arrayBuffer" in source;
function asEpitomeError(cause) {
    return new EpitomeError("not-initialized", "The core could not be started.", { cause });
}
