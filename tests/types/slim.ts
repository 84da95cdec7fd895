// The slim entry: the host brings the core in whichever shape it has it.
import { type CoreSource, core, EpitomeError, initialize, initializeSync } from "epitome/slim";

const sources: CoreSource[] = [new Uint8Array(8), new ArrayBuffer(8), new URL("https://example.org/core.wasm"), "core.wasm"];
for (const source of sources) {
  const done: Promise<void> = initialize(source);
  done.catch((error: unknown) => (EpitomeError.isInstance(error) ? error.code : undefined));
}
initialize(fetch("core.wasm")) satisfies Promise<void>;
initializeSync(new Uint8Array(8));
core.coreVersion() satisfies string;

// @ts-expect-error A number is no source.
initialize(7);
// @ts-expect-error A place to fetch from needs the asynchronous way.
initializeSync("core.wasm");
