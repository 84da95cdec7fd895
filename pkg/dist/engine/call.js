/** Calls into the core: its refusals become this package's errors. */
import { EpitomeError } from "../errors.js";
/** Runs `work`; what the core throws (`{ code, path, message }`) is thrown as an `EpitomeError`. `origin` is put before the place. */
export function guarded(work, origin) {
    try {
        return work();
    }
    catch (thrown) {
        throw asEpitomeError(thrown, origin);
    }
}
/** What the core threw, as an error of this package; anything else as it is. */
export function asEpitomeError(thrown, origin) {
    if (!isCoreError(thrown))
        return thrown;
    const path = origin && thrown.path ? origin(thrown.path) : thrown.path;
    return new EpitomeError(thrown.code, path ? `${path}: ${thrown.message}` : thrown.message, { details: path ? { path } : {} });
}
function isCoreError(thrown) {
    return typeof thrown === "object" && thrown !== null && !(thrown instanceof Error) && "code" in thrown && "path" in thrown;
}
