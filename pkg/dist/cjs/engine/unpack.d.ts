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
/** The way to go at a fork, when packing. `chance` of 65,536 is what the model foresees; `starts` says that a byte begins. */
export type Pick = (chance: number, alphabet: number, starts: boolean) => 0 | 1;
/** Bytes of five kinds have trees of their own: those outside of code, opcodes, variables, constants, and other numbers. */
export declare const ALPHABETS = 5;
/** The tree in which each byte's path has the length given. Forks are counted level by level; `~byte` is where a path ends. */
export declare function treeOf(lengths: ArrayLike<number>): Int16Array;
/** The module of `size` bytes that is in `packed`. With `pick`, `packed` has the trees only, and what is gone through is packed. */
export declare function unpack(packed: Uint8Array, size: number, pick?: Pick): Uint8Array<ArrayBuffer>;
