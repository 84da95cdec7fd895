/** The connection to the database: opened when it is needed, given up when another tab needs it, and opened again when it is lost. */
import { orAborted } from "../../waiting.js";
import { blockedError, failure, foreignError, isLost, missingError } from "./failure.js";
import { createStores, hasStores, VERSION } from "./schema.js";
import { transact } from "./transaction.js";
/** How long the database may take to open, in milliseconds. Only other tabs, or a browser that hangs, make it take long. */
const OPEN_MS = 20_000;
export class Connection {
    #name;
    #durability;
    #factory;
    #opening;
    constructor(name, durability, factory) {
        this.#name = name;
        this.#durability = durability;
        this.#factory = factory;
    }
    read(stores, signal, work) {
        return this.#run(stores, "readonly", signal, work);
    }
    write(stores, signal, work) {
        return this.#run(stores, "readwrite", signal, work);
    }
    /** Closes the connection; transactions that are under way end first. */
    close() {
        this.#opening?.then(close, () => { });
        this.#opening = undefined;
    }
    /**
     * Runs `work` in a transaction, and once more on a new connection if the first was lost. It may then run a second time
     * although the browser has stored what it wrote, so it must be such that this is no harm.
     */
    async #run(stores, mode, signal, work) {
        for (let again = false;; again = true) {
            this.#opening ??= this.#open();
            const opening = this.#opening;
            try {
                const db = await orAborted(() => opening, signal);
                return await transact(db, stores, mode, this.#durability, signal, work);
            }
            catch (error) {
                if (signal?.aborted && error === signal.reason)
                    throw error;
                if (again || !isLost(error))
                    throw failure(error, this.#name);
                this.#forget(opening);
            }
        }
    }
    /** Gives up a connection, unless there is a newer one already. */
    #forget(opening) {
        if (this.#opening === opening)
            this.close();
    }
    #open() {
        const opening = new Promise((resolve, reject) => {
            const request = factoryOf(this.#factory).open(this.#name, VERSION);
            let isBlocked = false;
            let isLate = false;
            const timer = setTimeout(() => {
                isLate = true;
                reject(blockedError(this.#name, OPEN_MS, isBlocked));
            }, OPEN_MS);
            request.onupgradeneeded = () => createStores(request.result);
            // Other tabs were asked to make way (see `onversionchange` below), and the request waits until they have.
            request.onblocked = () => {
                isBlocked = true;
            };
            request.onerror = () => {
                clearTimeout(timer);
                reject(request.error);
            };
            request.onsuccess = () => {
                clearTimeout(timer);
                const db = request.result;
                // Nobody waits for it any more.
                if (isLate)
                    return db.close();
                db.onversionchange = () => {
                    db.close();
                    this.#forget(opening);
                };
                db.onclose = () => this.#forget(opening);
                if (hasStores(db))
                    return resolve(db);
                db.close();
                reject(foreignError(this.#name));
            };
        });
        opening.catch(() => this.#forget(opening));
        return opening;
    }
}
/** The factory: given, or that of this page or worker. */
function factoryOf(given) {
    let found = given;
    try {
        found ??= globalThis.indexedDB;
    }
    catch (error) {
        // Where storage is forbidden, some browsers already refuse to name it.
        throw missingError(error);
    }
    // Some have the name, and nothing behind it.
    if (!found)
        throw missingError();
    return found;
}
function close(db) {
    db.close();
}
