/**
 * Unpacks the core's wasm. What packs it (`xtask/build/pack.mjs`) runs the same code, so that both foresee alike.
 *
 * The module is read as what it is: sections, and in its code instructions with their numbers. What an instruction leaves on the
 * stack is followed, since it tells much of what comes next. A general compressor, which knows nothing of the module, needs three
 * tenths more.
 */
import { mix, modelOf } from "./model.js";
import { GROUPS, opcodeTables } from "./opcodes.js";
// The kinds of symbols. Numbers of the last four are often long: their further digits have alphabets of their own.
const PLAIN = 1;
const ALIGNMENT = 2;
/** From here on, kinds are numbers. */
export const NUMBERS = 3;
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
/** The alphabets of first digits and of further ones. */
const FIRST_DIGITS = 13;
const DIGITS = 17;
/** The kind of opcodes; their alphabets go by the opcode before. */
export const OPCODE = 21;
export const ALPHABETS = OPCODE + GROUPS.length;
export { treeOf } from "./model.js";
/** What is remembered, in an array of integers: engines box what is larger than 31 bits elsewhere. */
const OPCODES = 0;
const OPCODES_BEFORE = 1;
const NUMBER = 2;
const NUMBER_SECOND = 3;
const NUMBER_THIRD = 4;
/** The function's type. */
const TYPE = 5;
/** The letters of the word so far, mixed. */
const WORD = 6;
const STATES = 7;
const TYPES_SECTION = 1;
const IMPORTS_SECTION = 2;
const FUNCTIONS_SECTION = 3;
const CODE_SECTION = 10;
/** Opcodes with one number that are rare. */
const OTHERS = [0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0xd0, 0xd2];
/** The module of `size` bytes that is in `packed`. With `pick`, it is not read from there: what is gone through is packed. */
export function unpack(packed, size, pick) {
    // A number is one symbol more than it has bytes, at most.
    const { contexts, symbol, search, back } = modelOf(packed, ALPHABETS, size * 2, pick);
    const module = new Uint8Array(size);
    let at = 0;
    const state = new Int32Array(STATES);
    const { groups, takes, gives } = opcodeTables();
    /** Hands the model its contexts. Those of fewer than 32 bits are as good as mixed. */
    function foresee(one, two, three, four, five) {
        contexts[0] = one;
        contexts[1] = two;
        contexts[2] = three;
        contexts[3] = four;
        contexts[4] = five;
    }
    /** A byte outside of code, or of a constant with a fraction. */
    function plain() {
        const recent = back(0);
        const last = recent & 0xff;
        const letter = (last >= 97 && last <= 122) || (last >= 65 && last <= 90) || last === 95 || last > 127;
        const word = letter ? mix(state[WORD], last) : 0;
        state[WORD] = word;
        foresee(last, recent & 0xffffff, recent >>> 8, recent & 0xffff, mix(word, last));
        const value = symbol(PLAIN, PLAIN);
        module[at++] = value;
        return value;
    }
    /** How many parameters and what result each type of functions has, and of which type each function is. */
    const parameters = [];
    const results = [];
    const typeOf = [];
    /** The types of the function's locals. */
    let locals = [];
    /** What lies on the stack: its type, and in the next byte from what instruction it is; and the types of all up to it, mixed. */
    const stack = new Int32Array(size);
    const mixed = new Int32Array(size);
    let height = 0;
    /** The blocks around: how much lay on the stack before, and what they began with and give. */
    const floors = new Int32Array(size);
    const heads = new Int32Array(size);
    let nesting = 0;
    /** The last numbers of each kind. */
    const numbers = new Int32Array(2 * OPCODE);
    function take(count) {
        height = Math.max(height - count, floors[nesting]);
    }
    function give(type) {
        mixed[height] = mix(height > floors[nesting] ? mixed[height - 1] : 0, type);
        stack[height++] = type | ((state[OPCODES] & 0xff) << 8);
    }
    /** Gathers what is known before a symbol in code. The ways to do so were found by trying. */
    function look(kind) {
        const opcodes = state[OPCODES];
        const before = state[OPCODES_BEFORE];
        const two = opcodes & 0xffff;
        const recent = back(0) & 0xffff;
        const depth = height - floors[nesting];
        const top = depth > 0 ? stack[height - 1] : 0;
        const below = depth > 1 ? stack[height - 2] : 0;
        const types = depth > 0 ? mixed[height - 1] : 0;
        const block = heads[nesting] & 0xff;
        const last = numbers[2 * kind];
        const beforeLast = numbers[2 * kind + 1];
        const type = state[TYPE];
        const first = opcodes & 0xff;
        if (kind === OPCODE) {
            foresee(opcodes, mix((recent << 8) | first | (block << 24), (beforeLast << 2) | (below & 3)), mix(opcodes, before & 0xffff), mix(types, first | (block << 8)), mix((two << 8) | (recent >> 8) | (depth << 24), top >> 8));
        }
        else if (kind === LOCAL) {
            foresee((last << 16) | two, mix(mix(opcodes, beforeLast), types), type, (first << 4) | (top & 3) | ((below & 3) << 2), mix(mix((beforeLast << 16) | two, (last << 16) | (block << 8) | (top & 3)), type));
        }
        else if (kind === CONSTANT) {
            foresee(mix(mix(opcodes, last), types ^ (top >> 8)), first | (recent & 0xff00), (opcodes >>> 8) | (before << 24), mix(state[NUMBER], top | (type << 16)), types);
        }
        else if (kind === OFFSET) {
            foresee(mix(last, first | ((top & 0xff) << 8) | ((recent & 0xff00) << 8)), mix(mix(opcodes & ~0xff00, last), top), recent & 0xff, mix(mix(opcodes & 0xffffff, beforeLast), before), mix(state[NUMBER_THIRD], ((opcodes >> 8) & 0xffff) | ((recent & 0xff00) << 8) | ((before & 0xff00) << 16)));
        }
        else if (kind === CALLEE) {
            foresee((top << 8) | (below >> 8) | (depth << 24), depth, (before & 0xffff) | (depth << 16) | (block << 24), mix(mix(state[NUMBER], types), type), mix(opcodes & ~0xff0000, depth));
        }
        else if (kind === LABEL) {
            foresee(block | (nesting << 8), mix(last, two | (block << 16)), mix(mix(opcodes, state[NUMBER_THIRD]), block), mix((opcodes >>> 24) | (before << 8), block | ((recent & 0xff) << 8) | ((below & 3) << 16)), mix(mix(mix(state[NUMBER], last), mix(state[NUMBER_THIRD], nesting)), opcodes & ~0xff0000));
        }
        else {
            const three = opcodes & 0xffffff;
            foresee(mix(last, first), mix(opcodes, last), three, mix(mix(three, last), beforeLast), type);
        }
    }
    function opcode(kind) {
        look(kind);
        const code = symbol(kind === OPCODE ? OPCODE + groups[state[OPCODES] & 0xff] : kind, kind);
        module[at++] = code;
        return code;
    }
    /** A number behind an opcode (LEB128): how many digits there are, where there are more than one; then the highest first. */
    function number(kind, role = 0) {
        look(kind);
        let value = symbol(kind, kind + role * 256);
        if (value < 128)
            module[at++] = value;
        else {
            const digits = value - 126;
            value = 0;
            for (let left = digits - 1; left >= 0; left--) {
                const alphabet = kind < LONG ? kind : kind - LONG + (left === digits - 1 ? FIRST_DIGITS : DIGITS);
                const digit = symbol(alphabet, mix(value, kind + left * 32 + digits * 512 + role * 8192));
                module[at + left] = left === digits - 1 ? digit : digit | 128;
                value = ((value << 7) | digit) & 0x3fffffff;
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
    const several = (kind, count) => {
        for (let left = count; left > 0; left--)
            number(kind);
    };
    function call(type) {
        take(parameters[type]?.length ?? 0);
        if (results[type])
            give(results[type]);
    }
    /** An instruction (WebAssembly Core Specification, 5.4). */
    function instruction() {
        search();
        const code = opcode(OPCODE);
        state[OPCODES_BEFORE] = (state[OPCODES_BEFORE] << 8) | (state[OPCODES] >>> 24);
        state[OPCODES] = (state[OPCODES] << 8) | code;
        if (code === 0x0b) {
            height = floors[nesting];
            const result = heads[nesting--] >> 8;
            if (result > 0x40)
                give(result);
            return;
        }
        const second = height > 1 ? stack[height - 2] & 0xff : 0;
        take(takes[code]);
        if (code >= 0x02 && code <= 0x04) {
            const result = number(BLOCK);
            floors[++nesting] = height;
            heads[nesting] = code | (result << 8);
        }
        else if (code === 0x05) {
            height = floors[nesting];
        }
        else if (code === 0x0c || code === 0x0d)
            number(LABEL);
        else if (code === 0x0e)
            several(BRANCH, number(BRANCH, 1) + 1);
        else if (code === 0x10) {
            call(typeOf[number(CALLEE)] ?? -1);
        }
        else if (code === 0x11) {
            take(1);
            call(number(OTHER));
            number(OTHER);
        }
        else if (code >= 0x20 && code <= 0x22) {
            const local = number(LOCAL);
            if (code === 0x20)
                give(locals[local] ?? 0);
        }
        else if (code >= 0x28 && code <= 0x3e) {
            // The alignment nearly always goes with the opcode.
            opcode(ALIGNMENT);
            number(OFFSET);
        }
        else if (code === 0x41)
            number(CONSTANT);
        else if (code === 0x42)
            number(WIDE);
        else if (code === 0x43 || code === 0x44)
            for (let left = code === 0x43 ? 4 : 8; left > 0; left--)
                plain();
        else if (code === 0xfc) {
            const bulk = opcode(ALIGNMENT);
            if (bulk > 7)
                several(OTHER, bulk % 2 === 0 ? 2 : 1);
        }
        else if (OTHERS.includes(code))
            number(OTHER);
        // What follows is never run.
        if (code === 0x00 || code === 0x0c || code === 0x0e || code === 0x0f)
            height = floors[nesting];
        if (gives[code])
            give(code === 0x1b ? second : gives[code]);
    }
    /** A number outside of code. */
    function count() {
        let value = 0;
        for (let shift = 0, digit = 128; digit > 127; shift += 7) {
            digit = plain();
            value |= (digit & 127) << shift;
        }
        return value;
    }
    /** A function's locals and instructions. */
    function body(index) {
        const start = at;
        const type = typeOf[index] ?? 0;
        state[TYPE] = type;
        locals = [...(parameters[type] ?? [])];
        for (let groups = number(VARIABLES, 1); groups > 0; groups--) {
            const many = number(VARIABLES, 2);
            const type = number(VARIABLES, 3);
            for (let left = many; left > 0; left--)
                locals.push(type);
        }
        height = 0;
        nesting = 1;
        heads[1] = 0;
        while (nesting > 0)
            instruction();
        // The length stands in front.
        const length = at - start;
        let digits = 1;
        while (length >> (7 * digits))
            digits++;
        module.copyWithin(start + digits, start, at);
        for (let digit = 0; digit < digits; digit++)
            module[start + digit] = ((length >> (7 * digit)) & 127) | (digit < digits - 1 ? 128 : 0);
        at += digits;
    }
    /** Reads from a section what functions take and give. */
    function learn(section, start) {
        let place = start;
        const next = () => {
            let value = 0;
            for (let shift = 0, digit = 128; digit > 127; shift += 7) {
                digit = module[place++];
                value |= (digit & 127) << shift;
            }
            return value;
        };
        const several = () => {
            const length = next();
            place += length;
            return module.subarray(place - length, place);
        };
        for (let left = next(); left > 0; left--) {
            if (section === TYPES_SECTION) {
                place++;
                parameters.push(several());
                results.push(several()[0] ?? 0);
            }
            else {
                if (section === IMPORTS_SECTION) {
                    several();
                    several();
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
        }
        else {
            // Imported functions come first.
            for (let index = typeOf.length - count(); index < typeOf.length; index++)
                body(index);
        }
    }
    return module;
}
