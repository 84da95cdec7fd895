/** What is said of a stored log that leaves something open. */

import type { SessionWarning } from "./types.js";

/** The warning for a finding of the core: what, the entry, and the id that it names. */
export function findingWarning(code: string, entryId: string, otherId: string): SessionWarning {
  return { code: code as SessionWarning["code"], message: sentence(code, entryId, otherId), entryId };
}

function sentence(code: string, entryId: string, otherId: string): string {
  switch (code) {
    case "broken-parent":
      return `Entry ${entryId} follows ${otherId}, which is not in the log before it; it was read as following the entry before it.`;
    case "missing-parent":
      return `Entry ${entryId} has no parentId; it was read as following the entry before it.`;
    case "duplicate-id":
      return `There are several entries ${entryId}. Both are kept; where the id is named later, the latest of them is meant.`;
    case "first-kept-off-path":
      return `Compaction ${entryId} keeps from ${otherId} on, which is not on its path; of what came before it the model sees the summary only.`;
    default:
      return `Entry ${entryId} moves the session to ${otherId}, which is not in the log before it; the session stays where it stood.`;
  }
}
