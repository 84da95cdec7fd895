/** A summarizer without a model. */
/**
 * Makes a summarizer that asks no model: the core writes the summary from the conversation itself. It quotes the user's
 * requests, lists files, errors and decisions, and always fits. It needs no network and never fails.
 */
export function extractive() {
    return Object.defineProperty((request) => request.extract(), "name", { value: "extractive" });
}
