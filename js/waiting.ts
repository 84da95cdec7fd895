/** Waiting for somebody who may not heed an abort. */

/**
 * What `work` comes to, or the signal's reason as soon as that aborts. The work itself goes on: what was sent cannot be taken
 * back, and whether it was done is then unknown.
 */
export async function orAborted<T>(work: () => T | PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  // Work that throws at once, in answer to the abort, leaves nobody to hear of it.
  aborted.catch(() => {});
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", stop!);
  }
}

/** Waits so many milliseconds, or until the signal aborts: then its reason is thrown, and no timer stays. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await orAborted(() => new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))), signal);
  } finally {
    clearTimeout(timer);
  }
}
