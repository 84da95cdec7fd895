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
  CONTEXTS: () => CONTEXTS,
  LENGTHS: () => LENGTHS,
  mix: () => mix,
  modelOf: () => modelOf,
  treeOf: () => treeOf
});
module.exports = __toCommonJS(stdin_exports);
const CONTEXTS = 5;
const LENGTHS = 0;
const LONGEST = 16;
const PLACES = 1 << 21;
const UNIT = 256;
const SUREST = 12 * UNIT;
const KNOWN = 2048;
const LEAST = 1 << 23;
const LONG_RUN = 31;
const RUN = 6;
const RANGE = 0;
const CODE = 1;
const RECENT = 2;
const BEFORE = 3;
function treeOf(lengths) {
  const ways = [];
  for (let length = 1, open = 1, next = 1; open > 0; length++) {
    let left = open * 2;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length)
        continue;
      ways.push(~symbol);
      left--;
    }
    for (open = left; left > 0; left--)
      ways.push(next++);
  }
  return Int16Array.from(ways);
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
function modelOf(packed, alphabets, most, pick) {
  const trees = [treeOf(new Uint8Array(LONGEST).fill(4))];
  const contexts = new Int32Array(CONTEXTS);
  const symbols = new Uint8Array(alphabets * 256 + most);
  let at = 0;
  const places = new Int16Array(PLACES);
  const chances = logistic();
  const rates = Int32Array.from({ length: 256 }, (_, said) => (0.45 / (said * 0.08 + 1) + 0.1) * 16384);
  const trust = new Int32Array((alphabets + 1) * 256).fill(5600);
  const latest = new Int32Array(1 << 16);
  let from = 0;
  let run = 0;
  const state = new Int32Array(4);
  let read = 4;
  state[RANGE] = 2147483647;
  for (let index = 0; index < read; index++)
    state[CODE] = state[CODE] << 8 | packed[index];
  function symbol(alphabet, digit) {
    const table = places;
    const chanceOf = chances;
    const rateOf = rates;
    const trusted = trust;
    const mask = PLACES - 1;
    const surest = SUREST;
    const largest = 2 * SUREST - 1;
    const known = KNOWN;
    const least = LEAST;
    const ways = trees[alphabet];
    let range = state[RANGE];
    let code = state[CODE];
    const base1 = mix(contexts[0], digit);
    const base2 = mix(contexts[1], digit + 65537);
    const base3 = mix(contexts[2], digit + 131074);
    const base4 = mix(contexts[3], digit + 196611);
    const base5 = mix(contexts[4], digit + 262148);
    const repeated = symbols[from++];
    const base6 = mix(run, run > 0 ? repeated : 512 + alphabet);
    let fork = 0;
    do {
      const place1 = base1 + fork & mask;
      const place2 = base2 + fork & mask;
      const place3 = base3 + fork & mask;
      const place4 = base4 + fork & mask;
      const place5 = base5 + fork & mask;
      const place6 = base6 + fork & mask;
      const value1 = table[place1];
      const value2 = table[place2];
      const value3 = table[place3];
      const value4 = table[place4];
      const value5 = table[place5];
      const value6 = table[place6];
      const said = value1 + value2 + value3 + value4 + value5 + value6;
      const here = (alphabet << 8) + fork;
      const sum = Math.imul(said, trusted[here]) >> 14;
      const chance = chanceOf[Math.max(0, Math.min(sum + surest, largest))];
      let way;
      if (pick)
        way = pick(chance, alphabet, fork === 0);
      else {
        const bound = Math.imul(range >>> 16, chance);
        way = code - bound >>> 31;
        code -= bound & way - 1;
        range = way ? bound : range - bound;
        for (; range < least; range <<= 8)
          code = code << 8 | packed[read++];
      }
      const error = (way << 16) - chance;
      if (error > known || error < -known) {
        trusted[here] = Math.max(1200, trusted[here] + (Math.imul(error >> 4, said >> 2) >> 12));
        table[place1] = value1 + (Math.imul(error, rateOf[(value1 ^ value1 >> 31) >> 7]) >> 20);
        table[place2] = value2 + (Math.imul(error, rateOf[(value2 ^ value2 >> 31) >> 7]) >> 20);
        table[place3] = value3 + (Math.imul(error, rateOf[(value3 ^ value3 >> 31) >> 7]) >> 20);
        table[place4] = value4 + (Math.imul(error, rateOf[(value4 ^ value4 >> 31) >> 7]) >> 20);
        table[place5] = value5 + (Math.imul(error, rateOf[(value5 ^ value5 >> 31) >> 7]) >> 20);
        table[place6] = value6 + (Math.imul(error, rateOf[(value6 ^ value6 >> 31) >> 7]) >> 20);
      }
      fork = ways[2 * fork + way];
    } while (fork >= 0);
    state[RANGE] = range;
    state[CODE] = code;
    const value = ~fork;
    run = Math.min(run + (run > 0 ? 1 : 0), repeated === value ? LONG_RUN : 0);
    symbols[at++] = value;
    state[BEFORE] = state[BEFORE] << 8 | state[RECENT] >>> 24;
    state[RECENT] = state[RECENT] << 8 | value;
    return value;
  }
  function search() {
    const key = mix(state[RECENT], state[BEFORE] & 65535) >>> 14;
    if (run === 0) {
      from = latest[key];
      while (run < LONG_RUN && from > run && symbols[from - 1 - run] === symbols[at - 1 - run])
        run++;
      if (run < RUN)
        run = 0;
    }
    latest[key] = at;
  }
  for (let alphabet = 1; alphabet <= alphabets; alphabet++) {
    const lengths = new Uint8Array(256);
    for (let index = 0; index < 256; index++) {
      const last = lengths[index - 1] ?? 0;
      contexts.fill(0);
      contexts[0] = mix(last * 16 + (lengths[index - 2] ?? 0), 1);
      contexts[1] = mix(index, 2);
      contexts[2] = mix(index >> 4, 3 + last);
      lengths[index] = symbol(LENGTHS, 0);
    }
    trees[alphabet] = treeOf(lengths);
  }
  return { contexts, symbol, search, back: (from2) => state[from2 === 0 ? RECENT : BEFORE] };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  CONTEXTS,
  LENGTHS,
  mix,
  modelOf,
  treeOf
});
