/**
 * Tells whether a store keeps the contract of `SessionStore`: a suite of cases for a store of your own. The stores of this
 * package pass it.
 *
 * It needs no framework and runs in Node, in pages and in workers. Each case gets a fresh, empty store from `open`; a case
 * that fails throws an error that says which rule was broken, how it showed, and what to do.
 *
 * With node:test (vitest, and any other with `test(name, run)`, the same):
 *
 * ```js
 * import { test } from "node:test";
 * import { conformance } from "epitome/stores/conformance";
 *
 * for (const { name, run } of conformance(async () => {
 *   const dir = await mkdtemp(join(tmpdir(), "store-"));
 *   return {
 *     store: myStore(dir),
 *     reopen: () => myStore(dir), // what another process would do
 *     close: () => rm(dir, { recursive: true }),
 *   };
 * })) {
 *   test(name, run);
 * }
 * ```
 *
 * In a page or a worker, or wherever there is no framework:
 *
 * ```js
 * import { runConformance } from "epitome/stores/conformance";
 *
 * const { passed, failed, skipped } = await runConformance(() => ({ store: myStore(crypto.randomUUID()) }));
 * for (const { name, error } of failed) console.error(name, error.message);
 * ```
 *
 * Optional methods are tried only where they are there. Some cases write some megabytes, and some hundred appends in all;
 * nothing is asked of the clock or of chance, except that the order of what runs at once is not ours to say.
 */
import type { MaybePromise, SessionStore } from "../types.js";
import { type Subject } from "./conformance/trial.js";
export type { Subject };
/** One case of the suite. */
export interface ConformanceCase {
    /** What it tries, as a sentence. Unique, and the same from one run to the next. */
    name: string;
    /**
     * Opens a store, tries the case on it, and closes it.
     *
     * @param context the test framework's own, if it has a `skip`: it is called where the store lacks what the case is about.
     *   Without it such a case does nothing.
     * @throws EpitomeError `contract-broken` where the store breaks the rule. `details` has `case`, `rule` and `advice`;
     *   `cause` is what the store threw, if it did.
     */
    run(context?: {
        skip?: ((why: string) => unknown) | undefined;
    }): Promise<void>;
}
/** Options of the suite. */
export interface ConformanceOptions {
    /** Only the cases whose names match. */
    only?: RegExp | undefined;
    /** How long one case may take, in milliseconds, before it counts as hung. Default: 120,000. */
    timeoutMs?: number | undefined;
}
/** How a store did. */
export interface ConformanceReport {
    /** The names of the cases that the store passed. */
    passed: string[];
    /** Those that it did not, with the error of each. */
    failed: {
        name: string;
        error: unknown;
    }[];
    /** Those that were not tried, with the reason. */
    skipped: {
        name: string;
        why: string;
    }[];
}
/** Gives a fresh, empty store, or one with what only its owner can do. Called once for each case. */
export type OpenSubject = () => MaybePromise<SessionStore | Subject>;
/** The suite as a list of cases, for a test framework. */
export declare function conformance(open: OpenSubject, options?: ConformanceOptions): ConformanceCase[];
/** Runs the suite, one case after the other, and reports. It does not throw for what the store does. */
export declare function runConformance(open: OpenSubject, options?: ConformanceOptions): Promise<ConformanceReport>;
