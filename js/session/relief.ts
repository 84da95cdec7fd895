/** Shortens what is shown of messages where folding old ones away is not enough: one appended `prune` entry says how. */

import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import type { Entry } from "../types.js";
import { counted, learnedLimit, type WritingHost } from "./commit.js";
import type { PruneWhy } from "./types.js";

/** What is shown of a message instead of itself. The message stays as it is in the log. */
export type PruneEdit =
  /** It is left out. */
  | { entryId: string; drop: true }
  /** It is shown as it is, whatever edits before this one say. */
  | { entryId: string; restore: true }
  /** `text` stands in the place of a part: of a tool's output, of a call's arguments, of an image, of a file. */
  | PartEdit;

/** What stands in the place of a part of a message, and, for those who look at the log, why. */
export interface PartEdit {
  entryId: string;
  part: number;
  text: string;
  why?: PruneWhy;
  /** Tokens of the part as it was at first, and what is saved of them. */
  tokens?: number;
  tokensSaved?: number;
  /** The id of its copy among the artifacts. */
  artifact?: string;
  /** It stands for the texts of an output alone: images and files in it stay. */
  keepsMedia?: boolean;
}

/** What is shortened, as the core names it. */
export enum Relief {
  /** Outputs of tools that are far too large by themselves. */
  LargeOutputs,
  /** All outputs of tools, as far as need be. */
  Outputs,
  /** Images and files, as far as need be. */
  Media,
  /** All images and files; those of the user's newest request only where there are no others. */
  AllMedia,
}

/** More items than a context has. */
const ALL = 0xffff_ffff;

/** The edits that make the context fit, as far as shortening can. */
export function reliefEdits({ log, journal }: WritingHost, what: Relief, pendingTokens: number): PruneEdit[] {
  const found = log.relief(what, pendingTokens);
  const edits: PruneEdit[] = [];
  for (let at = 0; at < found.length; at += 4) {
    const [place, part, tokens, tokensSaved] = [found[at]!, found[at + 1]!, found[at + 2]!, found[at + 3]!];
    const { id: entryId, message } = journal.held.entries[place]!;
    const text = guarded(() => log.write("shorten", stage(message, { part, tokens })));
    edits.push({ entryId, part, text, why: "oversized", tokensSaved });
  }
  return edits;
}

/** A prune that is to be written. */
export interface PruneDraft {
  reason: string;
  /** As a function, they are found when it is written. */
  edits: readonly PruneEdit[] | (() => readonly PruneEdit[]);
  /** The context's generation when it was planned: another one it does not fit. */
  generation?: number;
}

/**
 * Writes a prune entry; null where there is nothing to hide, or the context has changed otherwise than by growing. An abort before
 * the store is asked changes nothing.
 */
export async function writePrune(host: WritingHost, draft: PruneDraft, signal: AbortSignal): Promise<Entry | null> {
  const { reason, edits, generation } = draft;
  if (typeof edits !== "function" && edits.length === 0) return null;
  const { writer, journal, log } = host;
  const { tokens: tokensBefore } = log.check(0, 0, false);
  const [usageRatio, overheadTokens, declaredTokens] = log.calibration();
  // What is told by the counts in the log is found there again; what a refusal told is not.
  const known = counted({ usageRatio, overheadTokens, declaredTokens });
  const learned = learnedLimit(log);
  const details = { ...(("overheadTokens" in known || "learnedLimit" in learned) && known), ...learned };
  const isTrue = () => generation === undefined || log.context(generation, ALL)[0] === generation;
  const make = (leafId: string | null) => {
    const found = typeof edits === "function" ? edits() : edits;
    const fields = { reason, edits: found, tokensBefore, ...(Object.keys(details).length > 0 && { details }) };
    return found.length > 0 && isTrue() ? [writer.make("prune", leafId, fields)] : null;
  };
  const written = await journal.write(make, { signal, settled: true });
  return written?.[0] ?? null;
}
