/** Calls of the core's pure functions. */
import type { Pure } from "../wasm/epitome.js";
/** Calls one by its name. `what` is what errors call the data; the core's types say which options a function takes. */
export declare function pure<Name extends keyof Pure>(name: Name, data: unknown, options: object | null, what?: string): Pure[Name];
