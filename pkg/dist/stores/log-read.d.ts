/** Reads stretches of a session file of which it is known where its lines are. Node only. */
import type { FileHandle } from "node:fs/promises";
import type { DamagedLine, Entry } from "../types.js";
import type { Mark } from "./file-index.js";
import { type SessionHeader } from "./session-file.js";
/** The file became another one while it was read: reading anew helps. */
export declare class Changed extends Error {
    message: string;
}
/** What is known of the file. */
export interface KnownLog {
    version: number;
    header: SessionHeader;
    /** How many entries there are, and where the last line that counts ends. */
    head: number;
    end: number;
    /** The id at a position, where it is in memory. */
    idAt(position: number): string | undefined;
    /** Whether all ids are in memory: then an entry may be without one in the file. */
    hasAllIds: boolean;
}
/** Entries, and the damage among them. */
export interface Stretch {
    entries: Entry[];
    damaged: DamagedLine[];
}
/** Reads the entries from `after` to before `until`, beginning at a place at or before them. */
export declare function readStretch(file: FileHandle, known: KnownLog, mark: Mark, after: number, until: number): Promise<Stretch>;
/** The same for a file of version 1 or 2, whose entries depend on those before them: `body` is where the first begins. */
export declare function readOld(file: FileHandle, known: KnownLog, body: Mark, after: number, until: number): Promise<Stretch>;
