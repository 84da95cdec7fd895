/** A summary that is written while the conversation goes on, and held until the session comes to a safe point. */
import { orAborted } from "../waiting.js";
/** Goes on with what `begin` has begun under the signal that it is given; undefined where there is nothing to do. */
export function inBackground(caller, begin) {
    const controller = new AbortController();
    const { signal } = controller;
    const fold = begin(signal);
    if (!fold)
        return undefined;
    const stop = () => controller.abort(caller.reason);
    caller?.addEventListener("abort", stop, { once: true });
    let release;
    const safe = new Promise((resolve) => {
        release = resolve;
    });
    const self = {
        isReady: false,
        end() {
            release();
            return outcome;
        },
        abort: (reason) => controller.abort(reason),
    };
    const ready = () => {
        self.isReady = true;
    };
    const outcome = fold(() => {
        ready();
        return orAborted(() => safe, signal);
    });
    const over = () => {
        ready();
        caller?.removeEventListener("abort", stop);
    };
    // What is thrown is told by `end`.
    outcome.then(over, over);
    return self;
}
