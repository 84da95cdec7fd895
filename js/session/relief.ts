/** Shortens what is shown of messages where folding old ones away is not enough: one appended `prune` entry says how. */

import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import type { Entry } from "../types.js";
import { counted, learnedLimit, type WritingHost } from "./commit.js";

/** What is shown of a message instead of itself. The message stays as it is in the log. */
export type PruneEdit =
  /** It is left out. */
  | { entryId: string; drop: true }
  /** `text` stands in the place of a part: of a tool's output, of an image, of a file. */
  | { entryId: string; part: number; text: string };

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

/** The edits that make the context fit, as far as shortening can. */
export function reliefEdits({ log, journal }: WritingHost, what: Relief, pendingTokens: number): PruneEdit[] {
  const found = log.relief(what, pendingTokens);
  const edits: PruneEdit[] = [];
  for (let at = 0; at < found.length; at += 3) {
    const [place, part, tokens] = [found[at]!, found[at + 1]!, found[at + 2]!];
    const { id: entryId, message } = journal.held.entries[place]!;
    edits.push({ entryId, part, text: guarded(() => log.write("shorten", stage(message, { part, tokens }))) });
  }
  return edits;
}

/** Writes a prune entry; null where there is nothing to hide. An abort before the store is asked changes nothing. */
export async function writePrune(
  host: WritingHost,
  reason: string,
  edits: readonly PruneEdit[],
  tokensBefore: number,
  signal: AbortSignal,
): Promise<Entry | null> {
  if (edits.length === 0) return null;
  const { writer, journal, log } = host;
  const [usageRatio, overheadTokens, declaredTokens] = log.calibration();
  // What is told by the counts in the log is found there again; what a refusal told is not.
  const known = counted({ usageRatio, overheadTokens, declaredTokens });
  const learned = learnedLimit(log);
  const details = { ...(("overheadTokens" in known || "learnedLimit" in learned) && known), ...learned };
  const fields = { reason, edits, tokensBefore, ...(Object.keys(details).length > 0 && { details }) };
  const make = (leafId: string | null) => [writer.make("prune", leafId, fields)];
  const written = await journal.write(make, { signal, settled: true });
  return written?.[0] ?? null;
}
