/** A conversation that is kept inside its model's context window. */
import { guarded } from "../engine/call.js";
import { engine } from "../engine/engine.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import { artifactsOf } from "./artifacts.js";
import { cancelled, compact } from "./compaction.js";
import { Journal } from "./journal.js";
import { branches, labelsOf, navigate, placeOf, unknownEntry } from "./navigation.js";
import { checkOptions, invalidOption, summarizersOf } from "./options.js";
import { Rendered } from "./rendered.js";
import { textOf } from "./text.js";
/** Types of entries that have a method of their own. */
const OWN_METHODS = {
    session: "openSession",
    message: "append",
    compaction: "compact",
    leaf: "navigate",
    label: "label",
    artifact: "spill",
    prune: "maintain",
};
/** An open session. Make one with `openSession`; close it when it is no longer needed. */
export class Session {
    /** The session's id. */
    id;
    #log;
    #journal;
    #rendered;
    #artifacts;
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
        const { id, store, format } = options;
        const onAdopted = (entries) => this.#emit({ type: "adopt", entries, leafId: this.leafId });
        this.#journal = new Journal({ id, log: this.#log, store, format, onAdopted });
        this.#rendered = new Rendered(this.#log, this.#journal.held.entries);
        this.#artifacts = artifactsOf(options);
        this.#summarizers = summarizersOf(options.summarizer);
        this.#newId = options.newId;
        this.#now = options.now ?? Date.now;
    }
    /** @internal */
    static async open(options) {
        const session = new Session(options);
        try {
            await session.#journal.open(options.signal);
            return session;
        }
        catch (error) {
            session.close();
            throw error;
        }
    }
    /** How many entries the log has. */
    get head() {
        return this.#journal.held.head;
    }
    /** The entry where the session stands; null before the first. */
    get leafId() {
        this.#checkOpen();
        return this.#journal.held.leaf?.id ?? null;
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
        const ids = idsFor(messages, options.id);
        const place = (path) => {
            const [, at, rest] = /^entries\[(\d+)\]\.message(?:\.?(.*))$/s.exec(path) ?? [];
            if (at === undefined)
                return path;
            const start = Array.isArray(message) ? `messages[${at}]` : "message";
            return rest ? `${start}${rest.startsWith("[") ? "" : "."}${rest}` : start;
        };
        const reporter = usage === undefined ? -1 : newestReply(messages);
        const { held } = this.#journal;
        let there;
        const make = (leafId) => {
            const places = ids?.map((id) => held.placeOf(id));
            if (places?.length && places.every((at) => at !== undefined)) {
                there = places.map((at) => held.entries[at]);
                return null;
            }
            const timestamp = this.#timestamp();
            const taken = new Set();
            let parentId = leafId;
            return messages.map((item, at) => {
                const id = ids?.[at] ?? this.#freshId(taken);
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
        let written;
        try {
            written = await this.#journal.write(make, { signal, place });
        }
        catch (error) {
            if (!ids || held.isComplete || !EpitomeError.isInstance(error) || error.code !== "duplicate-entry")
                throw error;
            // The store has the id where this session has not looked.
            await this.#journal.load(signal);
            written = await this.#journal.write(make, { signal, place });
        }
        return there ?? this.#told(written);
    }
    /**
     * Appends text of the host's own that the model sees as a user's message.
     *
     * @param customType the host's name for this kind of text
     * @param content text, or blocks of text and images in pi's shape
     */
    async appendCustom(customType, content, options = {}) {
        this.#checkOpen();
        const fields = { customType, content, display: options.display ?? true };
        return this.#write("custom_message", fields, undefined);
    }
    /**
     * Appends an entry that the model does not see, for the host's own use or another program's: `custom`, `model_change`,
     * `thinking_level_change`, `session_info`, or any type that has no method of its own here.
     *
     * @param entry its `type` and fields, as plain JSON; id, parent and time are the session's to give
     * @throws EpitomeError `invalid-option` for a type that has a method of its own; `invalid-entry`
     */
    async appendEntry(entry, options = {}) {
        this.#checkOpen();
        const { type, id, parentId, timestamp, parentAt, ...fields } = entry ?? {};
        if (typeof type !== "string" || type === "")
            throw invalidOption("entry.type", "must be a text that is not empty");
        const method = Object.hasOwn(OWN_METHODS, type) ? OWN_METHODS[type] : undefined;
        if (method)
            throw invalidOption("entry.type", `cannot be ${JSON.stringify(type)}: use ${method}()`);
        const given = Object.entries({ id, parentId, timestamp, parentAt }).find(([, value]) => value !== undefined);
        if (given)
            throw invalidOption(`entry.${given[0]}`, "is the session's to give");
        return this.#write(type, fields, options.signal);
    }
    /** Sets the label of an entry, or takes it away. */
    async label(entryId, label, options = {}) {
        this.#checkOpen();
        if (label !== null && (typeof label !== "string" || label === ""))
            throw invalidOption("label", "must be a text that is not empty, or null");
        await placeOf(this.#tree, entryId, options.signal);
        return this.#write("label", { targetId: entryId, ...(label !== null && { label }) }, options.signal);
    }
    async #write(type, fields, signal) {
        const place = (path) => path.replace(/^entries\[0\]/, "entry");
        return this.#told(await this.#journal.write((leafId) => [this.#make(type, leafId, fields)], { signal, place }))[0];
    }
    #make(type, parentId, fields) {
        return { type, id: this.#freshId(new Set()), parentId, timestamp: this.#timestamp(), ...fields };
    }
    get #tree() {
        return { journal: this.#journal, log: this.#log, make: (type, parentId, fields) => this.#make(type, parentId, fields) };
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
        const { compactions, compactionsSinceUser } = this.check();
        const { held } = this.#journal;
        let committed = null;
        const entries = await this.#journal.write((leafId) => {
            // A move to another branch, or another writer's compaction, has taken away what this summary stands for.
            committed = null;
            if (!this.#log.isOnPath(draft.leafId))
                return null;
            const now = this.check();
            if (now.compactions !== compactions) {
                const elsewhere = [...this.#log.path()].reverse().find((at) => held.entries[at].type === "compaction");
                committed = { elsewhere: held.entries[elsewhere], tokens: now.tokens };
                return null;
            }
            const { summary, firstKeptEntryId, tokensBefore, fileOperations, keptEntryIds, usageRatio } = draft;
            const resume = {
                ...this.#keptBefore(firstKeptEntryId, keptEntryIds),
                compactions: compactions + 1,
                compactionsSinceUser: compactionsSinceUser + 1,
            };
            const details = { ...fileOperations, ...(keptEntryIds.length > 0 && { keptEntryIds }), ...(usageRatio && { usageRatio }), resume };
            return [this.#make("compaction", leafId, { summary, firstKeptEntryId, tokensBefore, details })];
        }, { signal });
        if (!entries)
            return committed;
        this.#told(entries);
        return { entry: entries[0], compactionNumber: compactions + 1 };
    }
    /** What stays of the time before the first kept entry: the host's instructions, and single messages. */
    #keptBefore(firstKeptEntryId, keptEntryIds) {
        const { held } = this.#journal;
        const named = (places) => places.map((at) => ({ id: held.entries[at].id, at: held.positionAt(at) }));
        const path = [...this.#log.path()];
        const before = path.slice(0, path.indexOf(held.placeOf(firstKeptEntryId)));
        return {
            lead: named(before.slice(0, this.#log.lead())),
            kept: named(before.filter((at) => keptEntryIds.includes(held.entries[at].id))),
        };
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
    /**
     * The message of an entry as it was appended, whatever became of it in the context.
     *
     * @throws EpitomeError `not-loaded` for an entry that was folded away before the session was opened: `load()` reads it,
     *   or `entry(id)`; `unknown-entry` where there is none
     */
    original(entryId) {
        this.#checkOpen();
        const { held } = this.#journal;
        const place = typeof entryId === "string" ? held.placeOf(entryId) : undefined;
        if (place !== undefined)
            return held.entries[place].message;
        if (held.isComplete)
            throw unknownEntry(entryId);
        const message = `The entry ${JSON.stringify(entryId)} is not among those that were read. Call \`await session.load()\` first, or \`await session.entry(id)\`.`;
        throw new EpitomeError("not-loaded", message, { details: { path: "entryId" } });
    }
    /** Whether all of the log is in memory. A session opens with what the model can still see; other methods read the rest. */
    get isLoaded() {
        return this.#journal.held.isComplete;
    }
    /** Reads what is not in memory yet: all entries that a compaction has folded away, and those of other branches. */
    async load(options = {}) {
        this.#checkOpen();
        await this.#journal.load(options.signal);
    }
    /** The entry of an id, or null. It is read from the store if need be. */
    async entry(entryId, options = {}) {
        this.#checkOpen();
        const { held } = this.#journal;
        if (held.placeOf(entryId) === undefined)
            await this.#journal.load(options.signal);
        const place = held.placeOf(entryId);
        return place === undefined ? null : held.entries[place];
    }
    /** The entries from the root to where the session stands, those that were folded away included. */
    async path(options = {}) {
        await this.load(options);
        return Array.from(this.#log.path(), (at) => this.#journal.held.entries[at]);
    }
    /** The branches of the session's tree, in the order in which they ended. */
    async branches(options = {}) {
        await this.load(options);
        return branches(this.#tree);
    }
    /** The labels of entries, by the entry's id. */
    async labels(options = {}) {
        await this.load(options);
        return labelsOf(this.#journal.held.entries);
    }
    /**
     * Moves to another entry, or before the first (null): what is appended next follows it. The log keeps everything; the
     * move itself is one more entry.
     *
     * @throws EpitomeError `unknown-entry`
     */
    async navigate(entryId, options = {}) {
        this.#checkOpen();
        const outcome = await navigate(this.#tree, entryId, options);
        if (outcome.entry)
            this.#told([outcome.entry]);
        if (outcome.status === "navigated")
            this.#emit({ type: "navigate", outcome });
        return outcome;
    }
    /**
     * Keeps the text of a message beside the log, where `artifact(id)` reads it; a tool of the model's may do so as well. The
     * entry itself stays as it is. Of an entry that was spilled already, the answer is the same again.
     *
     * @returns the `artifact` entry: its `artifactId` is the entry's id, `chars` the text's length in UTF-16 units
     * @throws what the artifact store throws; nothing is appended then
     */
    async spill(entryId, options = {}) {
        this.#checkOpen();
        const { held } = this.#journal;
        const place = await placeOf(this.#tree, entryId, options.signal);
        const source = held.entries[place];
        if (source.type !== "message" && source.type !== "custom_message")
            throw invalidOption("entryId", "must be that of a message");
        const text = textOf(this.#log, source);
        const known = held.artifactOf(entryId);
        if (known)
            return known;
        await this.#artifacts.put(entryId, text, options);
        this.#checkOpen();
        return this.#write("artifact", { artifactId: entryId, targetId: entryId, chars: text.length }, options.signal);
    }
    /** The text that was kept beside the log under an id (`spill`), or null. */
    async artifact(id, options = {}) {
        this.#checkOpen();
        return (await this.#artifacts.get(id, options)) ?? null;
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
function idsFor(messages, given) {
    if (given === undefined)
        return undefined;
    const ids = Array.isArray(given) ? given : [given];
    const areRight = ids.length === messages.length && ids.every((id) => typeof id === "string" && id !== "");
    if (!areRight)
        throw invalidOption("id", "must be one text for each message");
    return ids;
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
