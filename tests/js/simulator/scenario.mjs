/** Random sessions, each from one number: what the provider is like, what the host says of it, who summarizes, what happens. */

import { random } from "../random.mjs";
import { FORMATS } from "./formats.mjs";
import { MANNERS, wordings } from "./provider.mjs";
import { SUMMARIZERS } from "./summarizers.mjs";
import { KINDS } from "./texts.mjs";

/** A scenario; `given` are values that stand instead of the drawn ones. */
export function scenario(seed, given = {}) {
  const draw = random(seed);
  const { next, below } = draw;
  const oneOf = (list) => list[below(list.length)];
  const chance = (share) => next() < share;
  const between = (least, most) => least + next() * (most - least);
  const log = (least, most) => Math.round(least * (most / least) ** next());

  const manner = oneOf(MANNERS);
  const window = log(2_000, chance(0.15) ? 200_000 : 24_000);
  // What is accepted silently has no other limit than the one that is known.
  const limit = manner === "accepts" || chance(0.3) ? window : Math.round(window * oneOf([0.4, 0.6, 0.8, 0.9, 1.3, 2]));
  const slope = between(0.6, 2);
  const protectTokens = Math.round(limit / 20);
  const overhead = chance(0.4) ? 0 : Math.round(limit * between(0, 0.25));
  const kind = next();
  const turns = kind < 0.06 ? log(300, 2_000) : kind < 0.2 ? log(30, 300) : log(2, 30);
  const summarizers = Array.from({ length: 1 + below(2) }, () => (chance(0.4) ? "good" : oneOf(Object.keys(SUMMARIZERS))));
  const drawn = {
    seed,
    format: oneOf(Object.keys(FORMATS)),
    // What is true of the provider.
    manner,
    wording: oneOf(wordings(manner)),
    limit,
    slope,
    overhead,
    trouble: chance(0.5) ? 0 : between(0, 0.2),
    // What the host says of it.
    window: chance(0.07) ? 0 : window,
    maxOutput: oneOf([0, 0, 0, Math.round(window / 8), window]),
    declared: oneOf(["nothing", "tokens", "texts", "nothing"]),
    usage: oneOf(["whole", "whole", "whole", "missing", "zero", "sometimes"]),
    // The settings.
    summarizers,
    maxRetries: below(3),
    compaction: oneOf([
      {},
      {},
      {},
      { thresholdPercent: 60 },
      { keepRecentTokens: 1_000 },
      { maxMessages: 40 },
      { maskObservations: false },
    ]),
    larger: chance(0.1),
    // The conversation.
    turns,
    system: chance(0.5) ? Math.round((limit / slope) * between(0.005, 0.08)) : 0,
    autonomous: chance(0.08),
    stepsPerTurn: oneOf([0, 1, 2, 3, 3, 8, 25]),
    callsPerStep: oneOf([1, 1, 1, 3]),
    size: between(0.003, 0.03),
    giants: chance(0.5) ? 0 : between(0, 0.08),
    longRequests: chance(0.6) ? 0 : 0.1,
    images: chance(0.75) ? 0 : 0.1,
    mostImages: oneOf([3, 10, 1_000]),
    pins: chance(0.7) ? 0 : 0.02,
    switches: chance(0.75) ? 0 : 0.04,
    aborts: chance(0.85) ? 0 : 0.1,
    interruptions: chance(0.8) ? 0 : 0.3,
    reopens: Math.min(chance(0.5) ? 0.01 : 0.15, 10 / turns),
    text: oneOf([...KINDS, "prose"]),
    prune: oneOf([
      {},
      { protectTokens, minimumSavings: protectTokens },
      { protectTokens, minimumSavings: 0, singleTurn: true, protectRecentTurns: 1 },
      { protectTokens: 0, minimumSavings: 1, protectedTools: [], images: true, spill: false },
      { protectTokens, minimumSavings: 1, batch: "cost", singleTurn: true },
      // A millisecond is a long time here.
      { protectTokens, minimumSavings: protectTokens, cacheTtlMs: 1 },
    ]),
    ...given,
  };
  // The small world stays small: in no session the model is asked more often.
  drawn.mostSends = drawn.turns > 300 ? 5_000 : 1_500;
  return drawn;
}
