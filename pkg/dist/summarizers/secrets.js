/** Keeps keys out of everything that can be printed: provider texts are cleaned, tainted foreign errors are replaced. */
const PLACEHOLDER = "[redacted]";
/** What is a key in any text, also when it is partly masked, as providers quote it. */
const LOOKS_LIKE_A_KEY = /\bBearer\s+[^\s"',;]+|\b(?:sk|pk|rk|gsk|xai|hf)[-_][\w\-.*]{7,}|\bAIza[\w-]{10,}|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;
/** Names of headers and query parameters whose values are secrets. */
const NAMES_A_SECRET = /auth|key|token|secret|cookie|passw|credential|signature|^sig$/i;
/** Names of headers whose values are the protocol's, and stand in messages of servers as they are. */
const NAMES_NO_SECRET = /^(accept|content|user-agent$)|[-_](beta|version)$/i;
/** Removes what looks like a key, for texts of unknown origin. */
export function redactKeys(text) {
    return text.replace(LOOKS_LIKE_A_KEY, PLACEHOLDER);
}
/** The secrets of one call. */
export class Secrets {
    #values = new Set();
    /** Remembers a secret. Values of fewer than 4 characters are placeholders, and would be found in every word. */
    add(value) {
        if (value.length < 4)
            return;
        for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
            this.#values.add(form);
    }
    /** Remembers the value of a header or query parameter if its name says that it is a secret. */
    addNamed(name, value) {
        if (!NAMES_A_SECRET.test(name))
            return;
        this.add(value);
        // "Bearer abc": a text may quote the second word alone.
        for (const word of value.split(/\s+/))
            this.add(word);
    }
    /** Remembers the value of a header of the host's own, whatever its name. A short one, such as `true`, tells nothing. */
    addHeader(name, value) {
        if (value.length > 5 && !NAMES_NO_SECRET.test(name))
            this.add(value);
        this.addNamed(name, value);
    }
    /** `text` without the secrets of this call and without what looks like a key. */
    redact(text) {
        let clean = text;
        for (const value of this.#values)
            clean = clean.replaceAll(value, PLACEHOLDER);
        return redactKeys(clean);
    }
    /** `error` itself if printing it shows no secret, otherwise a copy of its kind and cleaned message. */
    safeCause(error) {
        if (!this.#taints(error, 0, new Set()))
            return error;
        const { name, message } = (typeof error === "object" && error !== null ? error : {});
        const copy = new Error(this.redact(String(message ?? error)));
        copy.name = this.redact(String(name ?? "Error"));
        return copy;
    }
    /** Whether a secret is found in what a logger would print: texts, own properties and causes, a few levels deep. */
    #taints(value, depth, seen) {
        if (typeof value === "string")
            return [...this.#values].some((secret) => value.includes(secret));
        if (typeof value !== "object" || value === null || seen.has(value) || ArrayBuffer.isView(value))
            return false;
        // What is too deep or too large to look through is taken for tainted.
        if (depth > 8 || seen.size > 2000)
            return true;
        seen.add(value);
        const held = value instanceof Headers || value instanceof Map ? [...value].flat() : [];
        try {
            const own = Object.getOwnPropertyNames(value).map((name) => value[name]);
            return [...held, ...own].some((part) => this.#taints(part, depth + 1, seen));
        }
        catch {
            return true;
        }
    }
}
