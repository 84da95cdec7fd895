/**
 * Unpacks the core's wasm. What packs it (`xtask/build/pack.mjs`) runs the same code, so that both foresee alike.
 *
 * The module is read as what it is: sections, and in its code instructions with their numbers. What an instruction leaves on the
 * stack is followed, since it tells much of what comes next. A general compressor, which knows nothing of the module, needs three
 * tenths more.
 */
import { type Pick } from "./model.js";
/** From here on, kinds are numbers. */
export declare const NUMBERS = 3;
/** The kind of opcodes; their alphabets go by the opcode before. */
export declare const OPCODE = 21;
export declare const ALPHABETS: number;
export { treeOf } from "./model.js";
/** The module of `size` bytes that is in `packed`. With `pick`, it is not read from there: what is gone through is packed. */
export declare function unpack(packed: Uint8Array, size: number, pick?: Pick): Uint8Array<ArrayBuffer>;
