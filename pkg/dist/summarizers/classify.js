/** Which failures of a provider pass by themselves. Tables, not code paths. */
/** 425 is "too early", 529 Anthropic's "overloaded". */
const TRANSIENT_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
/** Codes and types that name a passing failure, where there is no status to tell. */
const TRANSIENT_CODES = new Set([
    "overloaded_error",
    "api_error",
    "rate_limit_error",
    "rate_limit_exceeded",
    "timeout_error",
    "TimeoutError",
    "server_error",
    "internal_server_error",
    "service_unavailable",
    "insufficient_system_resource",
]);
/** An account without credit stays without it, though it answers with the status of a rate limit. */
const NEVER_TRANSIENT = /insufficient_quota|billing_(hard_limit_reached|not_active)|credit balance is too low/i;
/** Codes of the network layer of Node, Bun and Deno. */
const NETWORK_CODES = /^(ECONN(RESET|REFUSED|ABORTED)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|UND_ERR_(SOCKET|.*TIMEOUT))$/;
/** How failures that pass are worded, in errors that carry neither status nor code. */
const TRANSIENT_TEXT = new RegExp([
    "overloaded|rate.?limit|too many requests|service.?unavailable|(server|internal) error|retry your request|retry delay",
    "provider returned error|network ?error|connection (error|refused|reset)|other side closed|fetch failed|failed to fetch",
    "load failed|upstream connect|reset before headers|socket hang up|timed? ?out|terminated|stream (stall|ended)|reading from the stream",
    "\\b(429|500|502|503|504|529)\\b",
].join("|"), "i");
/** Whether the same request may succeed later. A typed fact beats prose. */
export function isTransient({ status, codes, texts }) {
    if (NEVER_TRANSIENT.test([...codes, ...texts].join(" ")))
        return false;
    if (status !== undefined && status >= 400)
        return TRANSIENT_STATUSES.has(status);
    return codes.some((code) => TRANSIENT_CODES.has(code) || NETWORK_CODES.test(code)) || TRANSIENT_TEXT.test(texts.join("\n"));
}
/** How the wait is told where no header tells it: Google's `"retryDelay": "34s"`, OpenAI's `Please try again in 1m2.5s`. */
const WAIT_TEXT = /(?:retryDelay\W+|(?:retry|try again) (?:in|after) )(?:(\d{1,4})m(?!s))?(?:(\d{1,6}(?:\.\d{1,9})?) ?(ms|s))?/i;
/**
 * How long the provider asks to wait, in milliseconds: from `retry-after-ms` or `Retry-After` (seconds or a date), or else
 * from what it says.
 */
export function retryAfter(headers, now, text = "") {
    const exact = headers.get("retry-after-ms")?.trim();
    if (exact && Number(exact) >= 0)
        return Math.round(Number(exact));
    const header = headers.get("retry-after")?.trim();
    if (header && Number(header) >= 0)
        return Math.round(Number(header) * 1000);
    const date = Date.parse(header ?? "");
    if (!Number.isNaN(date))
        return Math.max(0, date - now);
    const [, minutes, count, unit] = WAIT_TEXT.exec(text) ?? [];
    if (!minutes && !count)
        return undefined;
    return Math.round(Number(minutes ?? 0) * 60_000 + Number(count ?? 0) * (unit === "ms" ? 1 : 1000));
}
