/** Whether a provider accepts a history, and what to send where it does not. Nothing given is changed. */

import { pure } from "./engine/pure.js";
import { invalidOption, type Kinds, optionsOf } from "./options.js";
import { applyPatch, type PatchOperation } from "./patch.js";
import type { MessagesOptions } from "./stateless.js";
import { illFormed, wellFormed } from "./unicode.js";
import type { Repair, Violation } from "./wasm/epitome.js";

/** What `validate` takes. */
export interface ValidateOptions extends MessagesOptions {
  /** The last calls may have no result yet: their tools are at work. Default: false. */
  inFlight?: boolean | undefined;
  /** The messages are about to be sent as they are, so that rules about the last one hold. Default: false. */
  request?: boolean | undefined;
  /** The server wants the roles of user and model to alternate (Mistral, many chat templates, some gateways). Default: false. */
  strictAlternation?: boolean | undefined;
}

/** What `repair` takes. */
export interface RepairOptions extends ValidateOptions {
  /**
   * The index of the first message that is not as the model saw it. From there on Claude's signed reasoning is no longer
   * accepted, and is left out, save in a tool loop that is still open at the end. Default: no message was changed.
   */
  editedAt?: number | undefined;
}

const VALIDATE: Kinds<ValidateOptions> = { format: "text", inFlight: "flag", request: "flag", strictAlternation: "flag" };

/** A history that a provider accepts. */
export interface RepairResult<T = unknown> {
  /** The messages to send. Those without a fault are the given objects themselves. */
  messages: T[];
  /** What was wrong and what was done about it, in the order in which it was done; empty for a valid history. */
  repairs: Repair[];
}

/**
 * Every rule of the format that these messages break, in their order; empty for a history that the provider accepts. A
 * fault may be named twice, by the rule that all formats share (`C2`) and by the format's own (`O2`).
 */
export function validate(messages: readonly unknown[], options: ValidateOptions = {}): Violation[] {
  const found = pure("validate", messages, optionsOf("validate", VALIDATE, options), "messages");
  const texts = illFormed(messages).map(({ path }): Violation => ({ rule: "C7", path: `messages${path}`, message: LONE_SURROGATE }));
  if (texts.length === 0) return found;
  return [...found, ...texts].sort((a, b) => indexIn(a.path) - indexIn(b.path));
}

/**
 * Makes of messages that a provider would refuse such that it accepts: a projection to send, while the originals stay what
 * they are. A valid history comes back as it is.
 *
 * In this order: what cannot be read is left out; ids are given and made unique; arguments become JSON; results are moved to
 * their calls, surplus ones left out, missing ones written as interrupted; blank texts and bound reasoning are left out; who
 * speaks first, last and twice in a row is mended where the format or the options want it. What user and model
 * have said stays, wherever it can be read.
 */
export function repair<T>(messages: readonly T[], options: RepairOptions = {}): RepairResult<T> {
  const { editedAt } = optionsOf("repair", { ...VALIDATE, editedAt: "any" }, options);
  if (editedAt !== undefined && !(Number.isInteger(editedAt) && editedAt >= 0))
    throw invalidOption("editedAt", "must be the index of a message");
  const texts = illFormed(messages);
  const clean = applyPatch(
    messages,
    texts.map(({ pointer, text }): PatchOperation => ({ op: "replace", path: pointer, value: wellFormed(text) })),
  );
  const { patch, repairs } = pure("repair", clean, options, "messages");
  const mended = texts.map(({ path }): Repair => ({ kind: "ill-formed-text", path: `messages${path}`, message: REPLACED }));
  return { messages: [...applyPatch(clean, JSON.parse(patch) as PatchOperation[])], repairs: [...mended, ...repairs] };
}

const LONE_SURROGATE = "the text is no well-formed Unicode: it holds half of a surrogate pair";
const REPLACED = "the text held half of a surrogate pair, which was replaced by U+FFFD";

/** The index of the message in a path; faults of the whole history come first. */
function indexIn(path: string): number {
  return Number(/^messages\[(\d+)/.exec(path)?.[1] ?? -1);
}
