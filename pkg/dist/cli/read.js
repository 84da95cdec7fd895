/** Reads the bytes of a file or of standard input, and says in words why that did not work. */
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { addAbortSignal } from "node:stream";
import { EpitomeError } from "../errors.js";
import { interrupted, systemCode } from "./failure.js";
/** Reads `file`, or standard input where that is `-`. */
export async function readSource(file, signal) {
    const name = file === "-" ? "standard input" : file;
    try {
        return { name, bytes: file === "-" ? await readStandardInput(signal) : await readFile(file, { signal }) };
    }
    catch (error) {
        if (signal.aborted)
            throw interrupted();
        throw unreadable(name, error);
    }
}
async function readStandardInput(signal) {
    const pieces = [];
    for await (const piece of addAbortSignal(signal, process.stdin))
        pieces.push(piece);
    return Buffer.concat(pieces);
}
/** Why the file of a session that was just opened is not there. */
const UNWRITTEN = " The file of a new session is written by its first append.";
function unreadable(name, error) {
    const details = { file: name, ...(systemCode(error) && { systemCode: systemCode(error) }) };
    const failed = (code, message) => new EpitomeError(code, `${name}: ${message}`, { details, cause: error });
    switch (systemCode(error)) {
        case "ENOENT":
        case "ENOTDIR":
            return failed("file-not-found", `there is no such file. Check the path.${/\.jsonl$/i.test(name) ? UNWRITTEN : ""}`);
        case "EISDIR":
            return failed("file-unreadable", "this is a directory. Give the path of a session file in it.");
        case "EACCES":
        case "EPERM":
            return failed("file-unreadable", "you may not read this file. Change its permissions, or copy it.");
        case "ERR_FS_FILE_TOO_LARGE":
            return failed("file-unreadable", "the file is too large to be read at once, which no conversation is.");
        default:
            return failed("file-unreadable", `the file cannot be read (${systemCode(error) || "unknown error"}).`);
    }
}
