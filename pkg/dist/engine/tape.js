/**
 * Writes a host's value into the core's staging buffer. `src/tape.rs` is the reader and describes the bytes.
 *
 * A value is walked once, texts go in by `TextEncoder.encodeInto`. What JSON would leave out is left out; what JSON
 * cannot carry (bytes, URLs, dates) is noted by its kind, and the object itself stays here.
 */
import { EpitomeError } from "../errors.js";
import { engine } from "./engine.js";
var Tag;
(function (Tag) {
    Tag[Tag["Null"] = 0] = "Null";
    Tag[Tag["False"] = 1] = "False";
    Tag[Tag["True"] = 2] = "True";
    Tag[Tag["Number"] = 3] = "Number";
    Tag[Tag["Text"] = 4] = "Text";
    Tag[Tag["Array"] = 5] = "Array";
    Tag[Tag["Object"] = 6] = "Object";
    Tag[Tag["Bytes"] = 7] = "Bytes";
    Tag[Tag["Url"] = 8] = "Url";
    Tag[Tag["Date"] = 9] = "Date";
    Tag[Tag["Other"] = 10] = "Other";
})(Tag || (Tag = {}));
/** Deeper nesting is refused: it is a cycle, or nothing that a provider would take. */
const MAX_DEPTH = 200;
/** Data by these names is messages; the rest is options. */
const MESSAGES = ["messages", "entries", "pending", ""];
/** Up to this length a text is written unit by unit, which beats the call of an encoder. */
const SHORT = 24;
const encoder = new TextEncoder();
let busy = false;
/**
 * Writes a call, its data and its options, and returns the tape's length in bytes. `name` is what errors call the data.
 * The buffer is the core's until its next call.
 */
export function stage(data, options = null, name = "") {
    if (busy) {
        throw new EpitomeError("invalid-entry", "A getter of a message called into the session that was just reading it.");
    }
    busy = true;
    try {
        const tape = new Tape(name);
        tape.value([data, options], 0);
        return tape.length;
    }
    finally {
        busy = false;
    }
}
class Tape {
    length = 0;
    #capacity = 1 << 16;
    #bytes;
    #view;
    /** Where in the value the writer is; read only when something is wrong there. */
    #trail = [];
    #name;
    constructor(name) {
        this.#name = name;
        [this.#bytes, this.#view] = this.#attach();
    }
    #attach() {
        const core = engine();
        const at = core.staging(this.#capacity);
        const { buffer } = core.stagingMemory();
        return [new Uint8Array(buffer, at, this.#capacity), new DataView(buffer, at, this.#capacity)];
    }
    #room(bytes) {
        const needed = this.length + bytes;
        if (needed <= this.#capacity)
            return;
        this.#capacity = Math.max(this.#capacity * 2, needed);
        [this.#bytes, this.#view] = this.#attach();
    }
    #tag(tag) {
        this.#room(1);
        this.#bytes[this.length++] = tag;
    }
    #size(size) {
        this.#room(4);
        this.#view.setUint32(this.length, size, true);
        this.length += 4;
    }
    #text(text) {
        const start = this.length;
        this.#size(0);
        if (text.length > SHORT || !this.#short(text))
            this.#long(text, start + 4);
        this.#view.setUint32(start, this.length - start - 4, true);
    }
    #short(text) {
        this.#room(text.length);
        const bytes = this.#bytes;
        const from = this.length;
        for (let at = 0; at < text.length; at++) {
            const unit = text.charCodeAt(at);
            if (unit > 0x7f)
                return false;
            bytes[from + at] = unit;
        }
        this.length = from + text.length;
        return true;
    }
    #long(text, from) {
        this.length = from;
        let rest = text;
        // Most text is ASCII: room for one byte a unit, and more only where the encoder asks for it.
        for (let room = text.length + 16; rest.length > 0; room = rest.length * 3) {
            this.#room(room);
            const { read, written } = encoder.encodeInto(rest, this.#bytes.subarray(this.length));
            this.length += written;
            rest = rest.slice(read);
        }
    }
    value(value, depth) {
        switch (typeof value) {
            case "string":
                this.#tag(Tag.Text);
                return this.#text(value);
            case "number":
            case "bigint":
                this.#tag(Tag.Number);
                this.#room(8);
                this.#view.setFloat64(this.length, Number(value), true);
                this.length += 8;
                return;
            case "boolean":
                return this.#tag(value ? Tag.True : Tag.False);
            case "object":
                return value === null ? this.#tag(Tag.Null) : this.#object(value, depth);
            default:
                return this.#tag(Tag.Null);
        }
    }
    #object(value, depth) {
        if (depth >= MAX_DEPTH) {
            const [part, ...trail] = this.#trail;
            const isMessage = part === 0 && MESSAGES.includes(this.#name);
            const path = ((part === 0 ? this.#name : "") + pathOf(trail.slice(0, 8))).replace(/^\./, "");
            const code = isMessage ? "invalid-message" : "invalid-option";
            throw { code, path, message: `nested more than ${MAX_DEPTH} levels deep, or in a circle` };
        }
        if (Array.isArray(value))
            return this.#array(value, depth);
        const prototype = Object.getPrototypeOf(value);
        if (prototype !== Object.prototype && prototype !== null && this.#host(value))
            return;
        this.#tag(Tag.Object);
        const start = this.length;
        this.#size(0);
        let count = 0;
        for (const key of Object.keys(value)) {
            const item = value[key];
            if (item === undefined || typeof item === "function" || typeof item === "symbol")
                continue;
            count++;
            this.#text(key);
            this.#trail.push(key);
            this.value(item, depth + 1);
            this.#trail.pop();
        }
        this.#view.setUint32(start, count, true);
    }
    #array(items, depth) {
        this.#tag(Tag.Array);
        this.#size(items.length);
        for (let at = 0; at < items.length; at++) {
            this.#trail.push(at);
            this.value(items[at], depth + 1);
            this.#trail.pop();
        }
    }
    /** Notes an object that is not plain data; false for class instances with fields of their own, which are read as data. */
    #host(value) {
        if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
            this.#tag(Tag.Bytes);
            this.#size(value.byteLength);
            return true;
        }
        if (value instanceof URL) {
            this.#tag(Tag.Url);
            this.#text(value.href);
            return true;
        }
        if (value instanceof Date) {
            this.#tag(Tag.Date);
            this.#text(Number.isNaN(value.getTime()) ? "" : value.toISOString());
            return true;
        }
        if (Object.keys(value).length > 0)
            return false;
        this.#tag(Tag.Other);
        this.#text(value.constructor?.name ?? "");
        return true;
    }
}
/** A place in a value as it is written in code: `[3].message.content[0]`. */
function pathOf(trail) {
    return trail.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
}
