/** What a session tells those who listen. */
import type { Entry } from "../types.js";
import type { Failure, FileOperations, Model, Unfit, Usage } from "../wasm/epitome.js";
import type { CompactionReason, DeepPartial, HandoffOutcome, NavigateOutcome, Outcome, Pruned, SessionWarning } from "./types.js";
/** What a session tells its listeners. */
export type SessionEvent = {
    type: "append";
    entries: readonly Entry[];
}
/** Another writer's entries were taken over. */
 | {
    type: "adopt";
    entries: readonly Entry[];
    leafId: string | null;
} | {
    type: "navigate";
    outcome: NavigateOutcome;
}
/** The summary of a branch is begun: how many entries are left, and how many tokens of them it is of. */
 | {
    type: "branch_summary_start";
    targetId: string | null;
    oldLeafId: string;
    commonAncestorId: string | null;
    entries: number;
    tokens: number;
}
/** Each start has one end; `navigate` follows where the session has moved. */
 | {
    type: "branch_summary_end";
    outcome: NavigateOutcome;
    durationMs: number;
}
/** Messages are shown shortened now, or no longer, or as they were (`reason` is `restore`): `entry` lists them. */
 | {
    type: "prune";
    reason: string;
    entry: Entry;
    pruned?: Pruned;
}
/** Something did not go as it should, and the session goes on: one more of `session.warnings`. */
 | {
    type: "warning";
    warning: SessionWarning;
    error: unknown;
}
/** The context outgrew the model; the session goes by a larger one now, and so is the host to do. */
 | {
    type: "promote";
    model: DeepPartial<Model>;
}
/** No model is asked any more until the user speaks or a limit changes. */
 | {
    type: "exhausted";
    reason: string;
    message: string;
    unfit: Unfit;
} | {
    type: "compaction_start";
    reason: CompactionReason;
    tokensBefore: number;
    messagesToSummarize: number;
    turnPrefix: number;
    firstKeptEntryId: string;
    isSplitTurn: boolean;
    fileOperations: FileOperations;
}
/** A document for another session is begun; `handoff_end` tells what came of it. */
 | {
    type: "handoff_start";
    reason: CompactionReason;
    tokensBefore: number;
} | {
    type: "handoff_end";
    reason: CompactionReason;
    outcome: HandoffOutcome;
    durationMs: number;
}
/** A summarizer is asked once `delayMs` have passed. `model` and `provider`: what its function says of itself. */
 | (Asked & {
    type: "summary_request";
    delayMs: number;
    promptChars: number;
    maxTokens: number;
})
/** The same is asked again, in other words or shorter where that helps, and why: `summary-refused` where the answer was not taken. */
 | (Asked & {
    type: "summary_retry";
    delayMs: number;
    reason: string;
})
/** The next summarizer is asked, or none any more; and why. */
 | {
    type: "summary_fallback";
    kind: string;
    from: number;
    to: number | "extractive";
    reason: string;
} | {
    type: "summary_progress";
    kind: string;
    candidate: number;
    chars: number;
}
/** An answer has come. It is not taken yet. */
 | (Asked & {
    type: "summary_end";
    durationMs: number;
    chars: number;
    usage?: Usage;
}) | {
    type: "summary_failed";
    kind: string;
    failure: Failure;
    error: unknown;
}
/** The provider's own compaction was taken, beside the summary. */
 | {
    type: "native_end";
    provider: string;
    durationMs: number;
    usage?: Usage;
}
/** The provider's own compaction failed, was no gain, came too late, or came to nothing: no summary was written to stand beside it. */
 | {
    type: "native_failed";
    provider: string;
    error: unknown;
}
/** Each start has one end. */
 | {
    type: "compaction_end";
    reason: CompactionReason;
    outcome: Outcome;
    durationMs: number;
    tokensBefore: number;
    tokensAfter: number;
};
/** A request for a summary: what is wanted, of which summarizer, and the how-many-th try of it this is, both from 0. */
interface Asked {
    kind: string;
    candidate: number;
    attempt: number;
    model?: string;
    provider?: string;
}
export {};
