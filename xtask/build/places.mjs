// Takes out of a module where in the sources it would panic: a panic ends the module, and its message goes nowhere. What is said
// of each place is a file's path, a line and a column, which nothing foretells.
import { DATA, Reader, rewritten, sectionsOf } from "./module.mjs";

/** The paths of source files, as the compiler writes them: the standard library's, the crates', our own. */
const PATHS = /(\/rustc\/[0-9a-f]{40}\/library|\/cargo|(unpack\/)?src)\/[\w./-]+?\.rs/g;

/** The module with blank paths, and at every place that names one with no line and no column. */
export function withoutPlaces(wasm) {
  return rewritten(wasm, sectionsOf(wasm), {
    [DATA]: (reader) => {
      const section = Buffer.from(reader.bytes);
      const segments = segmentsOf(new Reader(section));
      const lengths = new Map();
      for (const { address, bytes } of segments) {
        for (const { index, 0: path } of bytes.toString("latin1").matchAll(PATHS)) {
          lengths.set(address + index, path.length);
          bytes.fill("/", index, index + path.length);
        }
      }
      for (const { address, bytes } of segments) {
        for (let at = -address & 3; at + 16 <= bytes.length; at += 4) {
          const length = lengths.get(bytes.readUInt32LE(at));
          if (length !== undefined && length === bytes.readUInt32LE(at + 4)) bytes.fill(0, at + 8, at + 16);
        }
      }
      return section;
    },
  });
}

/** What is put into the memory, and where; the bytes are the section's own. */
function segmentsOf(reader) {
  return reader.list(() => {
    // Into the first memory, from a constant on.
    if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error("places: data that is put in another way");
    const address = reader.number();
    reader.byte();
    return { address, bytes: reader.take(reader.number()) };
  });
}
