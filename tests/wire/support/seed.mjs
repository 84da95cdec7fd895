/** The random part of the wire tests: the same cases in every run, unless the environment asks for others or for more. */

import fc from "fast-check";

const SEED = Number(process.env.EPITOME_SEED ?? 20_261_130);
const FACTOR = Number(process.env.EPITOME_RUNS ?? 1);

/** Looking for the smallest failing value is ended after so many milliseconds; the best one so far is told. */
const SHRINKING = 5_000;

/**
 * Checks an asynchronous property on random values. `runs` is how many by default; `EPITOME_RUNS` multiplies it, and
 * `EPITOME_SEED` draws other ones. What fails names its seed and the smallest value that was found.
 */
export async function holds(arbitrary, property, { runs = 25 } = {}) {
  const numRuns = Math.max(1, Math.round(runs * FACTOR));
  let failedAt;
  const timed = async (value) => {
    if (failedAt && performance.now() - failedAt > SHRINKING) return;
    try {
      await property(value);
    } catch (error) {
      failedAt ??= performance.now();
      throw error;
    }
  };
  const result = await fc.check(fc.asyncProperty(arbitrary, timed), { seed: SEED, numRuns });
  if (!result.failed) return;
  const { counterexample, errorInstance, counterexamplePath, numShrinks } = result;
  const where = `seed ${SEED}, path ${counterexamplePath}, after ${numShrinks} steps of shrinking`;
  const message = `${errorInstance?.message}\n\nfor ${fc.stringify(counterexample?.[0])}\n(${where})`;
  throw new Error(message, { cause: errorInstance });
}
