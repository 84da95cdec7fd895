/** Whether there is work to go on with after a compaction, and what to tell the model then. */
import type { Continuation, SessionState } from "./types.js";
/** What the context itself says of unfinished work. */
export interface ContinuationFacts {
    /** Whether the newest reply was cut off at its longest. */
    isCutOff: boolean;
    /** Whether the newest message is a tool's result, or a call that has none yet: the model has still to answer. */
    isOpenLoop: boolean;
}
/**
 * Seed 002's gate: null where nothing shows unfinished work, so that no request is made for nothing. A paused goal waits for a
 * person, whatever else is open.
 */
export declare function continuation(state: SessionState | null | undefined, facts: ContinuationFacts): Continuation | null;
/** What counts as unfinished. */
export declare const isOpen: {
    todo: ({ status }: {
        status?: unknown;
    }) => boolean;
    skill: ({ active }: {
        active?: unknown;
    }) => boolean;
};
