/** From bytes to entries: finds out what a file is, and keeps track of where in it each entry stands. */
import { isUtf8 } from "node:buffer";
import { EpitomeError } from "../errors.js";
import { FORMATS } from "../session/types.js";
import { parseLines, SESSION_VERSION } from "../stores/session-file.js";
import { brokenPlace } from "./json-place.js";
import { formatOf } from "./message.js";
/** What requests call their lists of messages. */
const LISTS = ["messages", "input", "contents"];
/** What this program reads, for those who gave it something else. */
const READS = "Give a pi session file (JSON Lines that begin with a session header) or a JSON array of chat messages.";
/** Reads a file's content. `format` overrides what is found. */
export function load({ name, bytes }, format) {
    const fail = (code, message, details = {}) => new EpitomeError(code, `${name}: ${message}`, { details: { file: name, ...details } });
    if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
        throw fail("not-a-session", "this is UTF-16 text. Save it as UTF-8 first.");
    }
    const start = bytes
        .toString("utf8", 0, 4096)
        .replace(/^\ufeff/, "")
        .trimStart();
    if (start === "" && bytes.toString("utf8").trim() === "")
        throw fail("not-a-session", `the file is empty. ${READS}`, { line: 1 });
    const loaded = start.startsWith("[") || isOneDocument(bytes) ? messages() : session();
    if (loaded.entries.length === 0) {
        const found = loaded.damaged.length > 0 ? `none of its ${loaded.damaged.length + 1} lines is an entry` : "it holds no messages";
        throw fail("empty-session", `there is nothing to work on: ${found}.`);
    }
    return loaded;
    function messages() {
        const text = bytes.toString("utf8").replace(/^\ufeff/, "");
        let value;
        try {
            value = JSON.parse(text);
        }
        catch {
            throw broken(text);
        }
        const around = Array.isArray(value) ? undefined : aroundOf(value);
        const list = around ? around.object[around.list] : value;
        if (!Array.isArray(list))
            throw fail("not-a-session", `this is a JSON object without a list of messages. ${READS}`);
        // What no format reads is read as the commonest: the error then says what is wrong, and where.
        const found = format ?? formatOf(list) ?? "openai-chat";
        return { name, format: found, entries: list.map(entryOf), damaged: [], form: { kind: "messages", around } };
    }
    function broken(text) {
        const place = brokenPlace(text);
        if (!place)
            return fail("not-json", "the JSON ends too soon: the file was cut off.");
        const { line, column } = place;
        const second = line > 1 && column === 1 && /[[{]/.test(text.split("\n")[line - 1].charAt(0));
        return second
            ? fail("not-json", `a second JSON document begins at line ${line}. Give one conversation at a time, such as \`head -n 1 FILE | epitome inspect -\`.`, place)
            : fail("not-json", `the JSON is broken at line ${line}, column ${column}. Mend it there.`, place);
    }
    function session() {
        const raw = splitLines(bytes);
        let parsed;
        try {
            parsed = parseLines(raw);
        }
        catch (error) {
            if (!EpitomeError.isInstance(error))
                throw error;
            const hint = error.code === "not-a-session" ? ` ${READS}` : "";
            const said = error.message.replace(/ A session log begins with.*/s, hint);
            throw fail(error.code, said.charAt(0).toLowerCase() + said.slice(1), error.details);
        }
        const { reader, lines } = parsed;
        const file = raw.map(({ bytes }) => ({ bytes }));
        const entries = [];
        const damaged = [];
        const lineOf = new Map();
        for (const { line, entry, reason } of lines) {
            if (entry) {
                const first = lineOf.get(entry.id);
                if (first !== undefined) {
                    const message = `line ${line} has the id ${JSON.stringify(entry.id.slice(0, 80))}, which line ${first} has already. Every entry needs an id of its own: remove one of them.`;
                    throw fail("duplicate-entry", message, { line, id: entry.id });
                }
                lineOf.set(entry.id, line);
                entries.push(entry);
            }
            else if (reason !== undefined)
                damaged.push({ line, reason });
            Object.assign(file[line - 1], entry && { entry }, reason !== undefined && { reason });
        }
        const header = { ...reader.header, version: SESSION_VERSION };
        const given = (format ?? reader.header.format ?? "pi");
        return { name, format: given, entries, damaged, form: { kind: "session", version: reader.version, header, lines: file, lineOf } };
    }
}
/** Whether this is one JSON object, or meant to be one, and no session file. */
function isOneDocument(bytes) {
    const feed = bytes.indexOf(10, bytes.findIndex((byte) => byte > 32));
    const line = bytes
        .toString("utf8", 0, feed < 0 ? bytes.length : feed)
        .replace(/^\ufeff/, "")
        .trim();
    if (!line.startsWith("{"))
        return false;
    try {
        const object = JSON.parse(line);
        return object.type !== "session" && aroundOf(object) !== undefined;
    }
    catch {
        // An object over several lines; the header of a session file that was cut off is none.
        return !/^\{"type":/.test(line);
    }
}
function aroundOf(object) {
    const list = LISTS.find((name) => object[name] !== undefined);
    return list === undefined ? undefined : { object, list };
}
function entryOf(message, at) {
    const id = (place) => String(place).padStart(8, "0");
    return { type: "message", id: id(at), parentId: at === 0 ? null : id(at - 1), timestamp: new Date(0).toISOString(), message };
}
function splitLines(bytes) {
    const lines = [];
    for (let begin = 0; begin < bytes.length;) {
        const feed = bytes.indexOf(10, begin);
        const part = bytes.subarray(begin, feed < 0 ? bytes.length : feed);
        const text = isUtf8(part) ? part.toString("utf8") : undefined;
        lines.push({ text: begin === 0 ? text?.replace(/^\ufeff/, "") : text, ended: feed >= 0, bytes: part });
        begin += part.length + 1;
    }
    return lines;
}
/** An error of the core about an entry, with the place in the file instead of that in the log. */
export function located(error, { name, form, entries }) {
    const path = EpitomeError.isInstance(error) ? error.details.path : undefined;
    if (!EpitomeError.isInstance(error) || typeof path !== "string")
        return error;
    const [, at, rest = ""] = /^entries\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
    if (at === undefined)
        return error;
    const said = error.message.startsWith(`${path}: `) ? error.message.slice(path.length + 2) : error.message;
    const line = form.kind === "session" ? form.lineOf.get(entries[Number(at)].id) : undefined;
    const inside = form.kind === "session" ? rest : `messages[${at}]${rest.replace(/^message(?=\.|\[|$)/, "")}`;
    const place = line === undefined ? inside : inside ? `line ${line}, ${inside}` : `line ${line}`;
    const advice = error.code === "invalid-message" ? ` Mend or remove this message, or name the right shape with --format: ${FORMATS.join(", ")}.` : "";
    const message = `${name}: ${place}: ${said.replace(/\.?$/, ".")}${advice}`;
    return new EpitomeError(error.code, message, {
        details: { file: name, path: inside, ...(line !== undefined && { line }) },
        cause: error,
    });
}
