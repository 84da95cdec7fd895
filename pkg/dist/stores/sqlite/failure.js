/** What the clients' errors mean. */
import { EpitomeError } from "../../errors.js";
/** SQLite's primary result codes that call for different things, by the number that some clients give. */
const RESULTS = {
    5: "BUSY",
    6: "LOCKED",
    7: "NOMEM",
    8: "READONLY",
    9: "INTERRUPT",
    10: "IOERR",
    11: "CORRUPT",
    13: "FULL",
    14: "CANTOPEN",
    18: "TOOBIG",
    26: "NOTADB",
};
/** What to do, by result. */
const ADVICE = {
    NOMEM: { say: "There is not enough memory.", retryable: true },
    READONLY: { say: "It is open for reading only, or its file is. Open it for writing: the store makes its tables by itself." },
    INTERRUPT: { say: "The statement was interrupted.", retryable: true },
    IOERR: { say: "Its file could not be read or written: check the disk.", retryable: true },
    CORRUPT: { say: "Its file is damaged. Restore it from a copy, or save what can be read with SQLite's .recover." },
    FULL: { say: "The disk is full, or the database has reached its largest size. Make room.", retryable: true },
    CANTOPEN: { say: "Its file, or one beside it, could not be opened: check the folder and its permissions.", retryable: true },
    TOOBIG: { say: "An entry is larger than this database takes: see its SQLITE_LIMIT_LENGTH." },
    NOTADB: { say: "Its file is no SQLite database." },
};
/** The result behind an error, without its prefix and what follows: `BUSY` for `SQLITE_BUSY_SNAPSHOT`. */
function resultOf(error) {
    const { code, errcode, rawCode } = (error ?? {});
    const named = typeof code === "string" ? /^SQLITE_([A-Z]+)/.exec(code)?.[1] : undefined;
    const number = typeof errcode === "number" ? errcode : rawCode;
    return named ?? (typeof number === "number" ? RESULTS[number & 0xff] : undefined);
}
const messageOf = (error) => String(error?.message ?? "");
/** Whether the host is looping over the rows of a statement of its own: better-sqlite3 then takes no other work. */
export const isHostAtWork = (error) => /^This database connection is busy executing a query$/.test(messageOf(error));
/** Whether the same can be expected to go through in a moment: somebody else is at work, and nothing was done. */
export function isBusy(error) {
    if (["BUSY", "LOCKED"].includes(resultOf(error) ?? "") || isHostAtWork(error))
        return true;
    // Of @libsql/client when all of its connections are in transactions.
    if (error?.code === "TRANSACTION_ACTIVE")
        return true;
    return isWithin(error);
}
/** What `BEGIN` says inside a transaction: of a handle that does not tell by itself, or to a read that makes the tables. */
const isWithin = (error) => /cannot start a transaction within a transaction/.test(messageOf(error));
/** Wraps the client's error. */
export function storeFailed(error) {
    const result = resultOf(error);
    const { code } = (error ?? {});
    const named = typeof code === "string" ? code.slice(0, 80) : undefined;
    const known = result === undefined ? undefined : ADVICE[result];
    const details = { ...(named ? { code: named } : {}), ...(result ? { result: `SQLITE_${result}` } : {}) };
    let say = known?.say ?? "Its error is the cause of this one.";
    let retryable = known?.retryable ?? false;
    if (/json_(each|extract|group_array|array)\b/.test(messageOf(error)) && /no such/.test(messageOf(error))) {
        say = "It is SQLite without JSON functions: use version 3.38 or newer.";
    }
    else if (!known && (named === undefined ? error instanceof TypeError && /fetch/i.test(messageOf(error)) : isOfTheWay(named))) {
        say = "It could not be reached, or did not answer.";
        retryable = true;
    }
    return new EpitomeError("store-failed", `The database could not be used${named ? ` (${named})` : ""}. ${say}`, {
        retryable,
        details,
        cause: error,
    });
}
/** Errors of the way to a remote database, as @libsql/client and the system name them. */
const isOfTheWay = (code) => /^(HRANA_|SERVER_ERROR$|ECONN|ETIMEDOUT$|EPIPE$|EAI_AGAIN$|ENOTFOUND$)/.test(code);
/** The handle was closed. */
export function databaseClosed(cause) {
    const message = "The database is closed. Keep it open for as long as sessions use it; open it and make a new store.";
    return new EpitomeError("store-failed", message, { cause });
}
/** Somebody else was at work for too long. `cause` is the last error, or undefined where a transaction stood in the way. */
export function storeLocked(timeoutMs, cause) {
    const message = cause === undefined || isWithin(cause)
        ? `The database handle is inside a transaction that did not end within ${timeoutMs} ms. What the store writes must not be rolled back with it: end it before you wait for the session, or give the store a handle of its own.`
        : `Another process, or another connection, has kept the database locked for more than ${timeoutMs} ms. Nothing was stored; try again.`;
    return new EpitomeError("store-locked", message, { retryable: true, details: { timeoutMs }, cause });
}
