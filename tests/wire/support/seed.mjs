/** The random part of the wire tests: the same cases in every run, unless the environment asks for others or for more. */

import fc from "fast-check";

const SEED = Number(process.env.EPITOME_SEED ?? 20_261_130);
const FACTOR = Number(process.env.EPITOME_RUNS ?? 1);

/**
 * Checks an asynchronous property on random values. `runs` is how many by default; `EPITOME_RUNS` multiplies it, and
 * `EPITOME_SEED` draws other ones. What fails names its seed and the smallest value that was found.
 */
export function holds(arbitrary, property, { runs = 25 } = {}) {
  const numRuns = Math.max(1, Math.round(runs * FACTOR));
  // Looking for the smallest failing value is ended after a while; the best one so far is told.
  const limit = { interruptAfterTimeLimit: 20_000 * Math.max(1, FACTOR), markInterruptAsFailure: true };
  return fc.assert(fc.asyncProperty(arbitrary, property), { seed: SEED, numRuns, ...limit });
}
