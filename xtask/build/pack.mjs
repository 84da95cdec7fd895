// Packs the core's wasm as `unpack/` reads it. The model of both is that one's: here it is told which way to go at each fork, and
// what it foresees is what an arithmetic coder writes by (a range coder with carries).
import { CODE, number, Reader, sectionsOf } from "./module.mjs";

/** The longest path to a byte that the trees can tell. */
const LONGEST = 15;

/** How many alphabets there are, beside the one of the lengths of paths, and which of them are of bytes and not of digits. */
const ALPHABETS = 38;
const ofBytes = (alphabet) => alphabet < 3 || alphabet > 20;

/** The module without the lengths of its functions: as the model goes through it. */
function withoutLengths(wasm) {
  const parts = [wasm.subarray(0, 8)];
  for (const { id, bytes } of sectionsOf(wasm)) {
    parts.push(Buffer.from([id]), number(bytes.length));
    if (id !== CODE) parts.push(bytes);
    else {
      const reader = new Reader(bytes);
      const functions = reader.list(() => reader.take(reader.number()));
      parts.push(number(functions.length), ...functions);
    }
  }
  return Buffer.concat(parts);
}

/** The length of each byte's path, by how often the byte is there (Huffman). */
function pathLengths(counts) {
  const lengths = new Uint8Array(256);
  let trees = [...counts].map((count, byte) => ({ count, byte })).filter(({ count }) => count > 0);
  // A tree has at least one fork.
  for (let byte = 0; trees.length < 2; byte++) if (!counts[byte]) trees.push({ count: 1, byte });
  while (trees.length > 1) {
    trees.sort((one, other) => one.count - other.count);
    const [left, right, ...rest] = trees;
    trees = [{ count: left.count + right.count, left, right }, ...rest];
  }
  const walk = ({ byte, left, right }, length) => {
    if (byte !== undefined) lengths[byte] = length;
    else for (const side of [left, right]) walk(side, length + 1);
  };
  walk(trees[0], 0);
  return Math.max(...lengths) <= LONGEST ? lengths : pathLengths(counts.map((count) => (count + 1) >> 1));
}

/** The ways to each byte of a tree. */
function pathsOf(ways) {
  const paths = [];
  const walk = (fork, path) => {
    for (const way of [0, 1]) {
      const next = ways[2 * fork + way];
      if (next < 0) paths[~next] = [...path, way];
      else walk(next, [...path, way]);
    }
  };
  walk(0, []);
  return paths;
}

/** The tree in which each symbol's path has the length given: level by level, `~symbol` is where a path ends. */
function treeOf(lengths) {
  const ways = [];
  for (let length = 1, open = 1, next = 1; open > 0; length++) {
    const ends = [...lengths.keys()].filter((symbol) => lengths[symbol] === length);
    open = open * 2 - ends.length;
    ways.push(...ends.map((symbol) => ~symbol));
    for (let left = open; left > 0; left--) ways.push(next++);
  }
  return ways;
}

/** Goes through the module, and calls `see` at each fork with what the model foresees and the way that is gone. */
function walk(packer, bytes, size, lengths, see) {
  const paths = [new Array(16).fill(4), ...lengths].map((lengths) => pathsOf(treeOf(lengths)));
  // The trees come first.
  const symbols = lengths.flatMap((lengths) => [...lengths]);
  const reader = new Reader(bytes);
  let given = 0;
  let path = [];
  let step = 0;
  const pick = (chance, alphabet, starts) => {
    if (starts) {
      if (given === symbols.length) {
        if (reader.at === bytes.length) throw new Error("pack: the module ends early, or an instruction of it is not known");
        symbols.push(...(ofBytes(alphabet) ? [reader.byte()] : digitsOf(reader)));
      }
      path = paths[alphabet][symbols[given++]];
      step = 0;
    }
    const way = path[step++];
    see(chance, way, alphabet, starts ? symbols[given - 1] : undefined);
    return way;
  };
  new WebAssembly.Instance(packer, { env: { pick } }).exports.walk(size);
}

/** A number's digits, the highest first, behind how many there are where there are more than one. */
function digitsOf(reader) {
  const start = reader.at;
  reader.number();
  const digits = [...reader.since(start)].reverse().map((digit) => digit & 127);
  return digits.length === 1 ? digits : [126 + digits.length, ...digits];
}

class Encoder {
  bytes = [];
  #low = 0n;
  /** Of 31 bits: so the decoder's numbers have a sign to spare. */
  #range = 0x7fffffff;
  /** The last byte, which a carry may still change, with the bytes 255 behind it; the first is none. */
  #held = -1;
  #full = 0;

  write(chance, way) {
    const bound = (this.#range >>> 16) * chance;
    if (way) this.#range = bound;
    else {
      this.#low += BigInt(bound);
      this.#range -= bound;
    }
    for (; this.#range < 0x800000; this.#range <<= 8) this.#shift();
  }

  end() {
    for (let left = 5; left > 0; left--) this.#shift();
    return this.bytes;
  }

  #shift() {
    const carry = Number(this.#low >> 32n);
    const byte = Number((this.#low >> 24n) & 255n);
    if (byte < 255 || carry > 0) {
      if (this.#held >= 0) this.bytes.push(this.#held + carry);
      for (; this.#full > 0; this.#full--) this.bytes.push((255 + carry) & 255);
      this.#held = byte;
    } else this.#full++;
    this.#low = (this.#low << 8n) & 0xffffffffn;
  }
}

/** Packs a module by `packer`, and makes sure that it can be unpacked by `unpacker`. */
export function pack(wasm, packer, unpacker) {
  const model = new WebAssembly.Module(packer);
  const bytes = withoutLengths(wasm);
  const flat = Array.from({ length: ALPHABETS }, () => new Uint8Array(256).fill(8));
  const counts = flat.map(() => new Array(256).fill(0));
  // What is counted begins behind the trees.
  let trees = 256 * ALPHABETS;
  walk(model, bytes, wasm.length, flat, (_chance, _way, alphabet, symbol) => {
    if (symbol !== undefined && --trees < 0) counts[alphabet - 1][symbol]++;
  });
  const lengths = counts.map(pathLengths);
  const encoder = new Encoder();
  walk(model, bytes, wasm.length, lengths, (chance, way) => encoder.write(chance, way));
  const packed = Buffer.from(encoder.end());
  const { memory, packed: place, unpack } = new WebAssembly.Instance(new WebAssembly.Module(unpacker)).exports;
  new Uint8Array(memory.buffer).set(packed, place());
  const unpacked = new Uint8Array(memory.buffer, unpack(wasm.length), wasm.length);
  if (!wasm.equals(unpacked)) throw new Error("pack: what is unpacked is not what was packed");
  return packed;
}
