/** Waiting for somebody who may not heed an abort. */
/**
 * What `work` comes to, or the signal's reason as soon as that aborts. The work itself goes on: what was sent cannot be taken
 * back, and whether it was done is then unknown.
 */
export async function orAborted(work, signal) {
    if (!signal)
        return work();
    signal.throwIfAborted();
    let stop;
    const aborted = new Promise((_, reject) => {
        stop = () => reject(signal.reason);
        signal.addEventListener("abort", stop, { once: true });
    });
    // Work that throws at once, in answer to the abort, leaves nobody to hear of it.
    aborted.catch(() => { });
    try {
        return await Promise.race([work(), aborted]);
    }
    finally {
        signal.removeEventListener("abort", stop);
    }
}
/** Waits so many milliseconds, or until the signal aborts: then its reason is thrown, and no timer stays. */
export async function pause(ms, signal) {
    let timer;
    try {
        await orAborted(() => new Promise((resolve) => (timer = setTimeout(resolve, ms))), signal);
    }
    finally {
        clearTimeout(timer);
    }
}
