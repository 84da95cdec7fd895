/** What a failure of PostgreSQL, or of the way to it, means for the caller. */
import { EpitomeError } from "../../errors.js";
/** A unique key is taken. */
export const UNIQUE_VIOLATION = "23505";
/** A table does not exist. */
export const UNDEFINED_TABLE = "42P01";
/** The server undid the statement because of another one; the same statement may succeed at once. */
export function isRollback(error) {
    const code = codeOf(error);
    return code === "40001" || code === "40P01";
}
/** Whether another process was just making the same table: its catalogue row, its type or its name are there already. */
export function isCreationRace(error) {
    const code = codeOf(error);
    // XX000 "tuple concurrently updated" is how older servers say it.
    return code === UNIQUE_VIOLATION || code === "42P07" || code === "42710" || code === "XX000";
}
/** The SQLSTATE, or the system's name of an error, if it has one. */
export function codeOf(error) {
    const code = error?.code;
    return typeof code === "string" ? code : undefined;
}
/** What to do about it, by SQLSTATE or its class; and whether the same call may succeed later. */
const KNOWN = [
    [/^42P01$/, false, "The tables are missing: create them with the SQL of postgresTables(), or leave createTables on."],
    [/^3F000$/, false, "The schema does not exist: create it first."],
    [/^42501$/, false, "The database user may not do this: give it SELECT, INSERT, UPDATE and DELETE on the tables."],
    [/^(28|3D)/, false, "Check the user, the password and the database's name."],
    [/^22P05$/, false, "The database cannot hold this text: its encoding must be UTF8."],
    [/^25P02$/, false, "The client is inside a transaction that failed: give the store a client of its own, or a pool."],
    [/^(40001|40P01)$/, true, "Other transactions came in between too often; try again."],
    [/^(25006|57P0[123])$/, true, "The server is starting, stopping, or a standby; try again."],
    [/^(55P03|57014)$/, true, "It took longer than the server allows; try again."],
    [/^53/, true, "The server lacks connections, memory or disk space; try again when it has some."],
    [/^08/, true, "The connection was lost; try again."],
];
/** The store's error for an error of the client. */
export function postgresFailed(error) {
    if (EpitomeError.isInstance(error))
        return error;
    const code = codeOf(error);
    // Node's own names (EPIPE, ECONNRESET, …) begin with an E, which no SQLSTATE of the server does.
    const state = code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E") ? code : undefined;
    const [retryable, advice] = state === undefined ? unreachable(error) : known(state);
    const message = `PostgreSQL could not be used${code === undefined ? "" : ` (${code})`}. ${advice}`;
    return new EpitomeError("store-failed", message, { retryable, details: code === undefined ? {} : { code }, cause: error });
}
function known(state) {
    const found = KNOWN.find(([codes]) => codes.test(state));
    return found ? [found[1], found[2]] : [false, "The cause says why."];
}
/** The server has not said anything: the way to it is broken, or the client. */
function unreachable(error) {
    const text = error instanceof Error ? error.message : "";
    if (/not queryable|after calling end/i.test(text)) {
        return [false, "This client has ended for good: connect a new one, or use a pool, which does so by itself."];
    }
    if (error instanceof TypeError || error instanceof RangeError)
        return [false, "The cause says why."];
    return [true, "The connection failed, so an append may have been stored or not; repeat it with the same ids."];
}
