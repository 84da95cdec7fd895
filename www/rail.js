/** The rail below a bar: what becomes of the messages above it. */

import { el } from "./dom.js";
import { count, sum } from "./numbers.js";

/** @typedef {import("./session.js").Fate} Fate */

/** The fates in words. @type {Record<Fate, string>} */
export const FATES = { folded: "summarized", kept: "kept" };

/**
 * The stretches of messages with the same fate, as wide as these. The widest of each fate says so, with the number of all.
 *
 * @param {readonly Fate[]} fates
 * @param {readonly number[]} weights
 * @returns {HTMLElement[]}
 */
export function runs(fates, weights) {
  /** @type {{ fate: Fate; weight: number }[]} */
  const found = [];
  fates.forEach((fate, at) => {
    const weight = weights[at] ?? 0;
    const last = found.at(-1);
    if (last?.fate === fate) last.weight += weight;
    else found.push({ fate, weight });
  });
  return found.map((run) => {
    const own = found.filter(({ fate }) => fate === run.fate);
    const widest = run.weight === Math.max(...own.map(({ weight }) => weight));
    const all = fates.filter((fate) => fate === run.fate).length;
    const element = el("div", { class: `run ${run.fate}` }, widest && el("span", {}, `${FATES[run.fate]} ${count(all)}`));
    element.style.flexGrow = String(run.weight);
    return element;
  });
}

/** @param {readonly Fate[]} fates @param {Fate} fate */
export const countOf = (fates, fate) => sum(fates.map((other) => Number(other === fate)));
