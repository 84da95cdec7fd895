var import_inline = require("../wasm/inline.js");
var import_engine = require("./engine.js");
var import_inflate = require("./inflate.js");
var import_rejoin = require("./rejoin.js");
const runtime = globalThis;
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
function expand(bytes) {
  const length = import_inline.lengths.reduce((sum, length2) => sum + length2);
  try {
    const native = runtime.process?.getBuiltinModule?.("node:zlib")?.inflateRawSync(bytes);
    if (native?.length === length)
      return native;
  } catch {
  }
  return (0, import_inflate.inflate)(bytes, length);
}
(0, import_engine.start)(new WebAssembly.Module((0, import_rejoin.rejoin)(expand(decode(import_inline.deflated)), import_inline.lengths, import_inline.size)));
