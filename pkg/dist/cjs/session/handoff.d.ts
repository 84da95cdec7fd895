/**
 * A session that goes on from another one, with a document in hand. The document is written as a summary is; then the new session
 * is stored, whole or not at all, and only then does the old one note where it went on.
 */
import type { WritingHost } from "./commit.js";
import { type FoldingHost } from "./fold.js";
import type { Job } from "./job.js";
import type { Session } from "./session.js";
import type { Format, HandoffOptions, HandoffOutcome, Overhead } from "./types.js";
/** A session that was just opened. */
export interface Heir extends Pick<WritingHost, "journal" | "writer"> {
    session: Session;
}
/** What a handoff needs of its session. */
export interface HandoffHost extends FoldingHost {
    format: Format;
    /** Whether a session lasts longer than its object. */
    isStored: boolean;
    overhead(): Overhead;
    /** What the model sees. */
    shown(): readonly unknown[];
    /** Opens a session like this one, under another id. */
    open(id: string, signal: AbortSignal): Promise<Heir>;
}
/** Makes the document, and the session. */
export declare function handOff(host: HandoffHost, job: Job, { id, document: given }?: HandoffOptions): Promise<HandoffOutcome>;
/** The ids of the sessions that this one went on as, as far as its log is in memory. */
export declare function heirsOf({ journal }: WritingHost): (string | undefined)[];
/** The id of the session that this one went on as, where nothing was said in it since. */
export declare function heirOf({ log, journal: { held } }: WritingHost): string | undefined;
