/** A log as a tree: what follows what, which way the session stands, and in which order it is drawn. No step recurses. */

import type { Entry } from "../types.js";

/** A log's tree. Its nodes are the entries' places; the place behind the last is the beginning, before every root. */
export interface Shape {
  /** For each entry the node before it. Labels and moves belong to no branch: what follows them follows what they follow. */
  parents: Int32Array;
  /** Whether the entry is a node. */
  isNode(at: number): boolean;
  /** The nodes in drawing order: each before its children, the way that goes straight on behind all others. */
  order: number[];
  /** For each node how deep it is drawn: 0 is the trunk, and each branch off goes one to the right. */
  levels: Int32Array;
  /** How many nodes follow each. */
  children: Int32Array;
  /** Whether the path to where the session stands goes through each. */
  active: Uint8Array;
  /** Where the session stands. */
  leaf: number;
  /** How many nodes hang below each, itself counted. */
  sizes: Int32Array;
  /** The place of each entry by its id. */
  places: ReadonlyMap<string, number>;
}

/** Labels name entries and moves go to them; neither is a part of a branch. */
const PASSED = new Set(["label", "leaf"]);

/**
 * Finds the shape of a log, as a session reads it: an entry whose parent is not in the log before it follows the entry
 * before it. The trunk is the active path, and below it the larger part, so that a tree of n entries is drawn some log n
 * levels deep at the most.
 */
export function shapeOf(entries: readonly Entry[], leafId: string | null): Shape {
  const beginning = entries.length;
  const places = new Map<string, number>();
  const parents = new Int32Array(beginning + 1).fill(beginning);
  const isNode = (at: number) => at === beginning || !PASSED.has(entries[at]!.type);
  for (const [at, { id, parentId }] of entries.entries()) {
    const named = typeof parentId === "string" ? places.get(parentId) : parentId === null ? beginning : undefined;
    const parent = named ?? (at === 0 ? beginning : at - 1);
    parents[at] = isNode(parent) ? parent : parents[parent]!;
    places.set(id, at);
  }
  const stands = leafId === null ? beginning : (places.get(leafId) ?? beginning);
  const leaf = isNode(stands) ? stands : parents[stands]!;

  const children = new Int32Array(beginning + 1);
  const sizes = new Int32Array(beginning + 1).fill(1);
  for (let at = beginning - 1; at >= 0; at--) {
    if (!isNode(at)) continue;
    children[parents[at]!]!++;
    sizes[parents[at]!]! += sizes[at]!;
  }
  const active = new Uint8Array(beginning + 1);
  for (let at = leaf; at !== beginning; at = parents[at]!) active[at] = 1;
  active[beginning] = 1;

  // The child that goes straight on, and the others as chains, the last first.
  const straight = new Int32Array(beginning + 1).fill(-1);
  for (let at = 0; at < beginning; at++) {
    if (!isNode(at)) continue;
    const rival = straight[parents[at]!]!;
    const isBetter = rival < 0 || active[at]! > active[rival]! || (active[at] === active[rival] && sizes[at]! >= sizes[rival]!);
    if (isBetter) straight[parents[at]!] = at;
  }
  const firstAside = new Int32Array(beginning + 1).fill(-1);
  const nextAside = new Int32Array(beginning + 1).fill(-1);
  for (let at = 0; at < beginning; at++) {
    if (!isNode(at) || straight[parents[at]!] === at) continue;
    nextAside[at] = firstAside[parents[at]!]!;
    firstAside[parents[at]!] = at;
  }

  const order: number[] = [];
  const levels = new Int32Array(beginning + 1);
  const waiting = [beginning];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    order.push(at);
    const next = straight[at]!;
    if (next >= 0) {
      levels[next] = levels[at]!;
      waiting.push(next);
    }
    for (let aside = firstAside[at]!; aside >= 0; aside = nextAside[aside]!) {
      levels[aside] = levels[at]! + 1;
      waiting.push(aside);
    }
  }
  return { parents, isNode, order, levels, children, active, leaf, sizes, places };
}
