/** The clients that the store can work with, by their shape, and the little that it asks of them. */
import { EpitomeError } from "../../errors.js";
/** How long a statement may keep the whole process waiting for another one's lock. */
const BRIEF_MS = 20;
/** Tells the clients apart. */
export function connect(db) {
    const has = (name) => typeof db?.[name] === "function";
    if (has("commit") && has("rollback"))
        throw unsuitable("Give the client itself: a transaction ends, and a session goes on after it.");
    if (has("execute") && has("batch"))
        return clientConnection(db);
    if (has("prepare") && has("exec") && !has("batch"))
        return syncConnection(db);
    throw unsuitable("Give a Database of better-sqlite3 or libsql, a DatabaseSync of node:sqlite, or a client of @libsql/client.");
}
function syncConnection(db) {
    const prepared = new Map();
    const prepare = (sql) => {
        let statement = prepared.get(sql);
        if (statement)
            return statement;
        statement = prepareOn(db, sql);
        prepared.set(sql, statement);
        return statement;
    };
    const change = ({ sql, args }) => Number(prepare(sql).run(...args).changes);
    return {
        obstacle() {
            // Looked at each time: libsql ends the process when a closed handle is used.
            if (db.open === false || db.isOpen === false)
                return "closed";
            return db.inTransaction || db.isTransaction ? "transaction" : undefined;
        },
        rows: ({ sql, args }) => briefly(db, () => prepare(sql).all(...args)),
        change: (statement) => briefly(db, () => change(statement)),
        changeAll(statements) {
            briefly(db, () => {
                db.exec("BEGIN IMMEDIATE");
                try {
                    for (const statement of statements)
                        change(statement);
                    db.exec("COMMIT");
                }
                catch (error) {
                    rollBack(db);
                    throw error;
                }
            });
        },
    };
}
function prepareOn(db, sql) {
    const statement = db.prepare(sql);
    if (typeof statement?.all === "function")
        return statement;
    throw unsuitable("This database answers by promise; give one that answers at once, or a client of @libsql/client.");
}
/** Some failures have ended the transaction already. */
function rollBack(db) {
    try {
        db.exec("ROLLBACK");
    }
    catch { }
}
/**
 * Runs `work` with a short busy timeout, so that a locked database does not stop the event loop for the seconds that are set
 * for the user's own statements. The setting is put back at once: nobody else can run in between.
 */
function briefly(db, work) {
    const before = Number(columnOf(prepareOn(db, "PRAGMA busy_timeout").all()[0], "timeout", 0));
    const set = (ms) => {
        if (before !== BRIEF_MS && Number.isSafeInteger(before))
            db.exec(`PRAGMA busy_timeout = ${ms}`);
    };
    set(BRIEF_MS);
    try {
        return work();
    }
    finally {
        set(before);
    }
}
function clientConnection(client) {
    return {
        obstacle: () => (client.closed === true ? "closed" : undefined),
        rows: async (statement) => (await client.execute(statement)).rows,
        change: async (statement) => (await client.execute(statement)).rowsAffected,
        changeAll: async (statements) => void (await client.batch(statements, "write")),
    };
}
/** A column of a row, by its name, or by its place where the handle is set to give rows as arrays. */
export function columnOf(row, name, place) {
    return Array.isArray(row) ? row[place] : row?.[name];
}
function unsuitable(message) {
    return new EpitomeError("invalid-option", message);
}
