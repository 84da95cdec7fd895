/** What came out of a compaction: parted into what was folded away and what stayed, as data and as text. */
import type { SessionEvent } from "../session/events.js";
import type { Outcome } from "../session/types.js";
import type { Loaded } from "./load.js";
import { type Damage, type Item } from "./open.js";
import { type Row, type Style } from "./style.js";
/** A compaction that was tried, and the context before and after it. */
export interface Compacted {
    loaded: Loaded;
    outcome: Outcome;
    /** How it began; undefined where it did not. */
    start: Extract<SessionEvent, {
        type: "compaction_start";
    }> | undefined;
    /** The name of the summarizer. */
    summarizer: string;
    before: readonly Item[];
    after: readonly Item[];
    damage: readonly Damage[];
    /** What the conversation ended with before: the type of its newest entry that a model sees. */
    ending: string | undefined;
    /** The file that was written. */
    out?: string;
}
/** What became of each message of the context before. */
export interface Parts {
    /** Folded into the summary. */
    folded: ReadonlySet<Item>;
    /** Of these, messages of older tool outputs: a notice stood for each output when the summary was made. */
    masked: ReadonlySet<Item>;
    /** These outputs, wherever they stand. */
    outputs: readonly Item["results"][number][];
    /** Stayed as they are. */
    kept: readonly Item[];
}
/** Parts the context before by what is still there after. */
export declare function partsOf({ outcome, start, before, after }: Compacted): Parts;
/** The summary of a compaction. */
export declare function summaryOf({ entry }: Outcome): string;
/** Why nothing was compacted, in a sentence that says what to do. */
export declare function explain({ loaded, outcome, before, ending, summarizer }: Compacted): string;
/** The result as a document. */
export declare function documentOf(result: Compacted): object;
/** The result as text. */
export declare function report(result: Compacted, style: Style): string[];
/** The numbers of a compaction, as rows. */
export declare function numbers(result: Compacted): Row[];
