/** Keeps a session inside its model's limits: one thing at a time, from the cheapest remedy to the last. */
import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import { cannotFit, describeUnfit } from "../unfit.js";
import { orAborted } from "../waiting.js";
import { commit } from "./commit.js";
import { cancelled, compact } from "./compaction.js";
import { continuation } from "./continuation.js";
import { Refusals } from "./refusal.js";
import { Relief, reliefEdits, writePrune } from "./relief.js";
/** How a compaction is made, as the core names it. */
var Mode;
(function (Mode) {
    Mode[Mode["Automatic"] = 0] = "Automatic";
    Mode[Mode["Manual"] = 1] = "Manual";
    Mode[Mode["Urgent"] = 2] = "Urgent";
    Mode[Mode["Emergency"] = 3] = "Emergency";
})(Mode || (Mode = {}));
const NOTHING_PENDING = [0, 0];
export class Maintenance {
    #host;
    #log;
    #refusals;
    #running;
    /** Ends with what is under way. */
    #work = Promise.resolve();
    /** Whether the last maintenance ended as exhausted, so that it is told once. */
    #isExhausted = false;
    /** The prunes that were written by what is under way. */
    #prunes = [];
    constructor(options) {
        this.#host = options;
        this.#log = options.log;
        this.#refusals = new Refusals(options.log, options.journal.held);
        if (options.largerModels.length > 0)
            guarded(() => this.#log.setLargerModels(stage(options.largerModels, null, "largerModels")));
    }
    /** Aborts the compaction that is under way, if any. */
    abort() {
        this.#running?.abort(new DOMException("The compaction was aborted", "AbortError"));
    }
    /** Sizes the context with messages that are about to be sent, and says what `maintain` would do. */
    check(pending = NOTHING_PENDING, overflow = this.#refusals.shown() !== undefined) {
        return guarded(() => this.#log.check(pending[0], pending[1], overflow));
    }
    /** The size of messages that are about to be sent. */
    sizeOf(pending) {
        if (!pending?.length)
            return NOTHING_PENDING;
        return [pending.length, guarded(() => this.#log.sizeOf(stage(pending, null, "pending")), pendingPlace)];
    }
    /** Compacts now, whatever the size. */
    async compact(instructions, signal) {
        return this.#alone(signal, async (own) => {
            const job = this.#job("manual", "manual", NOTHING_PENDING, undefined, own);
            return (await this.#fold({ ...job, instructions }, Mode.Manual)) ?? this.#ended(job, "nothing", "nothing-to-compact");
        });
    }
    /** Does what the session's numbers ask for, or what a provider's refusal does. What is under way ends first. */
    async maintain({ reason: trigger = "threshold", error, pending, signal }) {
        const size = this.sizeOf(pending);
        while (this.#running && !signal?.aborted)
            await orAborted(() => this.#work, signal).catch(() => { });
        this.#host.journal.checkOpen();
        return this.#alone(signal, async (own) => {
            const told = error === undefined ? undefined : this.#refusals.told(error);
            if (told === "other" || told === "stale") {
                const [reason, message] = told === "stale" ? ["stale-error", STALE] : ["not-overflow", NOT_OVERFLOW];
                return { ...this.#ended(this.#job(trigger, "", size, undefined, own), "nothing", reason), message: message, willRetry: false };
            }
            const refusal = told ?? this.#refusals.shown() ?? (trigger === "overflow" ? UNTOLD : undefined);
            const job = this.#job(refusal ? "overflow" : trigger, "", size, refusal, own);
            const outcome = this.#settle(await this.#act(job), job);
            if (refusal && outcome.status !== "cancelled")
                this.#refusals.answer(refusal);
            return this.#withContinuation(outcome, job);
        });
    }
    /** What is left to do after maintenance, read now: whether the model should go on by itself. */
    async continuation(trigger) {
        if (trigger === "idle" || !this.#log.is("auto-continue"))
            return null;
        const state = await this.#host.state?.();
        if (this.#host.journal.isClosed)
            return null;
        return continuation(state, { isCutOff: this.#log.is("cut-off"), isOpenLoop: this.#log.is("waiting") });
    }
    async #act(job) {
        const { refusal, pending, trigger } = job;
        if (refusal) {
            if (!this.#log.is("enabled"))
                return this.#ended(job, "nothing", "disabled");
            await this.#heed(job, refusal);
            if (refusal.kind === "payload-too-large" && (await this.#hide(job, Relief.AllMedia, "payload-too-large"))) {
                return this.#ended(job, "pruned", "payload-too-large");
            }
        }
        const check = guarded(() => this.#log.check(pending[0], pending[1], refusal !== undefined, this.#idleFor(trigger)));
        job.reason = check.reason;
        switch (check.action) {
            case "promote":
                return this.#promote(job, check);
            case "compact":
                return this.#reduce(job);
            case "emergency":
                return this.#rescue(job);
            default:
                return check.reason === "exhausted" ? this.#exhausted(job) : this.#ended(job, "nothing", check.reason);
        }
    }
    /** Learns from a refusal, and takes the reply that told of it out of the context. */
    async #heed(job, refusal) {
        if (refusal.kind === "overflow") {
            const { observed, maximum, excess } = refusal;
            const told = maximum || Math.max(0, job.tokensBefore - excess) * Math.sign(excess);
            this.#log.learn(refusal !== UNTOLD, observed, told, job.pending[1]);
        }
        // What it taught counts for both sizes.
        job.tokensBefore = this.#tokens(job);
        if (!refusal.reply)
            return;
        const entry = await writePrune(this.#host, FAILED_REPLY, [{ entryId: refusal.reply.id, drop: true }], job.tokensBefore, job.signal);
        if (entry)
            this.#note(FAILED_REPLY, entry);
    }
    #promote(job, { promoteTo }) {
        const model = this.#host.largerModels[promoteTo];
        guarded(() => this.#log.setModel(stage(model)));
        this.#host.emit({ type: "promote", model });
        return { ...this.#ended(job, "promoted", job.reason), model };
    }
    /** The normal way: a summary, with outputs shortened first where what stays would be too much by itself. */
    async #reduce(job) {
        const mode = job.refusal || this.#mustFit(job) ? Mode.Urgent : Mode.Automatic;
        let outcome = await this.#fold(job, mode);
        if (!outcome && this.#log.is("stuck") && (await this.#hide(job, Relief.LargeOutputs, "oversized"))) {
            if (!this.#isOver(job))
                return this.#ended(job, "pruned", "oversized");
            outcome = await this.#fold(job, mode);
        }
        if (outcome?.status === "cancelled" || outcome?.reason === "compacted-elsewhere" || this.#host.journal.isClosed)
            return outcome;
        if (outcome?.status === "refused")
            this.#log.noteFailure();
        else if (outcome ? this.#isOver(job) : this.#log.is("stuck"))
            this.#log.noteStuck();
        // Once it was refused, what is near the limit may be again: our count is an estimate.
        const isClose = this.#mustFit(job, job.refusal ? 0.95 : 1);
        if (isClose || (job.refusal && outcome?.status !== "compacted"))
            return this.#rescue(job, outcome);
        return outcome ?? (this.#log.is("stuck") ? this.#exhausted(job) : this.#ended(job, "nothing", "nothing-to-compact"));
    }
    /** The last way: without a model, until it fits, or nothing is left to do. */
    async #rescue(job, before) {
        if (this.#log.is("without-fallback"))
            return before ?? this.#exhausted(job);
        const how = { ...(before?.failures && { failures: before.failures }), ...(before?.error && { error: before.error }) };
        let folded = before?.status === "compacted" ? before : undefined;
        // Once it was refused, the trigger is what is aimed at; else what would be refused.
        const isTooMuch = () => (job.refusal ? this.#isOver(job) : this.#mustFit(job));
        await this.#hide(job, Relief.LargeOutputs, "emergency");
        if (this.#isOver(job)) {
            const outcome = await this.#fold(job, Mode.Emergency);
            if (outcome?.status === "cancelled")
                return outcome;
            if (outcome?.status === "compacted")
                folded = outcome;
        }
        for (const what of [Relief.Outputs, Relief.Media])
            if (isTooMuch())
                await this.#hide(job, what, "emergency");
        if (this.#isOver(job))
            this.#log.noteStuck();
        if (this.#mustFit(job))
            return { ...this.#exhausted(job, "cannot-fit"), ...how };
        if (folded)
            return { ...folded, ...this.#sizes(job), ...how, degraded: true };
        if (this.#isShortened())
            return { ...this.#ended(job, "pruned", "emergency"), ...how, degraded: true };
        return before ?? this.#exhausted(job);
    }
    /** Makes a compaction. Undefined where there is none to make; the log then says whether it is stuck. */
    async #fold(job, mode) {
        const { trigger, signal, pending, instructions } = job;
        const { summarizers, now, emit } = this.#host;
        const { tokens, compactions } = this.#log.check(pending[0], pending[1], false);
        const run = this.#log.beginCompaction(summarizers.length, mode, pending[1], instructions);
        if (!run)
            return undefined;
        const since = now();
        const { timeoutMs } = this.#log;
        const { messagesToSummarize, turnPrefix, firstKeptEntryId, isSplitTurn, tokensBefore, fileOperations } = run.preparation();
        const sizes = { messagesToSummarize: messagesToSummarize.length, turnPrefix: turnPrefix.length };
        emit({ type: "compaction_start", reason: trigger, tokensBefore, ...sizes, firstKeptEntryId, isSplitTurn, fileOperations });
        let outcome;
        try {
            outcome = await compact(run, tokens, job.reason, {
                summarizers,
                timeoutMs,
                signal,
                emit: (event) => signal.aborted || emit(event),
                commit: (draft) => commit(this.#host, draft, compactions, signal),
            });
        }
        catch (error) {
            if (!signal.aborted || error !== signal.reason)
                throw error;
            outcome = cancelled(tokens);
        }
        finally {
            const ended = outcome ?? { status: "refused", reason: "error", tokensBefore: tokens, tokensAfter: tokens };
            emit({ type: "compaction_end", reason: trigger, outcome: ended, durationMs: now() - since });
        }
        const canSize = outcome.status === "compacted" && !this.#host.journal.isClosed;
        return canSize ? { ...outcome, ...this.#sizes(job) } : outcome;
    }
    /** Shows less of messages. Whether there was anything to hide. */
    async #hide(job, what, reason) {
        const edits = reliefEdits(this.#host, what, job.pending[1]);
        const entry = await writePrune(this.#host, reason, edits, this.#tokens(job), job.signal);
        if (!entry)
            return false;
        this.#note(reason, entry);
        return true;
    }
    #note(reason, entry) {
        this.#prunes.push(entry);
        this.#host.emit({ type: "prune", reason, entry });
    }
    #exhausted(job, reason = "exhausted") {
        const unfit = this.#log.unfit(job.pending[1]);
        const isBytes = job.refusal?.kind === "payload-too-large";
        const message = isBytes ? TOO_MANY_BYTES : this.#log.is("tried") && reason === "exhausted" ? TRIED_OFTEN : describeUnfit(unfit);
        const outcome = { ...this.#ended(job, "exhausted", reason), message, unfit };
        if (reason === "cannot-fit")
            outcome.error = cannotFit(unfit);
        if (!this.#isExhausted)
            this.#host.emit({ type: "exhausted", reason, message, unfit });
        return outcome;
    }
    /** Whether what the model sees was shortened. That a failed reply has left makes no other request. */
    #isShortened() {
        return this.#prunes.some(({ reason }) => reason !== FAILED_REPLY);
    }
    #tokens({ pending }) {
        return this.#log.check(pending[0], pending[1], false).tokens;
    }
    /** Whether the context is over its trigger. */
    #isOver({ pending }) {
        const { tokens, threshold, messages, maxMessages } = this.#log.check(pending[0], pending[1], false);
        return (threshold !== null && tokens > threshold) || (maxMessages !== null && messages > maxMessages);
    }
    /** Whether it is so large that a provider would refuse it, or larger than a share of that. */
    #mustFit({ pending }, share = 1) {
        const { tokens, limit } = this.#log.check(pending[0], pending[1], false);
        return limit !== null && tokens > limit * share;
    }
    #sizes(job) {
        return { tokensBefore: job.tokensBefore, tokensAfter: this.#tokens(job) };
    }
    /** An outcome of a job as it stands. */
    #ended(job, status, reason) {
        return { status, reason, ...this.#sizes(job) };
    }
    /** An outcome that says of the context what is true: it may have been shortened on the way to a refusal. */
    #settle(outcome, job) {
        this.#isExhausted = outcome.status === "exhausted";
        const ended = outcome.status === "refused" || outcome.status === "nothing";
        if (ended && this.#isShortened() && !this.#host.journal.isClosed)
            return { ...outcome, status: "pruned", ...this.#sizes(job) };
        return outcome;
    }
    async #withContinuation(outcome, job) {
        const { status, tokensBefore, tokensAfter } = outcome;
        const changed = ["compacted", "pruned", "promoted"].includes(status) || outcome.reason === "compacted-elsewhere";
        // An unchanged request would be refused again. One that is smaller, although we think it too large, may be accepted.
        if (job.refusal)
            outcome.willRetry = !job.refusal.isAnswer && (changed || (status === "exhausted" && tokensAfter < tokensBefore));
        if (!changed)
            return outcome;
        try {
            outcome.continue = await this.continuation(job.trigger);
        }
        catch (cause) {
            const message = `The state that openSession was given failed, so that nothing is continued: ${cause}`;
            outcome.error ??= new EpitomeError("state-failed", message, { cause });
            outcome.continue = null;
        }
        return outcome;
    }
    #withPrunes(outcome) {
        if (this.#prunes.length === 0)
            return outcome;
        const isCut = outcome.status === "cancelled" && !this.#host.journal.isClosed;
        return { ...outcome, ...(isCut && { tokensAfter: this.#log.check(0, 0, false).tokens }), prunes: this.#prunes };
    }
    #job(trigger, reason, pending, refusal, signal) {
        const { tokens } = this.#log.check(pending[0], pending[1], false);
        return { trigger, reason, pending, refusal, signal, tokensBefore: tokens };
    }
    /** For how long nothing has happened, in milliseconds; undefined where the trigger does not ask. */
    #idleFor(trigger) {
        if (trigger !== "idle")
            return undefined;
        const newest = Date.parse(this.#host.journal.held.leaf?.timestamp ?? "");
        return Number.isNaN(newest) ? Number.MAX_VALUE : Math.max(0, this.#host.now() - newest);
    }
    /** One thing at a time. An abort of the caller's, or of the session's, ends it; what is committed stays. */
    async #alone(signal, work) {
        const { tokens } = this.#log.check(0, 0, false);
        if (signal?.aborted)
            return cancelled(tokens);
        if (this.#running)
            return { status: "nothing", reason: "already-compacting", tokensBefore: tokens, tokensAfter: tokens };
        const running = new AbortController();
        this.#running = running;
        this.#prunes = [];
        const abort = () => running.abort(signal.reason);
        signal?.addEventListener("abort", abort, { once: true });
        const done = work(running.signal);
        this.#work = done;
        try {
            return this.#withPrunes(await done);
        }
        catch (error) {
            if (running.signal.aborted && error === running.signal.reason)
                return this.#withPrunes(cancelled(tokens));
            throw error;
        }
        finally {
            this.#running = undefined;
            signal?.removeEventListener("abort", abort);
            // A request that is still under way has nobody to answer to.
            running.abort(new DOMException("The compaction has ended", "AbortError"));
        }
    }
}
/** Why a reply has left the context that says nothing but that the request failed. */
const FAILED_REPLY = "failed-reply";
/** A refusal of which nothing is known but that the host says so. */
const UNTOLD = { kind: "overflow", observed: 0, maximum: 0, excess: 0, error: undefined };
const TOO_MANY_BYTES = "The request has too many bytes, and there is no image or file left that could go.";
const STALE = "This error was answered before, or something came after it: it says nothing of the context as it is now.";
const NOT_OVERFLOW = "This error is none of a context that is too large: nothing was done.";
const TRIED_OFTEN = "Compaction was tried often enough since the newest user message; it is tried again after the next one, or when a limit changes.";
function pendingPlace(path) {
    return path.replace(/^messages/, "pending");
}
