/** The tables, and every statement of the store. All values go in and come out as text and numbers that any client has. */
/** A statement with what it is bound to. */
export interface Statement {
    sql: string;
    args: (string | number)[];
}
/**
 * The text that stands for an id in the tables: the inside of its JSON string, which for most ids is the id itself. Clients
 * would lose a lone surrogate, and some of them what follows a NUL.
 */
export declare const keyOf: (id: string) => string;
/** The id that `keyOf` made the text of. */
export declare const idOf: (key: string) => string;
/** The statements, for tables whose names begin with `prefix`. */
export declare function statementsFor(prefix: string): {
    /** How many of the two tables there are. */
    tables: Statement;
    makeTables: Statement[];
    /** Stores the lines if the log ends at `expected` and has none of the ids: by itself whole or not at all. */
    append: (session: string, expected: number, keys: readonly string[], lines: readonly string[], now: number) => Statement;
    /** The head, and where each of these ids is stored, at one moment: `head` and `found`, JSON of [position, key]. */
    look: (session: string, keys: readonly string[]) => Statement;
    /**
     * The head, in a row of its own at position -1, and the lines of a stretch, all at one moment. The stretch is a range of
     * the index, since positions have no gaps.
     */
    read: (session: string, after: number, end: number) => Statement;
    /** Every session with its newest entry, going from one to the next by the index, past all that lies between. */
    list: () => Statement;
    delete: (session: string) => Statement[];
    putArtifact: (session: string, id: string, data: string) => Statement;
    getArtifact: (session: string, id: string) => Statement;
};
