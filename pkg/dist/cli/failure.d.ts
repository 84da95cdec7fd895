/** What goes wrong on a command line, and how it is said: one line that names the place and what to do. */
import { EpitomeError } from "../errors.js";
/** The exit codes. */
export declare const EXIT: {
    readonly ok: 0;
    readonly failure: 1;
    readonly usage: 2;
    readonly interrupted: 130;
};
/** The error for a command line that cannot be run as it is. */
export declare function usageError(message: string, command?: string): EpitomeError;
/** The error for Ctrl-C. */
export declare function interrupted(): EpitomeError;
/** The exit code that an error ends with. */
export declare function exitCodeOf(error: unknown): number;
/** An error as the line for people. */
export declare function sentenceOf(error: unknown): string;
/** An error as the document for programs. */
export declare function documentOf(error: unknown): object;
/** The error code of the system behind an error, such as `ENOENT`. */
export declare function systemCode(error: unknown): string;
