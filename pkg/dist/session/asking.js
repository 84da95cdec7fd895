/** Asks the host's summarizers what a run wants to know, and tells of it. */
import { EpitomeError } from "../errors.js";
import { callSummarizer } from "../summarizers/call.js";
import { pause } from "../waiting.js";
/** The limits of those that are asked, as the core goes by them. */
export const limitsOf = (summarizers) => summarizers.map(({ contextWindow, maxOutput }) => ({ contextWindow, maxOutput }));
/** `budget` is the time for all calls together. */
export function asking(run, { summarizers, timeoutMs, signal, now, emit, live }, budget) {
    const errors = new Map();
    /** Who was asked last for each kind. */
    const latest = new Map();
    let used;
    const fellBack = (kind, to, reason, from) => emit({ type: "summary_fallback", kind, from, to, reason });
    async function ask(request) {
        const { kind, candidate, attempt, reason, maxTokens, id } = request;
        const summarizer = summarizers[candidate];
        const { model, provider } = summarizer;
        const asked = { kind, candidate, attempt, ...(model && { model }), ...(provider && { provider }) };
        // So that those who were turned away together do not all come back together.
        const delayMs = Math.round(request.delayMs * (1 + Math.random() / 4));
        if (reason && attempt > 0)
            emit({ type: "summary_retry", ...asked, delayMs, reason });
        else if (reason)
            fellBack(kind, candidate, reason, latest.get(kind) ?? 0);
        latest.set(kind, candidate);
        emit({ type: "summary_request", ...asked, delayMs, promptChars: request.prompt.length, maxTokens });
        try {
            budget.check();
            if (delayMs > 0)
                await pause(delayMs, budget.signal);
            const since = now();
            const { text, stopReason, shortSummary, usage } = await callSummarizer(summarizer, { ...request, extract: () => extracted(run, id, budget.signal), live: live?.(request) }, { signal: budget.signal, timeoutMs, onProgress: ({ chars }) => emit({ type: "summary_progress", kind, candidate, chars }) });
            used = sum(used, usage);
            emit({ type: "summary_end", ...asked, durationMs: now() - since, chars: text.length, ...(usage && { usage }) });
            return { text, cutOff: stopReason === "length", shortSummary };
        }
        catch (error) {
            if (signal.aborted)
                throw signal.reason;
            errors.set(keyOf(request), error);
            const failure = failureOf(error, request);
            emit({ type: "summary_failed", kind, failure, error });
            return { failure, overflow: overflowOf(error) };
        }
    }
    return {
        ask,
        usage: () => (used ? { usage: used } : {}),
        errorOf(failure) {
            if (!failure)
                return undefined;
            const cause = errors.get(keyOf(failure));
            return EpitomeError.isInstance(cause) ? cause : new EpitomeError(failure.reason, failure.message, { retryable: failure.retryable });
        },
        gaveUp: ({ kind, candidate, reason }) => fellBack(kind, "extractive", reason, candidate),
    };
}
const keyOf = ({ kind, candidate, attempt }) => `${kind}/${candidate}/${attempt}`;
/** The model-free summary of a request, while its run lasts. */
function extracted(run, id, signal) {
    if (signal.aborted)
        throw new EpitomeError("summarizer-aborted", "The compaction has ended; there is nothing to extract from.");
    return run.extract(id) ?? "";
}
function failureOf(error, { kind, candidate, attempt }) {
    if (!EpitomeError.isInstance(error)) {
        return { kind, candidate, attempt, reason: "summarizer-failed", message: String(error), retryable: false, retryAfterMs: 0 };
    }
    const wait = error.details.retryAfterMs;
    const retryAfterMs = typeof wait === "number" && wait > 0 ? Math.min(Math.ceil(wait), 0xffff_ffff) : 0;
    return { kind, candidate, attempt, reason: error.code, message: error.message, retryable: error.retryable, retryAfterMs };
}
/** How many tokens a summarizer takes to whom the request was too long; 0 where it did not say. */
function overflowOf(error) {
    const { overflow, maximum } = EpitomeError.isInstance(error) ? error.details : {};
    return overflow === true ? Number(maximum ?? 0) : undefined;
}
function sum(one, other) {
    if (!one || !other)
        return one ?? other;
    const all = { ...one, ...other };
    for (const key of Object.keys(all))
        all[key] = (one[key] ?? 0) + (other[key] ?? 0);
    return all;
}
