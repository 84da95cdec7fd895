/** What the `prune` entries of a path say, for those who look at a log: which parts are hidden, why, and what that saves. */

import type { Entry } from "./types.js";

/** Parts that gave their place to something shorter, and the tokens that this saves, as far as the log says it. */
export interface Saving {
  edits: number;
  tokensSaved: number;
}

/** What one `prune` entry did. */
export interface PruneNote extends Saving {
  timestamp: string;
  /** On what occasion: `threshold`, `idle`, `overflow`, …; of some logs it is not known. */
  reason: string;
  /** How many copies were kept of what went. */
  artifacts: number;
  /** Why the parts went: `old`, `repeated`, `covered`, `changed`, … */
  byReason: Record<string, Saving>;
  /** Messages that left the context, and messages that are shown whole again. */
  dropped: number;
  restored: number;
}

/** What is hidden of one message: for each of its parts why, and what that saves. */
export type Hidden = ReadonlyMap<number, { why: string; tokensSaved: number }>;

/** An edit as it stands in a log: nothing is certain of it. */
type Edit = Record<string, unknown>;

/** Reads a `prune` entry. */
export function pruneNote({ timestamp, reason, edits }: Entry): PruneNote {
  const reasons = new Map<string, Saving>();
  const note = { timestamp: textOf(timestamp), reason: textOf(reason), edits: 0, tokensSaved: 0, artifacts: 0, dropped: 0, restored: 0 };
  for (const edit of editsIn(edits)) {
    if (edit.restore === true) note.restored++;
    else if (edit.drop === true) note.dropped++;
    else if (hides(edit)) {
      const of = reasons.get(whyOf(edit)) ?? { edits: 0, tokensSaved: 0 };
      reasons.set(whyOf(edit), of);
      for (const sum of [note, of]) {
        sum.edits++;
        sum.tokensSaved += savedBy(edit);
      }
      if (typeof edit.artifact === "string") note.artifacts++;
    }
  }
  return { ...note, byReason: Object.fromEntries(reasons) };
}

/** What the prunes of a path hide of its messages, by the message's entry. A later edit of a part counts, a restore undoes all before it. */
export function hiddenOn(path: readonly Entry[]): Map<string, Hidden> {
  const hidden = new Map<string, Map<number, { why: string; tokensSaved: number }>>();
  for (const edit of path.flatMap(({ type, edits }) => (type === "prune" ? editsIn(edits) : []))) {
    const entryId = textOf(edit.entryId);
    if (edit.restore === true) hidden.delete(entryId);
    else if (hides(edit)) {
      const parts = hidden.get(entryId) ?? new Map();
      hidden.set(entryId, parts.set(Number(edit.part), { why: whyOf(edit), tokensSaved: savedBy(edit) }));
    }
  }
  return hidden;
}

const editsIn = (edits: unknown): Edit[] =>
  Array.isArray(edits) ? edits.filter((edit): edit is Edit => typeof edit === "object" && edit !== null) : [];
const hides = ({ drop, part, text }: Edit) => drop !== true && typeof part === "number" && typeof text === "string";
const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const whyOf = ({ why }: Edit) => textOf(why) || "unsaid";
const savedBy = ({ tokensSaved }: Edit) =>
  typeof tokensSaved === "number" && tokensSaved > 0 && tokensSaved < 1e12 ? Math.round(tokensSaved) : 0;
