/** What goes wrong on a command line, and how it is said: one line that names the place and what to do. */
import { EpitomeError } from "../errors.js";
import { oneLine } from "./text.js";
/** The exit codes. */
export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130 };
/** The error for a command line that cannot be run as it is. */
export function usageError(message, command) {
    const help = command ? `epitome ${command} --help` : "epitome --help";
    return new EpitomeError("bad-usage", `${message} See \`${help}\`.`, { details: command ? { command } : {} });
}
/** The error for Ctrl-C. */
export function interrupted() {
    return new EpitomeError("interrupted", "Interrupted. Nothing was written.");
}
/** The exit code that an error ends with. */
export function exitCodeOf(error) {
    const code = EpitomeError.isInstance(error) ? error.code : "";
    return code === "bad-usage" ? EXIT.usage : code === "interrupted" ? EXIT.interrupted : EXIT.failure;
}
/** An error as the line for people. */
export function sentenceOf(error) {
    if (EpitomeError.isInstance(error))
        return oneLine(error.message);
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return `This should not have happened: ${oneLine(text)}. Please report it, with the command line that led here.`;
}
/** An error as the document for programs. */
export function documentOf(error) {
    const known = EpitomeError.isInstance(error);
    return { error: { code: known ? error.code : "internal", message: sentenceOf(error), details: known ? error.details : {} } };
}
/** The error code of the system behind an error, such as `ENOENT`. */
export function systemCode(error) {
    const code = error?.code;
    return typeof code === "string" ? code : "";
}
