/** One transaction, from its first request to the browser's word that it holds. */
/** What to do in a transaction. It waits for requests of the transaction only: anything else would let it end. */
export type Work<T> = (transaction: IDBTransaction) => Promise<T>;
/**
 * Runs `work` in a transaction. What it wrote is stored when this resolves, and not before; when this rejects nothing is.
 * If the signal aborts first, the transaction is undone, and this rejects with the reason once that is sure; a transaction
 * that is past undoing answers as if nobody had asked.
 *
 * @throws the error that the browser gives, what `work` throws, or the signal's reason, as they are
 */
export declare function transact<T>(db: IDBDatabase, stores: string[], mode: "readonly" | "readwrite", durability: "strict" | "relaxed", signal: AbortSignal | undefined, work: Work<T>): Promise<T>;
/** The answer of a request. Its transaction is still open when this resolves. */
export declare function answer<T>(request: IDBRequest): Promise<T>;
/** Tells the browser that no more requests follow. Without this it finds out by itself, but has to ask the page. */
export declare function commit(transaction: IDBTransaction): void;
