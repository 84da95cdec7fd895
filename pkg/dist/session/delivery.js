/**
 * Brings batches to the store, once each, although a call may fail after the store has written.
 *
 * The ids of the entries tell: after a call whose outcome is unknown the store is read, and what it has is not written
 * again. While the outcome cannot be found out, the batch stays in doubt; the next write begins by looking.
 */
import { EpitomeError } from "../errors.js";
import { orAborted, pause } from "../waiting.js";
import { isSame } from "./same.js";
/** How often a call that failed is made again, and how long the first pause is, in milliseconds; each next is four times as long. */
const MAX_RETRIES = 2;
const PAUSE_MS = 50;
/** Errors of a store that say that it has written nothing. */
const NOTHING_STORED = new Set(["duplicate-entry", "invalid-entry", "invalid-option", "store-locked"]);
export class Delivery {
    #id;
    #store;
    #format;
    #parentSession;
    /** Batches that were handed to the store at the present head, of which one may be there. */
    #inDoubt = [];
    /** A batch that was in doubt, and turned out to be stored. */
    #landed;
    constructor(id, store, format, parentSession) {
        this.#id = id;
        this.#store = store;
        this.#format = format;
        this.#parentSession = parentSession;
    }
    /** Whether nobody knows if a batch was stored. */
    get isInDoubt() {
        return this.#inDoubt.length > 0;
    }
    /** Reads from the store, and checks that it answers as it should. */
    async read(after, limit, signal) {
        const read = await orAborted(() => this.#store.read(this.#id, after, { limit, signal }), signal);
        if (!Array.isArray(read?.entries) || !Number.isSafeInteger(read.head)) {
            throw new EpitomeError("store-failed", "The store's read answered without entries or head.");
        }
        if (read.entries.length > 0 && read.head < after + read.entries.length) {
            throw new EpitomeError("store-failed", `The store's read gave entries beyond its own head, ${read.head}.`);
        }
        return read;
    }
    /** Appends a batch at the head. False where another writer was faster, or has stored what is in doubt. */
    async append(head, entries, signal) {
        this.#landed = undefined;
        for (let tries = 0;; tries++) {
            if (!this.#inDoubt.includes(entries))
                this.#inDoubt.push(entries);
            try {
                const options = { signal, format: this.#format, ...(head === 0 && this.#parentSession && { parentSession: this.#parentSession }) };
                const answer = await orAborted(() => this.#store.append(this.#id, head, entries, options), signal);
                checkAnswer(answer, head + entries.length);
                // Where the head has moved, no other batch can be stored there any more.
                if (answer.ok)
                    this.#inDoubt = [];
                return answer.ok;
            }
            catch (error) {
                if (signal?.aborted)
                    throw error;
                if (EpitomeError.isInstance(error) && NOTHING_STORED.has(error.code)) {
                    this.#inDoubt = this.#inDoubt.filter((batch) => batch !== entries);
                    throw error;
                }
                const found = await this.#look(head, entries, signal);
                if (found === "stored") {
                    this.#inDoubt = [];
                    return true;
                }
                if (found === "others")
                    return false;
                if ((EpitomeError.isInstance(error) && !error.retryable) || tries === MAX_RETRIES)
                    throw failed(error);
                await pause(PAUSE_MS * 4 ** tries, signal);
            }
        }
    }
    /** What the store has where this batch belongs. */
    async #look(head, entries, signal) {
        try {
            const { entries: there, head: now } = await this.read(head, entries.length, signal);
            if (entries.every(({ id }, at) => there[at]?.id === id))
                return "stored";
            return now > head ? "others" : "nothing";
        }
        catch {
            return "nothing";
        }
    }
    /** What was read from the store at the present head, with the objects that we have for entries of ours. */
    recognize(stored, from, head) {
        const ours = this.#inDoubt.find((batch) => batch[0].id === stored[0]?.id);
        if (stored.length > 0)
            this.#inDoubt = [];
        if (!ours)
            return [...stored];
        // Another writer of the same messages may have shown none of them short.
        const messages = ours.filter(({ type }) => type === "message").length;
        if (head < from + (messages || ours.length)) {
            const message = `The store has kept ${head - from} of the ${ours.length} entries of an append: an append must be whole or not at all.`;
            throw new EpitomeError("store-failed", message);
        }
        this.#landed = [...ours];
        return stored.map((entry, at) => (ours[at]?.id === entry.id ? ours[at] : entry));
    }
    /** Ends the time in which a batch can be a repetition. */
    forget() {
        this.#landed = undefined;
    }
    /** The stored batch that this one repeats: the same content, given again because the call before this one failed. */
    repetition(entries) {
        const landed = this.#landed;
        this.#landed = undefined;
        if (landed?.length !== entries.length)
            return undefined;
        const [before, now] = [withPlaces(landed), withPlaces(entries)];
        return before.every((entry, at) => isRepeated(entry, now[at])) ? landed : undefined;
    }
}
/** A batch whose prunes say only what they shorten, by places: the texts name ids, and these are drawn anew each time. */
function withPlaces(batch) {
    const places = new Map(batch.map(({ id }, at) => [id, at]));
    return batch.map((entry) => {
        if (entry.type !== "prune" || !Array.isArray(entry.edits) || batch.length === 1)
            return entry;
        const edits = entry.edits.map(({ entryId, part }) => [places.get(entryId), part]);
        return { ...entry, edits, tokensBefore: 0 };
    });
}
/** Whether two entries say the same, apart from what each writing stamps anew. */
function isRepeated(one, other) {
    const stamped = new Set(["id", "parentId", "parentAt", "timestamp"]);
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => stamped.has(key) || isSame(one[key], other[key]));
}
/** The error of a call that is given up. What the store itself threw is its cause. */
function failed(error) {
    if (EpitomeError.isInstance(error))
        return error;
    const said = error instanceof Error ? error.message : String(error);
    const message = `The store failed, and whether it has written is not known: ${said}. Make the same call again before any other: what was stored is not stored twice.`;
    return new EpitomeError("store-failed", message, { retryable: true, cause: error });
}
function checkAnswer(answer, head) {
    if (typeof answer?.ok !== "boolean") {
        throw new EpitomeError("store-failed", "The store's append answered neither { ok: true } nor { ok: false }.");
    }
    if (answer.ok && answer.head !== head) {
        throw new EpitomeError("store-failed", `The store's append answered with the head ${String(answer.head)}; ${head} is right.`);
    }
}
