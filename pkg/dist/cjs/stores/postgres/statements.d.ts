/** The tables of the Postgres store, and every statement that it runs. */
/** How the tables are named. */
export interface PostgresNames {
    /** The schema of the tables, which must exist. Default: none is named, so the connection's `search_path` decides. */
    schema?: string | undefined;
    /** What the names of the tables and their indexes begin with. Default: `"epitome_"`. */
    prefix?: string | undefined;
}
/** The statements for one set of names. */
export interface Statements {
    /** Whether all tables are there, as `present`. */
    present: string;
    /** Makes what is missing, one statement each. */
    create: readonly string[];
    /** The first append of a session: key, 0, count, ids as JSON, lines as JSON, id. Answers how many were `stored`. */
    begin: string;
    /** A later one: key, expected head, count, ids as JSON, lines as JSON. */
    extend: string;
    /** What an append must know to decide: key, expected head, count, ids as JSON. */
    look: string;
    /** A stretch: key, from, how many at the most, bytes at the most. */
    read: string;
    /** Sessions by key: after which one, how many. */
    list: string;
    delete: string;
    putArtifact: string;
    getArtifact: string;
}
/**
 * The SQL that makes the tables, for a migration tool; `postgres(client, { createTables: false })` then leaves that to it.
 * Running it again changes nothing.
 *
 * @throws EpitomeError `invalid-option` for a name that is not made of letters, digits and `_`.
 */
export declare function postgresTables(names?: PostgresNames): string;
/** @internal */
export declare function statements({ schema, prefix }: PostgresNames): Statements;
