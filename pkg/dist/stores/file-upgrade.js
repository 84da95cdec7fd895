/** Rewrites a session file of an older version as one of version 3, line by line. Node only. */
import { Buffer } from "node:buffer";
import { copyFile, link, open, realpath, rename } from "node:fs/promises";
import { readRange, scanLines, syncDirectory } from "./file-lines.js";
import { EntryReader, parseHeader, SESSION_VERSION } from "./session-file.js";
/** How much is gathered before it is written. */
const GATHERED = 1 << 20;
/**
 * Puts a file of version 3 in the place of `path`. What cannot be read, and what comes from `end` on, is kept as it is. The
 * old file stays beside it as `….v1.bak`.
 */
export async function upgradeFile(path, end, sync) {
    const target = await realpath(path);
    const old = await open(target, "r");
    try {
        const { size, mode } = await old.stat();
        const file = await open(`${target}.new`, "w", mode);
        let reader;
        try {
            let gathered = [];
            let length = 0;
            const put = async (least) => {
                if (length < least)
                    return;
                await file.writeFile(Buffer.concat(gathered));
                gathered = [];
                length = 0;
            };
            const add = (line) => {
                const bytes = Buffer.from(line);
                gathered.push(bytes, LINE_FEED);
                length += bytes.length + 1;
            };
            let number = 0;
            const take = ({ text, bytes, start }) => {
                number++;
                if (text?.trim() === "")
                    return;
                if (!reader) {
                    reader = new EntryReader(parseHeader(text, number));
                    const { type, version: _, ...rest } = reader.header;
                    add(JSON.stringify({ type, version: SESSION_VERSION, ...rest }));
                    return;
                }
                const read = start < end ? reader.read(text) : undefined;
                add(read && "entry" in read ? JSON.stringify(read.entry) : bytes);
            };
            await scanLines(old, 0, size, take, () => put(GATHERED));
            await put(1);
            if (sync)
                await file.sync();
        }
        finally {
            await file.close();
        }
        await backUp(target, `${target}.v${reader?.version}.bak`, old, size);
    }
    finally {
        await old.close();
    }
    await rename(`${target}.new`, target);
    if (sync)
        await syncDirectory(target);
}
const LINE_FEED = Buffer.from("\n");
/** Keeps a file under a second name. An earlier backup stays, under a third name if need be. */
async function backUp(path, name, file, size) {
    for (let number = 1;; number++) {
        const target = number === 1 ? name : `${name}${number}`;
        const earlier = await open(target, "r").catch(() => undefined);
        const same = earlier && (await isSame(earlier, file, size).finally(() => earlier.close()));
        if (same)
            return;
        if (earlier)
            continue;
        // A link is whole at once; where there are none, a copy is given its name when it is whole.
        await link(path, target).catch(async () => {
            await copyFile(path, `${target}.new`);
            await rename(`${target}.new`, target);
        });
        return;
    }
}
async function isSame(one, other, size) {
    if ((await one.stat()).size !== size)
        return false;
    for (let at = 0; at < size; at += GATHERED) {
        const to = Math.min(size, at + GATHERED);
        if (!(await readRange(one, at, to)).equals(await readRange(other, at, to)))
            return false;
    }
    return true;
}
