/** The providers' own compaction: asked for beside the text summary, or found in a reply. */

import { guarded } from "../engine/call.js";
import { pure } from "../engine/pure.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import { invalidOption } from "../options.js";
import { Deadline, timeoutError } from "../summarizers/deadline.js";
import type { Entry, NativeCompactor, NativeReply } from "../types.js";
import type { Draft, Run } from "../wasm/epitome.js";
import { commit, type WritingHost } from "./commit.js";
import type { SessionEvent } from "./events.js";
import { Mode } from "./fold.js";
import type { Rendered } from "./rendered.js";
import type { Overhead, SessionOptions } from "./types.js";

/** What a session has for the providers' own compaction. */
export interface Natives {
  compactors: readonly NativeCompactor[];
  format: string;
  rendered: Rendered;
  overhead: () => Overhead | undefined;
  /** How often in a row the items were no gain. */
  inVain: number;
  /** The model whose provider is not asked again: it would fail as before. */
  refused?: string | undefined;
}

/** What asking needs of the session. */
export interface NativeHost extends WritingHost {
  natives: Natives;
  now: () => number;
}

/** The formats in which a provider gives items that stand for a conversation, and whose they are. */
const VENDORS: Readonly<Record<string, string>> = { "openai-responses": "openai", anthropic: "anthropic" };

/** Under which name a compaction's `preserveData` has such items of a format. */
const keyOf = (format: string) => `${VENDORS[format]}RemoteCompaction`;

/** What stands in the place of a compaction's summary. */
export function itemsOf({ preserveData }: Entry, format: string): readonly unknown[] {
  return (preserveData as Record<string, { replacementHistory?: unknown[] }>)[keyOf(format)]?.replacementHistory ?? [];
}

/** The compactors that may be asked. */
export function nativesOf({ native, settings }: SessionOptions): readonly NativeCompactor[] {
  const given = [native ?? []].flat() as NativeCompactor[];
  for (const one of given) {
    if (typeof one === "function" && Object.hasOwn(VENDORS, one.format) && one.provider) continue;
    throw invalidOption("native", "must be functions, each with its provider, and the format openai-responses or anthropic");
  }
  const { remoteEnabled, strictAlternation } = settings?.compaction ?? {};
  // Its items do not take turns.
  return remoteEnabled === false || strictAlternation ? [] : given;
}

/** A provider that was asked. */
export interface Asked {
  /** Resolves once it has answered, or failed, or was waited for so many milliseconds. */
  within(patienceMs: number): Promise<unknown>;
  /** What the entry is to hold of its answer; nothing where it failed, or its items are no gain. */
  preserve(run: Run, draft: Draft): Promise<object | undefined>;
  /** Ends the request, if it is still under way, and tells of what was asked for in vain. */
  close(): void;
}

/** Asks the session's provider to compact what comes before the first entry that stays, where it can. */
export function askNative(
  { log, journal, natives, now }: NativeHost,
  firstKeptEntryId: string,
  instructions: string | undefined,
  signal: AbortSignal,
  emit: (event: SessionEvent) => void,
): Asked | undefined {
  const { format, rendered, overhead } = natives;
  const { provider, id: model } = log.model();
  const ask = natives.compactors.find((one) => one.format === format && (!provider || one.provider === provider));
  const name = JSON.stringify([provider, model]);
  if (!ask || natives.refused === name) return undefined;
  const { held } = journal;
  const path = [...log.path()];
  const kept = new Set(path.slice(path.indexOf(held.placeOf(firstKeptEntryId)!)).map((at) => held.entries[at]!));
  const { messages, entries } = rendered.now();
  const end = entries.findIndex((entry) => entry.type !== "compaction" && kept.has(entry));
  const folded = messages.slice(0, Math.max(0, end));
  const gone = new Set(entries.slice(0, folded.length));
  const { system, tools } = overhead() ?? {};
  const tokens = guarded(() => log.sizeOf(stage(folded)));
  const request = { system, tools, messages: folded, tokens, instructions, model: model || undefined, contextWindow: log.contextWindow };
  const since = now();
  const limited = (parent: AbortSignal, ms: number) =>
    new Deadline(parent, ms, () => timeoutError(`The compaction of ${ask.provider}`, now() - since));
  const deadline = limited(signal, Math.min(log.timeoutMs, log.totalTimeoutMs));
  let patience: Deadline | undefined;
  let answer = deadline.race((async () => ask(request, { signal: deadline.signal }))());
  let isTold = false;
  const fail = (error: unknown) => {
    isTold = true;
    emit({ type: "native_failed", provider: ask.provider, error });
  };
  // It may fail before anybody waits for it.
  answer.catch((error) => {
    if ([401, 403, 404].includes(error?.status ?? error?.details?.status)) natives.refused = name;
  });
  return {
    within(patienceMs) {
      patience = limited(deadline.signal, patienceMs);
      answer = patience.race(answer);
      return answer.catch(() => {});
    },
    async preserve(run, draft) {
      try {
        const { items: given, usage }: Partial<NativeReply> = (await answer) ?? {};
        const durationMs = now() - since;
        const items: unknown[] = JSON.parse(JSON.stringify(given ?? null));
        const output = usage?.output;
        const tokens = guarded(() => log.remote(stage(items, { tokens: output })));
        if (tokens === undefined) throw unfit("are none that it would take back");
        const { messages, entries } = rendered.now();
        // An earlier compaction gives them its place.
        const stays = ({ id, message }: Entry) => draft.keptEntryIds.includes(id) && compactionsIn(message).length === 0;
        const behind = messages.filter((_, at) => !gone.has(entries[at]!) || stays(entries[at]!));
        const faults = (first: unknown[]) => pure("validate", [...first, ...behind], { format }, "messages").length;
        const tokensAfter = run.sizeWithItems(tokens, draft.summary);
        const isRepeated = faults(items) > faults([{ role: "user", content: "." }]);
        if (isRepeated || tokensAfter === undefined) {
          // What was so twice will be so again.
          if (++natives.inVain > 1) natives.refused = name;
          throw unfit(isRepeated ? "repeat what stays behind them" : "free too little");
        }
        natives.inVain = 0;
        draft.tokensAfter = tokensAfter;
        isTold = true;
        emit({ type: "native_end", provider: ask.provider, durationMs, ...(usage && { usage }) });
        const told = { ...(model && { model }), ...(output && { tokens: output }) };
        return { [keyOf(format)]: { provider: ask.provider, format, ...told, replacementHistory: items } };
      } catch (error) {
        signal.throwIfAborted();
        fail(error);
        return undefined;
      }
    },
    close() {
      patience?.close();
      deadline.close(new DOMException("The compaction has ended", "AbortError"));
      if (!isTold) fail(unfit("came to nothing: no summary was written"));
    },
  };
}

const unfit = (how: string) => new EpitomeError("summarizer-invalid-reply", `The provider's items ${how}.`);

interface Part {
  type?: unknown;
  role?: unknown;
  content?: unknown;
  encrypted_content?: unknown;
}

/** What a message holds of a provider's own compaction, be it one that failed: the message itself, or blocks of it. */
export function compactionsIn(message: unknown): Part[] {
  const { content } = (message ?? {}) as Part;
  const parts = (Array.isArray(content) ? content : [message]) as (Part | null)[];
  return parts.filter((part): part is Part => /^compaction(_summary)?$/.test(String(part?.type)));
}

/** What a provider has compacted by itself, in a reply of a batch. */
export interface Inline {
  /** Which message. */
  at: number;
  part: Part;
  /** The context before the batch: its size, and how the provider counted. */
  before: Partial<Draft>;
}

/** The newest one in a message that stands for what comes before: one without text has failed. */
function standing(message: unknown, format: string): Part | undefined {
  const says = ({ content, encrypted_content }: Part) => {
    const text = format === "anthropic" ? content : encrypted_content;
    return typeof text === "string" && text.trim() !== "";
  };
  return compactionsIn(message).filter(says).at(-1);
}

/** The newest reply of a batch, which is about to be appended, that holds the provider's own compaction. */
export function inlineOf({ log, natives: { format } }: NativeHost, messages: readonly unknown[]): Inline | undefined {
  if (!Object.hasOwn(VENDORS, format)) return undefined;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at] as Part | null;
    const part = standing(message, format);
    if (!part) continue;
    // Behind the user's messages and at the end: what a compaction answered that the host has asked for, to be kept whole.
    const isWhole = part === message && at === messages.length - 1 && messages.some((other) => (other as Part | null)?.role === "user");
    if (isWhole) return undefined;
    // Some servers answer with two, which go together.
    while (part === message && at > 0 && standing(messages[at - 1], format)) at--;
    const [usageRatio, overheadTokens, declaredTokens] = log.calibration();
    const { tokens: tokensBefore } = log.check(0, 0, false);
    return { at, part, before: { tokensBefore, usageRatio, overheadTokens, declaredTokens } as Partial<Draft> };
  }
  return undefined;
}

/**
 * Notes that the provider has compacted what comes before a reply: a compaction that keeps what comes from there on. Its text, for
 * another provider, is what the provider says, or else written without a model.
 */
export async function adopt(host: NativeHost, reply: Entry, { part, before }: Inline): Promise<void> {
  const { log, natives, journal } = host;
  const { entries } = journal.held;
  // A reply that was delivered twice was compacted once.
  const isNoted = ({ type, firstKeptEntryId }: Entry) => type === "compaction" && firstKeptEntryId === reply.id;
  if (entries.slice(journal.held.placeOf(reply.id)).some(isNoted)) return;
  const run = guarded(() => log.beginCompaction(Mode.Adopted, stage({ firstKept: reply.id })));
  if (!run) return;
  try {
    if (part.content) run.supply(stage({ summary: part.content }));
    const { signal } = new AbortController();
    const verdict = await run.drive(() => Promise.reject(), signal);
    if (verdict.type === "refused") return;
    const draft = { ...verdict, ...before, tokensAfter: 0 };
    const { format } = natives;
    const { provider, id: model } = log.model();
    const inline = { provider: provider || VENDORS[format], format, ...(model && { model }), inline: true };
    await commit(
      host,
      draft,
      log.check(0, 0, false).compactions,
      { preserveData: { [keyOf(format)]: inline }, isTheirs: false, isInline: true },
      signal,
    );
  } finally {
    run.free();
  }
}
