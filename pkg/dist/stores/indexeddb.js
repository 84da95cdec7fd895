/** A store in the browser: IndexedDB, as pages, workers and service workers have it. */
import { EpitomeError } from "../errors.js";
import { checkArtifactData, checkArtifactId, checkPosition, checkSessionId, decideAppend, encodeEntries } from "./entries.js";
import { Connection } from "./indexeddb/connection.js";
import { ARTIFACTS, ENTRIES, IDS, keysOf, SESSIONS } from "./indexeddb/schema.js";
import { answer, commit } from "./indexeddb/transaction.js";
/** How many entries a read asks for at first, and the bounds between which their size then moves that number. */
const FIRST_CHUNK = 128;
const SMALL_CHUNK = 1_000_000;
const LARGE_CHUNK = 8_000_000;
/**
 * Makes a store that keeps its sessions in an IndexedDB database, which all tabs and workers of an origin share. It depends
 * on nothing, and may be made where there is no IndexedDB, as while a page is rendered on a server: only using it fails there.
 *
 * - **What is where.** Entries as their JSON text under session and position, with an index of their ids; beside them one
 *   record a session with its head and its time, and the artifacts. Head, any position and any id are found by key, so
 *   reading costs what is read, and opening a session costs the few stretches that are asked for.
 * - **Writers.** An append is one transaction. The browser puts those of all tabs and workers in a row, and of two that
 *   expected the same head the second is refused.
 * - **Crashes.** A page that is closed, frozen, reloaded or killed leaves each append whole or not at all; so does the end
 *   of the browser, and with `durability: "strict"` the loss of power.
 * - **Connections.** One that the browser has closed (a phone that slept, site data that was cleared) is opened again
 *   once, and the call repeated. The store makes way for another tab that deletes or upgrades the database.
 * - **Limits.** The origin's quota. An entry or artifact may be many MB; the browsers' own limit lies above 100 MB a value.
 *   Unless the user or `navigator.storage.persist()` makes the storage persistent, browsers may drop all of an origin when
 *   space is short, and Safari does after seven days without a visit. Private windows forget it all when they are closed.
 *
 * Its failures are `store-failed`: storage that is full (not `retryable` before something was deleted), no IndexedDB here
 * (use `memory`), a database that a newer version of this package has upgraded, and what else the browser reports, which
 * is the `cause`. `store-locked`: other tabs keep the database from being opened.
 */
export function indexedDb(options = {}) {
    const { name = "epitome", durability = "strict" } = checkOptions(options);
    const connection = new Connection(name, durability, options.indexedDB);
    const keyRanges = options.IDBKeyRange;
    return {
        async append(sessionId, expectedHead, entries, { signal } = {}) {
            signal?.throwIfAborted();
            checkSessionId(sessionId);
            checkPosition("expectedHead", expectedHead);
            const lines = encodeEntries(entries);
            // What is stored must not follow what the caller does to its array while the database is being opened.
            const ids = entries.map(({ id }) => id);
            const given = ids.map((id) => ({ id }));
            return connection.write([SESSIONS, ENTRIES], signal, async (transaction) => {
                const sessions = transaction.objectStore(SESSIONS);
                const log = transaction.objectStore(ENTRIES);
                const byId = log.index(IDS);
                const [session, ...places] = await Promise.all([
                    answer(sessions.get(sessionId)),
                    ...ids.map((id) => answer(byId.getKey([sessionId, id]))),
                ]);
                const at = new Map();
                places.forEach((key, index) => {
                    if (key !== undefined)
                        at.set(key[1], ids[index]);
                });
                const known = new Set(at.values());
                const head = session?.head ?? 0;
                const decided = decideAppend({ head, at: (position) => at.get(position), has: (id) => known.has(id) }, expectedHead, given);
                if (decided)
                    return decided;
                lines.forEach((line, index) => {
                    const record = { session: sessionId, position: head + index, id: ids[index], line };
                    log.add(record);
                });
                const record = { id: sessionId, head: head + ids.length, modified: Date.now() };
                sessions.put(record);
                // Nothing more is asked, so the browser need not come back to this page, which may be frozen, to know that.
                commit(transaction);
                return { ok: true, head: record.head };
            });
        },
        async read(sessionId, after, { limit, signal } = {}) {
            signal?.throwIfAborted();
            checkSessionId(sessionId);
            checkPosition("after", after);
            if (limit !== undefined)
                checkPosition("limit", limit, 1);
            return connection.read([SESSIONS, ENTRIES], signal, async (transaction) => {
                const log = transaction.objectStore(ENTRIES);
                const stretch = (from, count) => answer(log.getAll(keysOf(sessionId, keyRanges, from), count));
                let chunk = FIRST_CHUNK;
                const [session, first] = await Promise.all([
                    answer(transaction.objectStore(SESSIONS).get(sessionId)),
                    stretch(after, Math.min(limit ?? chunk, chunk)),
                ]);
                const result = { entries: [], head: session?.head ?? 0 };
                const end = Math.min(result.head, after + (limit ?? result.head));
                for (let records = first; records.length > 0;) {
                    let size = 0;
                    for (const { line } of records) {
                        size += line.length;
                        result.entries.push(JSON.parse(line));
                    }
                    const from = records.at(-1).position + 1;
                    if (from >= end)
                        break;
                    // A browser hands over a stretch in one piece: it should be worth the way, and not weigh hundreds of MB.
                    if (size < SMALL_CHUNK)
                        chunk *= 2;
                    else if (size > LARGE_CHUNK)
                        chunk = Math.max(1, Math.floor((chunk * LARGE_CHUNK) / size));
                    records = await stretch(from, Math.min(end - from, chunk));
                }
                return result;
            });
        },
        async list({ signal } = {}) {
            signal?.throwIfAborted();
            const sessions = await connection.read([SESSIONS], signal, (transaction) => answer(transaction.objectStore(SESSIONS).getAll()));
            return sessions.map(({ id, head, modified }) => ({ id, head, modified: new Date(modified).toISOString() }));
        },
        async delete(sessionId, { signal } = {}) {
            signal?.throwIfAborted();
            checkSessionId(sessionId);
            await connection.write([SESSIONS, ENTRIES, ARTIFACTS], signal, async (transaction) => {
                transaction.objectStore(SESSIONS).delete(sessionId);
                transaction.objectStore(ENTRIES).delete(keysOf(sessionId, keyRanges));
                transaction.objectStore(ARTIFACTS).delete(keysOf(sessionId, keyRanges));
                commit(transaction);
            });
        },
        artifacts(sessionId) {
            checkSessionId(sessionId);
            return artifactsOf(sessionId, connection);
        },
        close() {
            connection.close();
        },
    };
}
/** The artifacts of one session, under its id and theirs. */
function artifactsOf(sessionId, connection) {
    return {
        async put(id, data, { signal } = {}) {
            signal?.throwIfAborted();
            checkArtifactId(id);
            checkArtifactData(data);
            await connection.write([ARTIFACTS], signal, async (transaction) => {
                const artifacts = transaction.objectStore(ARTIFACTS);
                if ((await answer(artifacts.getKey([sessionId, id]))) === undefined)
                    artifacts.add(data, [sessionId, id]);
                commit(transaction);
            });
        },
        async get(id, { signal } = {}) {
            signal?.throwIfAborted();
            checkArtifactId(id);
            const data = await connection.read([ARTIFACTS], signal, (transaction) => answer(transaction.objectStore(ARTIFACTS).get([sessionId, id])));
            return data ?? null;
        },
    };
}
function checkOptions(options) {
    const { name, durability, indexedDB, IDBKeyRange } = options;
    if (name !== undefined && (typeof name !== "string" || name === ""))
        throw invalidOption("name", "must be a string that is not empty");
    if (durability !== undefined && durability !== "strict" && durability !== "relaxed") {
        throw invalidOption("durability", 'must be "strict" or "relaxed"');
    }
    if (indexedDB !== undefined && typeof indexedDB?.open !== "function")
        throw invalidOption("indexedDB", "must have the method open");
    if (IDBKeyRange !== undefined && typeof IDBKeyRange?.bound !== "function") {
        throw invalidOption("IDBKeyRange", "must have the method bound");
    }
    return options;
}
function invalidOption(path, problem) {
    return new EpitomeError("invalid-option", `${path} ${problem}.`, { details: { path } });
}
