/** What is drawn of a session's tree, line by line: the entries that say where one is, and how many lie between them. */
import type { Session } from "../session/session.js";
import type { Loaded } from "./load.js";
import { type Kind } from "./message.js";
/** One line of the picture: an entry, or several of one stretch that are only counted. */
export interface Line {
    /** How far to the right: 0 is the trunk. */
    level: number;
    /** Whether a branch begins here, at the entry above it of one level less. */
    begins: boolean;
    isActive: boolean;
    /** Of several entries: how many, and of what. */
    folded?: number;
    types?: Record<string, number>;
    /** Of one entry. */
    entryId?: string;
    line?: number;
    parentId?: string | null;
    type?: string;
    /** Whose the message is. */
    kind?: Kind;
    tool?: string;
    text?: string;
    label?: string;
    /** Whether the session stands here. */
    isLeaf?: boolean;
    /** Of a compaction. `tokensAfter` is our estimate. */
    tokensBefore?: number;
    tokensAfter?: number;
    firstKeptEntryId?: string;
    /** Of a branch summary: the end of the branch that was left. */
    fromId?: string;
    /** Of a handoff: the session that it came from, or that it went to. */
    parentSession?: string;
    sessionId?: string;
}
/** The picture as data, and what there is to say of the whole. */
export interface Outline {
    leafId: string | null;
    entries: {
        total: number;
        onPath: number;
        types: Record<string, number>;
    };
    branches: {
        leaves: number;
        forks: number;
        offPath: number;
    };
    labels: number;
    prunes: {
        count: number;
        edits: number;
        tokensSaved: number;
    };
    lines: Line[];
}
/** Draws up what is shown; with `all`, every entry is. */
export declare function outline(loaded: Loaded, session: Session, all: boolean): Outline;
/** How often each name occurs, the most frequent first. */
export declare function tally(names: readonly string[]): Record<string, number>;
