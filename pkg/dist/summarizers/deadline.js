/** A time limit and an abort signal in one, for work whose callee may heed neither. */
import { EpitomeError } from "../errors.js";
/** The longest time that `setTimeout` can wait, in milliseconds; beyond it, it fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Checks a `timeoutMs` option: milliseconds, positive, `Infinity` for no limit. */
export function checkTimeout(timeoutMs) {
    if (typeof timeoutMs === "number" && timeoutMs > 0)
        return timeoutMs;
    throw new EpitomeError("invalid-option", "timeoutMs must be a positive number of milliseconds, or Infinity.");
}
/** The error of a deadline that passed. */
export function timeoutError(what, timeoutMs) {
    const message = `${what} gave no complete answer within ${timeoutMs} ms. Try again, or raise timeoutMs.`;
    return new EpitomeError("summarizer-timeout", message, { retryable: true, details: { timeoutMs } });
}
/**
 * Runs from its construction until `close`. When the parent signal aborts or the time is over, `signal` aborts too and
 * every pending `race` rejects, whatever the work itself does. A closed deadline leaves no timer and no listener.
 */
export class Deadline {
    #controller = new AbortController();
    #parent;
    #timer;
    #end;
    #timeoutError;
    #pending = new Set();
    #parentAborted = () => this.#stop(this.#parent?.reason);
    constructor(parent, timeoutMs, timeoutError) {
        this.#parent = parent;
        this.#timeoutError = timeoutError;
        this.#end = performance.now() + timeoutMs;
        if (parent?.aborted) {
            this.#stop(parent.reason);
            return;
        }
        parent?.addEventListener("abort", this.#parentAborted);
        if (timeoutMs <= LONGEST_TIMER)
            this.#timer = setTimeout(() => this.#stop(timeoutError()), timeoutMs);
    }
    /** Aborts when the parent does, when the time is over, or when `close` is given a reason. */
    get signal() {
        return this.#controller.signal;
    }
    /** Throws the reason if the deadline has stopped. Busy loops that starve the timer are caught here by the clock. */
    check() {
        if (!this.signal.aborted && performance.now() > this.#end)
            this.#stop(this.#timeoutError());
        if (this.signal.aborted)
            throw this.signal.reason;
    }
    /** Settles as `work` does, or rejects with the reason as soon as the deadline stops. Late results of `work` are ignored. */
    race(work) {
        return new Promise((resolve, reject) => {
            if (this.signal.aborted) {
                Promise.resolve(work).catch(() => { });
                reject(this.signal.reason);
                return;
            }
            this.#pending.add(reject);
            // Unwrapped first: a thenable may hand on another one that never settles, and `resolve` would then wait for that.
            Promise.resolve(work)
                .then(resolve, reject)
                .finally(() => this.#pending.delete(reject));
        });
    }
    /** Ends the deadline. A `reason` also aborts `signal`, for work that should not go on. */
    close(reason) {
        clearTimeout(this.#timer);
        this.#parent?.removeEventListener("abort", this.#parentAborted);
        if (reason !== undefined && !this.signal.aborted)
            this.#controller.abort(reason);
    }
    #stop(given) {
        if (this.signal.aborted)
            return;
        const reason = given ?? new DOMException("This operation was aborted", "AbortError");
        this.close();
        // Before the signal: a callee that heeds it rejects at once, and its own error must not win.
        for (const reject of this.#pending)
            reject(reason);
        this.#controller.abort(reason);
    }
}
