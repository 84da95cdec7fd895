/** The clients that the store can work with, by their shape, and the little that it asks of them. */

import { EpitomeError } from "../../errors.js";
import type { MaybePromise } from "../../types.js";
import type { Statement } from "./statements.js";

/** A handle that answers at once: better-sqlite3's and libsql's `Database`, node:sqlite's `DatabaseSync`. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  /** Whether a transaction is open (better-sqlite3, libsql). */
  readonly inTransaction?: boolean;
  /** Whether a transaction is open (node:sqlite). */
  readonly isTransaction?: boolean;
  /** Whether the handle is open (better-sqlite3, libsql); a method in node:sqlite. */
  readonly open?: unknown;
  /** Whether the handle is open (node:sqlite). */
  readonly isOpen?: boolean;
}

/** A statement of such a handle. */
export interface SqliteStatement {
  run(...values: (string | number)[]): { changes: number | bigint };
  all(...values: (string | number)[]): unknown[];
}

/** A client that answers by promise: that of `@libsql/client`. */
export interface LibsqlClient {
  execute(statement: { sql: string; args: (string | number)[] }): Promise<{ rows: ArrayLike<unknown>; rowsAffected: number }>;
  batch(statements: { sql: string; args: (string | number)[] }[], mode?: "write"): Promise<unknown>;
  readonly closed?: boolean;
}

/** What the store asks of any of them. */
export interface Connection {
  /** What stands in the way of using it, if anything is known to. */
  obstacle(): "closed" | "transaction" | undefined;
  /** The rows of a query. */
  rows(statement: Statement): MaybePromise<ArrayLike<unknown>>;
  /** Runs a statement and gives how many rows it changed. */
  change(statement: Statement): MaybePromise<number>;
  /** Runs all of them or none. */
  changeAll(statements: Statement[]): MaybePromise<void>;
}

/** How long a statement may keep the whole process waiting for another one's lock. */
const BRIEF_MS = 20;

/** Tells the clients apart. */
export function connect(db: SqliteDatabase | LibsqlClient): Connection {
  const has = (name: string): boolean => typeof (db as unknown as Record<string, unknown> | null | undefined)?.[name] === "function";
  if (has("commit") && has("rollback")) throw unsuitable("Give the client itself: a transaction ends, and a session goes on after it.");
  if (has("execute") && has("batch")) return clientConnection(db as LibsqlClient);
  if (has("prepare") && has("exec") && !has("batch")) return syncConnection(db as SqliteDatabase);
  throw unsuitable("Give a Database of better-sqlite3 or libsql, a DatabaseSync of node:sqlite, or a client of @libsql/client.");
}

function syncConnection(db: SqliteDatabase): Connection {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    let statement = prepared.get(sql);
    if (statement) return statement;
    statement = prepareOn(db, sql);
    prepared.set(sql, statement);
    return statement;
  };
  const change = ({ sql, args }: Statement): number => Number(prepare(sql).run(...args).changes);

  return {
    obstacle() {
      // Looked at each time: libsql ends the process when a closed handle is used.
      if (db.open === false || db.isOpen === false) return "closed";
      return db.inTransaction || db.isTransaction ? "transaction" : undefined;
    },
    rows: ({ sql, args }) => briefly(db, () => prepare(sql).all(...args)),
    change: (statement) => briefly(db, () => change(statement)),
    changeAll(statements) {
      briefly(db, () => {
        db.exec("BEGIN IMMEDIATE");
        try {
          for (const statement of statements) change(statement);
          db.exec("COMMIT");
        } catch (error) {
          rollBack(db);
          throw error;
        }
      });
    },
  };
}

function prepareOn(db: SqliteDatabase, sql: string): SqliteStatement {
  const statement = db.prepare(sql);
  if (typeof statement?.all === "function") return statement;
  throw unsuitable("This database answers by promise; give one that answers at once, or a client of @libsql/client.");
}

/** Some failures have ended the transaction already. */
function rollBack(db: SqliteDatabase): void {
  try {
    db.exec("ROLLBACK");
  } catch {}
}

/**
 * Runs `work` with a short busy timeout, so that a locked database does not stop the event loop for the seconds that are set
 * for the user's own statements. The setting is put back at once: nobody else can run in between.
 */
function briefly<T>(db: SqliteDatabase, work: () => T): T {
  const before = Number(columnOf(prepareOn(db, "PRAGMA busy_timeout").all()[0], "timeout", 0));
  const set = (ms: number): void => {
    if (before !== BRIEF_MS && Number.isSafeInteger(before)) db.exec(`PRAGMA busy_timeout = ${ms}`);
  };
  set(BRIEF_MS);
  try {
    return work();
  } finally {
    set(before);
  }
}

function clientConnection(client: LibsqlClient): Connection {
  return {
    obstacle: () => (client.closed === true ? "closed" : undefined),
    rows: async (statement) => (await client.execute(statement)).rows,
    change: async (statement) => (await client.execute(statement)).rowsAffected,
    changeAll: async (statements) => void (await client.batch(statements, "write")),
  };
}

/** A column of a row, by its name, or by its place where the handle is set to give rows as arrays. */
export function columnOf(row: unknown, name: string, place: number): unknown {
  return Array.isArray(row) ? row[place] : (row as Record<string, unknown> | undefined)?.[name];
}

function unsuitable(message: string): EpitomeError {
  return new EpitomeError("invalid-option", message);
}
