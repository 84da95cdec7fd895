/** Waiting for a server, but no longer than the caller does. */
/**
 * What `work` comes to, or the signal's reason as soon as it aborts. The work itself goes on: what was sent to a server
 * cannot be taken back, and whether it was done is then unknown.
 */
export function abortable(work, signal) {
    if (!signal)
        return Promise.resolve(work);
    return new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        const settle = (act) => {
            signal.removeEventListener("abort", stop);
            act();
        };
        work.then((value) => settle(() => resolve(value)), (error) => settle(() => reject(error)));
        if (signal.aborted)
            stop();
        else
            signal.addEventListener("abort", stop, { once: true });
    });
}
