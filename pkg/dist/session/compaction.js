/** One compaction: the core decides, the host's summarizers answer, the journal commits. */
import { asEpitomeError } from "../engine/call.js";
import { EpitomeError } from "../errors.js";
import { Deadline } from "../summarizers/deadline.js";
import { asking } from "./asking.js";
/**
 * Drives a run to its verdict.
 *
 * @throws the signal's reason, once that aborts
 */
export async function drive(run, host) {
    const { signal, totalTimeoutMs } = host;
    const late = () => new EpitomeError("time-budget", "The summary was not there in the time that all calls together may take.");
    const budget = new Deadline(signal, totalTimeoutMs, late);
    const { ask, usage, errorOf, gaveUp } = asking(run, host, budget);
    try {
        const verdict = await run.drive(ask, signal);
        const { failures } = verdict;
        const last = failures.at(-1);
        const error = errorOf(last);
        if (verdict.type === "draft" && verdict.degraded && last)
            gaveUp(last);
        return { verdict, usage: usage(), told: { ...(last && { failures }), ...usage(), ...(error && { error }) } };
    }
    catch (thrown) {
        if (signal.aborted)
            throw signal.reason;
        throw asEpitomeError(thrown);
    }
    finally {
        // A request that is still under way has nobody to answer to.
        budget.close(new DOMException("The compaction has ended", "AbortError"));
    }
}
/** Drives a compaction to its outcome. */
export async function compact(run, tokens, reason, host) {
    const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
    const { verdict, usage, told } = await drive(run, host);
    if (verdict.type === "refused") {
        const { reason, message, failures } = verdict;
        return { status: "refused", reason, message, failures, ...unchanged, ...told };
    }
    host.signal.throwIfAborted();
    const { degraded, flaws, tokensBefore, tokensAfter, messagesSummarized, fileOperations, isSplitTurn } = verdict;
    const committed = await host.commit(verdict, usage);
    if (!committed) {
        const message = "The session moved to another branch while the summary was being written.";
        return { status: "refused", reason: "source-changed", message, ...unchanged, ...usage };
    }
    if ("elsewhere" in committed) {
        const message = "Another writer compacted the session while the summary was being written; its compaction was taken over.";
        const sizes = { tokensBefore: tokens, tokensAfter: committed.tokens };
        return { status: "nothing", reason: "compacted-elsewhere", message, entry: committed.elsewhere, ...sizes, ...usage };
    }
    return {
        status: "compacted",
        reason,
        ...committed,
        tokensBefore,
        tokensAfter,
        messagesSummarized,
        fileOperations,
        isSplitTurn,
        ...(degraded && { degraded }),
        ...(committed.entry.fromExtension === true && { fromExtension: true }),
        ...(flaws.length > 0 && { flaws }),
        ...told,
    };
}
/** The outcome of an abort. */
export function cancelled(tokens, reason = "aborted") {
    return { status: "cancelled", reason, tokensBefore: tokens, tokensAfter: tokens };
}
