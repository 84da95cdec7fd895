/**
 * How a session opens: by reading what the model can still see, and not what a compaction has folded away.
 *
 * The log is read from its end, and the path followed from the leaf up, until it reaches the first entry that the latest
 * compaction kept. What that compaction kept of the time before (the host's instructions, pinned messages) it names by
 * position: `details.resume`. An entry that does not follow the one before it in the log names its parent's position:
 * `parentAt`. Both are hints. What is found at a position counts only if its id is the one that was named; where a hint
 * is missing or wrong, more is read, and all of it in the end.
 */

import type { Entry } from "../types.js";

/** How many entries are read from the start, where a session's instructions stand; a session that has no more is then open. */
export const FIRST = 64;
/** How many are read at a time further on, at least. */
const LEAST = 256;

/** Where an entry stood in the log when it was named. */
export interface Place {
  id: string;
  /** Its position, from 0. */
  at: number;
}

/** What a compaction says of the part of its path that it folded away: as much as opening needs (`details.resume`). */
export interface Resume {
  /** The host's instructions at the path's start. */
  lead: Place[];
  /** Single messages that were kept, and the prunes that changed them or the instructions. */
  kept: Place[];
  /** The how-many-th compaction of the path it is. */
  compactions: number;
  /** The same since the newest user message. */
  compactionsSinceUser: number;
}

/** Positions from `from` to before `to`. */
export interface Stretch {
  from: number;
  to: number;
}

/** What opening found out. */
export interface Opened {
  /** The compaction behind which the log was not followed; undefined where the path is held down to its root. */
  compaction: number | undefined;
  /** Positions of the entries that stand on the path before what that compaction kept, in order. */
  before: number[];
}

/** The entries of a stored log that are known, by their position. */
export class Known {
  /** How many entries the log has. */
  head = 0;
  readonly #entries = new Map<number, Entry>();
  /** The positions of an id, in the order in which they became known. */
  readonly #positions = new Map<string, number[]>();

  /** Takes note of entries from a position on. One that is known already stays the object that it is. */
  add(from: number, entries: readonly Entry[]): void {
    entries.forEach((entry, index) => {
      const at = from + index;
      if (this.#entries.has(at)) return;
      this.#entries.set(at, entry);
      const others = this.#positions.get(entry.id);
      if (others) others.push(at);
      else this.#positions.set(entry.id, [at]);
    });
  }

  get(at: number): Entry | undefined {
    return this.#entries.get(at);
  }

  get isComplete(): boolean {
    return this.#entries.size === this.head;
  }

  /** The latest position before `before` at which an entry with this id is known. */
  find(id: string, before: number): number | undefined {
    let latest: number | undefined;
    for (const at of this.#positions.get(id) ?? []) if (at < before && at >= (latest ?? 0)) latest = at;
    return latest;
  }

  /** All that is known, in the order of the log. */
  inOrder(): [number, Entry][] {
    return [...this.#entries].sort(([a], [b]) => a - b);
  }

  /** The first stretch that is not known. */
  firstGap(): Stretch {
    let from = 0;
    while (this.#entries.has(from)) from++;
    let to = from;
    while (to < this.head && !this.#entries.has(to)) to++;
    return { from, to };
  }
}

/** Which stretch must be read next, or what was found out. With `all`, everything must be known. */
export function openNext(known: Known, all: boolean, before: number): Stretch | Opened {
  if (known.isComplete) return { compaction: undefined, before: [] };
  const found = all ? "unclear" : follow(known);
  if (found === "unclear") return known.firstGap();
  if (typeof found !== "number") return found;
  // On the way up twice as many each time, so that following the path anew costs no more than reading it.
  const length = Math.max(LEAST, before * 2);
  return { from: Math.max(0, found + 1 - length), to: found + 1 };
}

/** Follows the path from the leaf up: what was found out, or the position from which on up it is not known, or single entries. */
function follow(known: Known): Opened | Stretch | number | "unclear" {
  let at = known.head - 1;
  let entry = known.get(at);
  if (!entry) return at;
  let compaction: number | undefined;
  if (entry.type === "leaf") {
    if (entry.targetId === null) return { compaction, before: [] };
    const target = locate(known, entry, at, entry.targetId);
    if (target === undefined) return "unclear";
    at = target;
    entry = known.get(at);
  }
  for (; entry; entry = known.get(at)) {
    if (entry.type === "compaction" && compaction === undefined) compaction = at;
    const latest = compaction === undefined ? undefined : known.get(compaction);
    if (latest && latest.firstKeptEntryId === entry.id) {
      const resume = resumeOf(latest, at);
      if (resume) return check(known, compaction, resume);
    }
    if (entry.parentId === null) return { compaction: undefined, before: [] };
    const parent = locate(known, entry, at, entry.parentId);
    if (parent === undefined) return "unclear";
    at = parent;
  }
  return at;
}

/** Where the entry of an id ought to be, seen from an entry that names it; it may not be known yet. */
function locate(known: Known, from: Entry, at: number, id: unknown): number | undefined {
  if (typeof id !== "string") return undefined;
  const hint = isPosition(from.parentAt) && from.parentAt < at ? from.parentAt : at - 1;
  const there = known.get(hint);
  if (hint >= 0 && (!there || there.id === id)) return hint;
  return known.find(id, at);
}

/** What a compaction says of what lies before `kept`, if it says it rightly. */
function resumeOf({ details }: Entry, kept: number): Resume | undefined {
  const resume = (details as { resume?: Partial<Resume> } | null | undefined)?.resume;
  const isList = (list: unknown): list is Place[] =>
    Array.isArray(list) && list.every((place) => typeof place?.id === "string" && isPosition(place.at) && place.at < kept);
  return resume && isList(resume.lead) && isList(resume.kept) ? (resume as Resume) : undefined;
}

function check(known: Known, compaction: number | undefined, { lead, kept }: Resume): Opened | Stretch | "unclear" {
  const places = [...lead, ...kept];
  const missing = places.find(({ at }) => !known.get(at));
  if (missing) {
    let to = missing.at + 1;
    while (places.some(({ at }) => at === to) && !known.get(to)) to++;
    return { from: missing.at, to };
  }
  if (places.some(({ id, at }) => known.get(at)?.id !== id)) return "unclear";
  return { compaction, before: [...new Set(places.map(({ at }) => at))].sort((a, b) => a - b) };
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
