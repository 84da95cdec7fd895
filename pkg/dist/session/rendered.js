/** The context as the host's messages, kept from call to call: only what is new is asked of the core. */
import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import { applyPatch } from "../patch.js";
import { itemsOf } from "./native.js";
/** Marks in the core's answer, above the place: the entry's message stands there without bound reasoning. */
const UNBOUND = 0x4000_0000;
/** It makes one message with the one before it. */
const JOINS = 0x2000_0000;
/** A prune has changed parts of it. */
const EDITED = 0x1000_0000;
/** The provider's own items stand there in the place of a summary: as many as there are. */
const REMOTE = 0x0800_0000;
const PLACE = 0x07ff_ffff;
/** A list of messages that follows the log. */
export class Rendered {
    #log;
    #entries;
    #format;
    /** Messages that this package wrote, by their entry: the same object each time. */
    #written = new WeakMap();
    /** Messages with what prunes have put into them, by their entry, each beside the newest prune that did. */
    #edited = new WeakMap();
    /** Messages without their bound reasoning, by what they were with it. */
    #stripped = new WeakMap();
    /** What two messages make together, by the first of them: one, or both where something would be lost. */
    #joined = new WeakMap();
    #generation = 0;
    /** How many items of the core's list are in the messages: two may make one. */
    #items = 0;
    #messages = [];
    #sources = [];
    constructor(log, entries, format) {
        this.#log = log;
        this.#entries = entries;
        this.#format = format;
    }
    /** The messages and their entries as of now, as arrays of the caller's own. */
    now() {
        const answer = this.#log.context(this.#generation, this.#items);
        const generation = answer[0];
        if (generation !== this.#generation) {
            this.#generation = generation;
            this.#items = 0;
            this.#messages = [];
            this.#sources = [];
        }
        this.#items += answer.length - 1;
        for (let at = 1; at < answer.length; at++) {
            const item = answer[at];
            const place = item & PLACE;
            const entry = this.#entries[place];
            if (item & REMOTE) {
                for (const own of itemsOf(entry, this.#format)) {
                    this.#messages.push(own);
                    this.#sources.push(entry);
                }
                continue;
            }
            let message = item & EDITED ? this.#pruned(place) : this.#message(place);
            if (item & UNBOUND)
                message = this.#unbound(message);
            if (item & JOINS) {
                this.#join(message);
            }
            else {
                this.#messages.push(message);
            }
            this.#sources.push(entry);
        }
        return { messages: this.#messages.slice(), entries: this.#sources.slice() };
    }
    /** Makes one message of the newest one and this one, where nothing of them is lost by that: the same object each time. */
    #join(second) {
        const first = this.#messages.pop();
        const known = this.#joined.get(first);
        const joined = known && known.second === second ? known : { second, messages: this.#joinedOf([first, second]) };
        this.#joined.set(first, joined);
        if (joined.messages.length === 1)
            this.#sources.pop();
        this.#messages.push(...joined.messages);
    }
    #joinedOf(pair) {
        return applyPatch(pair, JSON.parse(guarded(() => this.#log.write("join", stage(pair)))));
    }
    /** The message without the reasoning that a compaction or a prune has made invalid: the same object each time. */
    #unbound(message) {
        if (!this.#stripped.has(message)) {
            const edits = guarded(() => this.#log.write("unbind", stage(message)));
            this.#stripped.set(message, applyPatch(message, JSON.parse(edits)));
        }
        return this.#stripped.get(message);
    }
    /** The message with what prunes have put in the place of its parts: the same object until another one changes it. */
    #pruned(place) {
        const entry = this.#entries[place];
        const by = this.#entries[this.#log.editedBy(place)];
        const known = this.#edited.get(entry);
        if (known?.by === by)
            return known.message;
        const message = this.#message(place);
        const edits = guarded(() => this.#log.write("edit", stage(message, { at: place })));
        const edited = applyPatch(message, JSON.parse(edits));
        this.#edited.set(entry, { by, message: edited });
        return edited;
    }
    #message(place) {
        const entry = this.#entries[place];
        if (entry.type === "message")
            return entry.message;
        if (!this.#written.has(entry)) {
            const json = entry.type === "custom_message" ? guarded(() => this.#log.write("custom", stage(entry))) : this.#log.render(place);
            this.#written.set(entry, JSON.parse(json));
        }
        return this.#written.get(entry);
    }
}
