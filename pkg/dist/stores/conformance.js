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
import { EpitomeError } from "../errors.js";
import { appending } from "./conformance/appending.js";
import { artifacts } from "./conformance/artifacts.js";
import { reading } from "./conformance/reading.js";
import { sessions } from "./conformance/sessions.js";
import { Broken, show, Trial } from "./conformance/trial.js";
import { values } from "./conformance/values.js";
import { writers } from "./conformance/writers.js";
const CASES = [...appending, ...writers, ...reading, ...values, ...sessions, ...artifacts];
/** The suite as a list of cases, for a test framework. */
export function conformance(open, options = {}) {
    return chosen(options).map((item) => ({
        name: item.name,
        run: async (context) => {
            const skipped = await tryCase(item, open, options);
            if (skipped !== undefined)
                context?.skip?.(skipped);
        },
    }));
}
/** Runs the suite, one case after the other, and reports. It does not throw for what the store does. */
export async function runConformance(open, options = {}) {
    const report = { passed: [], failed: [], skipped: [] };
    for (const item of chosen(options)) {
        const { name } = item;
        try {
            const why = await tryCase(item, open, options);
            if (why === undefined)
                report.passed.push(name);
            else
                report.skipped.push({ name, why });
        }
        catch (error) {
            report.failed.push({ name, error });
        }
    }
    return report;
}
function chosen({ only }) {
    return CASES.filter(({ name }) => only === undefined || name.search(only) >= 0);
}
/** Tries one case. Answers why it was skipped, or undefined. */
async function tryCase(item, open, { timeoutMs = 120_000 }) {
    const opened = await open();
    const subject = isSubject(opened) ? opened : { store: opened };
    let failure;
    let skipped;
    try {
        const trial = new Trial(subject);
        skipped = trial.lacks(item.needs);
        if (skipped === undefined)
            await withinTime(item.run(trial), trial, timeoutMs);
    }
    catch (error) {
        failure = { error: explained(error, item) };
    }
    try {
        await subject.close?.();
    }
    catch (error) {
        failure ??= { error: explained(new Broken(`close failed after the case: ${show(error)}.`, undefined, error), item) };
    }
    if (failure)
        throw failure.error;
    return skipped;
}
/** A store of its own may have a field `store`; a subject has no `append`. */
const isSubject = (opened) => !("append" in opened) && "store" in opened;
async function withinTime(work, { pending }, timeoutMs) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => {
            const waiting = pending.size > 0 ? `has no answer from ${[...pending].join(" and ")}` : "has not come to its end";
            reject(new Broken(`After ${timeoutMs} ms the case ${waiting}.`, "Let every call answer or fail; look for a lock that is held across two calls."));
        }, timeoutMs);
    });
    try {
        await Promise.race([work, late]);
    }
    finally {
        clearTimeout(timer);
    }
}
/** A failure with the rule that it breaks and what to do. */
function explained(error, { name, rule, advice: general }) {
    // What is no finding is a mistake of the suite, or of `reopen`, and stays as it is.
    if (!(error instanceof Broken))
        return error;
    const advice = error.advice ?? general;
    const message = `${error.problem}\nThe rule: ${rule}\nWhat to do: ${advice}`;
    return new EpitomeError("contract-broken", message, { details: { case: name, rule, advice }, cause: error.cause });
}
