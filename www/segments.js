/** From messages to the segments of a bar: grouped by turn, the tiny ones merged where there are too many to draw. */

import { sum } from "./numbers.js";

/** @typedef {import("./describe.js").Item} Item */
/** @typedef {import("./describe.js").Kind} Kind */

/**
 * One piece of a bar: a message, or several small neighbours.
 *
 * @typedef {object} Segment
 * @property {Item[]} items
 * @property {number} weight its part of the bar
 * @property {Kind} kind the kind that fills most of it
 */

/** More pieces than this are neither told apart by an eye nor drawn without effort. */
export const MOST_SEGMENTS = 600;

/** The weights of items: their tokens, and a sliver for those without any, so that each can be seen. @param {readonly Item[]} items */
export function weightsOf(items) {
  const total = sum(items.map(({ tokens }) => tokens));
  const least = Math.max(total / 5000, 0.01);
  return items.map(({ tokens }) => Math.max(tokens, least));
}

/**
 * The segments of each turn.
 *
 * @param {readonly Item[]} items
 * @param {readonly number[]} weights
 * @returns {Segment[][]}
 */
export function segmentsOf(items, weights, most = MOST_SEGMENTS) {
  const total = sum(weights);
  const merging = items.length > most;
  const floor = merging ? (2 * total) / most : 0;
  const turns = new Set(items.map(({ turn }) => turn)).size;
  // Where the turns alone are too many, small ones go together as well.
  const acrossTurns = turns > most / 2;
  /** @type {Segment[][]} */
  const grouped = [];
  items.forEach((item, at) => {
    const weight = weights[at] ?? 0;
    const group = grouped.at(-1);
    const last = group?.at(-1);
    const sameTurn = last?.items.at(-1)?.turn === item.turn;
    if (last && merging && last.weight < floor && weight < floor && (sameTurn || acrossTurns)) {
      last.items.push(item);
      last.weight += weight;
    } else {
      const segment = { items: [item], weight, kind: item.kind };
      if (group && sameTurn) group.push(segment);
      else grouped.push([segment]);
    }
  });
  for (const segment of grouped.flat()) segment.kind = mainKind(segment.items);
  return grouped;
}

/** @param {readonly Item[]} items @returns {Kind} */
function mainKind(items) {
  /** @type {Map<Kind, number>} */
  const sums = new Map();
  for (const { kind, tokens } of items) sums.set(kind, (sums.get(kind) ?? 0) + tokens + 1);
  const [[kind] = ["note"]] = [...sums].sort(([, a], [, b]) => b - a);
  return /** @type {Kind} */ (kind);
}
