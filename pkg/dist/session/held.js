/** The part of a log that this session holds, here and in the core alike: all of it, or what the model can still see. */
import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import { Known } from "./opening.js";
/** How many entries the core is given at once, so that a long log does not stand on one tape beside its records. */
const SLICE = 500;
export class Held {
    /** The entries that are held, in the order of the log. Their places here are those in the core. */
    entries = [];
    /** How many entries the log has, held or not. */
    head = 0;
    #log;
    /** The position of each entry in the log. */
    #positions = [];
    /** What an `artifact` entry says is kept beside the log, by the entry that it is the original of. */
    #artifacts = new Map();
    /** Places whose parent is not held: nothing is known of what lies above them. */
    #cut = new Set();
    /** The place of the compaction behind which the log was not read. */
    #compaction;
    #opened = { compaction: undefined, before: [] };
    constructor(log) {
        this.#log = log;
    }
    /** Whether every entry of the log is held. */
    get isComplete() {
        return this.entries.length === this.head;
    }
    /** The entry where the session stands. */
    get leaf() {
        const leaf = this.#log.leaf();
        return leaf === undefined ? undefined : this.entries[leaf];
    }
    /** The place of an entry, if it is held. */
    placeOf(id) {
        return this.#log.placeOf(id);
    }
    /** The position in the log of the entry at a place. */
    positionAt(place) {
        return this.#positions[place];
    }
    /** The `artifact` entry of an entry, if there is one. */
    artifactOf(entryId) {
        return this.#artifacts.get(entryId);
    }
    /** The place of the newest compaction on the path. */
    latestCompaction() {
        return [...this.#log.path()].reverse().find((at) => this.entries[at].type === "compaction");
    }
    /** What is held, for another look at the store. */
    known() {
        const known = new Known();
        known.head = this.head;
        this.entries.forEach((entry, place) => {
            known.add(this.#positions[place], [entry]);
        });
        return known;
    }
    /** Holds what is known of a log, instead of what was held; nothing changes if some of it cannot be read. */
    replace(known, opened) {
        const before = this.known();
        try {
            this.#fill(known, opened);
        }
        catch (error) {
            this.#fill(before, this.#opened);
            throw error;
        }
        this.#opened = opened;
    }
    #fill(known, { compaction, before }) {
        this.entries.length = 0;
        this.#positions.length = 0;
        this.#artifacts.clear();
        this.#cut.clear();
        this.#compaction = undefined;
        this.#log.clear();
        const all = known.inOrder();
        // What was folded away is left out of the path: the entries around it follow each other.
        const bridged = compaction === undefined ? new Map() : bridges(known, compaction, before);
        const shown = all.map(([at, entry], place) => {
            const parent = bridged.get(at);
            if (parent !== undefined)
                return { ...entry, parentId: parent };
            if (known.isComplete || typeof entry.parentId !== "string" || known.find(entry.parentId, at) !== undefined)
                return entry;
            this.#cut.add(place);
            return { ...entry, parentId: null };
        });
        for (let from = 0; from < shown.length; from += SLICE)
            this.#give(shown.slice(from, from + SLICE), (at) => all[from + at][0]);
        all.forEach(([at, entry], place) => {
            if (at === compaction)
                this.#compaction = place;
            this.#note(entry, at);
        });
        this.#log.opened();
        this.head = known.head;
    }
    /** Adds entries that stand at the end of the store's log. False if what the session now stands on is not all held. */
    adopt(entries) {
        const leaf = this.leaf?.id ?? null;
        let isHeld = true;
        for (let from = 0; from < entries.length; from += SLICE) {
            const slice = entries.slice(from, from + SLICE);
            this.#give(slice, (at) => this.head + at);
            for (const entry of slice) {
                isHeld &&= typeof entry.parentId !== "string" || this.placeOf(entry.parentId) !== undefined;
                this.#note(entry, this.head++);
            }
        }
        if (this.isComplete)
            return true;
        const isLinear = entries.every((entry, at) => entry.type !== "leaf" && entry.parentId === (at === 0 ? leaf : entries[at - 1].id));
        return isLinear || (isHeld && this.isWhole(this.#log.leaf()));
    }
    /** Whether the path of the entry at a place is held as far as it matters for what the model sees. */
    isWhole(place) {
        if (this.isComplete)
            return true;
        let root = place;
        for (let at = place; at !== undefined; at = this.#log.parentOf(at)) {
            if (at === this.#compaction)
                return true;
            root = at;
        }
        return root === undefined || (this.#compaction === undefined && !this.#cut.has(root));
    }
    /** Adds a batch that the store has taken and that the core read with `propose`. */
    commit(entries) {
        this.#log.commit();
        for (const entry of entries)
            this.#note(entry, this.head++);
    }
    #note(entry, position) {
        this.entries.push(entry);
        this.#positions.push(position);
        if (entry.type === "artifact" && typeof entry.targetId === "string")
            this.#artifacts.set(entry.targetId, entry);
    }
    /** Gives the core a slice; what it cannot read is named by its position in the log. */
    #give(slice, position) {
        const place = (path) => path.replace(/^entries\[(\d+)\]/, (_, at) => `entries[${position(Number(at))}]`);
        guarded(() => this.#log.adopt(stage(slice, null, "entries")), place);
    }
}
/** The parent of each entry around the gap, by the position of the entry. */
function bridges(known, compaction, before) {
    const parents = new Map();
    let above = null;
    const kept = known.find(known.get(compaction).firstKeptEntryId, compaction + 1);
    for (const at of [...before, kept]) {
        parents.set(at, above);
        above = known.get(at).id;
    }
    return parents;
}
