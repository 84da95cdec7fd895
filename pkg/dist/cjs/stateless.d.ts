/** The main jobs without a session, on arrays of messages in any format. Nothing given is changed. */
import type { DeepPartial, Format, Outcome, Overhead } from "./session/types.js";
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
    model?: Model | undefined;
    /** What every request carries beside the messages: system prompt, tools. It counts. */
    overhead?: Overhead | undefined;
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
    /** What must fit, in tokens: the messages and `overhead`. */
    maxTokens: number;
    /** Tokens that each request costs beside the messages: a system prompt given outside of them, tools. Default: 0. */
    overhead?: number | undefined;
    /** Whether to throw where even the least that can be sent does not fit. Default: it is given back as it is. */
    strict?: boolean | undefined;
}
/**
 * What can be sent when no summary is to be had. It asks no model, and always ends:
 *
 * 1. Outputs of tools that are far too large are shortened to their head and tail, none below a quarter of the room.
 * 2. The oldest whole turns go, down to the newest one.
 * 3. The outputs that are left are shortened further, all to the same size, down to a bare notice of what was left out.
 * 4. Images and files become a word, the oldest first.
 *
 * What the user asked for last stays word for word, and so do the host's instructions and a summary at the start that
 * `compact` wrote. A message of the user with `synthetic: true` is the host's own: no turn begins with it.
 *
 * Where that is still too much, it is the least that can be sent; with `strict` it is thrown as an `EpitomeError` of code
 * `cannot-fit`, whose `details` (an `Unfit`) say what takes how much room. Messages that are not changed are the same
 * objects, and the given array comes back where nothing is to be done.
 */
export declare function emergencyPrune<T>(messages: readonly T[], options: EmergencyOptions): T[];
