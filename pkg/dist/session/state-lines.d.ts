/** The state of the host's work, as a summary carries it: only what is open, one thing a line. */
import type { SessionState } from "./types.js";
/** Lines for a summary; none where nothing is open. The state is the host's: what is no list, or no text, counts for nothing. */
export declare function stateLines(state: SessionState | null | undefined): string[];
