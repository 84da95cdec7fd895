var import_inline = require("../wasm/inline.js");
var import_engine = require("./engine.js");
var import_unpack = require("./unpack.js");
const runtime = globalThis;
const PLACE = /(cjs[\\/])?engine[\\/]load-inline\.js$/;
function fromFile() {
  try {
    const here = __filename;
    if (runtime.Deno || !PLACE.test(here))
      return void 0;
    const place = here.replace(PLACE, "core.wasm");
    const file = runtime.process?.getBuiltinModule?.("node:fs")?.readFileSync(place.startsWith("file:") ? new URL(place) : place);
    return file?.length === import_inline.size ? file : void 0;
  } catch {
    return void 0;
  }
}
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
(0, import_engine.start)(new WebAssembly.Module(fromFile() ?? (0, import_unpack.unpack)(import_inline.unpacker, decode(import_inline.packed), import_inline.size)));
