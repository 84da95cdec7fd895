/**
 * The package without the core inside, for hosts that bring it themselves: a worker that imports `epitome/core.wasm`,
 * a page that streams it, a build that counts every byte. Call `initialize` once, before anything else.
 */

import { isRunning, start } from "./engine/engine.js";
import { EpitomeError } from "./errors.js";

export * as core from "./core.js";
export * from "./main.js";

/** A compiled `WebAssembly.Module`. Typed by no more than that it is an object: Node's own types do not declare `WebAssembly`. */
export type CoreModule = object;

/** What the core can be started from: its compiled module, its bytes, a response that carries them, or where to fetch it. */
export type CoreSource = CoreModule | ArrayBuffer | ArrayBufferView | Response | URL | string;

let starting: Promise<void> | undefined;

/** Starts the core. Idempotent: later calls wait for the first one; after a failure the next call tries again. */
export function initialize(source: CoreSource | PromiseLike<CoreSource>): Promise<void> {
  if (isRunning()) return Promise.resolve();
  starting ??= compile(source)
    .then(start)
    .catch((cause: unknown) => {
      starting = undefined;
      throw asEpitomeError(cause);
    });
  return starting;
}

/** Starts the core from its compiled module or its bytes. Browsers compile no more than 8 MB this way; the core is far smaller. */
export function initializeSync(source: CoreModule | ArrayBuffer | ArrayBufferView): void {
  if (isRunning()) return;
  try {
    start(isBytes(source) ? new WebAssembly.Module(source as BufferSource) : source);
  } catch (cause) {
    throw asEpitomeError(cause);
  }
}

async function compile(given: CoreSource | PromiseLike<CoreSource>): Promise<WebAssembly.Module> {
  let source = await given;
  if (typeof source === "string" || isUrl(source)) source = await fetch(source);
  if (isResponse(source)) {
    if (!source.ok) throw new Error(`fetching ${source.url || "the core"} gave status ${source.status}`);
    const streams = source.headers.get("content-type")?.startsWith("application/wasm");
    if (streams && "compileStreaming" in WebAssembly) return WebAssembly.compileStreaming(source);
    source = await source.arrayBuffer();
  }
  return isBytes(source) ? WebAssembly.compile(source as BufferSource) : source;
}

// By shape and not by `instanceof`: modules, responses and buffers may come from another realm.
const isBytes = (source: object): source is ArrayBuffer | ArrayBufferView => "byteLength" in source;
const isUrl = (source: object): source is URL => "href" in source;
const isResponse = (source: object): source is Response => "arrayBuffer" in source;

function asEpitomeError(cause: unknown): EpitomeError {
  return new EpitomeError("not-initialized", "The core could not be started.", { cause });
}
