/** The connection to the database: opened when it is needed, given up when another tab needs it, and opened again when it is lost. */
import { type Work } from "./transaction.js";
export declare class Connection {
    #private;
    constructor(name: string, durability: "strict" | "relaxed", factory: IDBFactory | undefined);
    read<T>(stores: string[], signal: AbortSignal | undefined, work: Work<T>): Promise<T>;
    write<T>(stores: string[], signal: AbortSignal | undefined, work: Work<T>): Promise<T>;
    /** Closes the connection; transactions that are under way end first. */
    close(): void;
}
