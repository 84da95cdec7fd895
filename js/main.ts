/** The public face of `epitome`. */

export type { EpitomeErrorCode, EpitomeErrorOptions } from "./errors.js";
export { EpitomeError } from "./errors.js";
export { type MaskOptions, maskObservations, type PruneForModelOptions, pruneForModel } from "./masking.js";
export { type ClassifyOptions, classifyError, type ErrorClass, type ErrorKind } from "./overflow/classify-error.js";
export { presets } from "./presets.js";
export type { DiagnosticsMessage } from "./session/diagnostics.js";
export type { SessionEvent } from "./session/events.js";
export type {
  BeforeCompactAnswer,
  BeforeCompactEvent,
  BeforeTreeAnswer,
  BeforeTreeEvent,
  CompactEvent,
  CompactFailedEvent,
  CompactingAnswer,
  CompactingEvent,
  Handler,
  Handlers,
  Hooks,
  SuppliedBranchSummary,
  SuppliedCompaction,
  TreeEvent,
  TreePreparation,
} from "./session/hooks.js";
export type { MaintainOptions } from "./session/maintenance.js";
export type { PruneEdit } from "./session/relief.js";
export { openSession, type Session } from "./session/session.js";
export type {
  Branch,
  CompactionReason,
  Context,
  Continuation,
  DeepPartial,
  Format,
  HandedOff,
  HandoffFacts,
  HandoffOptions,
  HandoffOutcome,
  NavigateOptions,
  NavigateOutcome,
  NotHandedOff,
  Outcome,
  Overhead,
  Pruned,
  PruneWhy,
  SessionOptions,
  SessionState,
  SessionWarning,
} from "./session/types.js";
export type { AppendOptions } from "./session/writer.js";
export type { BudgetOptions, CompactOptions, CompactResult, EmergencyOptions, MessagesOptions } from "./stateless.js";
export { compact, emergencyPrune, estimateTokens, needsCompaction } from "./stateless.js";
export type {
  AppendResult,
  ArtifactStore,
  BranchSummaryEntry,
  ClientReply,
  CompactionEntry,
  DamagedLine,
  Entry,
  LiveRequest,
  MaybePromise,
  NativeCompactor,
  NativeReply,
  NativeRequest,
  ReadResult,
  SessionInfo,
  SessionStore,
  Summarizer,
  SummarizerResult,
  SummaryDetails,
  SummaryReply,
  SummaryRequest,
} from "./types.js";
export type { RepairOptions, RepairResult, ValidateOptions } from "./validity.js";
export { repair, validate } from "./validity.js";
export type { Check, Failure, FileOperations, Model, PreparedIds, Repair, Settings, Unfit, Usage, Violation } from "./wasm/epitome.js";
