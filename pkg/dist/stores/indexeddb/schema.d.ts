/** What the database holds, and under which keys. */
/** The version of the database. A change of what it holds is a new one. */
export declare const VERSION = 1;
/** One record a session, under its id: `SessionRecord`. */
export declare const SESSIONS = "sessions";
/** The entries, under session and position: `EntryRecord`. */
export declare const ENTRIES = "entries";
/** The index of the entries by session and id. */
export declare const IDS = "ids";
/** The artifacts' data, under session and id. */
export declare const ARTIFACTS = "artifacts";
/** What is known of a session without reading it. It is written together with the entries that it counts. */
export interface SessionRecord {
    id: string;
    head: number;
    /** When it was last written, in milliseconds. */
    modified: number;
}
/** An entry: its JSON text, and what finds it. */
export interface EntryRecord {
    session: string;
    position: number;
    id: string;
    line: string;
}
/** Makes what a database of this version has, in one that is new. */
export declare function createStores(db: IDBDatabase): void;
/** Whether the database has what this version of ours has: another program's may go by the same name. */
export declare function hasStores(db: IDBDatabase): boolean;
/** What makes ranges of keys. */
export type KeyRanges = Pick<typeof IDBKeyRange, "bound">;
/** All keys of a session; of its entries, if `from` is given, those from this position on. */
export declare function keysOf(sessionId: string, ranges: KeyRanges | undefined, from?: number): IDBKeyRange;
