/** A summary that is written while the conversation goes on, and held until the session comes to a safe point. */
import type { Fold } from "./fold.js";
import type { Outcome } from "./types.js";
export interface Background {
    /** Whether there is nothing to wait for any more: the summary is written, or there is none. */
    isReady: boolean;
    /** Lets the summary be committed, and gives what became of it. After an abort it ends as `cancelled`. */
    end(): Promise<Outcome>;
    abort(reason: unknown): void;
}
/** Goes on with what `begin` has begun under the signal that it is given; undefined where there is nothing to do. */
export declare function inBackground(caller: AbortSignal | undefined, begin: (signal: AbortSignal) => Fold | undefined): Background | undefined;
