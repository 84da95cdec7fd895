/** A store in the browser: IndexedDB, as pages, workers and service workers have it. */
import type { SessionStore } from "../types.js";
/** Options of `indexedDb`. */
export interface IndexedDbOptions {
    /** The database's name in this origin. Default: `"epitome"`. Two stores of one name share their sessions. */
    name?: string | undefined;
    /**
     * What an append waits for. `"strict"`, the default: until the disk has it, so that what was acknowledged is there after
     * a loss of power. `"relaxed"`: until the operating system has it. That survives the end of the page and of the browser,
     * but not a crash of the machine, and is faster, most of all on slow disks; what can be lost then is the end of the log,
     * never its order or half of an append.
     *
     * It is said with each transaction, as browsers differ when nothing is said: Firefox and Safari are relaxed, and Chrome
     * is since version 121, strict before. Firefox before 126 and Safari before 15 do not know the word, and are relaxed.
     */
    durability?: "strict" | "relaxed" | undefined;
    /** The factory of databases. Default: `globalThis.indexedDB`, looked up when the store is first used. */
    indexedDB?: {
        open(name: string, version?: number): object;
    } | undefined;
    /** The `IDBKeyRange` that belongs to the factory. Default: `globalThis.IDBKeyRange`. */
    IDBKeyRange?: {
        bound(lower: unknown, upper: unknown): object;
    } | undefined;
}
/** What `indexedDb` gives: a store with everything that there is, and its connection to close. */
export interface IndexedDbStore extends Required<SessionStore> {
    /** Closes the connection to the database, after what is under way; the next call opens it again. */
    close(): void;
}
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
export declare function indexedDb(options?: IndexedDbOptions): IndexedDbStore;
