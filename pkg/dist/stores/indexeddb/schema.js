/** What the database holds, and under which keys. */
/** The version of the database. A change of what it holds is a new one. */
export const VERSION = 1;
/** One record a session, under its id: `SessionRecord`. */
export const SESSIONS = "sessions";
/** The entries, under session and position: `EntryRecord`. */
export const ENTRIES = "entries";
/** The index of the entries by session and id. */
export const IDS = "ids";
/** The artifacts' data, under session and id. */
export const ARTIFACTS = "artifacts";
/** Makes what a database of this version has, in one that is new. */
export function createStores(db) {
    db.createObjectStore(SESSIONS, { keyPath: "id" });
    db.createObjectStore(ENTRIES, { keyPath: ["session", "position"] }).createIndex(IDS, ["session", "id"], { unique: true });
    db.createObjectStore(ARTIFACTS);
}
/** Whether the database has what this version of ours has: another program's may go by the same name. */
export function hasStores(db) {
    return [SESSIONS, ENTRIES, ARTIFACTS].every((store) => db.objectStoreNames.contains(store));
}
/** All keys of a session; of its entries, if `from` is given, those from this position on. */
export function keysOf(sessionId, ranges, from) {
    // An array comes after all numbers and texts, so this is the end of whatever the session has.
    return (ranges ?? globalThis.IDBKeyRange).bound(from === undefined ? [sessionId] : [sessionId, from], [sessionId, []]);
}
