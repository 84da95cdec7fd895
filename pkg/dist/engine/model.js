/**
 * The model by which the core is packed and unpacked: how likely each symbol is where it stands.
 *
 * Each symbol is a path down a tree; at each fork the model says how likely the path goes on to the right, and an arithmetic
 * coder takes the less space the better that was foreseen. The foresight is a sum: each of six contexts (what came before, in
 * six ways) has learned for each fork how much it speaks for the right. All of it is integers, so that every engine foresees
 * the same.
 */
/** How many contexts are given for a symbol. The sixth is the model's own: how it went on where the same came before. */
export const CONTEXTS = 5;
/** The alphabet of the lengths of paths, of which the others' trees are made. */
export const LENGTHS = 0;
/** A path is shorter than this. */
const LONGEST = 16;
/** What the contexts have learned is kept in so many places, a power of two. They share them: a clash costs some foresight. */
const PLACES = 1 << 21;
/** How what was learned is told: 256 is so sure that the other way is e times as unlikely. */
const UNIT = 256;
const SUREST = 12 * UNIT;
/** An error of so much of 65,536 is none. */
const KNOWN = 2_048;
/** The arithmetic decoder's range is kept between this and 31 bits. */
const LEAST = 1 << 23;
/** The longest run that is told from longer ones, and the shortest that is one. */
const LONG_RUN = 31;
const RUN = 6;
/** What is remembered from symbol to symbol, in an array of integers: engines box what is larger than 31 bits elsewhere. */
const RANGE = 0;
const CODE = 1;
/** The last four symbols, and the four before them. */
const RECENT = 2;
const BEFORE = 3;
/** The tree in which each symbol's path has the length given. Forks are counted level by level; `~symbol` is where a path ends. */
export function treeOf(lengths) {
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
export function mix(one, other) {
    const mixed = Math.imul(one ^ Math.imul(other, 0x85ebca6b), 0x9e3779b1);
    return (mixed ^ (mixed >>> 15)) & 0x3fffffff;
}
/** The model of what is in `packed`, of `alphabets` beside the one of lengths, and at most `most` symbols. */
export function modelOf(packed, alphabets, most, pick) {
    const trees = [treeOf(new Uint8Array(LONGEST).fill(4))];
    const contexts = new Int32Array(CONTEXTS);
    const symbols = new Uint8Array(alphabets * 256 + most);
    let at = 0;
    /** What each context has learned for each fork, in 1024ths. */
    const places = new Int16Array(PLACES);
    const chances = logistic();
    /** How fast is learned: what says little yet learns more. */
    const rates = Int32Array.from({ length: 256 }, (_, said) => (0.45 / (said * 0.08 + 1) + 0.1) * 16_384);
    /** How much the sum at a fork is to be trusted, in 4096ths. */
    const trust = new Int32Array((alphabets + 1) * 256).fill(5_600);
    /** Where the same six symbols were last; from there on they may be the same again. */
    const latest = new Int32Array(1 << 16);
    let from = 0;
    let run = 0;
    const state = new Int32Array(4);
    let read = 4;
    state[RANGE] = 0x7fffffff;
    for (let index = 0; index < read; index++)
        state[CODE] = (state[CODE] << 8) | packed[index];
    function symbol(alphabet, digit) {
        // Engines keep what is a function's own in registers, and look up the rest each time.
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
        const base2 = mix(contexts[1], digit + 0x10001);
        const base3 = mix(contexts[2], digit + 0x20002);
        const base4 = mix(contexts[3], digit + 0x30003);
        const base5 = mix(contexts[4], digit + 0x40004);
        const repeated = symbols[from++];
        const base6 = mix(run, run > 0 ? repeated : 512 + alphabet);
        let fork = 0;
        do {
            const place1 = (base1 + fork) & mask;
            const place2 = (base2 + fork) & mask;
            const place3 = (base3 + fork) & mask;
            const place4 = (base4 + fork) & mask;
            const place5 = (base5 + fork) & mask;
            const place6 = (base6 + fork) & mask;
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
                way = (code - bound) >>> 31;
                code -= bound & (way - 1);
                range = way ? bound : range - bound;
                for (; range < least; range <<= 8)
                    code = (code << 8) | packed[read++];
            }
            const error = (way << 16) - chance;
            // What was foreseen this well teaches nothing that is worth the time.
            if (error > known || error < -known) {
                trusted[here] = Math.max(1_200, trusted[here] + (Math.imul(error >> 4, said >> 2) >> 12));
                table[place1] = value1 + (Math.imul(error, rateOf[(value1 ^ (value1 >> 31)) >> 7]) >> 20);
                table[place2] = value2 + (Math.imul(error, rateOf[(value2 ^ (value2 >> 31)) >> 7]) >> 20);
                table[place3] = value3 + (Math.imul(error, rateOf[(value3 ^ (value3 >> 31)) >> 7]) >> 20);
                table[place4] = value4 + (Math.imul(error, rateOf[(value4 ^ (value4 >> 31)) >> 7]) >> 20);
                table[place5] = value5 + (Math.imul(error, rateOf[(value5 ^ (value5 >> 31)) >> 7]) >> 20);
                table[place6] = value6 + (Math.imul(error, rateOf[(value6 ^ (value6 >> 31)) >> 7]) >> 20);
            }
            fork = ways[2 * fork + way];
        } while (fork >= 0);
        state[RANGE] = range;
        state[CODE] = code;
        const value = ~fork;
        // Without branches, of which an engine that has not seen one taken yet would know nothing.
        run = Math.min(run + (run > 0 ? 1 : 0), repeated === value ? LONG_RUN : 0);
        symbols[at++] = value;
        state[BEFORE] = (state[BEFORE] << 8) | (state[RECENT] >>> 24);
        state[RECENT] = (state[RECENT] << 8) | value;
        return value;
    }
    function search() {
        const key = mix(state[RECENT], state[BEFORE] & 0xffff) >>> 14;
        if (run === 0) {
            from = latest[key];
            while (run < LONG_RUN && from > run && symbols[from - 1 - run] === symbols[at - 1 - run])
                run++;
            if (run < RUN)
                run = 0;
        }
        latest[key] = at;
    }
    // The trees come first: the length of each path, foreseen by the lengths before it, and those of its neighbours in other trees.
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
    return { contexts, symbol, search, back: (from) => state[from === 0 ? RECENT : BEFORE] };
}
