/** The clients that the store can work with, by their shape, and the little that it asks of them. */
import { EpitomeError } from "../../errors.js";
import { isHostAtWork } from "./failure.js";
/** How long a statement may keep the whole process waiting for another one's lock. */
const BRIEF_MS = 20;
/** Tells the clients apart. */
export function connect(db) {
    const has = (name) => typeof db?.[name] === "function";
    if (has("commit") && has("rollback"))
        throw unsuitable("Give the client itself: a transaction ends, and a session goes on after it.");
    if (has("execute") && has("batch") && has("executeMultiple"))
        return clientConnection(db);
    if (has("prepare") && has("exec") && !has("batch"))
        return syncConnection(db);
    throw unsuitable("Give a Database of better-sqlite3 or libsql, a DatabaseSync of node:sqlite, or a client of @libsql/client.");
}
/**
 * Locks are taken by `exec`, also for what is a single statement, because of libsql: there a prepared statement that found the
 * database locked stays under way, and for as long as it does, what other statements of the handle write is not committed,
 * without a word, and what they read stays locked. A COMMIT of our own would fail instead.
 */
function syncConnection(db) {
    const prepared = new Map();
    const prepare = (sql) => {
        const statement = prepared.get(sql) ?? prepareOn(db, sql);
        prepared.set(sql, statement);
        return statement;
    };
    // Looked at each time: libsql ends the process when a closed handle is used.
    const isClosed = () => db.open === false || db.isOpen === false;
    const isInTransaction = () => db.inTransaction === true || db.isTransaction === true;
    return {
        obstacle: () => (isClosed() ? "closed" : isInTransaction() ? "transaction" : undefined),
        rows: ({ sql, args }) => briefly(db, () => {
            const read = () => prepare(sql).all(...args);
            if (isInTransaction())
                return read();
            try {
                db.exec("BEGIN; SELECT 1 FROM sqlite_master LIMIT 1");
            }
            catch (error) {
                rollBack(db);
                // While the host loops over rows of its own, better-sqlite3 allows no more than this.
                if (isHostAtWork(error))
                    return read();
                throw error;
            }
            return committed(db, read);
        }),
        change: (statements) => briefly(db, () => {
            db.exec("BEGIN IMMEDIATE");
            return committed(db, () => {
                let changes = 0;
                for (const { sql, args } of statements)
                    changes = Number(prepare(sql).run(...args).changes);
                return changes;
            });
        }),
    };
}
function prepareOn(db, sql) {
    const statement = db.prepare(sql);
    if (typeof statement?.all === "function")
        return statement;
    throw unsuitable("This database answers by promise; give one that answers at once, or a client of @libsql/client.");
}
/** Ends the transaction that has begun: by COMMIT if `work` returns. */
function committed(db, work) {
    try {
        const result = work();
        db.exec("COMMIT");
        return result;
    }
    catch (error) {
        rollBack(db);
        throw error;
    }
}
/** Some failures have ended the transaction already, or it has not begun. */
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
        // Not by exec, which better-sqlite3 refuses while the host loops over rows.
        if (before !== BRIEF_MS && Number.isSafeInteger(before))
            db.prepare(`PRAGMA busy_timeout = ${ms}`).all();
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
        change: async (statements) => {
            // A file is opened by libsql in this process: see above. This is how the client gives us its `exec`.
            if (client.protocol !== "file")
                return (await client.batch(statements, "write")).at(-1)?.rowsAffected;
            await client.executeMultiple(["BEGIN IMMEDIATE", ...statements.map(inFull), "COMMIT"].join(";\n"));
            return undefined;
        },
    };
}
/** The statement with its values in its text. They are JSON, so there is no NUL, and whatever SQL could misread is quoted. */
function inFull({ sql, args }) {
    const literals = args.map((value) => (typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`));
    return sql.split("?").reduce((text, part, index) => text + literals[index - 1] + part);
}
/** A column of a row, by its name, or by its place where the handle is set to give rows as arrays. */
export function columnOf(row, name, place) {
    return Array.isArray(row) ? row[place] : row?.[name];
}
function unsuitable(message) {
    return new EpitomeError("invalid-option", message);
}
