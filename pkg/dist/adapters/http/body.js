/** The body of a request: JSON or nothing, and no more of it than is allowed. */
import { Problem } from "./answer.js";
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
/** What a body may hold: one thing, under two names. */
const FIELDS = ["instructions", "focus"];
/** What a summary should look at most, if the body says so. */
export async function focusIn(request, maxBytes) {
    const bytes = await read(request, maxBytes);
    if (bytes.length === 0)
        return undefined;
    const type = request.headers.get("content-type") ?? "";
    const encoding = request.headers.get("content-encoding") ?? "identity";
    if (!JSON_TYPE.test(type) || !/^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? "utf-8") || !/^identity$/i.test(encoding)) {
        throw new Problem(415, "unsupported-media-type", "The body must be JSON: content-type: application/json.");
    }
    const body = parsed(bytes);
    // A name that is misspelt must not be passed over in silence: the summary would look at something else.
    const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
    if (unknown !== undefined)
        throw invalid(`There is no field ${JSON.stringify(unknown.slice(0, 80))}; the body may hold "instructions", which may be called "focus".`);
    const texts = FIELDS.flatMap((name) => {
        const text = body[name] ?? "";
        if (typeof text !== "string")
            throw invalid(`The field "${name}" must be a text.`);
        return text.trim() === "" ? [] : [text];
    });
    if (texts.length > 1 && texts[0] !== texts[1])
        throw invalid('The fields "instructions" and "focus" are two names for one thing, and say two. Send one of them.');
    return texts[0];
}
const invalid = (detail) => new Problem(400, "invalid-body", detail);
function parsed(bytes) {
    let value;
    try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        value = text.trim() === "" ? {} : JSON.parse(text);
    }
    catch {
        throw new Problem(400, "invalid-json", "The body is not JSON in UTF-8.");
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw invalid("The body must be a JSON object.");
    }
    return value;
}
/** Reads the body as it comes, and stops where it is too long: a chunked one does not say its length before. */
async function read(request, maxBytes) {
    const tooLong = new Problem(413, "body-too-large", `The body may have ${maxBytes} bytes at most.`);
    if (Number(request.headers.get("content-length")) > maxBytes)
        throw tooLong;
    if (!request.body)
        return new Uint8Array();
    const reader = request.body.getReader();
    const pieces = [];
    let length = 0;
    for (;;) {
        const { done, value } = await reader.read().catch(() => {
            throw new Problem(400, "incomplete-body", "The body ended too soon.");
        });
        if (done)
            break;
        length += value.length;
        // The rest is left to the server, which knows how to answer a client that is sending still: cancelled here, workerd would
        // end the connection before the answer.
        if (length > maxBytes)
            throw tooLong;
        pieces.push(value);
    }
    const whole = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
        whole.set(piece, at);
        at += piece.length;
    }
    return whole;
}
