/** Asks the host's summarizers what a run wants to know, and tells of it. */

import { EpitomeError } from "../errors.js";
import { callSummarizer } from "../summarizers/call.js";
import type { Deadline } from "../summarizers/deadline.js";
import type { Summarizer } from "../types.js";
import { pause } from "../waiting.js";
import type { Answer, Failure, Run, SummaryRequest, Usage } from "../wasm/epitome.js";
import type { SessionEvent } from "./types.js";

/** What asking needs of its surroundings. */
export interface AskingHost {
  summarizers: readonly Summarizer[];
  /** How long one call may take, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
  now: () => number;
  emit(event: SessionEvent): void;
}

/** The questions of one run. */
export interface Asking {
  ask(request: SummaryRequest): Promise<Answer>;
  /** What the calls have consumed together. */
  usage(): { usage?: Usage };
  /** A failed try as an error, the summarizer's own as its cause. */
  errorOf(failure: Failure | undefined): EpitomeError | undefined;
  /** Tells that no summarizer is asked any more. */
  gaveUp(failure: Failure): void;
}

/** Why a summarizer is asked again whose answer was not taken. */
const REFUSED = "summary-refused";

/** `budget` is the time for all calls together. */
export function asking(run: Run, { summarizers, timeoutMs, signal, now, emit }: AskingHost, budget: Deadline): Asking {
  const errors = new Map<string, unknown>();
  /** The latest request of each kind, and why it came to nothing, if it did. */
  const latest = new Map<string, { candidate: number; chunk: number; reason: string }>();
  let lastKind = "history";
  let used: Usage | undefined;

  const fellBack = (kind: string, to: number | "extractive", reason: string, from: number) =>
    emit({ type: "summary_fallback", kind, from, to, reason });

  async function ask(request: SummaryRequest): Promise<Answer> {
    const { kind, candidate, attempt, chunk, maxTokens, id } = request;
    const summarizer = summarizers[candidate]!;
    const { model, provider } = summarizer;
    const asked = { kind, candidate, attempt, ...(model && { model }), ...(provider && { provider }) };
    // So that those who were turned away together do not all come back together.
    const delayMs = Math.round(request.delayMs * (1 + Math.random() / 4));
    const before = latest.get(kind);
    const current = { candidate, chunk, reason: REFUSED };
    latest.set(kind, current);
    if (kind !== "short") lastKind = kind;
    if (before && candidate > before.candidate) fellBack(kind, candidate, before.reason, before.candidate);
    else if (before?.chunk === chunk) emit({ type: "summary_retry", ...asked, delayMs, reason: before.reason });
    emit({ type: "summary_request", ...asked, delayMs, promptChars: request.prompt.length, maxTokens });
    try {
      if (delayMs > 0) await pause(delayMs, budget.signal);
      const since = now();
      const { text, stopReason, shortSummary, usage } = await callSummarizer(
        summarizer,
        { ...request, extract: () => extracted(run, id, budget.signal) },
        { signal: budget.signal, timeoutMs, onProgress: ({ chars }) => emit({ type: "summary_progress", kind, candidate, chars }) },
      );
      used = sum(used, usage);
      emit({ type: "summary_end", ...asked, durationMs: now() - since, chars: text.length, ...(usage && { usage }) });
      return { text, cutOff: stopReason === "length", shortSummary };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      errors.set(keyOf(request), error);
      const failure = failureOf(error, candidate, attempt);
      current.reason = failure.reason;
      emit({ type: "summary_failed", kind, failure, error });
      return { failure, overflow: overflowOf(error) };
    }
  }

  return {
    ask,
    usage: () => (used ? { usage: used } : {}),
    errorOf(failure) {
      if (!failure) return undefined;
      const cause = errors.get(keyOf(failure));
      return EpitomeError.isInstance(cause) ? cause : new EpitomeError(failure.reason, failure.message, { retryable: failure.retryable });
    },
    gaveUp: ({ candidate, reason }) => fellBack(lastKind, "extractive", reason, candidate),
  };
}

const keyOf = ({ candidate, attempt }: { candidate: number; attempt: number }) => `${candidate}/${attempt}`;

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

/** How many tokens a summarizer takes to whom the request was too long; 0 where it did not say. */
function overflowOf(error: unknown): number | undefined {
  const { overflow, maximum } = EpitomeError.isInstance(error) ? error.details : {};
  return overflow === true ? Number(maximum ?? 0) : undefined;
}

function sum(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (!one || !other) return one ?? other;
  const all = { ...one, ...other };
  for (const key of Object.keys(all) as (keyof Usage)[]) all[key] = (one[key] ?? 0) + (other[key] ?? 0);
  return all;
}
