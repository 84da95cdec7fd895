/** Makes a context smaller: by a summary, by showing less of outputs, and where it must be, without any model. */
import { cannotFit, describeUnfit } from "../unfit.js";
import { begin, Mode } from "./fold.js";
import { FAILED_REPLY } from "./job.js";
import { editsOf, summaryOf } from "./pruning.js";
import { Relief, reliefEdits, writePrune } from "./relief.js";
/** Our count is an estimate: what was refused once may be again this near to the limit. */
const NEAR = 0.95;
const TOO_MANY_BYTES = "The request has too many bytes, and there is no image or file left that could go.";
const TRIED_OFTEN = "Compaction was tried often enough since the newest user message; it is tried again after the next one, or when a limit changes.";
export class Ladder {
    #host;
    /** Whether it is told already that no model is asked any more. */
    #isExhausted = false;
    constructor(host) {
        this.#host = host;
    }
    /** The cheapest way: old outputs give their place to notices, where that is due and enough. For what, where any did. */
    async prune(job, occasion) {
        const { log, now } = this.#host;
        const plan = log.planPrune(occasion, ...job.pending, now());
        const reason = occasion === "threshold" && !job.isOver() ? "cost" : occasion;
        const edits = await editsOf(this.#host, plan, job.signal);
        return (await this.#prune(job, { reason, edits, generation: plan.generation })) ? reason : undefined;
    }
    /**
     * The normal way: a summary, with outputs shortened first where what stays would be too much by itself. `ended`: one that was
     * written in the background.
     */
    async reduce(job, ended) {
        const { log, journal } = this.#host;
        const mode = job.refusal || job.mustShrink() ? Mode.Urgent : Mode.Automatic;
        let outcome = ended ?? (await this.fold(job, mode));
        if (!outcome && log.is("stuck") && (await this.hide(job, Relief.LargeOutputs, "oversized"))) {
            if (!job.isOver())
                return job.ended("pruned", "oversized");
            outcome = await this.fold(job, mode);
        }
        if (outcome?.status === "cancelled" || outcome?.reason === "compacted-elsewhere" || journal.isClosed)
            return outcome;
        if (outcome?.status === "refused")
            log.noteFailure();
        else if (outcome ? job.isOver() : log.is("stuck"))
            log.noteStuck();
        const isClose = job.mustShrink(job.refusal ? NEAR : 1);
        if (isClose || (job.refusal && outcome?.status !== "compacted"))
            return this.rescue(job, outcome);
        return outcome ?? (log.is("stuck") ? this.exhausted(job) : job.ended("nothing", "nothing-to-compact"));
    }
    /** The last way: without a model, until it fits, or nothing is left to do. */
    async rescue(job, before) {
        const { log } = this.#host;
        if (log.is("without-fallback"))
            return before ?? this.exhausted(job);
        const how = { ...(before?.failures && { failures: before.failures }), ...(before?.error && { error: before.error }) };
        let folded = before?.status === "compacted" ? before : undefined;
        // Outputs that nobody reads again go before messages that have no copy in the context.
        const pruned = await this.prune(job, "emergency");
        if (pruned && !job.isOver())
            return { ...(folded ?? job.ended("pruned", pruned)), ...job.sizes(), ...how };
        // Once it was refused, the trigger is what is aimed at; else what would be refused.
        const isTooMuch = () => (job.refusal ? job.isOver() : job.mustShrink());
        await this.hide(job, Relief.LargeOutputs, "emergency");
        if (job.isOver()) {
            const outcome = await this.fold(job, Mode.Emergency);
            if (outcome?.status === "cancelled")
                return outcome;
            if (outcome?.status === "compacted")
                folded = outcome;
        }
        for (const what of [Relief.Outputs, Relief.Media])
            if (isTooMuch())
                await this.hide(job, what, "emergency");
        if (job.isOver())
            log.noteStuck();
        if (job.mustShrink())
            return { ...this.exhausted(job, "cannot-fit"), ...how };
        if (folded)
            return { ...folded, ...job.sizes(), ...how, degraded: true };
        if (job.isShortened())
            return { ...job.ended("pruned", "emergency"), ...how, degraded: true };
        return before ?? this.exhausted(job);
    }
    /** Makes a compaction. Undefined where there is none to make; the log then says whether it is stuck. */
    async fold(job, mode) {
        return begin(this.#host, job, mode)?.();
    }
    /** Shows less of messages. Whether there was anything to hide. */
    async hide(job, what, reason) {
        return this.#prune(job, { reason, edits: reliefEdits(this.#host, what, job.pending[1]) });
    }
    /** Takes a reply out of the context that says nothing but that the request failed. */
    async dropReply(job, entryId) {
        await this.#prune(job, { reason: FAILED_REPLY, edits: [{ entryId, drop: true }] });
    }
    async #prune(job, draft) {
        const entry = await writePrune(this.#host, draft, job.signal);
        if (!entry)
            return false;
        job.prunes.push(entry);
        const pruned = summaryOf([entry]);
        this.#host.emit({ type: "prune", reason: draft.reason, entry, ...(pruned && { pruned }) });
        return true;
    }
    exhausted(job, reason = "exhausted") {
        const { log, emit } = this.#host;
        const unfit = log.unfit(job.pending[1]);
        const isBytes = job.refusal?.kind === "payload-too-large";
        const message = isBytes ? TOO_MANY_BYTES : log.is("tried") && reason === "exhausted" ? TRIED_OFTEN : describeUnfit(unfit);
        const outcome = { ...job.ended("exhausted", reason), message, unfit };
        if (reason === "cannot-fit")
            outcome.error = cannotFit(unfit);
        if (!this.#isExhausted)
            emit({ type: "exhausted", reason, message, unfit });
        return outcome;
    }
    /** An outcome that says of the context what is true: it may have been shortened on the way to a refusal. */
    settle(outcome, job) {
        this.#isExhausted = outcome.status === "exhausted";
        const ended = outcome.status === "refused" || outcome.status === "nothing";
        const isPruned = ended && job.isShortened() && !this.#host.journal.isClosed;
        return isPruned ? { ...outcome, status: "pruned", ...job.sizes() } : outcome;
    }
}
