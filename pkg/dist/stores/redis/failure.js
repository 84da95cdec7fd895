/** What a failure of Redis, or of the way to it, means for the caller. */
import { EpitomeError } from "../../errors.js";
/** What to do about it, by the first word of the server's error; and whether the same call may succeed later. */
const KNOWN = {
    OOM: [true, "Its memory is full: give it more, or remove something."],
    MISCONF: [true, "It cannot write its snapshot to disk and therefore takes no changes: see its log."],
    NOREPLICAS: [true, "Too few replicas are connected; try again."],
    READONLY: [true, "This server is a replica: after a failover the client must find the new primary."],
    LOADING: [true, "It is starting; try again."],
    BUSY: [true, "A script keeps it busy; try again."],
    MASTERDOWN: [true, "The replica has lost its primary; try again."],
    CLUSTERDOWN: [true, "The cluster is not complete; try again."],
    TRYAGAIN: [true, "The cluster is moving these keys; try again."],
    WRONGTYPE: [false, "A key of the store holds something else: choose another prefix."],
    NOAUTH: [false, "It wants a password."],
    WRONGPASS: [false, "Check the user and the password."],
    NOPERM: [false, "The user may not do this: it needs EVAL and the commands of streams, hashes and sets on the store's keys."],
    CROSSSLOT: [false, "The client put the keys of one session into different slots."],
};
/** The store's error for an error of the client. */
export function redisFailed(error) {
    if (EpitomeError.isInstance(error))
        return error;
    const text = error instanceof Error ? error.message : "";
    const [, word = ""] = /^([A-Z]{2,})(?= )/.exec(text) ?? [];
    // Errors inside a script come as "ERR …: -OOM …" from older servers.
    const [, inner = word] = /-([A-Z]{2,}) /.exec(text) ?? [];
    const code = word || error?.code;
    const [retryable, advice] = KNOWN[word] ?? KNOWN[inner] ?? (word ? [false, "The cause says why."] : unreachable(error, text));
    const known = typeof code === "string" ? code : undefined;
    const message = `Redis could not be used${known === undefined ? "" : ` (${known})`}. ${advice}`;
    return new EpitomeError("store-failed", message, { retryable, details: known === undefined ? {} : { code: known }, cause: error });
}
/** The server has not said anything: the way to it is broken, or the client. */
function unreachable(error, text) {
    if (/client is closed/i.test(text))
        return [false, "This client is not connected: connect it before, and close it after the store's use."];
    if (error instanceof TypeError || error instanceof RangeError)
        return [false, "The cause says why."];
    return [true, "The connection failed, so an append may have been stored or not; repeat it with the same ids."];
}
/** The error for a session of which a part is gone. */
export function damaged(sessionId) {
    const message = "A part of the session is gone from Redis: evicted, expired, trimmed or removed by something else than this store. Nothing was changed. Set maxmemory-policy to noeviction, and bring the session's keys back from a backup, or delete the session.";
    return new EpitomeError("store-failed", message, { details: { sessionId } });
}
