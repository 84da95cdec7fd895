/** The large originals of a session, in a directory beside its file: one file each, written once. Node only. */
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { syncDirectory } from "./file-lines.js";
import { artifactFileName } from "./file-name.js";
/** Begins a file of UTF-16, which keeps surrogates without their other half; no text in UTF-8 begins so. */
const UTF16 = Buffer.from([0xff, 0xfe]);
/** The directory of a session file's artifacts. */
export function artifactsOf(path) {
    return `${path}.artifacts`;
}
/** Writes `data` whole or not at all, unless there is something under this id. */
export async function putArtifact(dir, id, data, sync, signal) {
    const path = join(dir, artifactFileName(id));
    const made = await mkdir(dir, { recursive: true });
    if (await exists(path))
        return;
    const draft = `${path}.${randomBytes(6).toString("hex")}.new`;
    try {
        const file = await open(draft, "wx");
        try {
            await file.writeFile(encode(data), { signal });
            if (sync)
                await file.sync();
        }
        finally {
            await file.close();
        }
        signal?.throwIfAborted();
        await publish(draft, path);
    }
    finally {
        await rm(draft, { force: true }).catch(() => { });
    }
    if (!sync)
        return;
    await syncDirectory(path);
    if (made !== undefined)
        await syncDirectory(dir);
}
/** The data under this id, or null. */
export async function getArtifact(dir, id, signal) {
    let file;
    try {
        file = await open(join(dir, artifactFileName(id)), "r");
    }
    catch (error) {
        const { code } = error;
        if (code === "ENOENT")
            return null;
        throw error;
    }
    try {
        const bytes = await readFile(file, { signal });
        return bytes.subarray(0, UTF16.length).equals(UTF16) ? bytes.toString("utf16le", UTF16.length) : bytes.toString("utf8");
    }
    finally {
        await file.close();
    }
}
function encode(data) {
    return /\p{Surrogate}/u.test(data) ? Buffer.concat([UTF16, Buffer.from(data, "utf16le")]) : Buffer.from(data);
}
/** Gives the draft its name, if that is free. */
async function publish(draft, path) {
    try {
        await link(draft, path);
    }
    catch (error) {
        const { code } = error;
        if (code === "EEXIST")
            return;
        // Where there are no links, the data of the same id is the same data, so that it does not matter who was first.
        if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code ?? ""))
            throw error;
        if (!(await exists(path)))
            await rename(draft, path);
    }
}
async function exists(path) {
    return stat(path).then(() => true, () => false);
}
