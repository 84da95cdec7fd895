/** Keeps a session inside its model's limits: one thing at a time, from the cheapest remedy to the last. */
import type { Check, Model } from "../wasm/epitome.js";
import { type HandoffHost } from "./handoff.js";
import { type Pending } from "./job.js";
import { type LadderHost } from "./ladder.js";
import type { CompactionReason, Continuation, DeepPartial, HandoffOptions, HandoffOutcome, Outcome } from "./types.js";
/** What maintenance needs of its session. */
export interface MaintenanceOptions extends LadderHost, Omit<HandoffHost, "warn"> {
    /** What the host could go on with. */
    largerModels: readonly DeepPartial<Model>[];
}
/** What `maintain` is asked to do. */
export interface MaintainOptions {
    /**
     * - `threshold`, the default: whatever the numbers, and the newest reply, ask for.
     * - `overflow`: a provider has refused the context; `error` says how.
     * - `idle`: nobody is at work. Once the cache is cold (`prune.cacheTtlMs`) it is pruned, whatever the size; with
     *   `compaction.idleEnabled` it may be compacted.
     */
    reason?: "threshold" | "idle" | "overflow" | undefined;
    /** What the provider's call threw, or answered. Only what `classifyError` calls an overflow, or too large, is acted on. */
    error?: unknown;
    /** Messages that are about to be sent with the context: they are counted, and not changed. */
    pending?: readonly unknown[] | undefined;
    /**
     * Where a summary is needed, and the context is still below what the provider takes: write it while the conversation goes on.
     * The call ends at once as `nothing`, for the reason `compacting`. The first `maintain` after the summary is there commits it and
     * ends as `compacted`, or tells why there is none; one without `background`, or over the limit, waits for it. Meanwhile messages
     * may be appended: they stay. `abortCompaction`, `compact` and `close` end it. Default: false.
     */
    background?: boolean | undefined;
    /** Aborts what is under way, in the background too. What is committed already stays. */
    signal?: AbortSignal | undefined;
}
export declare class Maintenance {
    #private;
    constructor(options: MaintenanceOptions);
    /** Aborts the compaction that is under way, if any. */
    abort(): void;
    /** Sizes the context with messages that are about to be sent, and says what `maintain` would do. */
    check(pending: Pending): Check;
    /** The size of messages that are about to be sent. */
    sizeOf(pending: readonly unknown[] | undefined): Pending;
    /** Compacts now, whatever the size. */
    compact(instructions: string | undefined, signal: AbortSignal | undefined): Promise<Outcome>;
    /** Goes on in another session, whatever the size. */
    handoff(options: HandoffOptions): Promise<HandoffOutcome>;
    /** Does what the session's numbers ask for, or what a provider's refusal does. What is under way ends first. */
    maintain({ reason, error, pending: messages, background, signal }: MaintainOptions): Promise<Outcome>;
    /** What is left to do after maintenance, read now: whether the model should go on by itself. */
    continuation(trigger?: CompactionReason): Promise<Continuation | null>;
    /**
     * Does other work that asks summarizers, once what is under way has ended. `abort` ends it, as it ends a compaction; it then
     * throws the reason of the signal that it was given. After `patienceMs` it is done beside what is under way: then it asks nobody.
     */
    exclusively<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>, patienceMs?: number): Promise<T>;
}
