/** A conversation that is kept inside its model's context window. */

import { guarded } from "../engine/call.js";
import { engine } from "../engine/engine.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import { checkLabel, checkModel, invalidOption } from "../options.js";
import type { ArtifactStore, Entry } from "../types.js";
import type { Check, Log, Model } from "../wasm/epitome.js";
import { artifactsOf, readArtifact, spill } from "./artifacts.js";
import { publish } from "./diagnostics.js";
import type { SessionEvent } from "./events.js";
import type { Heir } from "./handoff.js";
import { hooksOf } from "./hooks.js";
import { Journal } from "./journal.js";
import { type MaintainOptions, Maintenance } from "./maintenance.js";
import { adopt, inlineOf, type NativeHost, type Natives, nativesOf } from "./native.js";
import { branches, labelsOf, type MovingHost, navigate, placeOf, unknownEntry } from "./navigation.js";
import { checkMethod, checkOptions, entryOf, setOverhead, summarizersOf } from "./options.js";
import { keepCopies, summaryOf } from "./pruning.js";
import { Rendered } from "./rendered.js";
import { restore } from "./restore.js";
import type {
  Branch,
  Context,
  Continuation,
  DeepPartial,
  HandoffOptions,
  HandoffOutcome,
  NavigateOptions,
  NavigateOutcome,
  Outcome,
  Overhead,
  SessionOptions,
  SessionWarning,
} from "./types.js";
import { type AppendOptions, Writer } from "./writer.js";

/** An open session. Make one with `openSession`; close it when it is no longer needed. */
export class Session {
  /** The session's id. */
  readonly id: string;
  readonly #log: Log;
  readonly #journal: Journal;
  readonly #rendered: Rendered;
  readonly #artifacts: ArtifactStore;
  readonly #writer: Writer;
  readonly #maintenance: Maintenance;
  readonly #nativeHost: NativeHost;
  readonly #treeHost: MovingHost;
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  readonly #options: SessionOptions;
  #overhead: Overhead;
  #closed = false;

  private constructor(options: SessionOptions, parentSession?: string) {
    this.id = options.id;
    this.#options = options;
    const core = engine();
    this.#log = guarded(() => new core.Log(options.format ?? "pi", stage(null, { model: options.model, settings: options.settings })));
    const { id, store, format = "pi" } = options;
    const onWritten = (entries: readonly Entry[]) => this.#emit({ type: "append", entries });
    const onAdopted = (entries: readonly Entry[]) => this.#emit({ type: "adopt", entries, leafId: this.leafId });
    this.#journal = new Journal({ id, log: this.#log, store, format: options.format, parentSession, onWritten, onAdopted });
    this.#rendered = new Rendered(this.#log, this.#journal.held.entries, format);
    const artifacts = artifactsOf(options);
    this.#artifacts = artifacts.place;
    const shared = { log: this.#log, journal: this.#journal };
    const emit = (event: SessionEvent) => this.#emit(event);
    const copies = artifacts.lasts ? artifacts.place : undefined;
    const warn = (warning: SessionWarning, error: unknown) => {
      this.#journal.warn(warning);
      emit({ type: "warning", warning, error });
    };
    const onPruned = async (entry: Entry) => {
      await keepCopies({ ...shared, copies, warn }, entry);
      emit({ type: "prune", reason: String(entry.reason), entry, pruned: summaryOf([entry])! });
    };
    const writer = new Writer({ ...shared, newId: options.newId, now: options.now, onPruned });
    this.#writer = writer;
    const { overhead, state, largerModels = [], now = Date.now } = options;
    setOverhead(this.#log, overhead);
    this.#overhead = { ...overhead };
    const summarizers = summarizersOf(options);
    const hooks = hooksOf(options.hooks);
    const overheadOf = () => this.#overhead;
    const natives: Natives = { compactors: nativesOf(options), format, rendered: this.#rendered, overhead: overheadOf, inVain: 0 };
    this.#nativeHost = { ...shared, writer, natives, now };
    const heirs = {
      format,
      isStored: store !== undefined,
      overhead: overheadOf,
      shown: () => this.#rendered.now().messages,
      open: (id: string, signal: AbortSignal) => this.#heir(id, signal),
    };
    const host = { ...this.#nativeHost, id, summarizers, hooks, state, emit, copies, warn };
    const maintenance = new Maintenance({ ...host, ...heirs, largerModels });
    this.#maintenance = maintenance;
    this.#treeHost = {
      ...host,
      make: (type, parentId, fields) => writer.make(type, parentId, fields),
      exclusively: (signal, work, patienceMs) => maintenance.exclusively(signal, work, patienceMs),
    };
  }

  /** @internal */
  static async open(options: SessionOptions, parentSession?: string): Promise<Session> {
    const session = new Session(options, parentSession);
    try {
      await session.#journal.open(options.signal);
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  /** Opens a session like this one that goes on from it. */
  async #heir(id: string, signal: AbortSignal): Promise<Heir> {
    const now = { model: this.#log.model(), overhead: this.#overhead };
    const session = await Session.open({ ...this.#options, ...now, id, signal }, this.id);
    return { session, journal: session.#journal, writer: session.#writer };
  }

  /** How many entries the log has. */
  get head(): number {
    return this.#journal.held.head;
  }

  /** The entry where the session stands; null before the first. */
  get leafId(): string | null {
    this.#checkOpen();
    return this.#journal.held.leaf?.id ?? null;
  }

  /** What was not right with the stored log, or else did not go as it should. */
  get warnings(): readonly SessionWarning[] {
    return this.#journal.warnings;
  }

  /**
   * Appends one message or several, in the session's format. They are kept as they are: `context()` gives back the same
   * objects. Only of a tool's output that is larger than `prune.maxOutputShare` of the window it shows head and tail.
   *
   * @throws EpitomeError `invalid-message` with the place (`messages[2].content[0]`); the session is then as it was.
   */
  async append(message: unknown, options: AppendOptions = {}): Promise<Entry[]> {
    this.#checkOpen("append", options);
    const inline = inlineOf(this.#nativeHost, [message].flat());
    const entries = await this.#writer.append(message, options);
    try {
      if (inline) await adopt(this.#nativeHost, entries[inline.at]!, inline);
    } catch (error) {
      // The messages are appended all the same.
      this.#emit({ type: "native_failed", provider: this.#log.model().provider ?? "", error });
    }
    return entries;
  }

  /**
   * Appends text of the host's own that the model sees as a user's message.
   *
   * @param customType the host's name for this kind of text
   * @param content text, or blocks of text and images in pi's shape
   */
  async appendCustom(customType: string, content: unknown, options: { display?: boolean | undefined } = {}): Promise<Entry> {
    this.#checkOpen("appendCustom", options);
    const fields = { customType, content, display: options.display ?? true };
    return this.#writer.write("custom_message", fields, undefined);
  }

  /**
   * Appends an entry that the model does not see, for the host's own use or another program's: `custom`, `model_change`,
   * `thinking_level_change`, `session_info`, or any type that has no method of its own here.
   *
   * @param entry its `type` and fields, as plain JSON; id, parent and time are the session's to give
   * @throws EpitomeError `invalid-option` for a type that has a method of its own; `invalid-entry`
   */
  async appendEntry(entry: { type: string; [field: string]: unknown }, options: { signal?: AbortSignal | undefined } = {}): Promise<Entry> {
    this.#checkOpen("appendEntry", options);
    const [type, fields] = entryOf(entry);
    return this.#writer.write(type, fields, options.signal);
  }

  /** Sets the label of an entry, or takes it away. */
  async label(entryId: string, label: string | null, options: { signal?: AbortSignal | undefined } = {}): Promise<Entry> {
    this.#checkOpen("label", options);
    if (label !== null) checkLabel(label);
    await placeOf(this.#treeHost, entryId, options.signal);
    return this.#writer.write("label", { targetId: entryId, ...(label !== null && { label }) }, options.signal);
  }

  /**
   * Numbers only: how large the context is, with messages that are about to be sent, what `maintain` would do, and why. Nothing
   * is read or waited for, and the work does not grow with the session.
   */
  check(options: { pending?: readonly unknown[] | undefined } = {}): Check {
    this.#checkOpen("check", options);
    return this.#maintenance.check(this.#maintenance.sizeOf(options.pending));
  }

  /**
   * What the model should see now. The arrays are the caller's own; the messages in them are not to be changed.
   *
   * @typeParam T the type of the messages, which nothing checks: `session.context<UIMessage>()`
   */
  context<T = unknown>(options: { pending?: readonly unknown[] | undefined } = {}): Context<T> {
    this.#checkOpen("context", options);
    const { tokens } = this.check(options);
    const { messages, entries } = this.#rendered.now();
    for (const message of options.pending ?? []) messages.push(message);
    return { messages: messages as T[], tokens, entries };
  }

  /**
   * Keeps the context inside the model's limits: does what `check()` says, from the cheapest remedy to the last. Old outputs give
   * their place to notices where that is enough, else a larger model is taken, else a summary. Call it after each turn, between tool calls in a
   * long one, and with the error when a provider has refused the context; send again only if `willRetry` says that the
   * context has changed.
   */
  async maintain(options: MaintainOptions = {}): Promise<Outcome> {
    this.#checkOpen("maintain", options);
    return this.#maintenance.maintain(options);
  }

  /**
   * Whether work is left that the model should go on with by itself, read at this moment: what `state` tells, a reply that was
   * cut off, a tool loop that is not ended. Ask again directly before the prompt is sent.
   */
  async continuation(): Promise<Continuation | null> {
    this.#checkOpen();
    return this.#maintenance.continuation();
  }

  /**
   * Compacts now, whatever the size.
   *
   * @param options.instructions what the summary should look at most
   */
  async compact(options: { instructions?: string | undefined; signal?: AbortSignal | undefined } = {}): Promise<Outcome> {
    this.#checkOpen("compact", options);
    return this.#maintenance.compact(options.instructions, options.signal);
  }

  /**
   * Takes back what prunes have done: the model sees the message again as it was appended. What was restored is not pruned
   * again, unless nothing else makes the context fit.
   *
   * One entry is appended, so that this, too, can be read in the log. What a compaction has folded away stays so: read it with
   * `original(entryId)`.
   *
   * @param entryId which message; default: all that were pruned and are still in the context
   * @returns `restored`, with the appended entry; `nothing` where nothing was pruned
   * @throws EpitomeError `unknown-entry`
   */
  async restore(entryId?: string, options: { signal?: AbortSignal | undefined } = {}): Promise<Outcome> {
    this.#checkOpen("restore", options);
    const host = { ...this.#treeHost, writer: this.#writer, emit: (event: SessionEvent) => this.#emit(event) };
    return restore(host, entryId, options.signal ?? new AbortController().signal);
  }

  /**
   * Goes on in a new session, with a document in hand that tells what it must know of this one: for a fresh start, whatever the
   * size. The new session has this one's store, format, model and options. It begins with the host's instructions, with what is pinned,
   * and with the document, as text of the host's own (`custom_message`) that the model sees; with the newest request, too, where
   * the document does not have it word for word, and with what is said while it is written. Handlers of compactions are not asked,
   * and who listens to this session (`on`) hears nothing of the new one.
   *
   * The document is asked for as the next turn of the conversation itself where a summarizer can send that (`request.live`), so that
   * the provider has most of it in its cache; tell `overhead.system` and `overhead.tools` for it.
   *
   * Until the new session is stored, whole, this one is as it was; then it notes where it went on, in an entry that no model sees. It
   * stays open. Compactions are waited for, and wait; `abortCompaction` ends it.
   *
   * @throws EpitomeError `handoff-not-stored`, whose `details` are the options with which another call needs no summarizer;
   *   `session-not-empty`, before any is asked, where the id is taken; what the store throws until then
   */
  async handoff(options: HandoffOptions = {}): Promise<HandoffOutcome> {
    this.#checkOpen("handoff", options);
    for (const name of ["id", "document"] as const) if (options[name]?.trim() === "") throw invalidOption(name, "must not be empty");
    return this.#maintenance.handoff(options);
  }

  /** Aborts the compaction, the summary of a branch, or the handoff that is under way, in the background too. What is committed already stays. */
  abortCompaction(): void {
    this.#maintenance.abort();
  }

  /** Changes the model; the next `check` goes by it. What an error has taught of the one before is forgotten. */
  setModel(model: DeepPartial<Model>): void {
    this.#checkOpen();
    checkModel(model);
    guarded(() => this.#log.setModel(stage(model, null, "model")));
    this.#nativeHost.natives.refused = undefined;
  }

  /** Says what every request carries beside the messages: the system prompt, the schemas of the tools. */
  setOverhead(overhead: Overhead): void {
    this.#checkOpen();
    setOverhead(this.#log, overhead);
    this.#overhead = { ...overhead };
  }

  /**
   * The message of an entry as it was appended, whatever became of it in the context.
   *
   * @throws EpitomeError `not-loaded` for an entry that is not in memory: one that was folded away before the session was
   *   opened, or none at all; `load()` reads the log, `entry(id)` looks for it. `unknown-entry` where all is in memory
   */
  original(entryId: string): unknown {
    this.#checkOpen();
    const { held } = this.#journal;
    const place = typeof entryId === "string" ? held.placeOf(entryId) : undefined;
    if (place !== undefined) return held.entries[place]!.message;
    if (held.isComplete) throw unknownEntry(entryId);
    const message = `The entry ${JSON.stringify(entryId)} is not among those that were read. Call \`await session.load()\` first, or \`await session.entry(id)\`.`;
    throw new EpitomeError("not-loaded", message, { details: { path: "entryId" } });
  }

  /** Whether all of the log is in memory. A session opens with what the model can still see; other methods read the rest. */
  get isLoaded(): boolean {
    return this.#journal.held.isComplete;
  }

  /** Reads what is not in memory yet: all entries that a compaction has folded away, and those of other branches. */
  async load(options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#checkOpen("load", options);
    await this.#journal.load(options.signal);
  }

  /** The entry of an id, or null. It is read from the store if need be. */
  async entry(entryId: string, options: { signal?: AbortSignal | undefined } = {}): Promise<Entry | null> {
    this.#checkOpen("entry", options);
    const { held } = this.#journal;
    if (typeof entryId !== "string") return null;
    if (held.placeOf(entryId) === undefined) await this.#journal.load(options.signal);
    const place = held.placeOf(entryId);
    return place === undefined ? null : held.entries[place]!;
  }

  /** The entries from the root to where the session stands, those that were folded away included. */
  async path(options: { signal?: AbortSignal | undefined } = {}): Promise<Entry[]> {
    this.#checkOpen("path", options);
    await this.load(options);
    return Array.from(this.#log.path(), (at) => this.#journal.held.entries[at]!);
  }

  /** The branches of the session's tree, in the order in which they ended. */
  async branches(options: { signal?: AbortSignal | undefined } = {}): Promise<Branch[]> {
    this.#checkOpen("branches", options);
    await this.load(options);
    return branches(this.#treeHost);
  }

  /** The labels of entries, by the entry's id. */
  async labels(options: { signal?: AbortSignal | undefined } = {}): Promise<Map<string, string>> {
    this.#checkOpen("labels", options);
    await this.load(options);
    return labelsOf(this.#journal.held.entries);
  }

  /**
   * Moves to another entry, or before the first (null): what is appended next follows it. The log keeps everything; the
   * move itself is one more entry. With `summarize` that entry is the summary of the branch that is left.
   *
   * @throws EpitomeError `unknown-entry`, `invalid-option`, for what is no id of an entry, too
   */
  async navigate(entryId: string | null, options: NavigateOptions = {}): Promise<NavigateOutcome> {
    this.#checkOpen("navigate", options);
    const outcome = await navigate(this.#treeHost, entryId, options);
    if (outcome.status === "navigated") this.#emit({ type: "navigate", outcome });
    return outcome;
  }

  /**
   * Keeps the text of a message beside the log, where `artifact(id)` reads it; a tool of the model's may do so as well. The
   * entry itself stays as it is. Of an entry that was spilled already, the answer is the same again.
   *
   * @returns the `artifact` entry: its `artifactId` is the entry's id, `chars` the text's length in UTF-16 units
   * @throws what the artifact store throws; nothing is appended then
   */
  async spill(entryId: string, options: { signal?: AbortSignal | undefined } = {}): Promise<Entry> {
    this.#checkOpen("spill", options);
    return spill(this.#treeHost, this.#artifacts, entryId, options.signal);
  }

  /**
   * The text that was kept beside the log under an id (`spill`), or the output whose notice names that id, with its
   * `artifact://` or without; else null.
   */
  async artifact(id: string, options: { signal?: AbortSignal | undefined } = {}): Promise<string | null> {
    this.#checkOpen("artifact", options);
    return readArtifact(this.#treeHost, this.#artifacts, id, options.signal);
  }

  /** Takes over what other writers have appended to the store since; a write does so by itself. */
  async refresh(options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    this.#checkOpen("refresh", options);
    await this.#journal.refresh(options.signal);
  }

  /** Calls `listener` for each event until the returned function is called. What a listener throws is reported, and changes nothing. */
  on(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #emit(event: SessionEvent): void {
    publish(this.id, event);
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        console.error("epitome: a session listener threw", error);
      }
    }
  }

  /** Aborts what is under way and frees the session's memory. Closing twice is harmless. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.abortCompaction();
    this.#listeners.clear();
    this.#journal.close();
    this.#log.free();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Throws on a closed session, and on options that the method does not have. */
  #checkOpen(method = "", options?: object): void {
    if (this.#closed) throw new EpitomeError("session-closed", `The session ${JSON.stringify(this.id)} is closed; open it again.`);
    checkMethod(method, options);
  }
}

/**
 * Opens a session: the log that the store has under this id, or a new one.
 *
 * @throws EpitomeError `unknown-format`, `invalid-settings`, `invalid-option`; what the store throws; `invalid-entry` and
 *   `invalid-message` for a stored log that cannot be read in this format.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  checkOptions(options);
  return Session.open(options);
}
