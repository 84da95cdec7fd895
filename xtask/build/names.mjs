// Gives what crosses between the core and its glue short names, in both: the names that are generated are long, and part of each
// is a hash, which nothing foretells.
import { counted, EXPORTS, FUNCTION_KIND, IMPORTS, list, number, rewritten, sectionsOf } from "./module.mjs";

/** As many names as there are, short ones first: a, b, …, z, ba, … */
function shortName(count) {
  const letter = String.fromCharCode(97 + (count % 26));
  return count < 26 ? letter : shortName(Math.floor(count / 26)) + letter;
}

/** The module and its glue with short names for all functions that either gives the other. */
export function shorten(wasm, glue) {
  const imports = new Map();
  const exports = new Map();
  const shortened = (names, bytes) => {
    const name = bytes.toString();
    if (!names.has(name)) names.set(name, shortName(names.size));
    return counted(Buffer.from(names.get(name)));
  };
  const module = rewritten(wasm, sectionsOf(wasm), {
    [IMPORTS]: (reader) =>
      list(
        reader.list(() => {
          const from = reader.at;
          reader.take(reader.number());
          const head = reader.since(from);
          const bytes = reader.take(reader.number());
          const name = shortened(imports, bytes);
          const isGlue = bytes.toString().startsWith("__wb") && reader.byte() === FUNCTION_KIND;
          if (!isGlue) throw new Error(`names: an import that is no function of the glue: ${bytes}`);
          return Buffer.concat([head, name, number(FUNCTION_KIND), number(reader.number())]);
        }),
      ),
    [EXPORTS]: (reader) =>
      list(
        reader.list(() => {
          const name = reader.take(reader.number());
          const kind = reader.byte();
          const written = kind === FUNCTION_KIND ? shortened(exports, name) : counted(name);
          return Buffer.concat([written, number(kind), number(reader.number())]);
        }),
      ),
  });
  const given = new Set();
  const renamed = glue
    .replace(/^( {8})(\w+)(?=: function)/gm, (whole, indent, name) => {
      given.add(name);
      return imports.has(name) ? indent + imports.get(name) : whole;
    })
    .replace(/\bwasm\.(\w+)/g, (whole, name) => (exports.has(name) ? `wasm.${exports.get(name)}` : whole));
  const missing = [...imports.keys()].filter((name) => !given.has(name));
  if (missing.length > 0) throw new Error(`names: the glue does not give ${missing.join(", ")}`);
  return { module, glue: renamed };
}
