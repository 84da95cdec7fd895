/** Reads what errors, bodies and replies say of themselves, in the shapes of the usual clients. The work is bounded. */
/** How many objects are looked at, how deep, and how many of an array. */
const MAX_OBJECTS = 100;
const MAX_DEPTH = 10;
const MAX_ITEMS = 8;
/** How many errors that wrap each other are looked at. */
const MAX_CHAIN = 10;
/** How much of a text is looked at, of all of them, and how much JSON is parsed; in characters. */
const MAX_TEXT = 8 * 1024;
const MAX_TEXTS = 32 * 1024;
const MAX_JSON = 512 * 1024;
const TEXTS = ["message", "errorMessage", "error_message", "error_description", "msg", "status_msg", "statusText"];
const CODES = ["code", "type", "status", "lc_error_code", "__type", "reason", "error_code", "Code"];
const STATUSES = ["status", "statusCode", "httpStatusCode", "http_status", "code"];
const SOURCES = ["provider", "provider_name", "providerID", "model_provider", "url", "baseURL"];
const STOPS = ["stopReason", "stop_reason", "finishReason", "finish_reason", "rawFinishReason", "reason"];
const USAGES = ["usage", "usageMetadata", "usage_metadata", "tokenUsage"];
/**
 * Parts of the same failure: its body, the error in that, its details; for a reply the choice that was made. What was *sent* is
 * never among them (`request`, `config`, `requestBodyValues`, `input`), for a prompt may say anything.
 */
const PARTS = ["error", "response", "body", "data", "responseBody", "detail", "details", "metadata", "raw", "base_resp", "innererror"];
const REPLY_PARTS = ["message", "choices", "candidates", "delta", "incomplete_details", "response_metadata", "$metadata"];
/** Other failures, which this one wraps. `lastError` is also the last of `errors`. */
const WRAPPED = ["lastError", "cause", "originalError"];
/** Reads one field, whatever reading it does. */
export function field(source, name) {
    try {
        return source[name];
    }
    catch {
        return undefined;
    }
}
const isObject = (value) => typeof value === "object" && value !== null;
const isReply = (role) => role === "assistant" || role === "model" || role === "ai";
const saysSomething = (value) => typeof value === "string" || isObject(value);
function isArray(value) {
    try {
        return Array.isArray(value);
    }
    catch {
        return false; // A revoked proxy.
    }
}
/** The failure and those that it wraps, outermost first. */
export function readFacts(value) {
    return new Reader().chain(value);
}
class Reader {
    #seen = new Set();
    #textLeft = MAX_TEXTS;
    #jsonLeft = MAX_JSON;
    chain(root) {
        const queue = [root];
        const chain = [];
        for (const value of queue) {
            if (chain.length === MAX_CHAIN)
                break;
            const facts = { codes: [], texts: [], sources: [], stops: [], said: "", isMarked: false };
            this.#value(value, facts, queue, 0);
            chain.push(facts);
        }
        return chain;
    }
    #value(value, facts, queue, depth) {
        if (typeof value === "string")
            return this.#text(value, facts, queue, depth);
        if (!isObject(value) || depth > MAX_DEPTH || this.#seen.size >= MAX_OBJECTS || this.#seen.has(value))
            return;
        this.#seen.add(value);
        if (isArray(value)) {
            for (let index = 0; index < MAX_ITEMS; index++)
                this.#value(field(value, `${index}`), facts, queue, depth + 1);
            return;
        }
        // What others say in a conversation fails nobody.
        const role = field(value, "role");
        if (typeof role === "string" && !isReply(role))
            return;
        this.#own(value, facts, queue, depth);
        for (const name of PARTS)
            this.#value(field(value, name), facts, queue, depth + 1);
        for (const name of REPLY_PARTS) {
            const part = field(value, name);
            if (isObject(part))
                this.#value(part, facts, queue, depth + 1);
        }
        const wrapped = WRAPPED.map((name) => field(value, name)).filter(saysSomething);
        const errors = field(value, "errors");
        if (isObject(errors) && wrapped.length === 0) {
            for (let index = 0; index < MAX_ITEMS; index++)
                wrapped.push(field(errors, `${index}`));
        }
        queue.push(...wrapped.filter(saysSomething));
    }
    /** What the object says in fields of its own. */
    #own(source, facts, queue, depth) {
        const strings = (names) => names.map((name) => field(source, name)).filter((found) => typeof found === "string" && found !== "");
        for (const text of strings(TEXTS))
            this.#text(text, facts, queue, depth);
        const [role] = strings(["role"]);
        // The name of who speaks is no error's.
        facts.codes.push(...strings(role ? CODES : [...CODES, "name"]));
        facts.sources.push(...strings(SOURCES).map((found) => found.slice(0, 200)));
        facts.stops.push(...strings(STOPS));
        for (const name of STATUSES)
            facts.status ??= statusOf(field(source, name));
        for (const name of USAGES)
            facts.usage ??= field(source, name);
        // llama.cpp's names.
        facts.observed ??= field(source, "n_prompt_tokens");
        facts.maximum ??= field(source, "n_ctx");
        // Claude Code's marks.
        facts.isMarked ||= field(source, "isApiErrorMessage") === true || field(source, "model") === "<synthetic>";
        if (isReply(role ?? strings(["type"])[0]))
            facts.said ||= textOf(source);
    }
    #text(text, facts, queue, depth) {
        const mayParse = text.length <= this.#jsonLeft && depth <= MAX_DEPTH;
        const from = mayParse ? text.indexOf("{") : -1;
        const to = from >= 0 ? text.lastIndexOf("}") + 1 : 0;
        const parsed = to > from ? this.#parse(text.slice(from, to)) : undefined;
        // Of a text that holds JSON only what stands around it is prose: the rest is read field by field.
        const prose = (parsed ? text.slice(0, from) + text.slice(to) : text).slice(0, Math.min(MAX_TEXT, this.#textLeft)).trim();
        this.#textLeft -= prose.length;
        if (prose && !facts.texts.includes(prose))
            facts.texts.push(prose);
        if (parsed)
            this.#value(parsed, facts, queue, depth + 1);
    }
    #parse(json) {
        this.#jsonLeft -= json.length;
        try {
            const value = JSON.parse(json);
            return isObject(value) ? value : undefined;
        }
        catch {
            return undefined;
        }
    }
}
const statusOf = (value) => {
    const number = typeof value === "string" && /^[45]\d\d$/.test(value) ? Number(value) : value;
    return typeof number === "number" && number >= 400 && number < 600 ? number : undefined;
};
/** The text of a reply, from its first parts. */
function textOf(reply) {
    const content = field(reply, "content") ?? field(reply, "parts") ?? field(reply, "text");
    if (typeof content === "string")
        return content.slice(0, MAX_TEXT);
    if (!isObject(content))
        return "";
    let text = "";
    for (let index = 0; index < MAX_ITEMS && text.length < MAX_TEXT; index++) {
        const part = field(content, `${index}`);
        const said = isObject(part) ? field(part, "text") : part;
        if (typeof said === "string")
            text += said.slice(0, MAX_TEXT);
    }
    return text;
}
