/** Moving in the session's tree, and what there is to see of it. */

import { EpitomeError } from "../errors.js";
import type { Entry } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { Journal } from "./journal.js";
import { textOf } from "./text.js";
import type { Branch, NavigateOptions, NavigateOutcome } from "./types.js";

/** What navigation needs of its session. */
export interface TreeHost {
  journal: Journal;
  log: Log;
  /** An entry of a type, following another one. */
  make(type: string, parentId: string | null, fields: Record<string, unknown>): Entry;
}

/** The place of an entry that must be there, read from the store if need be, with all of its path. */
export async function placeOf({ journal }: TreeHost, entryId: string, signal: AbortSignal | undefined): Promise<number> {
  const { held } = journal;
  if (typeof entryId !== "string") throw unknownEntry(entryId);
  const place = held.placeOf(entryId);
  if (place !== undefined && held.isWhole(place)) return place;
  await journal.load(signal);
  const found = held.placeOf(entryId);
  if (found === undefined) throw unknownEntry(entryId);
  return found;
}

/** The error for an entry that the log does not have. */
export function unknownEntry(entryId: unknown): EpitomeError {
  return new EpitomeError("unknown-entry", `There is no entry ${JSON.stringify(entryId)}.`, { details: { path: "entryId" } });
}

/** Writes the move to another entry. */
export async function navigate(host: TreeHost, entryId: string | null, options: NavigateOptions): Promise<NavigateOutcome> {
  const { journal, log } = host;
  const { edit = true, signal } = options;
  const { held } = journal;
  let oldLeafId = held.leaf?.id ?? null;
  if (signal?.aborted) return unmoved("cancelled", "aborted", oldLeafId);
  try {
    let target = entryId;
    let editorText: string | undefined;
    if (entryId !== null) {
      const place = await placeOf(host, entryId, signal);
      if (edit && log.startsTurn(place)) {
        editorText = textOf(log, held.entries[place]!);
        const parent = log.parentOf(place);
        target = parent === undefined ? null : held.entries[parent]!.id;
      }
    }
    let ancestor: number | undefined;
    const at = () => (target === null ? undefined : held.placeOf(target));
    const written = await journal.write(
      () => {
        // As it is now: another writer may have moved the session since.
        oldLeafId = held.leaf?.id ?? null;
        ancestor = log.commonAncestor(log.leaf(), at());
        return target === oldLeafId ? null : [host.make("leaf", target, { targetId: target })];
      },
      { signal, settled: true },
    );
    const text = editorText === undefined ? {} : { editorText };
    if (!written) return { ...unmoved("nothing", "already-there", oldLeafId), ...text };
    const commonAncestorId = ancestor === undefined ? null : held.entries[ancestor]!.id;
    return { status: "navigated", reason: "navigated", oldLeafId, leafId: target, commonAncestorId, entry: written[0]!, ...text };
  } catch (error) {
    if (signal?.aborted && error === signal.reason) return unmoved("cancelled", "aborted", held.leaf?.id ?? null);
    throw error;
  }
}

function unmoved(status: "nothing" | "cancelled", reason: string, leafId: string | null): NavigateOutcome {
  return { status, reason, oldLeafId: leafId, leafId, commonAncestorId: leafId };
}

/** The branches of a log that is held whole. */
export function branches({ journal, log }: TreeHost): Branch[] {
  const { entries } = journal.held;
  const labels = labelsOf(entries);
  const found = log.branches();
  const list: Branch[] = [];
  for (let at = 0; at < found.length; at += 3) {
    const tip = entries[found[at]!]!;
    const fork = entries[found[at + 1]!];
    list.push({
      leafId: tip.id,
      forkId: fork?.id ?? null,
      entries: found[at + 2]!,
      modified: tip.timestamp,
      isActive: found[at + 2] === 0,
      ...(labels.has(tip.id) && { label: labels.get(tip.id)! }),
    });
  }
  const leaf = journal.held.leaf;
  if (leaf && !list.some(({ isActive }) => isActive)) {
    // The session stands in the middle of others' paths.
    list.push({ leafId: leaf.id, forkId: leaf.id, entries: 0, modified: leaf.timestamp, isActive: true });
  }
  return list;
}

/** The labels, by the entry that they name. The latest counts; one without a text takes the label away. */
export function labelsOf(entries: readonly Entry[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { type, targetId, label } of entries) {
    if (type !== "label" || typeof targetId !== "string") continue;
    if (typeof label === "string" && label !== "") labels.set(targetId, label);
    else labels.delete(targetId);
  }
  return labels;
}
