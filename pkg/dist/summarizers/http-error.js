/** Turns what a provider answers instead of a summary into one typed error. */
import { EpitomeError } from "../errors.js";
import { countsIn } from "../overflow/classify-error.js";
import { readFacts } from "../overflow/facts.js";
import { kindOf } from "../overflow/verdict.js";
import { isTransient, retryAfter } from "./classify.js";
/** The longest provider text that an error carries, in characters. */
const MAX_TEXT = 500;
/** How much of a body is searched for the wait that it asks for, in characters. */
const MAX_WAIT_TEXT = 8_192;
/** A provider's text, cleaned and cut: first cleaned, so that no half of a key remains. */
export function shorten(target, text, max = MAX_TEXT) {
    const clean = target.secrets.redact(text).replace(/\s+/g, " ").trim();
    return clean.length <= max ? clean : `${clean.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
/**
 * Reads code, type and message out of an error body in any of the shapes in use:
 * `{error: {message, type, code}}`, `{error: "…"}`, `{message}`, `{detail}`, `[{error: …}]`.
 */
export function errorFacts(body) {
    const root = Array.isArray(body) ? body[0] : body;
    if (typeof root !== "object" || root === null)
        return {};
    const { error } = root;
    if (typeof error === "string")
        return { ...namedFacts(root), message: error };
    return namedFacts(typeof error === "object" && error !== null ? error : root);
}
function namedFacts(source) {
    const { message, detail, code, type, status } = source;
    const facts = {};
    if (typeof message === "string")
        facts.message = message;
    else if (detail !== undefined)
        facts.message = typeof detail === "string" ? detail : JSON.stringify(detail);
    if (typeof code === "string")
        facts.code = code;
    if (typeof type === "string")
        facts.type = type;
    else if (typeof status === "string")
        facts.type = status;
    // Some gateways answer 200 and put the status of their upstream into the body.
    if (typeof code === "number")
        facts.status = code;
    return facts;
}
/** The error for a failure that the provider reported in `body`, by status or inside an answer; `text` is a body that is no JSON. */
export function providerError(target, given, headers, body, text = "") {
    const { provider, url } = target;
    const facts = { ...given, message: given.message ?? text };
    const evidence = { status: facts.status, codes: [facts.code ?? "", facts.type ?? ""], texts: [facts.message ?? ""] };
    // Gateways pass on what another provider answered, somewhere in the body.
    const chain = readFacts({ status: facts.status, body: body ?? text });
    const kind = kindOf(chain);
    const [auth, overflow, payloadTooLarge] = [kind === "auth", kind === "overflow", kind === "payload-too-large"];
    const retryable = !auth && !overflow && isTransient(evidence);
    const said = shorten(target, facts.message ?? "");
    const retryAfterMs = retryAfter(headers, Date.now(), JSON.stringify(body ?? text).slice(0, MAX_WAIT_TEXT));
    const details = { provider, url };
    if (facts.status !== undefined)
        details.status = facts.status;
    for (const name of ["code", "type"])
        if (facts[name])
            details[name] = shorten(target, facts[name], 100);
    if (said)
        details.message = said;
    if (retryAfterMs !== undefined)
        details.retryAfterMs = retryAfterMs;
    const requestId = headers.get("x-request-id") ?? headers.get("request-id");
    if (requestId)
        details.requestId = shorten(target, requestId, 100);
    if (overflow) {
        const { maximum, ...counts } = countsIn(chain);
        Object.assign(details, { overflow: true, ...counts, ...(maximum && { maximum: Math.max(1, maximum - target.reserved) }) });
    }
    if (payloadTooLarge)
        details.payloadTooLarge = true;
    const what = facts.status === undefined || facts.status < 400 ? "reported a failure" : `answered ${facts.status}`;
    const sentence = `${provider} (${url}) ${what}${said ? `: ${said.replace(/[.!?]?$/, ".")}` : "."}`;
    const advice = auth
        ? "Check the key, and that it may use this model."
        : overflow
            ? "The request does not fit the model's context window: shorten it, or choose a model with a larger one."
            : payloadTooLarge
                ? "The request has too many bytes: shorten it."
                : retryable
                    ? `Try again ${retryAfterMs === undefined ? "later" : `in ${Math.ceil(retryAfterMs / 1000)} s`}.`
                    : "The same request will fail again: correct the options of the summarizer, or ask another one.";
    const code = auth ? "summarizer-auth" : "summarizer-http";
    return new EpitomeError(code, `${sentence} ${advice}`, { retryable, details });
}
/** The error for an answer that arrived whole but holds no summary. */
export function invalidReply(target, reason, sentence, details = {}) {
    const { provider, url } = target;
    return new EpitomeError("summarizer-invalid-reply", `${provider} (${url}) ${sentence}`, {
        details: { provider, url, reason, ...details },
    });
}
/** The error for a stream that broke off before its end. */
export function truncatedReply(target) {
    const { provider, url } = target;
    const message = `${provider} (${url}) ended its answer before it was complete. Try again.`;
    return new EpitomeError("summarizer-http", message, {
        retryable: true,
        details: { provider, url, reason: "truncated" },
    });
}
/** The error for a model that declined. */
export function refusedReply(target, reason, text = "") {
    const { provider, url } = target;
    const said = shorten(target, text);
    const message = `The model at ${provider} declined to write the summary (${reason})${said ? `: ${said}` : ""}. Ask another model.`;
    return new EpitomeError("summarizer-refused", message, {
        details: { provider, url, reason, ...(said ? { message: said } : {}) },
    });
}
