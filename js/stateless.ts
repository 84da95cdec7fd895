/** The main jobs without a session, on arrays of messages in any format. Nothing given is changed. */

import { guarded } from "./engine/call.js";
import { engine } from "./engine/engine.js";
import { pure } from "./engine/pure.js";
import { stage } from "./engine/tape.js";
import { EpitomeError } from "./errors.js";
import { invalidOption, type Kinds, optionsOf } from "./options.js";
import { applyPatch } from "./patch.js";
import { setOverhead } from "./session/options.js";
import { openSession } from "./session/session.js";
import type { DeepPartial, Format, Outcome, Overhead, SessionOptions } from "./session/types.js";
import type { Entry, Summarizer } from "./types.js";
import { cannotFit } from "./unfit.js";
import type { Check, Model, Settings } from "./wasm/epitome.js";

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
  model?: Model | undefined;
  /** What every request carries beside the messages: system prompt, tools. It counts. */
  overhead?: Overhead | undefined;
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
export interface CompactResult<T = unknown> extends Outcome {
  /** The summary and what was kept; the given messages where nothing was compacted. The summary has the messages' format. */
  messages: T[];
}

const MESSAGES: Kinds<MessagesOptions> = { format: "text" };
const BUDGET: Kinds<BudgetOptions> = { ...MESSAGES, contextWindow: "tokens", model: "object", overhead: "any", settings: "object" };
const COMPACT: Kinds<CompactOptions> = { ...BUDGET, summarizer: "any", instructions: "text", signal: "signal" };

/** The summaries that `compact` wrote, by their message. */
const written = new WeakMap<object, Entry>();

/**
 * Compacts messages now: gives back a summary and the newest messages, or the same messages and the reason why not.
 *
 * A summary that an earlier call wrote is carried on as such, also after the messages have been through JSON: it is known by
 * its frame, in the place where `compact` puts it, behind the host's instructions.
 */
export async function compact<T>(messages: readonly T[], options: CompactOptions = {}): Promise<CompactResult<T>> {
  if (!Array.isArray(messages)) {
    throw new EpitomeError("invalid-message", "messages: must be an array.", { details: { path: "messages" } });
  }
  const { format, overhead, settings, summarizer, instructions, signal } = optionsOf("compact", COMPACT, options);
  const store = preloaded(messages, options);
  const model = modelOf(options);
  const session = await openSession({ id: "compact", format, model, overhead, settings, summarizer, store }).catch(asMessages);
  try {
    const outcome = await session.compact({ instructions, signal });
    if (outcome.status !== "compacted") return { ...outcome, messages: [...messages] };
    const context = session.context();
    context.messages.forEach((message, at) => {
      const entry = context.entries[at]!;
      if (entry.type === "compaction") written.set(message as object, entry);
    });
    return { ...outcome, messages: context.messages as T[] };
  } finally {
    session.close();
  }
}

/** A fault in the log that was made of the messages, by its place in the messages. */
function asMessages(error: unknown): never {
  if (!EpitomeError.isInstance(error) || typeof error.details.path !== "string") throw error;
  const path = error.details.path.replace(/^entries(\[\d+\])\.message/, "messages$1");
  throw new EpitomeError(error.code, error.message.replace(error.details.path, path), { details: { path }, cause: error });
}

/** Messages as a log that a session can be opened on; the same objects, so that the same objects come back. */
function preloaded(messages: readonly unknown[], options: MessagesOptions): SessionOptions["store"] {
  const timestamp = new Date(0).toISOString();
  const id = (index: number) => String(index).padStart(8, "0");
  const carried = earlierSummary(messages, options);
  const entries = messages.map((message, index): Entry => {
    const place = { id: id(index), parentId: index === 0 ? null : id(index - 1), timestamp };
    if (index !== carried?.index) return { type: "message", ...place, message };
    return { type: "compaction", ...place, ...carried.entry, firstKeptEntryId: place.id };
  });
  // What the summary was merged with comes behind it.
  if (carried?.rest) {
    const { id: parentId } = entries[carried.index]!;
    entries.splice(carried.index + 1, 0, { type: "message", id: "rest", parentId, timestamp, message: carried.rest });
    const next = entries[carried.index + 2];
    if (next) next.parentId = "rest";
  }
  return {
    read: (_, after) => ({ entries: entries.slice(after), head: entries.length }),
    append: (_, head, added) => ({ ok: true, head: head + added.length }),
  };
}

/** The summary of an earlier call, which stands behind the instructions at the start. */
function earlierSummary(
  messages: readonly unknown[],
  options: MessagesOptions,
): { index: number; entry: object; rest?: unknown } | undefined {
  const index = messages.findIndex((message) => written.has(message as object));
  const known = written.get(messages[index] as object);
  if (known) {
    const { keptEntryIds: _, ...details } = known.details as Record<string, unknown>;
    return { index, entry: { summary: known.summary, tokensBefore: known.tokensBefore, details } };
  }
  const found = pure("earlierSummary", messages, { format: options.format }, "messages");
  if (!found) return undefined;
  const [at, summary, edits] = found;
  const rest = edits === "" ? undefined : applyPatch(messages[at], JSON.parse(edits));
  return { index: at, entry: { summary, tokensBefore: 0, details: filesIn(summary) }, rest };
}

/** The file lists that a summary carries as tags. */
function filesIn(summary: string): { readFiles: string[]; modifiedFiles: string[] } {
  const list = (tag: string) => {
    const block = summary.split(`<${tag}>\n`)[1]?.split(`\n</${tag}>`)[0] ?? "";
    return block.split("\n").filter((line) => line !== "" && !line.startsWith("… ("));
  };
  return { readFiles: list("read-files"), modifiedFiles: list("modified-files") };
}

function modelOf({ model, contextWindow }: BudgetOptions): Model {
  return contextWindow === undefined ? { ...model } : { ...model, contextWindow };
}

/** The tokens of messages, each rounded up by itself. */
export function estimateTokens(messages: readonly unknown[], options: MessagesOptions = {}): number {
  const { format } = optionsOf("estimateTokens", MESSAGES, options);
  const counts = pure("estimateMessages", messages, { format }, "messages");
  return counts.reduce((sum, tokens) => sum + tokens, 0);
}

/** Whether messages are too many for the model, and why: the numbers of `Session.check`. */
export function needsCompaction(messages: readonly unknown[], options: BudgetOptions = {}): boolean {
  return checkMessages(messages, options).action === "compact";
}

function checkMessages(messages: readonly unknown[], options: BudgetOptions): Check {
  const { format = "pi", overhead, settings } = optionsOf("needsCompaction", BUDGET, options);
  const log = guarded(() => new (engine().Log)(format, stage(null, { model: modelOf(options), settings })));
  try {
    const { tokens, lastUsageIndex } = pure("contextTokens", messages, { format }, "messages");
    // A provider's count has it in already.
    if (lastUsageIndex === null) setOverhead(log, overhead);
    return log.check(messages.length, tokens, false);
  } finally {
    log.free();
  }
}

/** What `emergencyPrune` takes. */
export interface EmergencyOptions extends MessagesOptions {
  /** What must fit, in tokens: the messages and `overhead`. */
  maxTokens: number;
  /** Tokens that each request costs beside the messages: a system prompt given outside of them, tools. Default: 0. */
  overhead?: number | undefined;
  /** Whether to throw where even the least that can be sent does not fit. Default: it is given back as it is. */
  strict?: boolean | undefined;
}

/**
 * What can be sent when no summary is to be had. It asks no model, and always ends:
 *
 * 1. Outputs of tools that are far too large are shortened to their head and tail, none below a quarter of the room.
 * 2. The oldest whole turns go, down to the newest one.
 * 3. The outputs that are left are shortened further, all to the same size, down to a bare notice of what was left out.
 * 4. Images and files become a word, the oldest first.
 *
 * What the user asked for last stays word for word, and so do the host's instructions and a summary at the start that
 * `compact` wrote. A message of the user with `synthetic: true` is the host's own: no turn begins with it.
 *
 * Where that is still too much, it is the least that can be sent; with `strict` it is thrown as an `EpitomeError` of code
 * `cannot-fit`, whose `details` (an `Unfit`) say what takes how much room. Messages that are not changed are the same
 * objects, and the given array comes back where nothing is to be done.
 */
export function emergencyPrune<T>(messages: readonly T[], options: EmergencyOptions): T[] {
  const kinds = { ...MESSAGES, maxTokens: "number", overhead: "number", strict: "flag" } as const;
  const { format, maxTokens, overhead = 0, strict } = optionsOf("emergencyPrune", kinds, options);
  const needed = { maxTokens: "tokens that must fit", overhead: "tokens that are sent beside the messages" };
  for (const [path, what] of Object.entries(needed)) {
    const value = path === "overhead" ? overhead : maxTokens;
    if (typeof value !== "number" || Number.isNaN(value)) {
      throw invalidOption(path, `must be the number of ${what}`);
    }
  }
  const { places, patches, unfit } = pure("emergencyPrune", messages, { format, maxTokens, overhead }, "messages");
  if (unfit && strict) throw cannotFit(unfit);
  if (places.length === messages.length && patches.length === 0) return messages as T[];
  const edits = new Map(patches);
  return places.map((at) => {
    const edit = edits.get(at);
    return edit ? applyPatch(messages[at]!, JSON.parse(edit)) : messages[at]!;
  });
}
