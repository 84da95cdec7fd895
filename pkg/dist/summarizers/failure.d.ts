/** Turns whatever a host's summarizer throws or returns into one typed error. */
import { EpitomeError } from "../errors.js";
/**
 * The error for a summarizer that threw, rejected, or reported an error (`reported`). An `EpitomeError` that was thrown is
 * passed on: it says more than a wrapper could.
 */
export declare function summarizerFailure(cause: unknown, { reported }?: {
    reported?: boolean | undefined;
}): EpitomeError;
/** The error for an answer of a wrong shape. The value is named, never quoted, unless it is known to be harmless. */
export declare function invalid(sentence: string, value: unknown, quote?: boolean): EpitomeError;
/** A value in words. */
export declare function describe(value: unknown): string;
