var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  ALPHABETS: () => ALPHABETS,
  treeOf: () => treeOf,
  unpack: () => unpack
});
module.exports = __toCommonJS(stdin_exports);
const ALPHABETS = 5;
const HEAD = ALPHABETS * 128;
const PLACES = 1 << 20;
const UNIT = 256;
const SUREST = 12 * UNIT;
const KNOWN = 2048;
const CODE_SECTION = 10;
const OTHERS = [37, 38, 63, 64, 208, 210];
var Kind;
(function(Kind2) {
  Kind2[Kind2["Variables"] = 0] = "Variables";
  Kind2[Kind2["Block"] = 1] = "Block";
  Kind2[Kind2["Label"] = 2] = "Label";
  Kind2[Kind2["Branch"] = 3] = "Branch";
  Kind2[Kind2["Callee"] = 4] = "Callee";
  Kind2[Kind2["Local"] = 5] = "Local";
  Kind2[Kind2["Global"] = 6] = "Global";
  Kind2[Kind2["Offset"] = 7] = "Offset";
  Kind2[Kind2["Constant"] = 8] = "Constant";
  Kind2[Kind2["Wide"] = 9] = "Wide";
  Kind2[Kind2["Other"] = 10] = "Other";
})(Kind || (Kind = {}));
var Is;
(function(Is2) {
  Is2[Is2["Range"] = 0] = "Range";
  Is2[Is2["Code"] = 1] = "Code";
  Is2[Is2["Recent"] = 2] = "Recent";
  Is2[Is2["Before"] = 3] = "Before";
  Is2[Is2["Opcodes"] = 4] = "Opcodes";
  Is2[Is2["OpcodesBefore"] = 5] = "OpcodesBefore";
  Is2[Is2["Number"] = 6] = "Number";
  Is2[Is2["Word"] = 7] = "Word";
})(Is || (Is = {}));
function treeOf(lengths) {
  const ways = [];
  for (let length = 1, open = 1, next = 1; open > 0; length++) {
    let left = open * 2;
    for (let byte = 0; byte < 256; byte++) {
      if (lengths[byte] !== length)
        continue;
      ways.push(~byte);
      left--;
    }
    for (open = left; left > 0; left--)
      ways.push(next++);
  }
  return Int16Array.from(ways);
}
function readTrees(packed) {
  const length = (index) => packed[index >> 1] >> (index & 1) * 4 & 15;
  return Array.from({ length: ALPHABETS }, (_, alphabet) => treeOf(Array.from({ length: 256 }, (_2, byte) => length(alphabet * 256 + byte))));
}
function logistic() {
  const chances = new Int32Array(2 * SUREST);
  for (let sum = 0, odds = 1; sum < SUREST; sum++, odds *= 1.0039138893383475) {
    chances[SUREST + sum] = Math.min(65535, odds / (1 + odds) * 65536);
    chances[SUREST - 1 - sum] = Math.max(1, 65536 / (1 + odds));
  }
  return chances;
}
function mix(one, other) {
  const mixed = Math.imul(one ^ Math.imul(other, 2246822507), 2654435761);
  return (mixed ^ mixed >>> 15) & 1073741823;
}
function unpack(packed, size, pick) {
  const trees = readTrees(packed);
  const bytes = new Uint8Array(size);
  let at = 0;
  const learned = new Int16Array(PLACES);
  const chances = logistic();
  const rates = Int32Array.from({ length: 256 }, (_, said) => (0.4 / (said * 0.1 + 1) + 0.08) * 16384);
  const trust = new Int32Array(ALPHABETS * 256).fill(4096);
  const latest = new Int32Array(1 << 16);
  let from = 0;
  let run = 0;
  const state = new Int32Array(8);
  const numbers = new Int32Array(2 * (Kind.Other + 1));
  let read = HEAD;
  state[Is.Range] = -1;
  while (read < HEAD + 4)
    state[Is.Code] = state[Is.Code] << 8 | packed[read++];
  function byte(alphabet, one, two, three, four, five) {
    const ways = trees[alphabet];
    let range = state[Is.Range];
    let code = state[Is.Code];
    const six = mix(run, run > 0 ? bytes[from] : 256 + alphabet);
    let fork = 0;
    do {
      const place1 = one + fork & PLACES - 1;
      const place2 = two + fork & PLACES - 1;
      const place3 = three + fork & PLACES - 1;
      const place4 = four + fork & PLACES - 1;
      const place5 = five + fork & PLACES - 1;
      const place6 = six + fork & PLACES - 1;
      const said1 = learned[place1];
      const said2 = learned[place2];
      const said3 = learned[place3];
      const said4 = learned[place4];
      const said5 = learned[place5];
      const said6 = learned[place6];
      const said = said1 + said2 + said3 + said4 + said5 + said6;
      const here = (alphabet << 8) + fork;
      const sum = Math.imul(said, trust[here]) >> 14;
      const chance = chances[sum < -SUREST ? 0 : sum < SUREST ? sum + SUREST : 2 * SUREST - 1];
      let way;
      if (pick)
        way = pick(chance, alphabet, fork === 0);
      else {
        const bound = Math.imul(range >>> 16, chance);
        way = code >>> 0 < bound >>> 0 ? 1 : 0;
        code -= way ? 0 : bound;
        range = (way ? bound : range - bound) | 0;
        for (; (range & 4278190080) === 0; range <<= 8)
          code = code << 8 | packed[read++];
      }
      const error = (way << 16) - chance;
      if (error > KNOWN || error < -KNOWN) {
        trust[here] = Math.max(1200, trust[here] + (Math.imul(error >> 4, said >> 2) >> 13));
        learned[place1] = said1 + (Math.imul(error, rates[(said1 ^ said1 >> 31) >> 7]) >> 20);
        learned[place2] = said2 + (Math.imul(error, rates[(said2 ^ said2 >> 31) >> 7]) >> 20);
        learned[place3] = said3 + (Math.imul(error, rates[(said3 ^ said3 >> 31) >> 7]) >> 20);
        learned[place4] = said4 + (Math.imul(error, rates[(said4 ^ said4 >> 31) >> 7]) >> 20);
        learned[place5] = said5 + (Math.imul(error, rates[(said5 ^ said5 >> 31) >> 7]) >> 20);
        learned[place6] = said6 + (Math.imul(error, rates[(said6 ^ said6 >> 31) >> 7]) >> 20);
      }
      fork = ways[2 * fork + way];
    } while (fork >= 0);
    state[Is.Range] = range;
    state[Is.Code] = code;
    const value = ~fork;
    if (run > 0)
      run = bytes[from++] === value ? Math.min(run + 1, 15) : 0;
    bytes[at++] = value;
    const recent = state[Is.Recent] << 8 | value;
    const before = state[Is.Before] << 8 | state[Is.Recent] >>> 24;
    state[Is.Recent] = recent;
    state[Is.Before] = before;
    const key = mix(recent, before & 65535) >>> 14;
    if (run === 0) {
      from = latest[key];
      while (run < 15 && from > run && bytes[from - 1 - run] === bytes[at - 1 - run])
        run++;
      if (run < 6)
        run = 0;
    }
    latest[key] = at;
    return value;
  }
  function plain() {
    const recent = state[Is.Recent];
    const last = recent & 255;
    const word = last >= 97 && last <= 122 || last === 95 ? mix(state[Is.Word], last) : 0;
    state[Is.Word] = word;
    const four = mix(word, 4 + last * 1e3);
    return byte(0, mix(last, 1), mix(recent & 16777215, 2), mix(recent >>> 24, 30 + (at & 3)), four, mix(recent & 65535, 5));
  }
  function opcode(place) {
    const opcodes = state[Is.Opcodes];
    const opcodesBefore = state[Is.OpcodesBefore];
    const two = opcodes & 65535;
    const six = mix(mix(opcodes, opcodesBefore & 65535), 14 + place);
    const numbered = mix(mix(opcodes & 16777215, state[Is.Number]), 15 + place);
    const code = byte(1, mix(two, 11 + place), mix(opcodes, 12 + place), mix(state[Is.Recent] & 65535, 13 + place), six, numbered);
    if (place > 0)
      state[Is.Opcodes] = opcodes ^ code * 7;
    else {
      state[Is.OpcodesBefore] = opcodesBefore << 8 | opcodes >>> 24;
      state[Is.Opcodes] = opcodes << 8 | code;
    }
    return code;
  }
  function number(kind) {
    const opcodes = state[Is.Opcodes];
    const last = numbers[2 * kind];
    const three = opcodes & 16777215;
    const alphabet = kind === Kind.Local ? 2 : kind === Kind.Constant ? 3 : 4;
    let value = 0;
    for (let shift = 0, digit = 128; digit > 127; shift += 7) {
      const so = mix(kind * 8 + shift, value);
      const both = mix(mix(mix(three, last), numbers[2 * kind + 1]), so + 5);
      const near = mix(mix(opcodes & 255, last), so + 1);
      digit = byte(alphabet, near, mix(mix(opcodes, last), so + 2), mix(0, so + 3), mix(three, so + 4), both);
      value |= (digit & 127) << shift;
    }
    numbers[2 * kind + 1] = last;
    numbers[2 * kind] = value;
    state[Is.Number] = mix(value, kind);
    return value;
  }
  function count() {
    let value = 0;
    for (let shift = 0, digit = 128; digit > 127; shift += 7) {
      digit = plain();
      value |= (digit & 127) << shift;
    }
    return value;
  }
  const several = (kind, count2) => {
    for (let left = count2; left > 0; left--)
      number(kind);
  };
  function instruction() {
    const code = opcode(0);
    if (code === 11)
      return -1;
    if (code >= 2 && code <= 4) {
      number(Kind.Block);
      return 1;
    }
    if (code === 12 || code === 13)
      number(Kind.Label);
    else if (code === 14)
      several(Kind.Branch, number(Kind.Branch) + 1);
    else if (code === 16)
      number(Kind.Callee);
    else if (code === 17)
      several(Kind.Other, 2);
    else if (code >= 32 && code <= 34)
      number(Kind.Local);
    else if (code === 35 || code === 36)
      number(Kind.Global);
    else if (code >= 40 && code <= 62) {
      opcode(1);
      number(Kind.Offset);
    } else if (code === 65)
      number(Kind.Constant);
    else if (code === 66)
      number(Kind.Wide);
    else if (code === 67 || code === 68)
      for (let left = code === 67 ? 4 : 8; left > 0; left--)
        plain();
    else if (code === 252) {
      const second = opcode(1);
      if (second > 7)
        several(Kind.Other, second % 2 === 0 ? 2 : 1);
    } else if (OTHERS.includes(code))
      number(Kind.Other);
    return 0;
  }
  const places = [];
  let lengths = 0;
  for (let left = 8; left > 0; left--)
    plain();
  while (at + lengths < size) {
    const section = plain();
    const length = count();
    if (section !== CODE_SECTION)
      for (const end = at + length; at < end; )
        plain();
    else {
      for (let functions = count(); functions > 0; functions--) {
        places.push(at);
        several(Kind.Variables, 2 * number(Kind.Variables));
        for (let nesting = 1; nesting > 0; )
          nesting += instruction();
        lengths += lengthOf(at - places.at(-1)).length;
      }
      places.push(at);
    }
  }
  return withLengths(bytes, places, size);
}
function lengthOf(length) {
  const digits = [];
  let rest = length;
  for (; rest > 127; rest >>= 7)
    digits.push(rest & 127 | 128);
  return [...digits, rest];
}
function withLengths(bytes, places, size) {
  const module2 = new Uint8Array(size);
  let written = 0;
  let from = 0;
  const copy = (to) => {
    module2.set(bytes.subarray(from, to), written);
    written += to - from;
    from = to;
  };
  places.forEach((place, index) => {
    copy(place);
    const next = places[index + 1];
    if (next === void 0)
      return;
    const digits = lengthOf(next - place);
    module2.set(digits, written);
    written += digits.length;
  });
  copy(from + size - written);
  return module2;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  ALPHABETS,
  treeOf,
  unpack
});
