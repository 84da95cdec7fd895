/**
 * The model by which the core is packed and unpacked: how likely each symbol is where it stands.
 *
 * Each symbol is a path down a tree; at each fork the model says how likely the path goes on to the right, and an arithmetic
 * coder takes the less space the better that was foreseen. The foresight is a sum: each of six contexts (what came before, in
 * six ways) has learned for each fork how much it speaks for the right. All of it is integers, so that every engine foresees
 * the same.
 */
/** The way to go at a fork, when packing. `chance` of 65,536 is what the model foresees; `starts` says that a symbol begins. */
export type Pick = (chance: number, alphabet: number, starts: boolean) => 0 | 1;
/** How many contexts are given for a symbol. The sixth is the model's own: how it went on where the same came before. */
export declare const CONTEXTS = 5;
/** The alphabet of the lengths of paths, of which the others' trees are made. */
export declare const LENGTHS = 0;
export interface Model {
    /** What is known before the next symbol, in different ways, each mixed to 30 bits. */
    contexts: Int32Array;
    /** The next symbol. `digit` is mixed into all contexts. */
    symbol(alphabet: number, digit: number): number;
    /** Looks where the last symbols were before: the next ones may be the same. */
    search(): void;
    /** The last four symbols, the last one lowest, or with 4 those before them. */
    back(from: 0 | 4): number;
}
/** The tree in which each symbol's path has the length given. Forks are counted level by level; `~symbol` is where a path ends. */
export declare function treeOf(lengths: ArrayLike<number>): Int16Array;
/** Of 30 bits, which engines hand over without boxing them. */
export declare function mix(one: number, other: number): number;
/** The model of what is in `packed`, of `alphabets` beside the one of lengths, and at most `most` symbols. */
export declare function modelOf(packed: Uint8Array, alphabets: number, most: number, pick?: Pick): Model;
