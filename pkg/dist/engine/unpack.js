/**
 * Unpacks the core's wasm. What packs it (`xtask/build/pack.mjs`) runs the same model, so that both foresee alike.
 *
 * The module is read as what it is: sections, and in its code opcodes with their numbers. Each byte of it is a path down a
 * tree; at each fork the model says how likely the path goes on to the right, and an arithmetic coder takes the less space
 * the better that was foreseen. The foresight is a sum: each of six contexts (what came just before, in six ways) has learned
 * for each fork how much it speaks for the right. A general compressor, which knows nothing of the module, needs a tenth more.
 *
 * All of it is integers, so that every engine foresees the same.
 */
/** Bytes of five kinds have trees of their own: those outside of code, opcodes, variables, constants, and other numbers. */
export const ALPHABETS = 5;
/** In front of what is packed stand the trees: how long the path to each byte is, two lengths in a byte. */
const HEAD = ALPHABETS * 128;
/** What the contexts have learned is kept in so many places, a power of two. They share them: a clash costs some foresight. */
const PLACES = 1 << 20;
/** How what was learned is told: 256 is so sure that the other way is e times as unlikely. */
const UNIT = 256;
const SUREST = 12 * UNIT;
/** An error of so much of 65,536 is none. */
const KNOWN = 2_048;
const CODE_SECTION = 10;
/** Opcodes with one number that are rare. */
const OTHERS = [0x25, 0x26, 0x3f, 0x40, 0xd0, 0xd2];
/** Kinds of numbers: each is foreseen by those of its kind that came before. */
var Kind;
(function (Kind) {
    Kind[Kind["Variables"] = 0] = "Variables";
    Kind[Kind["Block"] = 1] = "Block";
    Kind[Kind["Label"] = 2] = "Label";
    Kind[Kind["Branch"] = 3] = "Branch";
    Kind[Kind["Callee"] = 4] = "Callee";
    Kind[Kind["Local"] = 5] = "Local";
    Kind[Kind["Global"] = 6] = "Global";
    Kind[Kind["Offset"] = 7] = "Offset";
    Kind[Kind["Constant"] = 8] = "Constant";
    Kind[Kind["Wide"] = 9] = "Wide";
    Kind[Kind["Other"] = 10] = "Other";
})(Kind || (Kind = {}));
/** What is remembered from byte to byte, in an array of integers: engines box what is larger than 31 bits elsewhere. */
var Is;
(function (Is) {
    /** The arithmetic decoder: what is left of its range, and where in it the code lies. */
    Is[Is["Range"] = 0] = "Range";
    Is[Is["Code"] = 1] = "Code";
    /** The last four bytes, and the four before them; opcodes likewise. */
    Is[Is["Recent"] = 2] = "Recent";
    Is[Is["Before"] = 3] = "Before";
    Is[Is["Opcodes"] = 4] = "Opcodes";
    Is[Is["OpcodesBefore"] = 5] = "OpcodesBefore";
    /** The last number, and the letters of the word so far, mixed. */
    Is[Is["Number"] = 6] = "Number";
    Is[Is["Word"] = 7] = "Word";
})(Is || (Is = {}));
/** The tree in which each byte's path has the length given. Forks are counted level by level; `~byte` is where a path ends. */
export function treeOf(lengths) {
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
    const length = (index) => (packed[index >> 1] >> ((index & 1) * 4)) & 15;
    return Array.from({ length: ALPHABETS }, (_, alphabet) => treeOf(Array.from({ length: 256 }, (_, byte) => length(alphabet * 256 + byte))));
}
/** The chance of 65,536 that belongs to each sum: the logistic function, by arithmetic that is the same everywhere. */
function logistic() {
    const chances = new Int32Array(2 * SUREST);
    // e^(1/256)
    for (let sum = 0, odds = 1; sum < SUREST; sum++, odds *= 1.0039138893383475) {
        chances[SUREST + sum] = Math.min(65_535, (odds / (1 + odds)) * 65_536);
        chances[SUREST - 1 - sum] = Math.max(1, 65_536 / (1 + odds));
    }
    return chances;
}
/** Of 30 bits, which engines hand over without boxing them. */
function mix(one, other) {
    const mixed = Math.imul(one ^ Math.imul(other, 0x85ebca6b), 0x9e3779b1);
    return (mixed ^ (mixed >>> 15)) & 0x3fffffff;
}
/** The module of `size` bytes that is in `packed`. With `pick`, `packed` has the trees only, and what is gone through is packed. */
export function unpack(packed, size, pick) {
    const trees = readTrees(packed);
    /** The module without the lengths of its functions, which are known once the functions are. */
    const bytes = new Uint8Array(size);
    let at = 0;
    /** What each context has learned for each fork, in 1024ths. */
    const learned = new Int16Array(PLACES);
    const chances = logistic();
    /** How fast is learned: what says little yet learns more. */
    const rates = Int32Array.from({ length: 256 }, (_, said) => (0.4 / (said * 0.1 + 1) + 0.08) * 16_384);
    /** How much the sum at a fork is to be trusted, in 4096ths. */
    const trust = new Int32Array(ALPHABETS * 256).fill(4_096);
    /** Where the same six bytes were last; from there on the bytes may be the same again. */
    const latest = new Int32Array(1 << 16);
    let from = 0;
    let run = 0;
    const state = new Int32Array(8);
    /** The two last numbers of each kind. */
    const numbers = new Int32Array(2 * (Kind.Other + 1));
    let read = HEAD;
    state[Is.Range] = -1;
    while (read < HEAD + 4)
        state[Is.Code] = (state[Is.Code] << 8) | packed[read++];
    function byte(alphabet, one, two, three, four, five) {
        const ways = trees[alphabet];
        let range = state[Is.Range];
        let code = state[Is.Code];
        const six = mix(run, run > 0 ? bytes[from] : 256 + alphabet);
        let fork = 0;
        do {
            const place1 = (one + fork) & (PLACES - 1);
            const place2 = (two + fork) & (PLACES - 1);
            const place3 = (three + fork) & (PLACES - 1);
            const place4 = (four + fork) & (PLACES - 1);
            const place5 = (five + fork) & (PLACES - 1);
            const place6 = (six + fork) & (PLACES - 1);
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
                for (; (range & 0xff000000) === 0; range <<= 8)
                    code = (code << 8) | packed[read++];
            }
            const error = (way << 16) - chance;
            // What was foreseen this well teaches nothing that is worth the time.
            if (error > KNOWN || error < -KNOWN) {
                trust[here] = Math.max(1_200, trust[here] + (Math.imul(error >> 4, said >> 2) >> 13));
                learned[place1] = said1 + (Math.imul(error, rates[(said1 ^ (said1 >> 31)) >> 7]) >> 20);
                learned[place2] = said2 + (Math.imul(error, rates[(said2 ^ (said2 >> 31)) >> 7]) >> 20);
                learned[place3] = said3 + (Math.imul(error, rates[(said3 ^ (said3 >> 31)) >> 7]) >> 20);
                learned[place4] = said4 + (Math.imul(error, rates[(said4 ^ (said4 >> 31)) >> 7]) >> 20);
                learned[place5] = said5 + (Math.imul(error, rates[(said5 ^ (said5 >> 31)) >> 7]) >> 20);
                learned[place6] = said6 + (Math.imul(error, rates[(said6 ^ (said6 >> 31)) >> 7]) >> 20);
            }
            fork = ways[2 * fork + way];
        } while (fork >= 0);
        state[Is.Range] = range;
        state[Is.Code] = code;
        const value = ~fork;
        if (run > 0)
            run = bytes[from++] === value ? Math.min(run + 1, 15) : 0;
        bytes[at++] = value;
        const recent = (state[Is.Recent] << 8) | value;
        const before = (state[Is.Before] << 8) | (state[Is.Recent] >>> 24);
        state[Is.Recent] = recent;
        state[Is.Before] = before;
        const key = mix(recent, before & 0xffff) >>> 14;
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
    /** A byte outside of code, or of a constant with a fraction. */
    function plain() {
        const recent = state[Is.Recent];
        const last = recent & 0xff;
        const word = (last >= 97 && last <= 122) || last === 95 ? mix(state[Is.Word], last) : 0;
        state[Is.Word] = word;
        const four = mix(word, 4 + last * 1_000);
        return byte(0, mix(last, 1), mix(recent & 0xffffff, 2), mix(recent >>> 24, 30 + (at & 3)), four, mix(recent & 0xffff, 5));
    }
    function opcode(place) {
        const opcodes = state[Is.Opcodes];
        const opcodesBefore = state[Is.OpcodesBefore];
        const two = opcodes & 0xffff;
        const six = mix(mix(opcodes, opcodesBefore & 0xffff), 14 + place);
        const numbered = mix(mix(opcodes & 0xffffff, state[Is.Number]), 15 + place);
        const code = byte(1, mix(two, 11 + place), mix(opcodes, 12 + place), mix(state[Is.Recent] & 0xffff, 13 + place), six, numbered);
        if (place > 0)
            state[Is.Opcodes] = opcodes ^ (code * 7);
        else {
            state[Is.OpcodesBefore] = (opcodesBefore << 8) | (opcodes >>> 24);
            state[Is.Opcodes] = (opcodes << 8) | code;
        }
        return code;
    }
    /** A number behind an opcode (LEB128). */
    function number(kind) {
        const opcodes = state[Is.Opcodes];
        const last = numbers[2 * kind];
        const three = opcodes & 0xffffff;
        const alphabet = kind === Kind.Local ? 2 : kind === Kind.Constant ? 3 : 4;
        let value = 0;
        for (let shift = 0, digit = 128; digit > 127; shift += 7) {
            const so = mix(kind * 8 + shift, value);
            const both = mix(mix(mix(three, last), numbers[2 * kind + 1]), so + 5);
            const near = mix(mix(opcodes & 0xff, last), so + 1);
            digit = byte(alphabet, near, mix(mix(opcodes, last), so + 2), mix(0, so + 3), mix(three, so + 4), both);
            value |= (digit & 127) << shift;
        }
        numbers[2 * kind + 1] = last;
        numbers[2 * kind] = value;
        state[Is.Number] = mix(value, kind);
        return value;
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
    const several = (kind, count) => {
        for (let left = count; left > 0; left--)
            number(kind);
    };
    /** An instruction (WebAssembly Core Specification, 5.4): by how much it nests the function's blocks deeper. */
    function instruction() {
        const code = opcode(0);
        if (code === 0x0b)
            return -1;
        if (code >= 0x02 && code <= 0x04) {
            number(Kind.Block);
            return 1;
        }
        if (code === 0x0c || code === 0x0d)
            number(Kind.Label);
        else if (code === 0x0e)
            several(Kind.Branch, number(Kind.Branch) + 1);
        else if (code === 0x10)
            number(Kind.Callee);
        else if (code === 0x11)
            several(Kind.Other, 2);
        else if (code >= 0x20 && code <= 0x22)
            number(Kind.Local);
        else if (code === 0x23 || code === 0x24)
            number(Kind.Global);
        else if (code >= 0x28 && code <= 0x3e) {
            // The alignment nearly always goes with the opcode.
            opcode(1);
            number(Kind.Offset);
        }
        else if (code === 0x41)
            number(Kind.Constant);
        else if (code === 0x42)
            number(Kind.Wide);
        else if (code === 0x43 || code === 0x44)
            for (let left = code === 0x43 ? 4 : 8; left > 0; left--)
                plain();
        else if (code === 0xfc) {
            const second = opcode(1);
            if (second > 7)
                several(Kind.Other, second % 2 === 0 ? 2 : 1);
        }
        else if (OTHERS.includes(code))
            number(Kind.Other);
        return 0;
    }
    /** Where each function begins, and the last one ends. */
    const places = [];
    let lengths = 0;
    for (let left = 8; left > 0; left--)
        plain();
    while (at + lengths < size) {
        const section = plain();
        const length = count();
        if (section !== CODE_SECTION)
            for (const end = at + length; at < end;)
                plain();
        else {
            for (let functions = count(); functions > 0; functions--) {
                places.push(at);
                several(Kind.Variables, 2 * number(Kind.Variables));
                for (let nesting = 1; nesting > 0;)
                    nesting += instruction();
                lengths += lengthOf(at - places.at(-1)).length;
            }
            places.push(at);
        }
    }
    return withLengths(bytes, places, size);
}
/** A function's length as it stands in front of it (LEB128). */
function lengthOf(length) {
    const digits = [];
    let rest = length;
    for (; rest > 127; rest >>= 7)
        digits.push((rest & 127) | 128);
    return [...digits, rest];
}
function withLengths(bytes, places, size) {
    const module = new Uint8Array(size);
    let written = 0;
    let from = 0;
    const copy = (to) => {
        module.set(bytes.subarray(from, to), written);
        written += to - from;
        from = to;
    };
    places.forEach((place, index) => {
        copy(place);
        const next = places[index + 1];
        if (next === undefined)
            return;
        const digits = lengthOf(next - place);
        module.set(digits, written);
        written += digits.length;
    });
    copy(from + size - written);
    return module;
}
