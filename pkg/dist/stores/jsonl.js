/**
 * A store on disk: one file a session, in pi's format, readable by pi and by anything that reads JSON lines. Node only (and
 * Bun and Deno, which have its modules).
 */
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { EpitomeError } from "../errors.js";
import { checkPosition, checkSessionId, decideAppend, encodeEntries } from "./entries.js";
import { lockFile } from "./file-lock.js";
import { fileNameOf, sessionIdOf } from "./file-name.js";
import { LogFile } from "./log-file.js";
import { parseHeader, SESSION_VERSION } from "./session-file.js";
/** How many files' indexes are kept: ids and offsets, not the entries themselves. */
const MAX_INDEXES = 64;
/** How often an append is tried anew because a program that does not heed the lock has written meanwhile. */
const MAX_TRIES = 10;
/**
 * Makes a store of JSON Lines files. Several stores, threads and processes can write to one directory: a lock beside each
 * file keeps them apart, and that of a process that died is broken after a second.
 *
 * A process that is stopped while it appends leaves an unfinished end. Reading leaves it out and reports it as `damaged`;
 * the next append removes it. A line in the middle that cannot be read is reported, skipped and kept. A file of version 1 or
 * 2 is rewritten as version 3 by the first append to it; the old one stays beside it as `….v1.bak`.
 */
export function jsonl(options) {
    const { dir, fileFor, fsync = "always", lockTimeoutMs = 15_000, cwd, format } = options;
    if ((dir === undefined) === (fileFor === undefined))
        throw new EpitomeError("invalid-option", "Give jsonl either dir or fileFor.");
    if (fsync !== "always" && fsync !== "never")
        throw new EpitomeError("invalid-option", 'fsync must be "always" or "never".');
    if (!(lockTimeoutMs > 0))
        throw new EpitomeError("invalid-option", "lockTimeoutMs must be a positive number of milliseconds.");
    const sync = fsync === "always";
    const indexes = new Map();
    /** Runs `work` alone among all that this process does with the session's file. */
    const withFile = (sessionId, signal, work) => {
        checkSessionId(sessionId);
        const given = fileFor ? fileFor(sessionId) : join(dir, fileNameOf(sessionId));
        if (typeof given !== "string" || given === "")
            throw new EpitomeError("invalid-option", "fileFor must return the path of a file.");
        const path = resolve(given);
        return enqueue(path, async () => {
            signal?.throwIfAborted();
            const file = indexes.get(path) ?? new LogFile(path);
            indexes.delete(path);
            indexes.set(path, file);
            for (const oldest of indexes.keys())
                if (indexes.size > MAX_INDEXES)
                    indexes.delete(oldest);
            try {
                return await work(file);
            }
            catch (error) {
                throw EpitomeError.isInstance(error) || signal?.aborted ? error : storeFailed(path, error);
            }
        });
    };
    const refresh = async (file, sessionId) => {
        const changed = await file.refresh();
        const id = file.headerId;
        if (dir !== undefined && id !== undefined && id !== sessionId && id.toLowerCase() === sessionId.toLowerCase()) {
            const message = `The sessions ${JSON.stringify(id)} and ${JSON.stringify(sessionId)} share a file, because this file system does not tell capitals apart. Use another id.`;
            throw new EpitomeError("store-failed", message, { details: { path: file.path } });
        }
        return changed;
    };
    const locked = async (file, signal, work) => {
        const lock = await lockFile(`${file.path}.lock`, lockTimeoutMs, signal);
        try {
            return await work(lock);
        }
        finally {
            await lock.release();
        }
    };
    const store = {
        async append(sessionId, expectedHead, entries, { signal, format: opened } = {}) {
            checkPosition("expectedHead", expectedHead);
            const lines = encodeEntries(entries);
            const ids = entries.map(({ id }) => id);
            return withFile(sessionId, signal, async (file) => {
                await mkdir(dirname(file.path), { recursive: true });
                return locked(file, signal, async (lock) => {
                    for (let tries = 0; tries < MAX_TRIES; tries++) {
                        await refresh(file, sessionId);
                        const decided = decideAppend(file, expectedHead, entries);
                        if (decided)
                            return decided;
                        if (file.isOld)
                            await file.upgrade(sync);
                        signal?.throwIfAborted();
                        if (!(await lock.isHeld()))
                            throw lostLock(file.path);
                        if (await file.append(ids, lines, newHeader(sessionId, entries, opened), sync))
                            return { ok: true, head: expectedHead + ids.length };
                    }
                    const message = "Another program keeps writing to the session file without its lock. Nothing was stored; try again.";
                    throw new EpitomeError("store-locked", message, { retryable: true, details: { path: file.path } });
                });
            });
        },
        async read(sessionId, after, { limit, signal } = {}) {
            checkPosition("after", after);
            if (limit !== undefined)
                checkPosition("limit", limit, 1);
            return withFile(sessionId, signal, async (file) => {
                const changed = await refresh(file, sessionId);
                // An unfinished end that was not seen before may be an append in progress: when we have the lock, it is not.
                if (changed && file.isTorn)
                    await waitForWriter(file, sessionId, signal);
                const { entries, damaged } = await file.read(after, limit);
                return { entries, head: file.head, ...(damaged.length > 0 ? { damaged } : {}) };
            });
        },
        async delete(sessionId, { signal } = {}) {
            return withFile(sessionId, signal, async (file) => {
                const exists = await stat(file.path).catch(() => undefined);
                if (!exists)
                    return;
                await locked(file, signal, () => rm(file.path, { force: true }));
                indexes.delete(file.path);
            });
        },
    };
    const newHeader = (sessionId, entries, opened) => ({
        type: "session",
        version: SESSION_VERSION,
        id: sessionId,
        timestamp: typeof entries[0]?.timestamp === "string" ? entries[0].timestamp : new Date().toISOString(),
        ...(cwd === undefined ? {} : { cwd }),
        ...noted(format ?? opened),
    });
    const waitForWriter = async (file, sessionId, signal) => {
        try {
            await locked(file, signal, () => refresh(file, sessionId));
        }
        catch (error) {
            // Where nothing can be locked, as in a directory that is only readable, what was read is all there is to tell.
            if (signal?.aborted || (EpitomeError.isInstance(error) && error.code !== "store-locked"))
                throw error;
        }
    };
    if (dir === undefined)
        return store;
    store.list = async ({ signal } = {}) => {
        const sessions = [];
        for (const name of await readdir(dir).catch(ifMissing)) {
            signal?.throwIfAborted();
            const path = join(dir, name);
            const id = sessionIdOf(name) === null ? await idInHeader(path, name) : sessionIdOf(name);
            const found = typeof id === "string" ? await stat(path).catch(() => undefined) : undefined;
            if (found?.isFile())
                sessions.push({ id: id, modified: found.mtime.toISOString() });
        }
        return sessions;
    };
    return store;
}
/** What runs in this process, by file: across stores, since two of them may have one directory. */
const queues = new Map();
function enqueue(path, work) {
    const result = (queues.get(path) ?? Promise.resolve()).then(work, work);
    const settled = result.then(() => { }, () => { });
    queues.set(path, settled);
    void settled.then(() => {
        if (queues.get(path) === settled)
            queues.delete(path);
    });
    return result;
}
/** The wire format for a header; pi's own files note none. */
function noted(format) {
    return format === undefined || format === "pi" ? {} : { format };
}
/** The id in a file's header, where its name is too short for it. */
async function idInHeader(path, name) {
    try {
        const file = await open(path, "r");
        try {
            const { bytesRead, buffer } = await file.read({ length: 16_384, position: 0 });
            const { id } = parseHeader(buffer.toString("utf8", 0, bytesRead).split("\n")[0], 1).header;
            return fileNameOf(id) === name ? id : undefined;
        }
        finally {
            await file.close();
        }
    }
    catch {
        return undefined;
    }
}
function ifMissing(error) {
    if (error.code === "ENOENT")
        return [];
    throw error;
}
function storeFailed(path, error) {
    const { code } = error;
    const message = `The session file ${path} could not be used${code ? ` (${code})` : ""}. Check its directory, its permissions and the free space.`;
    const retryable = ["EAGAIN", "EBUSY", "EMFILE", "ENFILE", "EINTR"].includes(code ?? "");
    return new EpitomeError("store-failed", message, { retryable, details: { path, ...(code ? { errno: code } : {}) }, cause: error });
}
function lostLock(path) {
    const message = "This process was suspended for so long that another one took the session's lock. Nothing was stored; try again.";
    return new EpitomeError("store-locked", message, { retryable: true, details: { path } });
}
