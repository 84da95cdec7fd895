/** Reads what errors, bodies and replies say of themselves, in the shapes of the usual clients. The work is bounded. */
import type { Evidence } from "./verdict.js";
/** One failure, or one reply. */
export interface Facts extends Evidence {
    status?: number | undefined;
    codes: string[];
    texts: string[];
    sources: string[];
    /** Why a reply ended. */
    stops: string[];
    /** The usage of the reply, as it came. */
    usage?: unknown;
    /** The reply's own text, as far as it may be an error. */
    said: string;
    /** Whether the reply is marked as an error in the place of an answer. */
    isMarked: boolean;
    /** Counts in fields of their own. */
    observed?: number | undefined;
    maximum?: number | undefined;
}
/** Reads one field, whatever reading it does. */
export declare function field(source: object, name: string): unknown;
/** The failure and those that it wraps, outermost first. */
export declare function readFacts(value: unknown): Facts[];
