/** One compaction: the core decides, the host's summarizers answer, the journal commits. */

import { asEpitomeError } from "../engine/call.js";
import { EpitomeError } from "../errors.js";
import { callSummarizer } from "../summarizers/call.js";
import type { Entry, Summarizer } from "../types.js";
import { pause } from "../waiting.js";
import type { Answer, Draft, Failure, Run, SummaryRequest, Verdict } from "../wasm/epitome.js";
import type { Outcome, SessionEvent } from "./types.js";

/** What a run needs of its surroundings. */
export interface CompactionHost {
  summarizers: readonly Summarizer[];
  timeoutMs: number;
  signal: AbortSignal;
  emit(event: SessionEvent): void;
  /** Appends the compaction, if what it was made from is still what the session stands on. */
  commit(draft: Draft): Promise<Committed>;
}

/** The compaction that was written; or the one of another writer that was faster; or neither, where the session has moved. */
export type Committed = { entry: Entry; compactionNumber: number } | { elsewhere: Entry; tokens: number } | null;

/** Drives a run to its outcome. */
export async function compact(run: Run, tokens: number, reason: string, host: CompactionHost): Promise<Outcome> {
  const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
  const errors = new Map<string, unknown>();
  let verdict: Verdict;
  try {
    verdict = await run.drive((request) => ask(run, request, host, errors), host.signal);
  } catch (thrown) {
    if (host.signal.aborted) return cancelled(tokens);
    throw asEpitomeError(thrown);
  } finally {
    run.free();
  }
  if (verdict.type === "refused") {
    const { reason: code, message, failures } = verdict;
    const error = refusal(failures.at(-1), errors);
    return { status: "refused", reason: code, message, failures, ...unchanged, ...(error && { error }) };
  }
  if (host.signal.aborted) return cancelled(tokens);
  const committed = await host.commit(verdict);
  if (!committed) {
    const message = "The session moved to another branch while the summary was being written.";
    return { status: "refused", reason: "source-changed", message, ...unchanged };
  }
  if ("elsewhere" in committed) {
    const message = "Another writer compacted the session while the summary was being written; its compaction was taken over.";
    const sizes = { tokensBefore: tokens, tokensAfter: committed.tokens };
    return { status: "nothing", reason: "compacted-elsewhere", message, entry: committed.elsewhere, ...sizes };
  }
  const { failures, degraded, tokensBefore, tokensAfter, messagesSummarized, fileOperations, isSplitTurn } = verdict;
  const error = refusal(failures.at(-1), errors);
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
    ...(failures.length > 0 && { failures }),
    ...(error && { error }),
  };
}

/** The outcome of an abort. */
export function cancelled(tokens: number): Outcome {
  return { status: "cancelled", reason: "aborted", tokensBefore: tokens, tokensAfter: tokens };
}

function refusal(failure: Failure | undefined, errors: ReadonlyMap<string, unknown>): EpitomeError | undefined {
  if (!failure) return undefined;
  const cause = errors.get(keyOf(failure));
  return EpitomeError.isInstance(cause) ? cause : new EpitomeError(failure.reason, failure.message, { retryable: failure.retryable });
}

const keyOf = ({ candidate, attempt }: { candidate: number; attempt: number }) => `${candidate}/${attempt}`;

async function ask(run: Run, request: SummaryRequest, host: CompactionHost, errors: Map<string, unknown>): Promise<Answer> {
  const { kind, candidate, attempt, delayMs, maxTokens, id } = request;
  host.emit({ type: "summary_request", kind, candidate, attempt, delayMs, promptChars: request.prompt.length, maxTokens });
  try {
    if (delayMs > 0) await pause(delayMs, host.signal);
    const answer = await callSummarizer(
      host.summarizers[candidate]!,
      { ...request, extract: () => extracted(run, id, host.signal) },
      {
        signal: host.signal,
        timeoutMs: host.timeoutMs,
        onProgress: ({ chars }) => host.emit({ type: "summary_progress", kind, candidate, chars }),
      },
    );
    return { text: answer.text, cutOff: answer.stopReason === "length" };
  } catch (error) {
    if (host.signal.aborted) throw host.signal.reason;
    errors.set(keyOf(request), error);
    const failure = failureOf(error, candidate, attempt);
    host.emit({ type: "summary_failed", kind, failure, error });
    return { failure };
  }
}

/** The model-free summary of a request, while its run lasts. */
function extracted(run: Run, id: number, signal: AbortSignal): string {
  if (signal.aborted) throw new EpitomeError("summarizer-aborted", "The compaction has ended; there is nothing to extract from.");
  return run.extract(id) ?? "";
}

function failureOf(error: unknown, candidate: number, attempt: number): Failure {
  if (!EpitomeError.isInstance(error)) {
    return { candidate, attempt, reason: "summarizer-failed", message: String(error), retryable: false, retryAfterMs: 0 };
  }
  const wait = error.details.retryAfterMs;
  const retryAfterMs = typeof wait === "number" && wait > 0 ? Math.min(Math.ceil(wait), 0xffff_ffff) : 0;
  return { candidate, attempt, reason: error.code, message: error.message, retryable: error.retryable, retryAfterMs };
}
