/** The clients that the store can work with, by their shape, and the little that it asks of them. */
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
    run(...values: (string | number)[]): {
        changes: number | bigint;
    };
    all(...values: (string | number)[]): unknown[];
}
/** A client that answers by promise: that of `@libsql/client`. */
export interface LibsqlClient {
    execute(statement: {
        sql: string;
        args: (string | number)[];
    }): Promise<{
        rows: ArrayLike<unknown>;
        rowsAffected: number;
    }>;
    batch(statements: {
        sql: string;
        args: (string | number)[];
    }[], mode?: "write"): Promise<{
        rowsAffected: number;
    }[]>;
    executeMultiple(sql: string): Promise<void>;
    readonly closed?: boolean;
    /** `"file"` where the database is a file of this machine. */
    readonly protocol?: string;
}
/** What the store asks of any of them. */
export interface Connection {
    /** What stands in the way of using it, if anything is known to. */
    obstacle(): "closed" | "transaction" | undefined;
    /** The rows of a query. */
    rows(statement: Statement): MaybePromise<ArrayLike<unknown>>;
    /** Runs all of the statements or none, and gives how many rows the last one changed, where the client tells. */
    change(statements: Statement[]): MaybePromise<number | undefined>;
}
/** Tells the clients apart. */
export declare function connect(db: SqliteDatabase | LibsqlClient): Connection;
/** A column of a row, by its name, or by its place where the handle is set to give rows as arrays. */
export declare function columnOf(row: unknown, name: string, place: number): unknown;
