/** Writes a compaction, unless the session is no longer what it was made from. */
import type { Draft, Log, Usage } from "../wasm/epitome.js";
import type { Committed } from "./compaction.js";
import type { Journal } from "./journal.js";
import type { Writer } from "./writer.js";
/** What writing an entry of its own needs of a session. */
export interface WritingHost {
    log: Log;
    journal: Journal;
    writer: Writer;
}
/** What the entry has beside what the core says. */
export interface Extras {
    usage?: Usage;
    /** Plain data of the host's. */
    details?: object | undefined;
    preserveData?: object | undefined;
    /** Whether the summary is the host's own. */
    isTheirs: boolean;
    /** Whether the provider has compacted by itself: that was no try of ours. */
    isInline?: boolean;
}
/** Writes the compaction; `compactions` lay on the path when it was begun. */
export declare function commit(host: WritingHost, draft: Draft, compactions: number, extras: Extras, signal: AbortSignal): Promise<Committed>;
/** The details of the host's own, without what the session itself writes there. */
export declare const foreign: (details?: object) => {
    [k: string]: any;
};
/** What a provider's refusal has told of its limit, for a session that is opened anew with the same model. */
export declare function learnedLimit(log: Log): {
    learnedLimit?: {
        tokens: number;
        model: string;
    };
};
/** How the provider counts, as far as it is known: a session that is opened anew goes on from there. */
export declare function counted({ usageRatio, overheadTokens, declaredTokens }: Partial<Draft>): Record<string, number>;
