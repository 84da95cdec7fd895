/** Turns whatever a host's summarizer throws or returns into one typed error. */
import { EpitomeError } from "../errors.js";
import { countsIn } from "../overflow/classify-error.js";
import { readFacts } from "../overflow/facts.js";
import { kindOf } from "../overflow/verdict.js";
import { isTransient, retryAfter } from "./classify.js";
import { redactKeys } from "./secrets.js";
const MAX_TEXT = 300;
/**
 * The error for a summarizer that threw, rejected, or reported an error (`reported`). An `EpitomeError` that was thrown is
 * passed on: it says more than a wrapper could.
 */
export function summarizerFailure(cause, { reported = false } = {}) {
    try {
        return EpitomeError.isInstance(cause) && !reported ? cause : failureOf(cause, reported);
    }
    catch {
        // A cause whose properties throw says nothing, and is kept all the same.
        return new EpitomeError("summarizer-failed", "The summarizer failed with an error that cannot be read.", { cause });
    }
}
function failureOf(cause, reported) {
    const chain = readFacts(cause);
    const status = chain.find((facts) => facts.status !== undefined)?.status;
    const said = redactKeys(messageOf(cause)).replace(/\s+/g, " ").trim();
    const text = said.length > MAX_TEXT ? `${said.slice(0, MAX_TEXT - 1).replace(/[\ud800-\udbff]$/, "")}…` : said;
    const what = text ? `: ${text.replace(/[.!?]?$/, ".")}` : cause === undefined ? " without an error." : ` with ${describe(cause)}.`;
    const evidence = { status, codes: chain.flatMap(({ codes }) => codes), texts: chain.flatMap(({ texts }) => texts) };
    const known = EpitomeError.isInstance(cause) ? cause : undefined;
    const retryAfterMs = retryAfter(headersOf(cause), Date.now(), messageOf(cause));
    const details = { ...known?.details };
    if (status !== undefined)
        details.status = status;
    if (retryAfterMs !== undefined)
        details.retryAfterMs = retryAfterMs;
    const kind = kindOf(chain);
    if (kind === "overflow")
        Object.assign(details, { overflow: true, ...countsIn(chain) });
    const retryable = known?.retryable ?? ownVerdict(cause) ?? (details.overflow !== true && isTransient(evidence));
    const message = `The summarizer ${reported ? "reported an error" : "failed"}${what}`;
    return new EpitomeError(kind === "auth" ? "summarizer-auth" : "summarizer-failed", message, { retryable, details, cause });
}
/** The error for an answer of a wrong shape. The value is named, never quoted, unless it is known to be harmless. */
export function invalid(sentence, value, quote = false) {
    const found = quote && typeof value === "string" ? JSON.stringify(value.slice(0, 80)) : describe(value);
    return new EpitomeError("summarizer-invalid-reply", `${sentence} ${found}.`, { details: { returned: found } });
}
/** A value in words. */
export function describe(value) {
    if (value === undefined || value === null)
        return String(value);
    if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
        return `the ${typeof value} ${value}`;
    if (typeof value === "string")
        return "a text";
    if (typeof value !== "object")
        return `a ${typeof value}`;
    if (Array.isArray(value))
        return "an array";
    const name = Object.getPrototypeOf(value)?.constructor?.name;
    if (typeof name === "string" && name !== "" && name !== "Object")
        return `a ${name}`;
    const keys = Object.keys(value)
        .slice(0, 5)
        .map((key) => key.slice(0, 40));
    return keys.length > 0 ? `an object with ${keys.join(", ")}` : "an empty object";
}
function messageOf(cause) {
    const message = typeof cause === "object" && cause !== null ? cause.message : cause;
    return typeof message === "string" ? message : "";
}
/** What the error itself says about trying again: ours and the AI SDK's do. */
function ownVerdict(cause) {
    if (typeof cause !== "object" || cause === null)
        return undefined;
    const { retryable, isRetryable } = cause;
    return [retryable, isRetryable].find((verdict) => typeof verdict === "boolean");
}
function headersOf(cause, depth = 0) {
    const { headers, responseHeaders, response, lastError } = ((typeof cause === "object" && cause) || {});
    // A client that has tried several times wraps its last failure.
    if (lastError && depth < 3)
        return headersOf(lastError, depth + 1);
    const given = headers ?? responseHeaders ?? response?.headers;
    try {
        return new Headers(given);
    }
    catch {
        return new Headers();
    }
}
