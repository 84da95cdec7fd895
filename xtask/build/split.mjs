// The core's wasm told apart into one stream for each kind of thing, so that it deflates better: `js/engine/rejoin.ts` undoes it.
// What follows which opcode is said here (WebAssembly Core Specification, 5.4), and comes along as a table.

/** The streams as they lie one behind the other: the first five are those that `rejoin.ts` knows. */
const STREAMS = [
  ...["table", "before", "after", "symbols", "variables"],
  ...["locals", "offsets", "constants", "longer", "pointers", "wide", "calls", "labels", "branches", "blocks", "globals", "raw", "other"],
];

const CODE_SECTION = 10;

/** Constants of one byte, of two, and longer ones, which are mostly places in memory, have streams of their own. */
const CONSTANTS = ["constants", "longer", "pointers"];

/** So many pairs of an opcode and the one byte behind it, the most frequent ones, are symbols of their own. */
const PAIRS = 4;

/** What a function begins with: its groups of variables, each a number and a type. */
const OPENING = { stream: "variables", count: 1, more: 2 };

/**
 * What follows an opcode: `count` numbers, and `more` for each unit of the first of them. `two`: the byte behind it belongs to the
 * symbol. `raw`: each byte is one number.
 */
function operands(opcode, second) {
  if (opcode >= 0x02 && opcode <= 0x04) return { stream: "blocks", count: 1, nesting: 1 };
  if (opcode === 0x0b) return { nesting: -1 };
  if (opcode === 0x0c || opcode === 0x0d) return { stream: "labels", count: 1 };
  if (opcode === 0x0e) return { stream: "branches", count: 2, more: 1 };
  if (opcode === 0x10) return { stream: "calls", count: 1 };
  if (opcode === 0x11) return { stream: "other", count: 2 };
  if (opcode >= 0x20 && opcode <= 0x22) return { stream: "locals", count: 1 };
  if (opcode === 0x23 || opcode === 0x24) return { stream: "globals", count: 1 };
  // The second byte is the alignment, which nearly always goes with the opcode.
  if (opcode >= 0x28 && opcode <= 0x3e) return { two: true, stream: "offsets", count: 1 };
  if (opcode === 0x41) return { stream: "constants", count: 1 };
  if (opcode === 0x42) return { stream: "wide", count: 1 };
  if (opcode === 0x43) return { stream: "raw", count: 4, raw: true };
  if (opcode === 0x44) return { stream: "raw", count: 8, raw: true };
  if ([0x25, 0x26, 0x3f, 0x40, 0xd0, 0xd2].includes(opcode)) return { stream: "other", count: 1 };
  if (opcode === 0xfc && second <= 7) return { two: true };
  if (opcode === 0xfc && [9, 11, 13, 15, 16, 17].includes(second)) return { two: true, stream: "other", count: 1 };
  if (opcode === 0xfc && [8, 10, 12, 14].includes(second)) return { two: true, stream: "other", count: 2 };
  if ([0x00, 0x01, 0x05, 0x0f, 0x1a, 0x1b, 0xd1].includes(opcode) || (opcode >= 0x45 && opcode <= 0xc4)) return {};
  throw new Error(`split: what follows the opcode 0x${opcode.toString(16)} (0x${second.toString(16)}) is not known`);
}

/** Splits a module into its streams: their bytes one behind the other, and how long each is. */
export function split(wasm) {
  const seen = new Map();
  splitBy(wasm, new Set(), seen);
  const frequent = [...seen].sort(([, one], [, other]) => other - one).slice(0, PAIRS);
  return splitBy(wasm, new Set(frequent.map(([pair]) => pair)), new Map());
}

/** `pairs` are those that are symbols; `seen` counts the others that could be. */
function splitBy(wasm, pairs, seen) {
  const streams = STREAMS.map(() => []);
  const symbols = new Map();
  let position = 8;

  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = wasm[position++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const move = (name, from) => {
    for (const byte of wasm.subarray(from, position)) streams[STREAMS.indexOf(name)].push(byte);
  };
  /** The symbol of an instruction that begins with these bytes. At its first appearance it gets its row. */
  const symbol = (head, { stream = "table", count = 0, more = 0, raw = false, nesting = 0 }) => {
    const key = `${head.join()} ${stream}`;
    const known = symbols.get(key);
    if (known !== undefined) return known;
    if (symbols.size === 256) throw new Error("split: there are more kinds of instructions than a byte can tell apart");
    const [first = 0, second = 0] = head;
    streams[0].push(head.length, first, second, STREAMS.indexOf(stream), count, more, raw ? 0 : 128, nesting + 1);
    symbols.set(key, symbols.size);
    return symbols.size - 1;
  };
  const instruction = () => {
    const start = position;
    const what = operands(wasm[position], wasm[position + 1]);
    position += what.two ? 2 : 1;
    const from = position;
    if (what.raw) position += what.count;
    else if (what.count > 0) {
      let left = what.count - 1 + (what.more ?? 0) * number();
      for (; left > 0; left--) number();
    }
    if (what.stream === "constants") what.stream = CONSTANTS[Math.min(position - from, CONSTANTS.length) - 1];
    // A local varies too much to be part of a symbol.
    const pair = from - start === 1 && position - from === 1 && what.stream !== "locals" && wasm.subarray(start, position).join();
    if (pair && pairs.has(pair)) {
      streams[STREAMS.indexOf("symbols")].push(symbol([...wasm.subarray(start, position)], { nesting: what.nesting }));
      return what.nesting ?? 0;
    }
    if (pair) seen.set(pair, (seen.get(pair) ?? 0) + 1);
    streams[STREAMS.indexOf("symbols")].push(symbol([...wasm.subarray(start, from)], what));
    if (what.count > 0) move(what.stream, from);
    return what.nesting ?? 0;
  };
  const code = () => {
    symbol([], OPENING);
    for (let functions = number(); functions > 0; functions--) {
      const end = number() + position;
      const from = position;
      for (let groups = number(); groups > 0; groups--, position++) number();
      move("variables", from);
      for (let nesting = 1; nesting > 0; ) nesting += instruction();
      if (position !== end) throw new Error("split: a function is longer or shorter than it says");
    }
  };

  let name = "before";
  for (let from = 0; position < wasm.length; from = position) {
    const section = wasm[position++];
    const end = number() + position;
    if (section === CODE_SECTION) {
      // The section's head and the number of its functions stay where they are.
      const begin = position;
      number();
      move("before", from);
      position = begin;
      code();
      name = "after";
    } else {
      position = end;
      move(name, from);
    }
  }
  return { bytes: Uint8Array.from(streams.flat()), lengths: streams.map((stream) => stream.length) };
}
