/**
 * The log of one session: in the store, in the core and here, in this order and always the same.
 *
 * Writers take turns. A batch is read by the core first, so that nothing is stored that cannot be read; then the store
 * takes it, and only then does the session stand on it. Where another writer was faster, its entries are read, and the
 * batch is made anew on top of them.
 */
import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import { orAborted } from "../waiting.js";
import { Delivery } from "./delivery.js";
import { Held } from "./held.js";
import { FIRST, openNext } from "./opening.js";
import { findingWarning } from "./warnings.js";
/** How many entries are read at once when another writer's are taken over. */
const STRETCH = 1_000;
/** How often a batch is made anew: where others keep writing, and where there is nothing new to see of them. */
const MAX_CONFLICTS = 1_000;
const MAX_EMPTY_CONFLICTS = 5;
export class Journal {
    held;
    warnings = [];
    #id;
    #log;
    #store;
    #delivery;
    #onWritten;
    #onAdopted;
    /** How many findings of the core are known, or not worth telling. */
    #findings = 0;
    #turn = Promise.resolve();
    /** Why nothing is done any more, once the session is closed; and who is to be told then. */
    #closed;
    #waiting = new Set();
    constructor({ id, log, store, format, parentSession, onWritten, onAdopted }) {
        this.held = new Held(log);
        this.#id = id;
        this.#log = log;
        this.#store = store;
        this.#delivery = store && new Delivery(id, store, format, parentSession);
        this.#onWritten = onWritten;
        this.#onAdopted = onAdopted;
    }
    /** Ends the writing: what waits for its turn, or for the store, fails. */
    close() {
        const message = "The session was closed while it was writing; what the store took it keeps.";
        this.#closed = new EpitomeError("session-closed", message, { details: { path: this.#id } });
        for (const reject of this.#waiting)
            reject(this.#closed);
    }
    get isClosed() {
        return this.#closed !== undefined;
    }
    /** Throws once the session is closed. */
    checkOpen() {
        if (this.#closed)
            throw this.#closed;
    }
    /** Runs `work` when those before it are done, unless the caller has given up by then. `close` ends all waiting. */
    #inTurn(work, signal) {
        const before = this.#turn;
        const run = (signal ? orAborted(() => before, signal) : before).then(() => {
            this.checkOpen();
            return work();
        });
        // Who gives up early does not let the next one pass those who are still at work.
        this.#turn = signal ? Promise.allSettled([before, run]) : run.catch(() => { });
        return new Promise((resolve, reject) => {
            this.#waiting.add(reject);
            run.then(resolve, reject).finally(() => this.#waiting.delete(reject));
        });
    }
    /** Reads the stored log, as much of it as the model can still see. */
    open(signal) {
        return this.#inTurn(() => this.#open(false, signal), signal);
    }
    /** Reads what is not held yet: afterwards the whole log is. */
    load(signal) {
        return this.#inTurn(async () => {
            if (!this.held.isComplete)
                await this.#open(true, signal);
        }, signal);
    }
    /** Takes over what the store has beyond what is held. */
    refresh(signal) {
        return this.#inTurn(() => this.#readOn(signal), signal);
    }
    async #open(all, signal) {
        if (!this.#store)
            return;
        const known = this.held.known();
        if (known.head === 0)
            await this.#readInto(known, 0, FIRST, signal);
        for (let before = 0;;) {
            const next = openNext(known, all, before);
            if ("compaction" in next) {
                this.held.replace(known, next);
                break;
            }
            before = next.to - next.from;
            // What is known already is not asked for again, and a store may give less than it is asked for.
            for (let from = next.from; from < next.to; from++) {
                if (known.get(from))
                    continue;
                const length = await this.#readInto(known, from, next.to - from, signal);
                if (length === 0) {
                    throw storeFailed(`The store's read gave no entries from position ${from} on, but says that there are ${known.head}`);
                }
            }
        }
        // Where the log is not held whole, what is missing of it looks like a fault of it.
        this.#findings = this.held.isComplete ? 0 : this.#log.findings(0).length / 3;
        this.#noteFindings();
    }
    async #readInto(known, from, limit, signal) {
        const { entries, head } = await this.#read(from, limit, signal);
        known.add(from, entries.slice(0, limit));
        known.head = Math.max(known.head, head);
        return entries.length;
    }
    async #read(after, limit, signal) {
        const read = await this.#delivery.read(after, limit, signal);
        this.checkOpen();
        for (const { line, reason } of read.damaged ?? []) {
            // A store tells of its damaged end each time it is read.
            if (this.warnings.some((warning) => warning.line === line))
                continue;
            this.warnings.push({ code: "damaged-line", message: `Line ${line} of the stored log was left out: ${reason}`, line });
        }
        return read;
    }
    async #readOn(signal) {
        if (!this.#store)
            return;
        for (;;) {
            const { entries: stored, head } = await this.#read(this.held.head, STRETCH, signal);
            if (head < this.held.head) {
                throw storeFailed(`The stored log has ${head} entries, but ${this.held.head} were read: it was deleted or replaced. Open the session again`);
            }
            // An entry of ours whose answer was lost is the object that we have of it.
            const entries = this.#delivery.recognize(stored, this.held.head, head);
            if (entries.length > 0) {
                const isWhole = this.held.adopt(entries);
                this.#onAdopted(entries);
                if (!isWhole)
                    await this.#open(false, signal);
            }
            if (this.held.head >= head || entries.length === 0)
                break;
        }
        this.#noteFindings();
    }
    #noteFindings() {
        const found = this.#log.findings(this.#findings);
        this.#findings += found.length / 3;
        for (let at = 0; at < found.length; at += 3) {
            this.warn(findingWarning(found[at], found[at + 1], found[at + 2]));
        }
    }
    /** Takes note of a warning, once. */
    warn(warning) {
        if (!this.warnings.some(({ message }) => message === warning.message))
            this.warnings.push(warning);
    }
    /**
     * Writes a batch; null where the draft decided to write nothing.
     *
     * Where the batch before this one failed and nobody knows whether it was stored, the store is asked first. If it was, and
     * this batch is the same again, then it is written already.
     */
    write(draft, options = {}) {
        return this.#inTurn(() => this.#write(draft, options), options.signal);
    }
    async #write(draft, options) {
        const { signal, settled, place, named, onRepeated, onOversized } = options;
        signal?.throwIfAborted();
        if (this.#delivery?.isInDoubt)
            await this.#readOn(signal);
        let leafId = this.held.leaf?.id ?? null;
        let refused;
        let empty = 0;
        for (let conflicts = 0; conflicts < MAX_CONFLICTS && empty < MAX_EMPTY_CONFLICTS; conflicts++) {
            signal?.throwIfAborted();
            this.checkOpen();
            const entries = draft(leafId);
            if (named || !entries?.length)
                this.#delivery?.forget();
            if (!entries?.length)
                return entries;
            if (refused?.id === entries[0].id)
                throw refused.error;
            this.#hint(entries);
            const repeated = guarded(() => this.#log.propose(stage(entries, null, "entries")), place);
            if (repeated.length > 0 && onRepeated) {
                onRepeated(repeated);
                continue;
            }
            const oversized = onOversized && this.#log.oversized();
            if (oversized?.length) {
                onOversized(oversized);
                continue;
            }
            const written = this.#delivery?.repetition(entries);
            if (written)
                return written;
            if (this.#delivery) {
                const isStored = await this.#delivery.append(this.held.head, entries, settled ? undefined : signal).catch((error) => {
                    // An id that was drawn is one of an entry that is not held: draw again. One that the host gave is not.
                    if (!EpitomeError.isInstance(error) || error.code !== "duplicate-entry")
                        throw error;
                    refused = { id: entries[0].id, error };
                    return false;
                });
                this.checkOpen();
                if (!isStored) {
                    const { head } = this.held;
                    await this.#readOn(signal);
                    if (this.held.head === head)
                        empty++;
                    // Another writer may have moved the session to another branch. A batch continues what its caller saw: a tool's
                    // result follows its call.
                    if (leafId === null || this.#log.isOnPath(leafId))
                        leafId = this.held.leaf?.id ?? null;
                    continue;
                }
            }
            this.held.commit(entries);
            this.#onWritten(entries);
            return entries;
        }
        if (empty > 0)
            throw storeFailed("The store refuses to append where it says that its log ends");
        throw storeFailed(`Other writers were faster ${MAX_CONFLICTS} times in a row. Try again later`, true);
    }
    /** Notes the position of a parent that is not the entry before, so that opening finds it. */
    #hint(entries) {
        let last = this.held.entries.at(-1)?.id;
        for (const entry of entries) {
            if (entry.parentId !== null && entry.parentId !== last) {
                const place = this.held.placeOf(entry.parentId);
                if (place !== undefined)
                    entry.parentAt = this.held.positionAt(place);
            }
            last = entry.id;
        }
    }
}
function storeFailed(what, retryable = false) {
    return new EpitomeError("store-failed", `${what}.`, { retryable });
}
