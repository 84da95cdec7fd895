/** Makes entries, and has them written. */
import { guarded } from "../engine/call.js";
import { pure } from "../engine/pure.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import { invalidOption } from "../options.js";
import { compactionsIn } from "./native.js";
import { copyId, referenceTo } from "./pruning.js";
import { isSame } from "./same.js";
/** Why outputs are shown short from the start. */
const OVERSIZED = "oversized";
const USAGE = "has no count that is known here; give what the provider reported, such as { input_tokens, output_tokens } or { prompt_tokens, completion_tokens }";
/** Whether no usage was reported. */
const isNothing = (usage) => usage === null || (typeof usage === "object" && Object.values(usage).every((count) => count === undefined || count === null));
export class Writer {
    #log;
    #journal;
    #onPruned;
    #newId;
    #now;
    constructor({ log, journal, onPruned, newId, now }) {
        this.#log = log;
        this.#journal = journal;
        this.#onPruned = onPruned;
        this.#newId = newId;
        this.#now = now ?? Date.now;
    }
    /** Appends messages of the host. */
    async append(message, options) {
        const messages = Array.isArray(message) ? message : [message];
        const { pinned, signal } = options;
        const usage = isNothing(options.usage) ? undefined : options.usage;
        if (usage !== undefined && pure("readUsage", usage, null, "usage") === null)
            throw invalidOption("usage", USAGE);
        const ids = idsFor(messages, options.id);
        const place = (path) => {
            const [, at, rest] = /^entries\[(\d+)\]\.message(?:\.?(.*))$/s.exec(path) ?? [];
            if (at === undefined)
                return path;
            const start = Array.isArray(message) ? `messages[${fresh[Number(at)]}]` : "message";
            return rest ? `${start}${rest.startsWith("[") ? "" : "."}${rest}` : start;
        };
        const reporter = usage === undefined ? -1 : guarded(() => this.#log.newestReply(stage(messages, null, "messages")));
        const { held } = this.#journal;
        const known = new Map();
        /** Our own summaries that a page has sent back, by their place: the compaction has them. */
        const ours = new Map();
        const onRepeated = (pairs) => {
            for (let at = 0; at < pairs.length; at += 2)
                ours.set(fresh[pairs[at]], held.entries[pairs[at + 1]]);
        };
        /** Outputs that are too large, by the place of their message: the part, its tokens, and those that it is to have. */
        const large = new Map();
        const onOversized = (fours) => {
            large.clear();
            for (let at = 0; at < fours.length; at += 4) {
                const place = fresh[fours[at]];
                large.set(place, [...(large.get(place) ?? []), [fours[at + 1], fours[at + 2], fours[at + 3]]]);
            }
        };
        /** Which of the messages are not in the log yet. */
        let fresh = [];
        const make = (leafId) => {
            known.clear();
            ids?.forEach((id, at) => {
                const there = held.placeOf(id);
                if (there === undefined)
                    return;
                const entry = held.entries[there];
                // A page sends back what this package wrote for an entry, under the entry's id.
                known.set(id, entry.type === "message" ? repeated(entry, messages[at]) : entry);
            });
            fresh = messages.map((_, at) => at).filter((at) => !ours.has(at) && !known.has(ids?.[at] ?? ""));
            const { provider } = this.#log.model();
            const timestamp = this.#timestamp();
            const taken = new Set();
            let parentId = leafId;
            const edits = [];
            const entries = fresh.map((at) => {
                const id = ids?.[at] ?? this.#freshId(taken);
                // Written out, so that all entries have one shape for the engine.
                const entry = { type: "message", id, parentId, timestamp, message: messages[at] };
                if (at === reporter)
                    entry.usage = usage;
                if (pinned)
                    entry.pinned = true;
                // Only the provider that made it can read it.
                if (provider && compactionsIn(messages[at]).length > 0)
                    entry.compactedBy = provider;
                parentId = id;
                for (const [part, tokens, shown] of large.get(at) ?? [])
                    edits.push(this.#shortened(entry, part, tokens, shown));
                return entry;
            });
            for (const at of fresh) {
                // What the provider has left out of what it was sent, as it says: a line of its own, for those who read the log.
                const managed = messages[at]?.context_management;
                const edits = managed?.applied_edits;
                if (!Array.isArray(edits) || edits.length === 0)
                    continue;
                const id = this.#freshId(taken);
                const data = { ...managed, entryId: entries[fresh.indexOf(at)].id };
                entries.push({ type: "custom", id, parentId, timestamp, customType: "context_management", data });
                parentId = id;
            }
            if (edits.length > 0) {
                const pending = guarded(() => this.#log.sizeOf(stage(fresh.map((at) => messages[at]))));
                const { tokens: tokensBefore } = this.#log.check(fresh.length, pending, false);
                entries.push({ type: "prune", id: this.#freshId(taken), parentId, timestamp, reason: OVERSIZED, edits, tokensBefore });
            }
            return entries;
        };
        const how = { signal, place, named: ids !== undefined, onRepeated, onOversized };
        let written;
        try {
            written = await this.#journal.write(make, how);
        }
        catch (error) {
            if (!ids || held.isComplete || !EpitomeError.isInstance(error) || error.code !== "duplicate-entry")
                throw error;
            // The store has the id where this session has not looked.
            await this.#journal.load(signal);
            written = await this.#journal.write(make, how);
        }
        const prune = written?.at(-1);
        if (prune?.type === "prune")
            await this.#onPruned(prune);
        const added = written?.slice(0, fresh.length) ?? [];
        if (added.length === messages.length)
            return added;
        return messages.map((_, at) => known.get(ids?.[at] ?? "") ?? ours.get(at) ?? added[fresh.indexOf(at)]);
    }
    /** An output's head and tail in place of its texts, and where all of it can be read: of the log, by `Session.artifact`. */
    #shortened({ id: entryId, message }, part, tokens, shown) {
        const artifact = copyId(entryId, part);
        const reference = this.#journal.held.placeOf(artifact) === undefined ? referenceTo(artifact) : undefined;
        const text = guarded(() => this.#log.write("digest", stage(message, { part, tokens: shown, reference })));
        const names = reference !== undefined && text.includes(reference);
        const saved = { why: OVERSIZED, tokens, tokensSaved: tokens - shown };
        return { entryId, part, text, ...saved, ...(names && { artifact }), keepsMedia: true };
    }
    /** Appends one entry at the leaf. */
    async write(type, fields, signal) {
        const place = (path) => path.replace(/^entries\[0\]/, "entry");
        return (await this.#journal.write((leafId) => [this.make(type, leafId, fields)], { signal, place }))[0];
    }
    /** An entry that follows another one. */
    make(type, parentId, fields) {
        return { type, id: this.#freshId(new Set()), parentId, timestamp: this.#timestamp(), ...fields };
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
}
function idsFor(messages, given) {
    if (given === undefined)
        return undefined;
    const ids = Array.isArray(given) ? given : [given];
    if (!ids.every((id) => typeof id === "string" && id !== ""))
        throw invalidOption("id", "must be a text that is not empty, or an array of such");
    if (ids.length !== messages.length)
        throw invalidOption("id", `must be one text for each message; there are ${messages.length} messages and ${ids.length} ids`);
    if (new Set(ids).size !== ids.length)
        throw invalidOption("id", "must not name two messages alike");
    return ids;
}
/** The entry that a message repeats by its id. With another content it is not a repetition, and would be lost. */
function repeated(entry, message) {
    if (isSame(entry.message, message))
        return entry;
    const said = `The entry ${JSON.stringify(entry.id.slice(0, 80))} is in the session already, with another message.`;
    throw new EpitomeError("duplicate-entry", said, { details: { id: entry.id } });
}
