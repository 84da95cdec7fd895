/** The main jobs without a session, on arrays of messages in any format. Nothing given is changed. */

import { guarded } from "./engine/call.js";
import { engine } from "./engine/engine.js";
import { stage } from "./engine/tape.js";
import { openSession } from "./session/session.js";
import type { DeepPartial, Format, Outcome, SessionOptions } from "./session/types.js";
import type { Entry, Summarizer } from "./types.js";
import type { Check, Model, Settings, Violation } from "./wasm/epitome.js";

/** What the functions over messages have in common. */
export interface MessagesOptions {
  /** The shape of the messages. Default: `"pi"`. */
  format?: Format | undefined;
}

/** What decides whether messages are too many. */
export interface BudgetOptions extends MessagesOptions {
  /** The model's window in tokens; short for `model: { contextWindow }`. */
  contextWindow?: number | undefined;
  /** The model that the context is for. */
  model?: DeepPartial<Model> | undefined;
  /** Settings that differ from their defaults. */
  settings?: DeepPartial<Settings> | undefined;
}

/** What `compact` takes. */
export interface CompactOptions extends BudgetOptions {
  /** Who writes the summary, in order of preference. Default: the model-free `extractive` summary. */
  summarizer?: Summarizer | readonly Summarizer[] | undefined;
  /** What the summary should look at most. */
  instructions?: string | undefined;
  /** Aborts the compaction. */
  signal?: AbortSignal | undefined;
}

/** How a compaction of an array ended, and the messages to send from now on. */
export interface CompactResult extends Outcome {
  /** The summary and what was kept; the given messages where nothing was compacted. */
  messages: unknown[];
}

/**
 * The summaries that `compact` wrote, by their message: given back in a later call, such a message is the summary so far and
 * not something that a user said.
 */
const written = new WeakMap<object, Entry>();

/** Compacts messages now: gives back a summary and the newest messages, or the same messages and the reason why not. */
export async function compact<T>(messages: readonly T[], options: CompactOptions = {}): Promise<CompactResult> {
  const { format, settings, summarizer, instructions, signal } = options;
  const session = await openSession({ id: "compact", format, model: modelOf(options), settings, summarizer, store: preloaded(messages) });
  try {
    const outcome = await session.compact({ instructions, signal });
    if (outcome.status !== "compacted") return { ...outcome, messages: [...messages] };
    const context = session.context();
    context.messages.forEach((message, at) => {
      const entry = context.entries[at]!;
      if (entry.type === "compaction") written.set(message as object, entry);
    });
    return { ...outcome, messages: context.messages };
  } finally {
    session.close();
  }
}

/** Messages as a log that a session can be opened on; the same objects, so that the same objects come back. */
function preloaded(messages: readonly unknown[]): SessionOptions["store"] {
  const timestamp = new Date(0).toISOString();
  const at = (index: number) => String(index).padStart(8, "0");
  const entries = messages.map((message, index): Entry => {
    const place = { id: at(index), parentId: index === 0 ? null : at(index - 1), timestamp };
    const summary = typeof message === "object" && message !== null ? written.get(message) : undefined;
    if (!summary) return { type: "message", ...place, message };
    const { keptEntryIds: _, ...details } = summary.details as Record<string, unknown>;
    return { ...summary, ...place, firstKeptEntryId: at(index), details };
  });
  return {
    read: (_, after) => ({ entries: entries.slice(after), head: entries.length }),
    append: (_, head, added) => ({ ok: true, head: head + added.length }),
  };
}

function modelOf({ model, contextWindow }: BudgetOptions): DeepPartial<Model> {
  return contextWindow === undefined ? { ...model } : { ...model, contextWindow };
}

const stageMessages = (messages: readonly unknown[], { format }: MessagesOptions): number => stage(messages, { format }, "messages");

/** The tokens of messages, each rounded up by itself. */
export function estimateTokens(messages: readonly unknown[], options: MessagesOptions = {}): number {
  const counts = guarded(() => engine().estimateMessages(stageMessages(messages, options)));
  return counts.reduce((sum, tokens) => sum + tokens, 0);
}

/** Whether messages are too many for the model, and why: the numbers of `Session.check`. */
export function needsCompaction(messages: readonly unknown[], options: BudgetOptions): boolean {
  return checkMessages(messages, options).action === "compact";
}

function checkMessages(messages: readonly unknown[], options: BudgetOptions): Check {
  const { format = "pi", settings } = options;
  const log = guarded(() => new (engine().Log)(format, stage(null, { model: modelOf(options), settings })));
  try {
    return guarded(() => log.check(stage(messages, null, "messages")));
  } finally {
    log.free();
  }
}

/** What `emergencyPrune` takes. */
export interface EmergencyOptions extends MessagesOptions {
  /** What must fit, in tokens. */
  maxTokens: number;
}

/**
 * What can be sent when no summary is to be had: the host's instructions and the newest whole turns that fit. Never less
 * than the newest turn, even if that alone does not fit.
 */
export function emergencyPrune<T>(messages: readonly T[], options: EmergencyOptions): T[] {
  const kept = guarded(() => engine().emergencyPrune(stageMessages(messages, options), options.maxTokens));
  return Array.from(kept, (at) => messages[at]!);
}

/** Every rule of the format that these messages break; empty for a history that the provider accepts. */
export function validate(messages: readonly unknown[], options: MessagesOptions & { inFlight?: boolean | undefined } = {}): Violation[] {
  return guarded(() => engine().validate(stageMessages(messages, options), options.inFlight ?? false));
}
