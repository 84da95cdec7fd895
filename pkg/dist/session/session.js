/** A conversation that is kept inside its model's context window. */
import { guarded } from "../engine/call.js";
import { engine } from "../engine/engine.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import { extractive } from "../summarizers/extractive.js";
import { cancelled, compact } from "./compaction.js";
import { Journal } from "./journal.js";
import { Rendered } from "./rendered.js";
/** An open session. Make one with `openSession`; close it when it is no longer needed. */
export class Session {
    /** The session's id. */
    id;
    #log;
    #journal;
    #rendered;
    #summarizers;
    #newId;
    #now;
    #listeners = new Set();
    #running;
    #closed = false;
    constructor(options) {
        this.id = options.id;
        const core = engine();
        this.#log = guarded(() => new core.Log(options.format ?? "pi", stage(null, { model: options.model, settings: options.settings })));
        this.#journal = new Journal(this.id, this.#log, options.store, options.format);
        this.#rendered = new Rendered(this.#log, this.#journal.entries);
        this.#summarizers = summarizersOf(options.summarizer);
        this.#newId = options.newId;
        this.#now = options.now ?? Date.now;
    }
    /** @internal */
    static async open(options) {
        const session = new Session(options);
        try {
            await session.#journal.readOn();
            return session;
        }
        catch (error) {
            session.close();
            throw error;
        }
    }
    /** How many entries the log has. */
    get head() {
        return this.#journal.head;
    }
    /** The entry where the session stands; null before the first. */
    get leafId() {
        this.#checkOpen();
        return this.#journal.leafId;
    }
    /** What was not right with the stored log. */
    get warnings() {
        return this.#journal.warnings;
    }
    /**
     * Appends one message or several, in the session's format. They are kept as they are: `context()` gives back the same
     * objects.
     *
     * @throws EpitomeError `invalid-message` with the place (`messages[2].content[0]`); the session is then as it was.
     */
    async append(message, options = {}) {
        this.#checkOpen();
        const messages = Array.isArray(message) ? message : [message];
        const { usage, pinned, signal } = options;
        const place = (path) => {
            const [, at, rest] = /^entries\[(\d+)\]\.message(?:\.?(.*))$/s.exec(path) ?? [];
            if (at === undefined)
                return path;
            const start = Array.isArray(message) ? `messages[${at}]` : "message";
            return rest ? `${start}${rest.startsWith("[") ? "" : "."}${rest}` : start;
        };
        const reporter = usage === undefined ? -1 : newestReply(messages);
        const make = (leafId) => {
            const timestamp = this.#timestamp();
            const taken = new Set();
            let parentId = leafId;
            return messages.map((item, at) => {
                const id = this.#freshId(taken);
                // Written out, so that all entries have one shape for the engine.
                const entry = { type: "message", id, parentId, timestamp, message: item };
                if (at === reporter)
                    entry.usage = usage;
                if (pinned)
                    entry.pinned = true;
                parentId = id;
                return entry;
            });
        };
        return this.#told(await this.#journal.write(make, { signal, place }));
    }
    /**
     * Appends text of the host's own that the model sees as a user's message.
     *
     * @param customType the host's name for this kind of text
     * @param content text, or blocks of text and images in pi's shape
     */
    async appendCustom(customType, content, options = {}) {
        this.#checkOpen();
        const make = (leafId) => [
            {
                type: "custom_message",
                id: this.#freshId(new Set()),
                parentId: leafId,
                timestamp: this.#timestamp(),
                customType,
                content,
                display: options.display ?? true,
            },
        ];
        return this.#told(await this.#journal.write(make))[0];
    }
    #told(entries) {
        const written = entries ?? [];
        if (written.length > 0)
            this.#emit({ type: "append", entries: written });
        return written;
    }
    #timestamp() {
        return new Date(this.#now()).toISOString();
    }
    /** An id that neither the log nor the batch has. An id of the host's own is taken as it comes. */
    #freshId(taken) {
        if (this.#newId)
            return this.#newId();
        for (;;) {
            const id = this.#log.newEntryId();
            if (!taken.has(id)) {
                taken.add(id);
                return id;
            }
        }
    }
    /** Numbers only: how large the context is, with messages that are about to be sent, and what `maintain` would do. */
    check(options = {}) {
        this.#checkOpen();
        const { pending } = options;
        return guarded(() => this.#log.check(pending && pending.length > 0 ? stage(pending, null, "pending") : 0, false), pendingPlace);
    }
    /** What the model should see now. The arrays are the caller's own; the messages in them are not to be changed. */
    context(options = {}) {
        const { tokens } = this.check(options);
        const { messages, entries } = this.#rendered.now();
        for (const message of options.pending ?? [])
            messages.push(message);
        return { messages, tokens, entries };
    }
    /** Compacts if that is due. Call it after each turn, and between tool calls in a long one. */
    async maintain(options = {}) {
        this.#checkOpen();
        const { action, reason, tokens } = this.#log.check(0, options.reason === "overflow");
        const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
        if (action === "none" && reason === "exhausted") {
            const message = "Compaction was tried often enough since the newest user message; it is tried again after the next one.";
            return { status: "exhausted", reason, message, ...unchanged };
        }
        if (action === "none")
            return { status: "nothing", reason, ...unchanged };
        const outcome = await this.#compact(options.reason ?? "threshold", reason, options.signal);
        if (outcome.status === "refused" && !this.#closed)
            this.#log.noteFailure();
        return outcome;
    }
    /**
     * Compacts now, whatever the size.
     *
     * @param options.instructions what the summary should look at most
     */
    async compact(options = {}) {
        this.#checkOpen();
        if (options.instructions !== undefined && typeof options.instructions !== "string")
            throw invalidOption("instructions", "must be text");
        return this.#compact("manual", "manual", options.signal, options.instructions);
    }
    async #compact(trigger, reason, signal, instructions) {
        const { tokens } = this.check();
        const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
        if (this.#running)
            return { status: "nothing", reason: "already-compacting", ...unchanged };
        if (signal?.aborted)
            return cancelled(tokens);
        const run = this.#log.beginCompaction(this.#summarizers.length, trigger === "manual", instructions);
        if (!run)
            return { status: "nothing", reason: "nothing-to-compact", ...unchanged };
        const since = this.#now();
        const { timeoutMs } = this.#log;
        const running = new AbortController();
        this.#running = running;
        const abort = () => running.abort(signal.reason);
        signal?.addEventListener("abort", abort, { once: true });
        const { messagesToSummarize, turnPrefix, firstKeptEntryId, isSplitTurn, tokensBefore, fileOperations } = run.preparation();
        const sizes = { messagesToSummarize: messagesToSummarize.length, turnPrefix: turnPrefix.length };
        this.#emit({ type: "compaction_start", reason: trigger, tokensBefore, ...sizes, firstKeptEntryId, isSplitTurn, fileOperations });
        let outcome;
        try {
            outcome = await compact(run, tokens, reason, {
                summarizers: this.#summarizers,
                timeoutMs,
                signal: running.signal,
                emit: (event) => running.signal.aborted || this.#emit(event),
                commit: (draft) => this.#commit(draft, running.signal),
            });
            return outcome;
        }
        catch (error) {
            if (running.signal.aborted && error === running.signal.reason) {
                outcome = cancelled(tokens);
                return outcome;
            }
            throw error;
        }
        finally {
            this.#running = undefined;
            signal?.removeEventListener("abort", abort);
            // A request that is still under way has nobody to answer to.
            running.abort(new DOMException("The compaction has ended", "AbortError"));
            const ended = outcome ?? { status: "refused", reason: "error", ...unchanged };
            this.#emit({ type: "compaction_end", reason: trigger, outcome: ended, durationMs: this.#now() - since });
        }
    }
    async #commit(draft, signal) {
        const { compactions } = this.check();
        const make = (leafId) => {
            // Another writer's compaction, or a move to another branch, has taken away what this summary stands for.
            if (!this.#log.isOnPath(draft.leafId) || this.check().compactions !== compactions)
                return null;
            const { summary, firstKeptEntryId, tokensBefore, fileOperations, keptEntryIds, usageRatio } = draft;
            const details = { ...fileOperations, ...(keptEntryIds.length > 0 && { keptEntryIds }), ...(usageRatio && { usageRatio }) };
            const id = this.#freshId(new Set());
            const timestamp = this.#timestamp();
            return [{ type: "compaction", id, parentId: leafId, timestamp, summary, firstKeptEntryId, tokensBefore, details }];
        };
        const entries = await this.#journal.write(make, { signal });
        if (!entries)
            return null;
        this.#told(entries);
        return { entry: entries[0], compactionNumber: compactions + 1 };
    }
    /** Aborts the compaction that is under way, if any. One that is committed already stays. */
    abortCompaction() {
        this.#running?.abort(new DOMException("The compaction was aborted", "AbortError"));
    }
    /** Changes the model; the next `check` goes by it. */
    setModel(model) {
        this.#checkOpen();
        guarded(() => this.#log.setModel(stage(model)));
    }
    /** The message of an entry as it was appended, whatever became of it in the context. */
    original(entryId) {
        this.#checkOpen();
        const place = typeof entryId === "string" ? this.#log.placeOf(entryId) : undefined;
        if (place === undefined) {
            throw new EpitomeError("unknown-entry", `There is no entry ${JSON.stringify(entryId)}.`, { details: { path: "entryId" } });
        }
        return this.#journal.entries[place].message;
    }
    /** The entries from the root to where the session stands. */
    path() {
        this.#checkOpen();
        return Array.from(this.#log.path(), (at) => this.#journal.entries[at]);
    }
    /** Takes over what other writers have appended to the store since; a write does so by itself. */
    async refresh(options = {}) {
        this.#checkOpen();
        await this.#journal.refresh(options.signal);
    }
    /** Calls `listener` for each event until the returned function is called. What a listener throws is reported, and changes nothing. */
    on(listener) {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }
    #emit(event) {
        for (const listener of this.#listeners) {
            try {
                listener(event);
            }
            catch (error) {
                console.error("epitome: a session listener threw", error);
            }
        }
    }
    /** Aborts what is under way and frees the session's memory. Closing twice is harmless. */
    close() {
        if (this.#closed)
            return;
        this.#closed = true;
        this.abortCompaction();
        this.#listeners.clear();
        this.#journal.close();
        this.#log.free();
    }
    [Symbol.dispose]() {
        this.close();
    }
    #checkOpen() {
        if (this.#closed)
            throw new EpitomeError("session-closed", `The session ${JSON.stringify(this.id)} is closed; open it again.`);
    }
}
/** Where the newest message of the model is, which the usage belongs to; else the last message. */
function newestReply(messages) {
    const isReply = (message) => message?.role === "assistant";
    for (let at = messages.length - 1; at >= 0; at--)
        if (isReply(messages[at]))
            return at;
    return messages.length - 1;
}
function pendingPlace(path) {
    return path.replace(/^messages/, "pending");
}
function invalidOption(path, what) {
    return new EpitomeError("invalid-option", `${path} ${what}.`, { details: { path } });
}
function summarizersOf(given) {
    if (given === undefined)
        return [extractive()];
    const list = typeof given === "function" ? [given] : given;
    if (!Array.isArray(list) || list.some((summarizer) => typeof summarizer !== "function")) {
        throw invalidOption("summarizer", "must be a function or an array of functions");
    }
    return list;
}
const OPTIONS = new Set([
    "id",
    "store",
    "format",
    "model",
    "summarizer",
    "settings",
    "newId",
    "now",
]);
function checkOptions(options) {
    if (typeof options?.id !== "string" || options.id === "")
        throw invalidOption("id", "must be a text: the session's name in the store");
    const unknown = Object.keys(options).find((key) => !OPTIONS.has(key));
    if (unknown !== undefined)
        throw invalidOption(unknown, `is no option of openSession; there are ${[...OPTIONS].join(", ")}`);
    const { store, format, model, newId, now } = options;
    if (format !== undefined && typeof format !== "string")
        throw invalidOption("format", "must be the name of a format");
    if (model !== undefined && (typeof model !== "object" || model === null))
        throw invalidOption("model", "must be an object, such as { contextWindow: 128_000 }");
    if (store !== undefined && (typeof store?.append !== "function" || typeof store.read !== "function")) {
        throw invalidOption("store", "must have the methods append and read");
    }
    for (const [path, value] of Object.entries({ newId, now })) {
        if (value !== undefined && typeof value !== "function")
            throw invalidOption(path, "must be a function");
    }
}
/**
 * Opens a session: the log that the store has under this id, or a new one.
 *
 * @throws EpitomeError `unknown-format`, `invalid-settings`, `invalid-option`; what the store throws; `invalid-entry` and
 *   `invalid-message` for a stored log that cannot be read in this format.
 */
export async function openSession(options) {
    checkOptions(options);
    return Session.open(options);
}
