/**
 * The package without the core inside, for hosts that bring it themselves: a worker that imports `epitome/core.wasm`,
 * a page that streams it, a build that counts every byte. Call `initialize` once, before anything else.
 */
export * as core from "./core.js";
export * from "./main.js";
/** A compiled `WebAssembly.Module`. Typed by no more than that it is an object: Node's own types do not declare `WebAssembly`. */
export type CoreModule = object;
/** What the core can be started from: its compiled module, its bytes, a response that carries them, or where to fetch it. */
export type CoreSource = CoreModule | ArrayBuffer | ArrayBufferView | Response | URL | string;
/** Starts the core. Idempotent: later calls wait for the first one; after a failure the next call tries again. */
export declare function initialize(source: CoreSource | PromiseLike<CoreSource>): Promise<void>;
/** Starts the core from its compiled module or its bytes. Browsers compile no more than 8 MB this way; the core is far smaller. */
export declare function initializeSync(source: CoreModule | ArrayBuffer | ArrayBufferView): void;
