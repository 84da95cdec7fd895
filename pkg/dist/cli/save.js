/** Writes what came out of a compaction, in the shape of what went in: whole or not at all, and over nothing by mistake. */
import { Buffer } from "node:buffer";
import { access, constants, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { EpitomeError } from "../errors.js";
import { SESSION_VERSION, UNFINISHED_APPEND, UNFINISHED_LINE } from "../stores/session-file.js";
import { systemCode } from "./failure.js";
/** Looks whether `path` may be written to, so that no summary is paid for that then cannot be kept. */
export async function checkTarget(path, force) {
    const fail = (code, message) => new EpitomeError(code, `${path}: ${message}`, { details: { file: path } });
    const found = await stat(path).catch((error) => {
        if (systemCode(error) === "ENOENT")
            return undefined;
        throw cannotWrite(path, error);
    });
    if (found?.isDirectory())
        throw fail("file-unwritable", "this is a directory. Give --out the path of a file.");
    if (found && !found.isFile())
        return { path, replace: false };
    if (found && !force)
        throw fail("file-exists", "this file exists. Give --out another path, or let it be replaced with --force.");
    // Through a link, it is the file behind it that is replaced.
    const real = found ? await realpath(path) : path;
    await access(dirname(real), constants.W_OK).catch((error) => {
        throw cannotWrite(path, error);
    });
    return { path: real, replace: true, ...(found && { mode: found.mode & 0o777 }) };
}
/** Writes the bytes. A file is there in its whole length or, after a failure, as it was before. */
export async function save({ path, replace, mode }, bytes) {
    const draft = `${path}.${process.pid}.new`;
    try {
        if (!replace)
            return await writeFile(path, bytes);
        await writeFile(draft, bytes, { flag: "wx", mode });
        await rename(draft, path);
    }
    catch (error) {
        await rm(draft, { force: true }).catch(() => { });
        throw cannotWrite(path, error);
    }
}
function cannotWrite(path, error) {
    const code = systemCode(error);
    const why = {
        ENOENT: "its directory does not exist",
        ENOTDIR: "its directory does not exist",
        EACCES: "you may not write there",
        ENOSPC: "the disk is full",
        EROFS: "the disk can only be read",
    }[code] ??
        (code || "unknown error");
    return new EpitomeError("file-unwritable", `${path}: the file cannot be written: ${why}.`, {
        details: { file: path, ...(code && { systemCode: code }) },
        cause: error,
    });
}
/** The file after the compaction: the session with one entry more, or the messages to send from now on. */
export function written({ form }, entry, messages) {
    if (form.kind === "messages") {
        const whole = form.around ? { ...form.around.object, [form.around.list]: messages } : messages;
        return Buffer.from(`${JSON.stringify(whole, null, 2)}\n`);
    }
    const { version, lines } = form;
    const { type, version: _, ...rest } = form.header;
    const parts = [];
    let begun = false;
    for (const { bytes, entry: read, reason } of lines) {
        const blank = bytes.every((byte) => byte <= 32);
        // What an unfinished append has left would be completed by the line that follows now.
        if (reason === UNFINISHED_LINE || reason === UNFINISHED_APPEND || (!begun && blank))
            continue;
        if (version === SESSION_VERSION || reason !== undefined)
            parts.push(bytes);
        else if (!begun)
            parts.push(lineOf({ type, version: SESSION_VERSION, ...rest }));
        else if (read)
            parts.push(lineOf(read));
        begun = true;
    }
    parts.push(lineOf(entry));
    return Buffer.concat(parts.flatMap((part) => [part, LINE_FEED]));
}
const LINE_FEED = Buffer.from("\n");
const lineOf = (value) => Buffer.from(JSON.stringify(value));
