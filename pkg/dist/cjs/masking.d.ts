/** Old outputs of tools give their place to a short text, on arrays of messages in any format. Nothing given is changed. */
import type { Format } from "./session/types.js";
/** What both ways of masking take. */
interface SharedOptions {
    /** The shape of the messages. Default: `"pi"`. */
    format?: Format | undefined;
    /**
     * Whether images and files in those outputs go, too. Default: false, since only a host that keeps the originals can show
     * them again; the text then stands for the output's texts.
     */
    media?: boolean | undefined;
}
/** What `maskObservations` takes. */
export interface MaskOptions extends SharedOptions {
    /** How many of the newest outputs stay. A message of some formats holds several: each counts. Default: 5. */
    preserveRecentOutputs?: number | undefined;
    /** What stands in the place of the older ones. Default: `"[output masked for compaction]"`. */
    placeholder?: string | undefined;
}
/** What `pruneForModel` takes. */
export interface PruneForModelOptions extends SharedOptions {
    /** The outputs in how many of the newest messages stay. Default: 8. */
    preserveRecentMessages?: number | undefined;
    /** Outputs of no more bytes of UTF-8 stay. Default: 2,000. */
    maxBytes?: number | undefined;
}
/**
 * Masks all outputs of tools but the newest few. Ids and marks of failure stay. Done again, it changes nothing.
 *
 * Messages without such an output are the same objects, and the given array comes back where there is none at all; but of
 * Claude's ended turns behind the first change the reasoning goes that was signed for what stood there before.
 */
export declare function maskObservations<T>(messages: readonly T[], options?: MaskOptions): T[];
/**
 * Leaves large outputs of tools out, but for those in the newest messages: in the place of each stands how long it was, and
 * that the tool can be run again; one that would not become shorter stays. As {@link maskObservations} otherwise.
 *
 * Where it begins to hide moves on with each message, and with it what a provider can read from its cache: `Session.maintain`
 * hides in batches instead.
 */
export declare function pruneForModel<T>(messages: readonly T[], options?: PruneForModelOptions): T[];
export {};
