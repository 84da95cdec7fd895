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
  NUMBERS: () => NUMBERS,
  OPCODE: () => OPCODE,
  treeOf: () => import_model2.treeOf,
  unpack: () => unpack
});
module.exports = __toCommonJS(stdin_exports);
var import_model = require("./model.js");
var import_opcodes = require("./opcodes.js");
var import_model2 = require("./model.js");
const PLAIN = 1;
const ALIGNMENT = 2;
const NUMBERS = 3;
const VARIABLES = 3;
const BLOCK = 4;
const LABEL = 5;
const BRANCH = 6;
const LOCAL = 7;
const OTHER = 8;
const CALLEE = 9;
const OFFSET = 10;
const CONSTANT = 11;
const WIDE = 12;
const LONG = CALLEE;
const FIRST_DIGITS = 13;
const DIGITS = 17;
const OPCODE = 21;
const ALPHABETS = OPCODE + import_opcodes.GROUPS.length;
const OPCODES = 0;
const OPCODES_BEFORE = 1;
const NUMBER = 2;
const NUMBER_SECOND = 3;
const NUMBER_THIRD = 4;
const TYPE = 5;
const WORD = 6;
const STATES = 7;
const TYPES_SECTION = 1;
const IMPORTS_SECTION = 2;
const FUNCTIONS_SECTION = 3;
const CODE_SECTION = 10;
const OTHERS = [35, 36, 37, 38, 63, 64, 208, 210];
function unpack(packed, size, pick) {
  const { contexts, symbol, search, back } = (0, import_model.modelOf)(packed, ALPHABETS, size * 2, pick);
  const module2 = new Uint8Array(size);
  let at = 0;
  const state = new Int32Array(STATES);
  const { groups, takes, gives } = (0, import_opcodes.opcodeTables)();
  function foresee(one, two, three, four, five) {
    contexts[0] = one;
    contexts[1] = two;
    contexts[2] = three;
    contexts[3] = four;
    contexts[4] = five;
  }
  function plain() {
    const recent = back(0);
    const last = recent & 255;
    const letter = last >= 97 && last <= 122 || last >= 65 && last <= 90 || last === 95 || last > 127;
    const word = letter ? (0, import_model.mix)(state[WORD], last) : 0;
    state[WORD] = word;
    foresee(last, recent & 16777215, recent >>> 8, recent & 65535, (0, import_model.mix)(word, last));
    const value = symbol(PLAIN, PLAIN);
    module2[at++] = value;
    return value;
  }
  const parameters = [];
  const results = [];
  const typeOf = [];
  let locals = [];
  const stack = new Int32Array(size);
  const mixed = new Int32Array(size);
  let height = 0;
  const floors = new Int32Array(size);
  const heads = new Int32Array(size);
  let nesting = 0;
  const numbers = new Int32Array(2 * OPCODE);
  function take(count2) {
    height = Math.max(height - count2, floors[nesting]);
  }
  function give(type) {
    mixed[height] = (0, import_model.mix)(height > floors[nesting] ? mixed[height - 1] : 0, type);
    stack[height++] = type | (state[OPCODES] & 255) << 8;
  }
  function look(kind) {
    const opcodes = state[OPCODES];
    const before = state[OPCODES_BEFORE];
    const two = opcodes & 65535;
    const recent = back(0) & 65535;
    const depth = height - floors[nesting];
    const top = depth > 0 ? stack[height - 1] : 0;
    const below = depth > 1 ? stack[height - 2] : 0;
    const types = depth > 0 ? mixed[height - 1] : 0;
    const block = heads[nesting] & 255;
    const last = numbers[2 * kind];
    const beforeLast = numbers[2 * kind + 1];
    const type = state[TYPE];
    const first = opcodes & 255;
    if (kind === OPCODE) {
      foresee(opcodes, (0, import_model.mix)(recent << 8 | first | block << 24, beforeLast << 2 | below & 3), (0, import_model.mix)(opcodes, before & 65535), (0, import_model.mix)(types, first | block << 8), (0, import_model.mix)(two << 8 | recent >> 8 | depth << 24, top >> 8));
    } else if (kind === LOCAL) {
      foresee(last << 16 | two, (0, import_model.mix)((0, import_model.mix)(opcodes, beforeLast), types), type, first << 4 | top & 3 | (below & 3) << 2, (0, import_model.mix)((0, import_model.mix)(beforeLast << 16 | two, last << 16 | block << 8 | top & 3), type));
    } else if (kind === CONSTANT) {
      foresee((0, import_model.mix)((0, import_model.mix)(opcodes, last), types ^ top >> 8), first | recent & 65280, opcodes >>> 8 | before << 24, (0, import_model.mix)(state[NUMBER], top | type << 16), types);
    } else if (kind === OFFSET) {
      foresee((0, import_model.mix)(last, first | (top & 255) << 8 | (recent & 65280) << 8), (0, import_model.mix)((0, import_model.mix)(opcodes & ~65280, last), top), recent & 255, (0, import_model.mix)((0, import_model.mix)(opcodes & 16777215, beforeLast), before), (0, import_model.mix)(state[NUMBER_THIRD], opcodes >> 8 & 65535 | (recent & 65280) << 8 | (before & 65280) << 16));
    } else if (kind === CALLEE) {
      foresee(top << 8 | below >> 8 | depth << 24, depth, before & 65535 | depth << 16 | block << 24, (0, import_model.mix)((0, import_model.mix)(state[NUMBER], types), type), (0, import_model.mix)(opcodes & ~16711680, depth));
    } else if (kind === LABEL) {
      foresee(block | nesting << 8, (0, import_model.mix)(last, two | block << 16), (0, import_model.mix)((0, import_model.mix)(opcodes, state[NUMBER_THIRD]), block), (0, import_model.mix)(opcodes >>> 24 | before << 8, block | (recent & 255) << 8 | (below & 3) << 16), (0, import_model.mix)((0, import_model.mix)((0, import_model.mix)(state[NUMBER], last), (0, import_model.mix)(state[NUMBER_THIRD], nesting)), opcodes & ~16711680));
    } else {
      const three = opcodes & 16777215;
      foresee((0, import_model.mix)(last, first), (0, import_model.mix)(opcodes, last), three, (0, import_model.mix)((0, import_model.mix)(three, last), beforeLast), type);
    }
  }
  function opcode(kind) {
    look(kind);
    const code = symbol(kind === OPCODE ? OPCODE + groups[state[OPCODES] & 255] : kind, kind);
    module2[at++] = code;
    return code;
  }
  function number(kind, role = 0) {
    look(kind);
    let value = symbol(kind, kind + role * 256);
    if (value < 128)
      module2[at++] = value;
    else {
      const digits = value - 126;
      value = 0;
      for (let left = digits - 1; left >= 0; left--) {
        const alphabet = kind < LONG ? kind : kind - LONG + (left === digits - 1 ? FIRST_DIGITS : DIGITS);
        const digit = symbol(alphabet, (0, import_model.mix)(value, kind + left * 32 + digits * 512 + role * 8192));
        module2[at + left] = left === digits - 1 ? digit : digit | 128;
        value = (value << 7 | digit) & 1073741823;
      }
      at += digits;
    }
    numbers[2 * kind + 1] = numbers[2 * kind];
    numbers[2 * kind] = value;
    state[NUMBER_THIRD] = state[NUMBER_SECOND];
    state[NUMBER_SECOND] = state[NUMBER];
    state[NUMBER] = (value << 5) + kind;
    return value;
  }
  const several = (kind, count2) => {
    for (let left = count2; left > 0; left--)
      number(kind);
  };
  function call(type) {
    take(parameters[type]?.length ?? 0);
    if (results[type])
      give(results[type]);
  }
  function instruction() {
    search();
    const code = opcode(OPCODE);
    state[OPCODES_BEFORE] = state[OPCODES_BEFORE] << 8 | state[OPCODES] >>> 24;
    state[OPCODES] = state[OPCODES] << 8 | code;
    if (code === 11) {
      height = floors[nesting];
      const result = heads[nesting--] >> 8;
      if (result > 64)
        give(result);
      return;
    }
    const second = height > 1 ? stack[height - 2] & 255 : 0;
    take(takes[code]);
    if (code >= 2 && code <= 4) {
      const result = number(BLOCK);
      floors[++nesting] = height;
      heads[nesting] = code | result << 8;
    } else if (code === 5) {
      height = floors[nesting];
    } else if (code === 12 || code === 13)
      number(LABEL);
    else if (code === 14)
      several(BRANCH, number(BRANCH, 1) + 1);
    else if (code === 16) {
      call(typeOf[number(CALLEE)] ?? -1);
    } else if (code === 17) {
      take(1);
      call(number(OTHER));
      number(OTHER);
    } else if (code >= 32 && code <= 34) {
      const local = number(LOCAL);
      if (code === 32)
        give(locals[local] ?? 0);
    } else if (code >= 40 && code <= 62) {
      opcode(ALIGNMENT);
      number(OFFSET);
    } else if (code === 65)
      number(CONSTANT);
    else if (code === 66)
      number(WIDE);
    else if (code === 67 || code === 68)
      for (let left = code === 67 ? 4 : 8; left > 0; left--)
        plain();
    else if (code === 252) {
      const bulk = opcode(ALIGNMENT);
      if (bulk > 7)
        several(OTHER, bulk % 2 === 0 ? 2 : 1);
    } else if (OTHERS.includes(code))
      number(OTHER);
    if (code === 0 || code === 12 || code === 14 || code === 15)
      height = floors[nesting];
    if (gives[code])
      give(code === 27 ? second : gives[code]);
  }
  function count() {
    let value = 0;
    for (let shift = 0, digit = 128; digit > 127; shift += 7) {
      digit = plain();
      value |= (digit & 127) << shift;
    }
    return value;
  }
  function body(index) {
    const start = at;
    const type = typeOf[index] ?? 0;
    state[TYPE] = type;
    locals = [...parameters[type] ?? []];
    for (let groups2 = number(VARIABLES, 1); groups2 > 0; groups2--) {
      const many = number(VARIABLES, 2);
      const type2 = number(VARIABLES, 3);
      for (let left = many; left > 0; left--)
        locals.push(type2);
    }
    height = 0;
    nesting = 1;
    heads[1] = 0;
    while (nesting > 0)
      instruction();
    const length = at - start;
    let digits = 1;
    while (length >> 7 * digits)
      digits++;
    module2.copyWithin(start + digits, start, at);
    for (let digit = 0; digit < digits; digit++)
      module2[start + digit] = length >> 7 * digit & 127 | (digit < digits - 1 ? 128 : 0);
    at += digits;
  }
  function learn(section, start) {
    let place = start;
    const next = () => {
      let value = 0;
      for (let shift = 0, digit = 128; digit > 127; shift += 7) {
        digit = module2[place++];
        value |= (digit & 127) << shift;
      }
      return value;
    };
    const several2 = () => {
      const length = next();
      place += length;
      return module2.subarray(place - length, place);
    };
    for (let left = next(); left > 0; left--) {
      if (section === TYPES_SECTION) {
        place++;
        parameters.push(several2());
        results.push(several2()[0] ?? 0);
      } else {
        if (section === IMPORTS_SECTION) {
          several2();
          several2();
          place++;
        }
        typeOf.push(next());
      }
    }
  }
  for (let left = 8; left > 0; left--)
    plain();
  while (at < size) {
    const section = plain();
    const length = count();
    const start = at;
    if (section !== CODE_SECTION) {
      while (at < start + length)
        plain();
      if (section > 0 && section <= FUNCTIONS_SECTION)
        learn(section, start);
    } else {
      for (let index = typeOf.length - count(); index < typeOf.length; index++)
        body(index);
    }
  }
  return module2;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  ALPHABETS,
  NUMBERS,
  OPCODE,
  treeOf,
  unpack
});
