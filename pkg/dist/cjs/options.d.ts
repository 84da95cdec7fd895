/** What functions are given beside their data, checked by tables: a name that is misspelt must not be passed over in silence. */
import { EpitomeError } from "./errors.js";
declare const isObject: (value: unknown) => value is object;
/** What an option may be, and the words for it. */
declare const KINDS: {
    any: [() => true, string];
    text: [(value: unknown) => value is string, string];
    flag: [(value: unknown) => value is boolean, string];
    number: [(value: unknown) => value is number | null, string];
    tokens: [(value: unknown) => value is number | null, string];
    list: [(arg: any) => arg is any[], string];
    object: [typeof isObject, string];
    function: [(value: unknown) => value is Function, string];
    reason: [(value: unknown) => value is "idle" | "overflow" | "threshold", string];
    signal: [(value: unknown) => value is object & Record<"aborted", unknown>, string];
};
/** For each option what it may be. */
export type Kinds<T> = {
    readonly [Name in keyof Required<T>]: keyof typeof KINDS;
};
/** The error for an option that cannot be. */
export declare function invalidOption(path: string, what: string): EpitomeError;
/**
 * The options that `of` was given; none where it was given none. `within` is where they stand, if they are part of others.
 *
 * @throws EpitomeError `invalid-option`, which names the option and what it must be, or which ones there are
 */
export declare function optionsOf<T extends object>(of: string, kinds: Kinds<T>, options: T | undefined, within?: string): T;
/** Throws unless `label` can be one. */
export declare function checkLabel(label: unknown): void;
/** Throws unless `model` may be a model; what is in it the core reads, and throws. */
export declare function checkModel(model: unknown, path?: string): void;
export {};
