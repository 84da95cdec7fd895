/**
 * A store on disk: one file a session, in pi's format, readable by pi and by anything that reads JSON lines. Node only (and
 * Bun and Deno, which have its modules).
 */
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { EpitomeError } from "../errors.js";
import { checkArtifactData, checkArtifactId, checkPosition, checkSessionId, decideAppend, encodeEntries } from "./entries.js";
import { artifactsOf, getArtifact, putArtifact } from "./file-artifacts.js";
import { removeLeft } from "./file-index-builder.js";
import { lockFile } from "./file-lock.js";
import { fileNameOf, sessionIdOf } from "./file-name.js";
import { LogFile } from "./log-file.js";
import { Changed } from "./log-read.js";
import { parseHeader, SESSION_VERSION } from "./session-file.js";
/** Of how many files it is kept what is known: the last ids and where they are, not the entries themselves. */
const MAX_FILES = 64;
/** How often an append is tried anew because a program that does not heed the lock has written meanwhile. */
const MAX_TRIES = 10;
/**
 * Makes a store of JSON Lines files. Several stores, threads and processes can write to one directory: a lock beside each
 * file keeps them apart, and that of a process that died is broken after a second.
 *
 * A process that is stopped while it appends leaves an unfinished end. Reading leaves it out and reports it as `damaged`;
 * the next append removes it. A line in the middle that cannot be read is reported, skipped and kept. A file of version 1 or
 * 2 is rewritten as version 3 by the first append to it; the old one stays beside it as `….v1.bak`.
 *
 * Opening, reading a stretch and appending cost what is read and written, not what the file is long: a file of more than a
 * megabyte gets an index beside it, `….index`, less than a tenth of its size for messages of the usual kind. It is a cache. It is believed only while the file is as
 * this store left it; after another program has written to it, or a process was killed while it wrote, the next one to open
 * it reads the file once and writes the index anew (some seconds for a million entries). Where no index can be
 * written, the ids of the session are kept in memory. All of a file of version 1 or 2 is read each time.
 *
 * Artifacts are in `….artifacts/`, a file each. An entry or an artifact may have up to half a gigabyte, the longest text
 * there is.
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
    const files = new Map();
    const pathOf = (sessionId) => {
        checkSessionId(sessionId);
        const given = fileFor ? fileFor(sessionId) : join(dir, fileNameOf(sessionId));
        if (typeof given !== "string" || given === "")
            throw new EpitomeError("invalid-option", "fileFor must return the path of a file.");
        return resolve(given);
    };
    /** Runs `work` alone among all that this process does with the session's file. */
    const withFile = (sessionId, signal, work) => {
        const path = pathOf(sessionId);
        return enqueue(path, async () => {
            signal?.throwIfAborted();
            const file = files.get(path) ?? new LogFile(path);
            files.delete(path);
            files.set(path, file);
            for (const oldest of files.keys())
                if (files.size > MAX_FILES)
                    files.delete(oldest);
            try {
                for (let tries = 1;; tries++) {
                    try {
                        return await work(file);
                    }
                    catch (error) {
                        if (!(error instanceof Changed) || tries === MAX_TRIES)
                            throw error;
                        await file.distrust();
                    }
                }
            }
            catch (error) {
                throw wrapped(path, error, signal);
            }
        });
    };
    const refresh = async (file, sessionId, build = true) => {
        const state = await file.refresh(build);
        const id = file.headerId;
        if (dir !== undefined && id !== undefined && id !== sessionId && id.toLowerCase() === sessionId.toLowerCase()) {
            const message = `The sessions ${JSON.stringify(id)} and ${JSON.stringify(sessionId)} share a file, because this file system does not tell capitals apart. Use another id.`;
            throw new EpitomeError("store-failed", message, { details: { path: file.path } });
        }
        return state;
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
        async append(sessionId, expectedHead, entries, { signal, format: opened, parentSession } = {}) {
            checkPosition("expectedHead", expectedHead);
            const lines = encodeEntries(entries);
            const ids = entries.map(({ id }) => id);
            return withFile(sessionId, signal, async (file) => {
                await mkdir(dirname(file.path), { recursive: true });
                return locked(file, signal, async (lock) => {
                    for (let tries = 0; tries < MAX_TRIES; tries++) {
                        await refresh(file, sessionId);
                        const decided = decideAppend(await file.stored(expectedHead, ids), expectedHead, entries);
                        if (decided)
                            return decided;
                        if (file.isOld)
                            await file.upgrade(sync);
                        signal?.throwIfAborted();
                        if (!(await lock.isHeld()))
                            throw lostLock(file.path);
                        if (await file.append(ids, lines, newHeader(sessionId, entries, opened, parentSession), sync))
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
                let state = await refresh(file, sessionId, false);
                // An unfinished end that was not seen before, or an index that does not fit, may be an append in progress: when we
                // have the lock, it is not.
                if (state === "stale" || (state === "changed" && file.isTorn))
                    state = await waitForWriter(file, sessionId, signal);
                if (state === "stale")
                    await refresh(file, sessionId);
                const { entries, damaged } = await file.read(after, limit);
                return { entries, head: file.head, ...(damaged.length > 0 ? { damaged } : {}) };
            });
        },
        async delete(sessionId, { signal } = {}) {
            return withFile(sessionId, signal, async (file) => {
                const artifacts = artifactsOf(file.path);
                const found = await Promise.all([file.path, artifacts].map((path) => stat(path).catch(() => undefined)));
                if (found.every((one) => one === undefined))
                    return;
                await locked(file, signal, async () => {
                    // The session goes last: as long as something is left, it can be removed again.
                    await rm(artifacts, { recursive: true, force: true, maxRetries: 3 });
                    await rm(file.indexPath, { force: true });
                    await removeLeft(file.indexPath, 0);
                    await rm(file.path, { force: true });
                });
                files.delete(file.path);
            });
        },
        artifacts(sessionId) {
            const path = pathOf(sessionId);
            const artifacts = artifactsOf(path);
            return {
                async put(id, data, { signal } = {}) {
                    signal?.throwIfAborted();
                    checkArtifactId(id);
                    checkArtifactData(data);
                    await putArtifact(artifacts, id, data, sync, signal).catch((error) => Promise.reject(wrapped(path, error, signal)));
                },
                async get(id, { signal } = {}) {
                    signal?.throwIfAborted();
                    checkArtifactId(id);
                    return getArtifact(artifacts, id, signal).catch((error) => Promise.reject(wrapped(path, error, signal)));
                },
            };
        },
    };
    const newHeader = (sessionId, entries, opened, parentSession) => ({
        type: "session",
        version: SESSION_VERSION,
        id: sessionId,
        timestamp: typeof entries[0]?.timestamp === "string" ? entries[0].timestamp : new Date().toISOString(),
        ...(cwd === undefined ? {} : { cwd }),
        ...noted(format ?? opened),
        ...(parentSession === undefined ? {} : { parentSession }),
    });
    const waitForWriter = async (file, sessionId, signal) => {
        try {
            return await locked(file, signal, () => refresh(file, sessionId, false));
        }
        catch (error) {
            // Where nothing can be locked, as in a directory that is only readable, what was read is all there is to tell.
            if (signal?.aborted || (EpitomeError.isInstance(error) && error.code !== "store-locked"))
                throw error;
            return "stale";
        }
    };
    if (dir === undefined)
        return store;
    store.list = async ({ signal } = {}) => {
        const sessions = [];
        for (const name of await readdir(dir).catch(ifMissing)) {
            signal?.throwIfAborted();
            const path = join(dir, name);
            const named = sessionIdOf(name);
            if (named === undefined)
                continue;
            const found = await stat(path).catch(() => undefined);
            if (!found?.isFile())
                continue;
            const header = await headerOf(path);
            // A name that is too short for the id leaves it to the header.
            const id = named ?? (header && fileNameOf(header.id) === name ? header.id : undefined);
            const parent = typeof header?.parentSession === "string" ? { parentSession: header.parentSession } : {};
            if (id !== undefined)
                sessions.push({ id, modified: found.mtime.toISOString(), ...parent });
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
/** The header of a file, if it has one that can be read. */
async function headerOf(path) {
    try {
        const file = await open(path, "r");
        try {
            const { bytesRead, buffer } = await file.read({ length: 16_384, position: 0 });
            return parseHeader(buffer.toString("utf8", 0, bytesRead).split("\n")[0], 1).header;
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
/** An error as this store throws it; a call that was aborted fails with the signal's reason. */
function wrapped(path, error, signal) {
    if (EpitomeError.isInstance(error))
        return error;
    return signal?.aborted ? signal.reason : storeFailed(path, error);
}
function storeFailed(path, error) {
    const { code } = error;
    const message = `The session file ${path} could not be used${code ? ` (${code})` : ""}. Check its directory, its permissions and the free space.`;
    const retryable = ["EAGAIN", "EBUSY", "EMFILE", "ENFILE", "EINTR", "ENOSPC", "EDQUOT", "EFBIG"].includes(code ?? "");
    return new EpitomeError("store-failed", message, { retryable, details: { path, ...(code ? { errno: code } : {}) }, cause: error });
}
function lostLock(path) {
    const message = "This process was suspended for so long that another one took the session's lock. Nothing was stored; try again.";
    return new EpitomeError("store-locked", message, { retryable: true, details: { path } });
}
