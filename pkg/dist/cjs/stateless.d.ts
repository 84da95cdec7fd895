/** The main jobs without a session, on arrays of messages in any format. Nothing given is changed. */
import type { DeepPartial, Format, Outcome } from "./session/types.js";
import type { Summarizer } from "./types.js";
import type { Model, Settings } from "./wasm/epitome.js";
/** What the functions over messages have in common. */
export interface MessagesOptions {
    /** The shape of the messages. Default: `"pi"`. */
    format?: Format | undefined;
}
/** What decides whether messages are too many. */
export interface BudgetOptions extends MessagesOptions {
    /** The model's window in tokens; short for `model: { contextWindow }`. */
    contextWindow?: number | undefined;
    /** The model that the context is for. */
    model?: DeepPartial<Model> | undefined;
    /** Settings that differ from their defaults. */
    settings?: DeepPartial<Settings> | undefined;
}
/** What `compact` takes. */
export interface CompactOptions extends BudgetOptions {
    /** Who writes the summary, in order of preference. Default: the model-free `extractive` summary. */
    summarizer?: Summarizer | readonly Summarizer[] | undefined;
    /** What the summary should look at most. */
    instructions?: string | undefined;
    /** Aborts the compaction. */
    signal?: AbortSignal | undefined;
}
/** How a compaction of an array ended, and the messages to send from now on. */
export interface CompactResult<T = unknown> extends Outcome {
    /** The summary and what was kept; the given messages where nothing was compacted. The summary has the messages' format. */
    messages: T[];
}
/**
 * Compacts messages now: gives back a summary and the newest messages, or the same messages and the reason why not.
 *
 * A summary that an earlier call wrote is carried on as such, also after the messages have been through JSON: it is known by
 * its frame, in the place where `compact` puts it, behind the host's instructions.
 */
export declare function compact<T>(messages: readonly T[], options?: CompactOptions): Promise<CompactResult<T>>;
/** The tokens of messages, each rounded up by itself. */
export declare function estimateTokens(messages: readonly unknown[], options?: MessagesOptions): number;
/** Whether messages are too many for the model, and why: the numbers of `Session.check`. */
export declare function needsCompaction(messages: readonly unknown[], options?: BudgetOptions): boolean;
/** What `emergencyPrune` takes. */
export interface EmergencyOptions extends MessagesOptions {
    /** What must fit, in tokens. */
    maxTokens: number;
}
/**
 * What can be sent when no summary is to be had: the host's instructions and the newest whole turns that fit. Never less
 * than the newest turn, even if that alone does not fit.
 */
export declare function emergencyPrune<T>(messages: readonly T[], options: EmergencyOptions): T[];
