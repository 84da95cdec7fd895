/** What a session and its methods are given, checked before anything is read. */
import type { Summarizer } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { Overhead, SessionOptions } from "./types.js";
/** Throws unless the options of a method are those that it has. */
export declare function checkMethod(method: string, options: object | undefined): void;
/** The type and the fields of an entry that a host wants to append. */
export declare function entryOf(entry: {
    type: string;
    [field: string]: unknown;
}): [type: string, fields: Record<string, unknown>];
export declare function checkOptions(options: SessionOptions): void;
/** Tells the core what every request carries beside the messages: nothing, or as much as it says. */
export declare function setOverhead(log: Log, overhead: Overhead | undefined): void;
export declare function summarizersOf({ summarizer: given, settings }: SessionOptions): readonly Summarizer[];
