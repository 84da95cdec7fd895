/** What `openSession` is given, checked before anything is read. */
import { EpitomeError } from "../errors.js";
import type { Summarizer } from "../types.js";
import type { SessionOptions } from "./types.js";
/** The error for an option that cannot be. */
export declare function invalidOption(path: string, what: string): EpitomeError;
export declare function checkOptions(options: SessionOptions): void;
export declare function summarizersOf(given: SessionOptions["summarizer"]): readonly Summarizer[];
