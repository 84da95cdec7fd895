/** What every store asks of the entries that it is given, before it writes any of them. */
import { EpitomeError } from "../errors.js";
import type { AppendResult, Entry } from "../types.js";
/** Checks the arguments that all methods share. */
export declare function checkSessionId(sessionId: string): void;
/** Checks a position in the log, or a limit. */
export declare function checkPosition(name: string, value: number, least?: number): void;
/** Checks the id of an artifact. */
export declare function checkArtifactId(id: string): void;
/** Checks the data of an artifact. */
export declare function checkArtifactData(data: string): void;
/**
 * Writes each entry as one line of JSON, after checking that reading it gives back what was given. A field whose value is
 * undefined is left out, as everywhere in JSON; a lone surrogate is kept.
 *
 * @throws EpitomeError `invalid-entry` with the path of the first part that JSON would drop or change;
 *   `duplicate-entry` if two of the entries have the same id.
 */
export declare function encodeEntries(entries: readonly Entry[]): string[];
/** The error for an id that is taken. */
export declare function duplicateEntry(id: string, where: string): EpitomeError;
/**
 * Decides an append by what is stored: to write (undefined), or the answer. `at` gives the id stored at a position, `has`
 * whether an id is stored at all.
 */
export declare function decideAppend(stored: {
    head: number;
    at(position: number): string | undefined;
    has(id: string): boolean;
}, expectedHead: number, entries: readonly Entry[]): AppendResult | undefined;
