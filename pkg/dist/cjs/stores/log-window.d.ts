/** The last ids of a session file, where their lines end, and the marks that its index has not got yet. */
import type { Mark } from "./file-index.js";
/** What is in memory of a log: all of it, or its end. */
export declare class LogWindow {
    #private;
    /** Forgets everything, and goes on from a place. */
    begin({ position, offset, line }: Mark): void;
    /** The first position that is known. */
    get first(): number;
    /** How many entries the log has. */
    get head(): number;
    at(position: number): string | undefined;
    /** Whether the id is among those known. */
    has(id: string): boolean;
    idsFrom(position: number): string[];
    /** Adds an entry whose line, of this number, ends here; and a mark, when the last one is that many bytes away. */
    add(id: string, end: number, line: number, markEvery: number): void;
    /** The place before an entry, if it is known. */
    markAt(position: number): Mark | undefined;
    /** The nearest place that is known at or before a position. */
    markBefore(position: number): Mark | undefined;
    /** The marks that the index has not got. */
    get marks(): readonly Mark[];
    /** Gives these marks away. */
    takeMarks(): Mark[];
    /** Forgets the marks that the index has. */
    forgetMarks(position: number): void;
    /** Forgets the oldest ids, when there are many more than `size`: those that the index has, or, when it lags far behind, others too. */
    trim(covered: number, size: number): void;
}
