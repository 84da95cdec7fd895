/** From what is known of a failure to its kind. */
import { AUTH_TEXT, EMPTY_TEXT, kindOfCode, OTHER_TEXT, OVERFLOW_NAMED, OVERFLOW_TEXT, PAYLOAD_TEXT, RATE_TEXT, SILENT_PROVIDERS, STATUS_TEXT, } from "./tables.js";
/**
 * The kind of a failure and of those that it wraps, outermost first. What is typed in any of them counts before the prose of any,
 * and what only may be so comes last: 413 may be bytes or tokens. Undefined where nothing is recognized.
 */
export function kindOf(chain) {
    return first(chain, byCode) ?? first(chain, byText) ?? first(chain, byRest);
}
function first(chain, judge) {
    for (const one of chain) {
        const kind = judge(one);
        if (kind)
            return kind;
    }
    return undefined;
}
/** 402 is an account without credit: as with a rate limit, nothing of the request is wrong. */
const byStatus = (status) => status === 429 || status === 402 ? "rate-limit" : status === 401 || status === 403 ? "auth" : undefined;
function byCode({ status, codes }) {
    const kinds = new Set(codes.map(kindOfCode));
    if (kinds.has("overflow"))
        return "overflow";
    if (kinds.has("never"))
        return "other";
    return kinds.has("rate-limit") ? "rate-limit" : (byStatus(status) ?? (kinds.has("auth") ? "auth" : undefined));
}
function byText(one) {
    const text = textOf(one);
    const status = statusOf(one);
    if (OVERFLOW_NAMED.test(text))
        return "overflow";
    if (OTHER_TEXT.test(text))
        return "other";
    if (RATE_TEXT.test(text))
        return "rate-limit";
    const isSilent = (status === 400 || status === 413) && one.texts.every((part) => EMPTY_TEXT.test(part));
    const isOverflow = OVERFLOW_TEXT.test(text) || (isSilent && one.sources?.some((source) => SILENT_PROVIDERS.test(source)));
    return byStatus(status) ?? (isOverflow ? "overflow" : undefined);
}
function byRest(one) {
    const text = textOf(one);
    const status = statusOf(one);
    const kinds = new Set(one.codes.map(kindOfCode));
    if (kinds.has("guess"))
        return "overflow";
    if (status === 413 || PAYLOAD_TEXT.test(text) || kinds.has("payload-too-large"))
        return "payload-too-large";
    // A server that fails may well quote whom it could not reach, and why: that is not the caller's key.
    return (status === undefined || status < 500) && AUTH_TEXT.test(text) ? "auth" : undefined;
}
const textOf = ({ texts }) => texts.join("\n");
/** The status, typed or as the text has it. */
function statusOf({ status, texts }) {
    if (status !== undefined)
        return status;
    const found = texts.map((text) => STATUS_TEXT.exec(text)).find((one) => one !== null);
    return found ? Number(found[1] ?? found[2]) : undefined;
}
