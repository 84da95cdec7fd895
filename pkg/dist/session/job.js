/** One maintenance under way: what it was asked to do, and how large the context is for it. */
export const NOTHING_PENDING = [0, 0];
/** Why a reply has left the context that says nothing but that the request failed. */
export const FAILED_REPLY = "failed-reply";
export class Job {
    trigger;
    signal;
    pending;
    instructions;
    /** What a provider has refused. */
    refusal;
    /** Why it acts, as the core says. */
    reason;
    /** Tokens before anything was done. */
    tokensBefore;
    /** The prunes that it has written. */
    prunes = [];
    #log;
    constructor({ log, trigger, signal, pending = NOTHING_PENDING, instructions }) {
        this.#log = log;
        this.trigger = trigger;
        this.signal = signal;
        this.pending = pending;
        this.instructions = instructions;
        this.reason = trigger;
        this.tokensBefore = this.check().tokens;
    }
    /** The numbers as they are now. */
    check(overflow = false, idleMs) {
        return this.#log.check(this.pending[0], this.pending[1], overflow, idleMs);
    }
    /** What was learned meanwhile counts for both sizes. */
    measureAnew() {
        this.tokensBefore = this.check().tokens;
    }
    /** Whether the context is over its trigger. */
    isOver() {
        const { tokens, threshold, messages, maxMessages } = this.check();
        return (threshold !== null && tokens > threshold) || (maxMessages !== null && messages > maxMessages);
    }
    /** Whether it is so large that a provider would refuse it, or larger than a share of that. */
    mustShrink(share = 1) {
        const { tokens, limit } = this.check();
        return limit !== null && tokens > limit * share;
    }
    /** Whether what the model sees was shortened. That a failed reply has left makes no other request. */
    isShortened() {
        return this.prunes.some(({ reason }) => reason !== FAILED_REPLY);
    }
    sizes() {
        return { tokensBefore: this.tokensBefore, tokensAfter: this.check().tokens };
    }
    /** An outcome, as it stands. */
    ended(status, reason) {
        return { status, reason, ...this.sizes() };
    }
}
