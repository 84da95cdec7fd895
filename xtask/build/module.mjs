// Reads and writes modules of WebAssembly, as far as the build changes them.

/** The sections' numbers (Core Specification, 5.5). */
export const TYPES = 1;
export const IMPORTS = 2;
export const FUNCTIONS = 3;
export const EXPORTS = 7;
export const START = 8;
export const ELEMENTS = 9;
export const CODE = 10;
export const DATA = 11;

/** The kind of an import or an export that is a function. */
export const FUNCTION_KIND = 0;

export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** The bytes from a place up to here. */
  since(from) {
    return this.bytes.subarray(from, this.at);
  }

  /** A list of what `read` reads. */
  list(read) {
    return Array.from({ length: this.number() }, read);
  }
}

export function number(value) {
  const digits = [];
  for (; value > 127; value = Math.floor(value / 128)) digits.push((value % 128) + 128);
  return Buffer.from([...digits, value]);
}

export const list = (items) => Buffer.concat([number(items.length), ...items]);

/** A name, or any bytes with their length in front. */
export const counted = (bytes) => Buffer.concat([number(bytes.length), bytes]);

/** The module's sections, in their order: `id` and `bytes`. */
export function sectionsOf(wasm) {
  const reader = new Reader(wasm, 8);
  const sections = [];
  while (reader.at < wasm.length) {
    const id = reader.byte();
    sections.push({ id, bytes: reader.take(reader.number()) });
  }
  return sections;
}

/** The module with those sections written anew for whose number there is a function: it gets a reader of the section. */
export function rewritten(wasm, sections, rewrite) {
  const written = sections.map(({ id, bytes }) => Buffer.concat([Buffer.from([id]), counted(rewrite[id]?.(new Reader(bytes)) ?? bytes)]));
  return Buffer.concat([wasm.subarray(0, 8), ...written]);
}

/** The module without what is for tools alone: the sections that do nothing. */
export function bare(wasm) {
  return rewritten(
    wasm,
    sectionsOf(wasm).filter(({ id }) => id !== 0),
    {},
  );
}
