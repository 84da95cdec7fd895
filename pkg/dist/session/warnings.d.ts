/** What is said of a stored log that leaves something open. */
import type { SessionWarning } from "./types.js";
/** The warning for a finding of the core: what, the entry, and the id that it names. */
export declare function findingWarning(code: string, entryId: string, otherId: string): SessionWarning;
