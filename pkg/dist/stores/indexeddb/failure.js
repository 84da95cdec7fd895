/** What went wrong in the browser's storage, in words that say what to do. */
import { EpitomeError } from "../../errors.js";
/** What to do where nothing can be kept. */
const USE_MEMORY = "Use `memory` of epitome/stores/memory there: it keeps a session as long as the page lives.";
/** There is no IndexedDB here. */
export function missingError(cause) {
    return new EpitomeError("store-failed", `There is no IndexedDB here: ${WHERE_MISSING}. ${USE_MEMORY}`, { cause });
}
const WHERE_MISSING = "this is no browser, or a private window or a frame that may not store anything";
/** The database does not open, because of others or because the browser hangs. */
export function blockedError(name, waitedMs, isBlocked) {
    const why = isBlocked
        ? "another tab keeps an older version of it open"
        : "another tab may be deleting it, or the browser does not answer";
    const message = `The database ${JSON.stringify(name)} did not open within ${waitedMs} ms: ${why}. Close the other tabs of this page, and try again.`;
    return new EpitomeError("store-locked", message, { retryable: true, details: { name, waitedMs } });
}
/** A database of this name is there, and not ours. */
export function foreignError(name) {
    const message = `The database ${JSON.stringify(name)} belongs to another program of this origin. Give indexedDb another \`name\`.`;
    return new EpitomeError("invalid-option", message, { details: { path: "name", name } });
}
/** Whether a call may work on a new connection: the browser has closed this one, or lost its own to where the data lies. */
export function isLost(error) {
    return ["InvalidStateError", "AbortError", "UnknownError"].includes(nameOf(error));
}
/** The browser's error as one of ours. */
export function failure(error, name) {
    if (EpitomeError.isInstance(error))
        return error;
    const kind = nameOf(error);
    const details = { name, error: kind };
    const failed = (message, retryable = false) => new EpitomeError("store-failed", message, { retryable, details, cause: error });
    switch (kind) {
        case "QuotaExceededError":
            return failed("The browser's storage for this origin is full, and nothing was stored. Delete sessions or other data of the origin, " +
                "or free space on the disk, and make the call again; `navigator.storage.estimate()` tells how much there is.");
        case "VersionError":
            return failed(`The database ${JSON.stringify(name)} was upgraded by a newer version of this package, or belongs to another program. ` +
                "Reload the page to get the newer version, or give indexedDb another `name`.");
        case "SecurityError":
            return failed(`The browser forbids this page to store anything. ${USE_MEMORY}`);
        default:
            return failed(`The browser's IndexedDB failed${kind ? ` (${kind})` : ""}. Make the call again; if it keeps failing, restart the browser, ` +
                "or look whether the disk is full.", isLost(error) || kind === "TimeoutError");
    }
}
function nameOf(error) {
    const name = error?.name;
    return typeof name === "string" ? name : "";
}
