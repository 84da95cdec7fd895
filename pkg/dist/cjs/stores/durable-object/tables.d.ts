/** The tables of the durable-object store: which there are, and what is read from and written to them. */
/** What a statement gives: its rows. */
interface Cursor {
    toArray(): Record<string, unknown>[];
}
/** The part of a Durable Object's storage that the store uses: `ctx.storage` of a class with SQLite storage. */
export interface DurableObjectStorageLike {
    /** Its SQL database. */
    sql: {
        exec(query: string, ...bindings: (string | number | null)[]): Cursor;
    };
    /** Runs a function, and takes back all that it wrote if it throws. */
    transactionSync<T>(work: () => T): T;
}
/** An entry as a row, or rows, of text. */
export interface StoredLine {
    id: string;
    text: string;
}
/** The tables under one prefix. All methods are synchronous, and to be called in a transaction where they write. */
export declare class Tables {
    #private;
    constructor(storage: DurableObjectStorageLike, prefix: string);
    /** Runs `work` in a transaction, with the tables in place: also after the object's `deleteAll`. */
    transaction<T>(work: () => T): T;
    /** The number of a session, or undefined. */
    numberOf(sessionId: string): number | undefined;
    /** Gives a session a number. */
    begin(sessionId: string): number;
    /** All sessions that have entries, with their heads. */
    sessions(): {
        id: string;
        head: number;
    }[];
    /** How many entries a session has: one row is read. */
    headOf(session: number): number;
    /** The id at a position. */
    idAt(session: number, position: number): string | undefined;
    /** Whether the session has an entry with this id: a look into the index. */
    hasId(session: number, id: string): boolean;
    /** Writes entries from a position on. */
    add(session: number, position: number, lines: readonly StoredLine[]): void;
    /** The texts of the entries from one position to before another. */
    lines(session: number, from: number, to: number): string[];
    /** Removes a session with all that belongs to it. */
    remove(session: number): void;
    /** Whether there is an artifact with this id. */
    hasArtifact(session: number, id: string): boolean;
    /** Writes an artifact that is not there yet. */
    addArtifact(session: number, id: string, data: string): void;
    /** The data of an artifact, or null. */
    artifact(session: number, id: string): string | null;
}
export {};
