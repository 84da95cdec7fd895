/** One compaction: the core decides, the host's summarizers answer, the journal commits. */

import { asEpitomeError } from "../engine/call.js";
import { EpitomeError } from "../errors.js";
import { Deadline } from "../summarizers/deadline.js";
import type { Entry } from "../types.js";
import type { Draft, Failure, Run, Usage, Verdict } from "../wasm/epitome.js";
import { type AskingHost, asking } from "./asking.js";
import type { Outcome } from "./types.js";

/** What driving a run needs of its surroundings. */
export interface DrivingHost extends AskingHost {
  /** How long all calls of summarizers may take together, in milliseconds. */
  totalTimeoutMs: number;
}

/** What a compaction needs of its surroundings. */
export interface CompactionHost extends DrivingHost {
  /** Appends the compaction, if what it was made from is still what the session stands on. */
  commit(draft: Draft, used: { usage?: Usage }): Promise<Committed>;
}

/** The compaction that was written; or the one of another writer that was faster; or neither, where the session has moved. */
export type Committed = { entry: Entry; compactionNumber: number } | { elsewhere: Entry; tokens: number } | null;

/** How a run ended, and what the calls of summarizers have told. */
export interface Driven {
  verdict: Verdict;
  /** What the calls have consumed together. */
  usage: { usage?: Usage };
  /** The same, the failed tries, and the last of them as an error. */
  told: { usage?: Usage; error?: EpitomeError; failures?: Failure[] };
}

/**
 * Drives a run to its verdict.
 *
 * @throws the signal's reason, once that aborts
 */
export async function drive(run: Run, host: DrivingHost): Promise<Driven> {
  const { signal, totalTimeoutMs } = host;
  const late = () => new EpitomeError("time-budget", "The summary was not there in the time that all calls together may take.");
  const budget = new Deadline(signal, totalTimeoutMs, late);
  const { ask, usage, errorOf, gaveUp } = asking(run, host, budget);
  try {
    const verdict = await run.drive(ask, signal);
    const { failures } = verdict;
    const last = failures.at(-1);
    const error = errorOf(last);
    if (verdict.type === "draft" && verdict.degraded && last) gaveUp(last);
    return { verdict, usage: usage(), told: { ...(last && { failures }), ...usage(), ...(error && { error }) } };
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw asEpitomeError(thrown);
  } finally {
    // A request that is still under way has nobody to answer to.
    budget.close(new DOMException("The compaction has ended", "AbortError"));
  }
}

/** Drives a compaction to its outcome. */
export async function compact(run: Run, tokens: number, reason: string, host: CompactionHost): Promise<Outcome> {
  const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
  const { verdict, usage, told } = await drive(run, host);
  if (verdict.type === "refused") {
    const { reason, message, failures } = verdict;
    return { status: "refused", reason, message, failures, ...unchanged, ...told };
  }
  host.signal.throwIfAborted();
  const { degraded, flaws, tokensBefore, tokensAfter, messagesSummarized, fileOperations, isSplitTurn } = verdict;
  const committed = await host.commit(verdict, usage);
  if (!committed) {
    const message = "The session moved to another branch while the summary was being written.";
    return { status: "refused", reason: "source-changed", message, ...unchanged, ...usage };
  }
  if ("elsewhere" in committed) {
    const message = "Another writer compacted the session while the summary was being written; its compaction was taken over.";
    const sizes = { tokensBefore: tokens, tokensAfter: committed.tokens };
    return { status: "nothing", reason: "compacted-elsewhere", message, entry: committed.elsewhere, ...sizes, ...usage };
  }
  return {
    status: "compacted",
    reason,
    ...committed,
    tokensBefore,
    tokensAfter,
    messagesSummarized,
    fileOperations,
    isSplitTurn,
    ...(degraded && { degraded }),
    ...(committed.entry.fromExtension === true && { fromExtension: true }),
    ...(flaws.length > 0 && { flaws }),
    ...told,
  };
}

/** The outcome of an abort. */
export function cancelled(tokens: number, reason = "aborted"): Outcome {
  return { status: "cancelled", reason, tokensBefore: tokens, tokensAfter: tokens };
}
