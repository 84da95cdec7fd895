/**
 * Session files in pi's format: one JSON object a line, the header first. Reading them needs no file system, so that a page
 * and a command line read a file alike.
 *
 * Files of version 1 (entries without ids, `firstKeptEntryIndex`) and 2 (the role `hookMessage`) come out as version 3.
 */
import type { DamagedLine, Entry } from "../types.js";
/** The version of the format that is written, and the newest that is read. */
export declare const SESSION_VERSION = 3;
/**
 * Begins every line of one append but its last. JSON allows the tab, so other readers need not know; to us, a file that
 * ends after such a line ends in the middle of an append, and none of its lines count.
 */
export declare const MORE_FOLLOWS = "\t";
/** The first line of a session file. */
export interface SessionHeader {
    type: "session";
    /** The version of the format. */
    version: number;
    /** The session's id. */
    id: string;
    /** When the session began, as ISO 8601 text. */
    timestamp?: string;
    /** The directory that the session was about. */
    cwd?: string;
    /** The wire format of its messages, if it is not pi's. */
    format?: string;
    /** The session that it goes on from: its id, or with pi's own files the path of its file. */
    parentSession?: string;
    [field: string]: unknown;
}
/** What a session file holds. */
export interface SessionFile {
    /** The version in which the file is written. What is given here is version 3 in any case. */
    version: number;
    header: SessionHeader;
    /** Its entries, in the order of the file. */
    entries: Entry[];
    /** The lines that could not be read. They are not among the entries. */
    damaged: DamagedLine[];
}
/**
 * Reads a session file. The same text always gives the same entries, also their ids where the file has none.
 *
 * @throws EpitomeError `not-a-session` if the first line is no session header; `unsupported-session-version` if the file is
 *   newer than version 3.
 */
export declare function parseSessionFile(text: string): SessionFile;
/** A line of text before it is read. */
export interface RawLine {
    /** Undefined where the bytes are not UTF-8. */
    text: string | undefined;
    /** Whether a line feed ended it. Only the last line of a file can be without. */
    ended: boolean;
}
/** A line after it was read: an entry, or the reason why it is none. Blank lines are neither. */
export interface ReadLine {
    /** Its number, from 1. */
    line: number;
    entry?: Entry;
    reason?: string;
}
/** Reads all lines of a file, the header first; `lines` holds what comes after it. */
export declare function parseLines(raw: readonly RawLine[]): {
    reader: EntryReader;
    lines: ReadLine[];
};
/** Why the last lines of a file may not count. */
export declare const UNFINISHED_LINE = "The file ends in the middle of this line: the program that wrote it was stopped.";
export declare const UNFINISHED_APPEND = "The file ends in the middle of an append: the program that wrote it was stopped.";
/** How many lines at the end belong to an append that was not finished. */
export declare function unfinished(lines: readonly RawLine[]): number;
/** Reads a header line. `version` is that of the file. */
export declare function parseHeader(text: string | undefined, line: number): {
    version: number;
    header: SessionHeader;
};
/** Reads the JSON of one line after the header: an object with a type, or the reason why it is not. */
export declare function parseEntry(text: string | undefined): {
    value?: Record<string, unknown>;
    reason?: string;
};
/** Turns the lines after the header into entries of version 3, in the order of the file. */
export declare class EntryReader {
    #private;
    /** The version in which the file is written. */
    readonly version: number;
    /** The header as it stands in the file. */
    readonly header: SessionHeader;
    constructor({ version, header }: {
        version: number;
        header: SessionHeader;
    });
    /** Whether an entry with this id was read. */
    has(id: string): boolean;
    /** Notes an entry that comes after those read, without reading it. */
    add(id: string): void;
    /** Reads the next line that is not blank. */
    read(text: string | undefined): {
        entry: Entry;
    } | {
        reason: string;
    };
}
/** An entry with the id and the parent that it lacked: without a parent it follows the entry before it. */
export declare function linked({ type, id: _, parentId, timestamp, ...rest }: Record<string, unknown>, id: string, previous: string | null, header: SessionHeader): Entry;
