/** What a provider's refusal means for the session: told by the host, or by the newest reply itself. */
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { Held } from "./held.js";
/** A request that was refused for its size. */
export interface Refusal {
    /** Too many tokens, or too many bytes: then images and files are the remedy, and no summary. */
    kind: "overflow" | "payload-too-large";
    /** How many tokens the provider counted, and how many it allows; 0 where it did not say. */
    observed: number;
    maximum: number;
    /** By how much that is too much, where it says nothing else; else 0. */
    excess: number;
    /** What told of it. */
    error: unknown;
    /** The failed reply, where it stands in the log: it leaves the context. */
    reply?: Entry | undefined;
    /** A reply has told of it that is an answer all the same. */
    isAnswer?: boolean;
}
/** The refusals of a session, each to be answered once. */
export declare class Refusals {
    #private;
    constructor(log: Log, held: Held);
    /**
     * The refusal behind an error of the host; `stale` for one that was answered, or that a compaction has come after; `other`
     * for an error of another kind.
     */
    told(error: unknown): Refusal | "stale" | "other";
    /** The refusal that the newest reply shows, where neither an answer nor a compaction has come since. */
    shown(): Refusal | undefined;
    /** Takes note that a refusal was answered, whatever came of it. */
    answer({ error }: Refusal): void;
}
