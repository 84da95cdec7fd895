/** One transaction, from its first request to the browser's word that it holds. */
/**
 * Runs `work` in a transaction. What it wrote is stored when this resolves, and not before; when this rejects nothing is.
 * If the signal aborts first, the transaction is undone, and this rejects with the reason once that is sure; a transaction
 * that is past undoing answers as if nobody had asked.
 *
 * @throws the error that the browser gives, what `work` throws, or the signal's reason, as they are
 */
export function transact(db, stores, mode, durability, signal, work) {
    return new Promise((resolve, reject) => {
        const transaction = db.transaction(stores, mode, { durability });
        let cause;
        const undo = (error) => {
            cause ??= error;
            try {
                transaction.abort();
            }
            catch {
                // It has ended, or will without us; its event tells how.
            }
        };
        const stop = () => undo(signal?.reason);
        signal?.addEventListener("abort", stop, { once: true });
        const working = work(transaction);
        working.catch(undo);
        // What was read is read; what was written waits for the end.
        if (mode === "readonly")
            working.then(resolve, () => { });
        transaction.oncomplete = () => {
            signal?.removeEventListener("abort", stop);
            resolve(working);
        };
        transaction.onabort = () => {
            signal?.removeEventListener("abort", stop);
            // Its own error, where the browser ended it: requests that fell with it know less.
            reject(transaction.error ?? cause ?? new DOMException("The browser has aborted the transaction.", "AbortError"));
        };
    });
}
/** The answer of a request. Its transaction is still open when this resolves. */
export function answer(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}
/** Tells the browser that no more requests follow. Without this it finds out by itself, but has to ask the page. */
export function commit(transaction) {
    transaction.commit?.();
}
