/** What a failure of PostgreSQL, or of the way to it, means for the caller. */
import { EpitomeError } from "../../errors.js";
/** A unique key is taken. */
export declare const UNIQUE_VIOLATION = "23505";
/** A table does not exist. */
export declare const UNDEFINED_TABLE = "42P01";
/** The server undid the statement because of another one; the same statement may succeed at once. */
export declare function isRollback(error: unknown): boolean;
/** Whether another process was just making the same table: its catalogue row, its type or its name are there already. */
export declare function isCreationRace(error: unknown): boolean;
/** The SQLSTATE, or the system's name of an error, if it has one. */
export declare function codeOf(error: unknown): string | undefined;
/** The store's error for an error of the client. */
export declare function postgresFailed(error: unknown): EpitomeError;
