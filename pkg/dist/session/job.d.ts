/** One maintenance under way: what it was asked to do, and how large the context is for it. */
import type { Entry } from "../types.js";
import type { Check, Log } from "../wasm/epitome.js";
import type { Refusal } from "./refusal.js";
import type { CompactionReason, Outcome } from "./types.js";
/** Messages that are about to be sent: how many, and their tokens by our estimate. */
export type Pending = readonly [messages: number, tokens: number];
export declare const NOTHING_PENDING: Pending;
/** Why a reply has left the context that says nothing but that the request failed. */
export declare const FAILED_REPLY = "failed-reply";
/** What a job is made of. */
export interface JobOptions {
    log: Log;
    trigger: CompactionReason;
    signal: AbortSignal;
    pending?: Pending;
    instructions?: string | undefined;
}
export declare class Job {
    #private;
    readonly trigger: CompactionReason;
    readonly signal: AbortSignal;
    readonly pending: Pending;
    readonly instructions: string | undefined;
    /** What a provider has refused. */
    refusal: Refusal | undefined;
    /** Why it acts, as the core says. */
    reason: string;
    /** Tokens before anything was done. */
    tokensBefore: number;
    /** The prunes that it has written. */
    readonly prunes: Entry[];
    constructor({ log, trigger, signal, pending, instructions }: JobOptions);
    /** The numbers as they are now. */
    check(overflow?: boolean, idleMs?: number): Check;
    /** What was learned meanwhile counts for both sizes. */
    measureAnew(): void;
    /** Whether the context is over its trigger. */
    isOver(): boolean;
    /** Whether it is so large that a provider would refuse it, or larger than a share of that. */
    mustShrink(share?: number): boolean;
    /** Whether what the model sees was shortened. That a failed reply has left makes no other request. */
    isShortened(): boolean;
    sizes(): {
        tokensBefore: number;
        tokensAfter: number;
    };
    /** An outcome, as it stands. */
    ended(status: Outcome["status"], reason: string): Outcome;
}
