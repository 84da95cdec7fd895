/** From bytes to entries: finds out what a file is, and keeps track of where in it each entry stands. */
import { type Buffer } from "node:buffer";
import { type Format } from "../session/types.js";
import { type SessionHeader } from "../stores/session-file.js";
import type { DamagedLine, Entry } from "../types.js";
import type { Source } from "./read.js";
/** A line of a session file as it stands there. */
export interface FileLine {
    bytes: Buffer;
    /** The entry that was read from it. */
    entry?: Entry;
    /** Why it was not read. */
    reason?: string;
}
/** What a file holds. */
export interface Loaded {
    /** What to call the file. */
    name: string;
    /** The shape of its messages. */
    format: Format;
    entries: readonly Entry[];
    /** Lines that could not be read. */
    damaged: readonly DamagedLine[];
    /** How it is written: a session file, or messages, alone or in an object. */
    form: {
        kind: "session";
        version: number;
        header: SessionHeader;
        lines: readonly FileLine[];
        lineOf: ReadonlyMap<string, number>;
    } | {
        kind: "messages";
        around: Around | undefined;
    };
}
/** The object around a list of messages, and the list's name in it. */
export interface Around {
    object: Record<string, unknown>;
    list: string;
}
/** Reads a file's content. `format` overrides what is found. */
export declare function load({ name, bytes }: Source, format: Format | undefined): Loaded;
/** An error of the core about an entry, with the place in the file instead of that in the log. */
export declare function located(error: unknown, { name, form, entries }: Loaded): unknown;
