/** Folds old messages into a summary: begun by the core, with the host's word in it, and told of from start to end. */
import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import { limitsOf } from "./asking.js";
import { commit } from "./commit.js";
import { cancelled, compact } from "./compaction.js";
import { askHooks, patiently, wordOf } from "./hooks.js";
import { askNative } from "./native.js";
import { stateLines } from "./state-lines.js";
/** How a compaction is made, or what else a summary is for, as the core names it. */
export var Mode;
(function (Mode) {
    Mode[Mode["Automatic"] = 0] = "Automatic";
    Mode[Mode["Manual"] = 1] = "Manual";
    Mode[Mode["Urgent"] = 2] = "Urgent";
    Mode[Mode["Emergency"] = 3] = "Emergency";
    Mode[Mode["Branch"] = 4] = "Branch";
    Mode[Mode["Handoff"] = 5] = "Handoff";
    Mode[Mode["Adopted"] = 6] = "Adopted";
})(Mode || (Mode = {}));
/** How long a provider's own compaction is waited for once the summary is there; a request that was refused waits less. */
const PATIENCE_MS = 30_000;
const OVERFLOW_PATIENCE_MS = 10_000;
/** Begins a compaction; undefined where there is none to make, and the log then says whether it is stuck. */
export function begin(host, job, mode) {
    const candidates = limitsOf(host.summarizers);
    const { pending, instructions } = job;
    const start = (firstKept) => guarded(() => host.log.beginCompaction(mode, stage({ candidates, pending: pending[1], instructions, firstKept })));
    const run = start();
    // In an emergency nobody is asked: the host is to be saved then, also from its handlers.
    return run && ((hold) => fold(host, job, { run, start, hold, isAsking: mode !== Mode.Emergency }));
}
async function fold(host, job, { run: first, start, hold, isAsking }) {
    const { id: sessionId, log, journal, summarizers, now } = host;
    const { trigger: reason, signal, instructions } = job;
    const { entries } = journal.held;
    const { tokens, compactions } = job.check();
    const { timeoutMs, totalTimeoutMs } = log;
    const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
    let isOver = false;
    const emit = (event) => signal.aborted || isOver || host.emit(event);
    const since = now();
    const willRetry = job.refusal !== undefined && !job.refusal.isAnswer;
    let run = first;
    let word = {};
    let isTheirs = false;
    let native;
    const work = async () => {
        const preparation = first.preparation();
        const { messagesToSummarize, turnPrefix, firstKeptEntryId, isSplitTurn, tokensBefore, fileOperations } = preparation;
        const sizes = { messagesToSummarize: messagesToSummarize.length, turnPrefix: turnPrefix.length };
        emit({ type: "compaction_start", reason, tokensBefore, ...sizes, firstKeptEntryId, isSplitTurn, fileOperations });
        signal.throwIfAborted();
        if (isAsking && host.hooks.length > 0) {
            const folded = [...messagesToSummarize, ...turnPrefix].map((id) => entries[journal.held.placeOf(id)].message);
            const compacting = { sessionId, messages: folded.filter((message) => message !== undefined), reason };
            const path = Array.from(log.path(), (at) => entries[at]);
            word = await wordOf(host, { preparation, entries: path, instructions, reason, willRetry }, compacting, signal);
            signal.throwIfAborted();
        }
        if (word.cancel)
            return { ...cancelled(tokens, "hook-cancelled"), message: HOOK_CANCELLED };
        isTheirs = word.summary !== undefined;
        if ((word.firstKeptEntryId ?? firstKeptEntryId) !== firstKeptEntryId) {
            first.free();
            run = start(word.firstKeptEntryId);
            if (!run)
                return { status: "refused", reason: "invalid-cut", message: INVALID_CUT, ...unchanged };
        }
        const { prompt, context = [], summary, shortSummary } = word;
        const state = (await linesOf(host, signal)) ?? [];
        run.customize(stage({ prompt, context, state }));
        if (isTheirs)
            run.supply(stage({ summary, shortSummary }));
        else if (isAsking)
            native = askNative(host, word.firstKeptEntryId ?? firstKeptEntryId, instructions, signal, emit);
        const place = async (draft, used) => {
            // Both may take long: what the host says of its work is asked for behind them.
            await Promise.all([hold?.(), native?.within(reason === "overflow" ? OVERFLOW_PATIENCE_MS : PATIENCE_MS)]);
            const lines = await linesOf(host, signal);
            signal.throwIfAborted();
            if (lines && lines.join() !== state.join())
                draft.summary = guarded(() => log.write("state", stage(draft.summary, { lines })));
            const { details } = word;
            const preserveData = { ...word.preserveData, ...(await native?.preserve(run, draft)) };
            signal.throwIfAborted();
            return commit(host, draft, compactions, { ...used, details, preserveData, isTheirs }, signal);
        };
        return compact(run, tokens, job.reason, { summarizers, timeoutMs, totalTimeoutMs, signal, now, emit, commit: place });
    };
    let outcome = { status: "refused", reason: "error", ...unchanged };
    try {
        outcome = await work();
        if (outcome.status === "compacted" && !journal.isClosed)
            outcome = { ...outcome, ...job.sizes() };
    }
    catch (error) {
        const isAborted = signal.aborted && error === signal.reason;
        outcome = isAborted ? cancelled(tokens) : { ...outcome, message: String(error), error: error };
        if (!isAborted)
            throw error;
    }
    finally {
        native?.close();
        // A request that is still under way has nobody to tell of.
        isOver = true;
        run?.free();
        const { tokensBefore, tokensAfter } = outcome;
        host.emit({ type: "compaction_end", reason, outcome, durationMs: now() - since, tokensBefore, tokensAfter });
        const told = tell(host, outcome, { reason, willRetry, fromExtension: isTheirs }, signal.aborted ? undefined : signal);
        const heard = told.catch(() => { });
        // Whoever has given up is not kept waiting by those who are only told.
        if (!signal.aborted)
            await heard;
    }
    return outcome;
}
const HOOK_CANCELLED = "A handler of session_before_compact has cancelled the compaction.";
const INVALID_CUT = "A handler of session_before_compact has named a first kept entry at which the context cannot be parted.";
/** What is open of the host's work, as lines; undefined where it cannot be found out, which is no reason to stop. */
export async function linesOf({ state, warn }, signal) {
    if (!state)
        return undefined;
    try {
        return stateLines(await patiently(state, signal));
    }
    catch (error) {
        signal.throwIfAborted();
        warn({ code: "state-failed", message: `The state that openSession was given failed, so that no summary carries it: ${error}` }, error);
        return undefined;
    }
}
/** Tells the host's handlers how a compaction has ended. */
async function tell(host, outcome, told, signal) {
    const { status, reason: code, message = code, error, entry } = outcome;
    const { willRetry, ...how } = told;
    if (status === "compacted")
        return askHooks(host, "session_compact", { compactionEntry: entry, ...how }, signal);
    const failed = { ...told, code, message, ...(error && { error }), aborted: status === "cancelled" };
    if (status !== "nothing")
        await askHooks(host, "session_compact_failed", failed, signal);
}
