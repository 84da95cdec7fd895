/** A store for tests, for short-lived processes, and for sessions that nobody will ask for again. */
import { checkArtifactData, checkArtifactId, checkPosition, checkSessionId, decideAppend, encodeEntries } from "./entries.js";
/**
 * Makes a store that keeps its sessions in memory, as the JSON text that any other store would keep: what is read back is a
 * copy, and later changes to what was given do not reach it. It answers at once, without promises. What it keeps ends with
 * the process; the size of a value is limited only by the memory there is.
 */
export function memory() {
    const sessions = new Map();
    const originals = new Map();
    return {
        append(sessionId, expectedHead, entries, options) {
            options?.signal?.throwIfAborted();
            checkSessionId(sessionId);
            checkPosition("expectedHead", expectedHead);
            const lines = encodeEntries(entries);
            const log = sessions.get(sessionId) ?? new Log();
            const decided = decideAppend(log, expectedHead, entries);
            if (decided)
                return decided;
            log.add(entries, lines);
            sessions.set(sessionId, log);
            return { ok: true, head: log.head };
        },
        read(sessionId, after, options) {
            options?.signal?.throwIfAborted();
            checkSessionId(sessionId);
            checkPosition("after", after);
            if (options?.limit !== undefined)
                checkPosition("limit", options.limit, 1);
            const log = sessions.get(sessionId);
            return log ? { entries: log.slice(after, options?.limit), head: log.head } : { entries: [], head: 0 };
        },
        list(options) {
            options?.signal?.throwIfAborted();
            return [...sessions].map(([id, { head }]) => ({ id, head }));
        },
        delete(sessionId, options) {
            options?.signal?.throwIfAborted();
            checkSessionId(sessionId);
            sessions.delete(sessionId);
            originals.delete(sessionId);
        },
        artifacts(sessionId) {
            checkSessionId(sessionId);
            return {
                put(id, data, options) {
                    options?.signal?.throwIfAborted();
                    checkArtifactId(id);
                    checkArtifactData(data);
                    const own = originals.get(sessionId) ?? new Map();
                    if (!own.has(id))
                        own.set(id, data);
                    originals.set(sessionId, own);
                },
                get(id, options) {
                    options?.signal?.throwIfAborted();
                    checkArtifactId(id);
                    return originals.get(sessionId)?.get(id) ?? null;
                },
            };
        },
    };
}
/** One session: its lines, and the place of each id. */
class Log {
    #lines = [];
    #ids = [];
    #known = new Set();
    get head() {
        return this.#lines.length;
    }
    at(position) {
        return this.#ids[position];
    }
    has(id) {
        return this.#known.has(id);
    }
    add(entries, lines) {
        entries.forEach(({ id }, index) => {
            this.#lines.push(lines[index]);
            this.#ids.push(id);
            this.#known.add(id);
        });
    }
    slice(after, limit = this.head) {
        return this.#lines.slice(after, after + limit).map((line) => JSON.parse(line));
    }
}
