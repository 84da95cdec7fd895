/**
 * A store in a Durable Object of Cloudflare's workers, on its SQLite storage. The platform runs one such object for each name,
 * wherever the clients are: give each session an object of its own, and all of its writers meet there.
 */
import { EpitomeError } from "../errors.js";
import { Tables } from "./durable-object/tables.js";
import { checkArtifactData, checkArtifactId, checkPosition, checkSessionId, decideAppend, encodeEntries } from "./entries.js";
/**
 * Makes a store on the storage of a Durable Object: `durableObject(ctx.storage)`. The class must have SQLite storage
 * (`new_sqlite_classes` in its migration).
 *
 * - **What it keeps**: four tables in the object's database, made on first use. One object can hold one session or several.
 * - **Rows written**, which is what is billed: an append writes two for each entry, the entry and its id in the index that
 *   finds a taken id without a scan; one more for each 500,000 characters that an entry has beyond the first 500,000.
 *   The first append of a session writes two more. An artifact is one row for each 500,000 characters begun.
 * - **Rows read**: an append reads one for the session, one for the head, and looks each new id up in the index; opening
 *   reads the entries that are asked for. Nothing depends on the length of the session.
 * - **A crash**: an append is one transaction, whole or not at all. The platform holds back whatever the object sends until
 *   the write is on disk, so a client that was told of an append can count on it. When the object is moved or restarted, open
 *   the session anew.
 * - **Limits**: a database of 10 GB in the paid plan; 128 MB of memory for the object, which a read of a stretch must fit into.
 *   Entries and artifacts larger than a row (2 MB) are kept in several.
 *
 * @throws EpitomeError `invalid-option` for a storage without SQL, or a prefix that is no name. The methods throw
 *   `store-failed` with the platform's error as `cause`.
 */
export function durableObject(storage, options = {}) {
    const { prefix = "epitome" } = options;
    if (typeof storage?.sql?.exec !== "function" || typeof storage.transactionSync !== "function") {
        const message = "durableObject needs the storage of a Durable Object with SQLite: pass ctx.storage, and name the class in new_sqlite_classes.";
        throw new EpitomeError("invalid-option", message, { details: { path: "storage" } });
    }
    if (typeof prefix !== "string" || !/^[A-Za-z]\w{0,39}$/.test(prefix) || /^sqlite_/i.test(prefix)) {
        const message = "prefix must be a letter, then letters, digits and _, 40 at the most, and must not begin with sqlite_.";
        throw new EpitomeError("invalid-option", message, { details: { path: "prefix" } });
    }
    const tables = new Tables(storage, prefix);
    return {
        append(sessionId, expectedHead, entries, { signal } = {}) {
            signal?.throwIfAborted();
            checkSessionId(sessionId);
            checkPosition("expectedHead", expectedHead);
            const lines = encodeEntries(entries);
            return run(() => {
                const known = tables.numberOf(sessionId);
                const head = known === undefined ? 0 : tables.headOf(known);
                const decided = decideAppend({
                    head,
                    at: (position) => (known === undefined ? undefined : tables.idAt(known, position)),
                    has: (id) => known !== undefined && tables.hasId(known, id),
                }, expectedHead, entries);
                if (decided)
                    return decided;
                const rows = lines.map((text, index) => ({ id: entries[index].id, text }));
                tables.add(known ?? tables.begin(sessionId), head, rows);
                return { ok: true, head: head + rows.length };
            });
        },
        read(sessionId, after, { limit, signal } = {}) {
            signal?.throwIfAborted();
            checkSessionId(sessionId);
            checkPosition("after", after);
            if (limit !== undefined)
                checkPosition("limit", limit, 1);
            return run(() => {
                const session = tables.numberOf(sessionId);
                if (session === undefined)
                    return { entries: [], head: 0 };
                const head = tables.headOf(session);
                if (after >= head)
                    return { entries: [], head };
                const lines = tables.lines(session, after, limit === undefined ? head : Math.min(head, after + limit));
                return { entries: lines.map((line) => JSON.parse(line)), head };
            });
        },
        list({ signal } = {}) {
            signal?.throwIfAborted();
            return run(() => tables.sessions());
        },
        delete(sessionId, { signal } = {}) {
            signal?.throwIfAborted();
            checkSessionId(sessionId);
            run(() => {
                const session = tables.numberOf(sessionId);
                if (session !== undefined)
                    tables.remove(session);
            });
        },
        artifacts(sessionId) {
            checkSessionId(sessionId);
            return {
                put(id, data, { signal } = {}) {
                    signal?.throwIfAborted();
                    checkArtifactId(id);
                    checkArtifactData(data);
                    run(() => {
                        const session = tables.numberOf(sessionId) ?? tables.begin(sessionId);
                        if (!tables.hasArtifact(session, id))
                            tables.addArtifact(session, id, data);
                    });
                },
                get(id, { signal } = {}) {
                    signal?.throwIfAborted();
                    checkArtifactId(id);
                    return run(() => {
                        const session = tables.numberOf(sessionId);
                        return session === undefined ? null : tables.artifact(session, id);
                    });
                },
            };
        },
    };
    /** One transaction, with the platform's errors as ours. */
    function run(work) {
        try {
            return tables.transaction(work);
        }
        catch (error) {
            if (EpitomeError.isInstance(error))
                throw error;
            const message = "The Durable Object's storage failed; nothing was stored. See the cause: a full database needs old sessions to be deleted, an object that is being restarted another try.";
            throw new EpitomeError("store-failed", message, { retryable: isRetryable(error), cause: error });
        }
    }
}
/** The platform marks its own errors that may not come again. */
function isRetryable(error) {
    return error?.retryable === true;
}
