/** One POST to a provider: its options, its time limit, its secrets, and its answer as JSON or as a stream of events. */
import { EpitomeError } from "../errors.js";
import { checkTimeout, Deadline, timeoutError } from "./deadline.js";
import { errorFacts, invalidReply, providerError, shorten } from "./http-error.js";
import { Secrets } from "./secrets.js";
import { EventDecoder } from "./sse.js";
/** How long a call may take unless the options say otherwise, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 300_000;
/** The largest answer that is read, in characters: far above any summary, far below any memory. */
const MAX_BODY = 16 * 1024 * 1024;
/** The largest part of an error's body that is read, in characters, and how long to wait for it, in milliseconds. */
const MAX_ERROR_BODY = 64 * 1024;
const ERROR_BODY_MS = 1_000;
/** Their names. */
export const HTTP = { headers: "any", timeoutMs: "any", fetch: "any" };
/** Checks the shared options when a summarizer is made, so that a mistake shows at once and not in the first compaction. */
export function checkHttpOptions({ headers, timeoutMs, fetch }) {
    if (timeoutMs !== undefined)
        checkTimeout(timeoutMs);
    if (fetch !== undefined && typeof fetch !== "function")
        throw new EpitomeError("invalid-option", "fetch must be a function.");
    for (const [name, value] of Object.entries(headers ?? {}))
        setHeader(new Headers(), name, value);
}
/** Checks a required text option. */
export function checkText(name, value) {
    if (typeof value === "string" && value.trim() !== "")
        return value;
    throw new EpitomeError("invalid-option", `${name} must be a string that is not empty.`);
}
/** The address of `path` below a base URL, which may have a path prefix, slashes at its end, a query, or `path` already. */
export function resolveUrl(option, base, path = "") {
    let url;
    try {
        url = new URL(base);
    }
    catch {
        throw new EpitomeError("invalid-option", `${option} must be a complete http or https address.`);
    }
    if (url.protocol !== "https:" && url.protocol !== "http:") {
        throw new EpitomeError("invalid-option", `${option} must begin with https:// or http://.`);
    }
    if (url.username || url.password) {
        throw new EpitomeError("invalid-option", `${option} must not hold a user name or password: pass them in headers.`);
    }
    url.hash = "";
    if (path) {
        const prefix = url.pathname.replace(/\/+$/, "");
        url.pathname = prefix.endsWith(path) ? prefix : prefix + path;
    }
    return url;
}
/** Text that every provider accepts: a surrogate without its other half becomes U+FFFD. */
export function wellFormed(text) {
    return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
function setHeader(headers, name, value) {
    try {
        if (typeof value !== "string")
            throw new TypeError("not a string");
        headers.set(name, value);
    }
    catch {
        // The platform's own message quotes the value, so it is not kept as the cause.
        throw new EpitomeError("invalid-option", `The header ${JSON.stringify(name)} has a name or value that HTTP does not allow.`);
    }
}
/** One call. It must be closed; it stops by itself when its signal aborts or its time is over. */
export class Exchange {
    /** Where it goes, for its errors. */
    target;
    #url;
    #headers = new Headers({ "content-type": "application/json", accept: "application/json" });
    #options;
    #deadline;
    #answer;
    constructor(provider, url, options, signal, reserved = 0) {
        const secrets = new Secrets();
        for (const [name, value] of url.searchParams)
            secrets.addNamed(name, value);
        for (const [name, value] of Object.entries(options.headers ?? {}))
            secrets.addHeader(name, value);
        this.target = { provider, url: url.origin + url.pathname, secrets, reserved };
        this.#url = url;
        this.#options = options;
        const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
        this.#deadline = new Deadline(signal, timeoutMs, () => timeoutError(provider, timeoutMs));
    }
    /** Sets a header of the provider's protocol. */
    header(name, value) {
        setHeader(this.#headers, name, value);
    }
    /** Sets the header that carries the key. Without a key the request goes out without it, as local servers want it. */
    async authorize(name, prefix, key) {
        if (key === undefined)
            return;
        let value = key;
        if (typeof key === "function") {
            try {
                value = await this.#deadline.race(Promise.resolve(key()));
            }
            catch (cause) {
                this.#deadline.check();
                throw new EpitomeError("summarizer-auth", "The function that gives the key failed.", { cause });
            }
        }
        // Keys read from files often end in a line feed.
        const text = typeof value === "string" ? value.trim() : "";
        if (text === "")
            throw new EpitomeError("summarizer-auth", `The key for ${this.target.provider} is empty or not a string.`);
        this.target.secrets.add(text);
        try {
            this.#headers.set(name, prefix + text);
        }
        catch {
            const message = `The key for ${this.target.provider} has a character that an HTTP header cannot carry. Check how it was copied.`;
            throw new EpitomeError("summarizer-auth", message);
        }
    }
    /** Sends the request. Everything but a success throws. */
    async post(body) {
        for (const [name, value] of Object.entries(this.#options.headers ?? {}))
            setHeader(this.#headers, name, value);
        const { fetch = globalThis.fetch } = this.#options;
        this.#deadline.check();
        let answer;
        try {
            // A redirect is not followed: it would turn the POST into a GET, or carry the key to another host.
            const init = { method: "POST", headers: this.#headers, body: JSON.stringify(body), redirect: "manual" };
            answer = await this.#deadline.race(fetch(this.#url.href, { ...init, signal: this.#deadline.signal }));
        }
        catch (error) {
            throw this.#networkError(error);
        }
        if (typeof answer?.status !== "number")
            throw new EpitomeError("invalid-option", "fetch must resolve with a Response.");
        this.#answer = answer;
        if (answer.type === "opaqueredirect" || (answer.status >= 300 && answer.status < 400))
            throw this.#redirectError(answer);
        if (!answer.ok)
            throw await this.#statusError(answer);
    }
    /** Whether the answer is a stream of events. Servers that do not know streaming answer with JSON, asked or not. */
    get streams() {
        return this.#contentType().includes("text/event-stream");
    }
    /** The answer as a JSON object. */
    async json() {
        let text = "";
        for await (const piece of this.#pieces()) {
            text += piece;
            if (text.length > MAX_BODY)
                throw this.#tooLarge();
        }
        if (text.trim() === "") {
            throw invalidReply(this.target, "empty-body", "answered without a body. Check the address, and try again.");
        }
        let value;
        try {
            value = JSON.parse(text);
        }
        catch {
            value = undefined;
        }
        if (typeof value === "object" && value !== null && !Array.isArray(value))
            return value;
        const contentType = shorten(this.target, this.#contentType() || "an unknown type", 100);
        const body = shorten(this.target, text);
        const sentence = `answered with ${contentType} that is not a JSON object. Check the address.`;
        throw invalidReply(this.target, "not-json", sentence, { contentType, body });
    }
    /** The answer as the events of a stream. */
    async *events() {
        const decoder = new EventDecoder();
        for await (const piece of this.#pieces()) {
            yield* decoder.push(piece);
            if (decoder.waiting > MAX_BODY)
                throw this.#tooLarge();
        }
        yield* decoder.end();
    }
    /** The error for a failure that the answer's body or an event of its stream reports. */
    reported(body) {
        const facts = { status: this.#answer?.status, ...errorFacts(body) };
        return providerError(this.target, facts, this.#answer?.headers ?? new Headers(), body);
    }
    /** Ends the call. What is still on its way is dropped. */
    close() {
        this.#deadline.close(new DOMException("The call is over", "AbortError"));
    }
    /** The answer's text in pieces, as they come. */
    async *#pieces(deadline = this.#deadline) {
        const decoder = new TextDecoder();
        let reader;
        try {
            reader = this.#answer?.body?.getReader();
            while (reader) {
                deadline.check();
                const { done, value } = await deadline.race(reader.read());
                const piece = done ? decoder.decode() : decoder.decode(value, { stream: true });
                if (piece)
                    yield piece;
                if (done)
                    return;
            }
        }
        catch (error) {
            throw EpitomeError.isInstance(error) ? error : this.#networkError(error);
        }
        finally {
            // Not awaited: a source that hangs would hang here too.
            reader?.cancel().catch(() => { });
        }
    }
    #contentType() {
        return this.#answer?.headers.get("content-type")?.toLowerCase() ?? "";
    }
    #tooLarge() {
        return invalidReply(this.target, "too-large", `answered with more than ${MAX_BODY} characters, which is no summary.`);
    }
    /** The reason if the deadline stopped the call, otherwise the error for a connection that failed. */
    #networkError(error) {
        try {
            this.#deadline.check();
        }
        catch (reason) {
            return reason;
        }
        const { provider, url, secrets } = this.target;
        const code = networkCode(error);
        const details = { provider, url, reason: "network", ...(code ? { networkCode: code } : {}) };
        const message = `${provider} (${url}) could not be reached${code ? ` (${code})` : ""}. Check the address and the network, and try again.`;
        return new EpitomeError("summarizer-http", message, { retryable: true, details, cause: secrets.safeCause(error) });
    }
    #redirectError(answer) {
        this.#answer?.body?.cancel().catch(() => { });
        const { provider, url } = this.target;
        // Browsers hide status and target of a redirect that is not followed.
        const location = answer.headers.get("location")?.split(/[?#]/)[0];
        const to = location ? shorten(this.target, location) : undefined;
        const details = { provider, url, reason: "redirect", status: answer.status, ...(to ? { location: to } : {}) };
        const message = `${provider} (${url}) redirects${to ? ` to ${to}` : ""}. Redirects are not followed, because the request carries a key: give the final address.`;
        return new EpitomeError("summarizer-http", message, { details });
    }
    async #statusError(answer) {
        const deadline = new Deadline(this.#deadline.signal, ERROR_BODY_MS, () => timeoutError("The body", ERROR_BODY_MS));
        let text = "";
        try {
            for await (const piece of this.#pieces(deadline)) {
                text += piece;
                if (text.length > MAX_ERROR_BODY)
                    break;
            }
        }
        catch {
            // The status says enough. But an abort is an abort.
            this.#deadline.check();
        }
        finally {
            deadline.close();
        }
        let body;
        try {
            body = JSON.parse(text);
        }
        catch {
            body = undefined;
        }
        return providerError(this.target, { ...errorFacts(body), status: answer.status }, answer.headers, body, text);
    }
}
function networkCode(error) {
    const { code, cause } = (error ?? {});
    const found = typeof code === "string" ? code : cause?.code;
    return typeof found === "string" ? found.slice(0, 80) : undefined;
}
