/** Safe file names for the ids of sessions and artifacts, whatever they hold. Node only. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { EpitomeError } from "../errors.js";
const EXTENSION = ".jsonl";
/** File systems allow 255 bytes; the lock's name and a backup's need some of them. */
const MAX_LENGTH = 180;
/** Names that Windows keeps for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)($|\.)/i;
/**
 * The file name of a session. Letters, digits, `-`, `_` and inner dots stay, everything else becomes `%` and two hex digits a
 * byte; so no id leaves the directory, and no two ids share a name. An id that would be too long ends in its hash.
 */
export function fileNameOf(sessionId) {
    if (/\p{Surrogate}/u.test(sessionId)) {
        throw new EpitomeError("invalid-option", "The session id holds a surrogate without its other half, which no file name can.");
    }
    const encoded = encodeURIComponent(sessionId)
        .replace(/[!'()*~]/g, escapeChar)
        .replace(/^\./, escapeChar);
    const name = RESERVED.test(encoded) ? escapeChar(encoded.charAt(0)) + encoded.slice(1) : encoded;
    if (name.length <= MAX_LENGTH)
        return name + EXTENSION;
    return `${name.slice(0, 120)}~${createHash("sha256").update(sessionId).digest("hex").slice(0, 32)}${EXTENSION}`;
}
/**
 * The file name of an artifact. As that of a session, but without capitals, since not every file system tells them apart;
 * a surrogate without its other half becomes `%u` and four digits.
 */
export function artifactFileName(id) {
    const encoded = id
        .split(/(\p{Surrogate})/u)
        .map((part) => (/^\p{Surrogate}$/u.test(part) ? `%u${part.charCodeAt(0).toString(16)}` : encodeLow(part)))
        .join("")
        .replace(/^\./, escapeChar);
    const name = (RESERVED.test(encoded) ? escapeChar(encoded.charAt(0)) + encoded.slice(1) : encoded).toLowerCase();
    if (name.length <= MAX_LENGTH)
        return `${name}.txt`;
    return `${name.slice(0, 120)}~${createHash("sha256").update(Buffer.from(id, "utf16le")).digest("hex").slice(0, 32)}.txt`;
}
/**
 * The session id of a file name: a text, null if the name ends in a hash and only the file's header tells, or undefined if
 * it is not a name that `fileNameOf` gives.
 */
export function sessionIdOf(fileName) {
    if (!fileName.endsWith(EXTENSION))
        return undefined;
    const name = fileName.slice(0, -EXTENSION.length);
    if (/~[0-9a-f]{32}$/.test(name))
        return null;
    try {
        const id = decodeURIComponent(name);
        return id !== "" && fileNameOf(id) === fileName ? id : undefined;
    }
    catch {
        return undefined;
    }
}
const escapeChar = (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
/** Capitals are told from those of the digits that `encodeURIComponent` writes by coming before it. */
const encodeLow = (text) => text
    .split(/([A-Z])/)
    .map((part) => (/^[A-Z]$/.test(part) ? escapeChar(part) : encodeURIComponent(part).replace(/[!'()*~]/g, escapeChar)))
    .join("")
    .toLowerCase();
