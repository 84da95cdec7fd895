/**
 * The log of one session: in the store, in the core and here, in this order and always the same.
 *
 * Writers take turns. A batch is read by the core first, so that nothing is stored that cannot be read; then the store
 * takes it, and only then does the session stand on it. Where another writer was faster, its entries are read, and the
 * batch is made anew on top of them.
 */

import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import type { Entry, SessionStore } from "../types.js";
import type { Log } from "../wasm/epitome.js";
import type { SessionWarning } from "./types.js";

/** How many entries of a stored log the core is given at once. */
const SLICE = 500;
/** How often a batch is made anew before the store is given up. */
const MAX_CONFLICTS = 32;

/** The entries of a batch, made for the place where the session stands now; null to write nothing after all. */
export type Draft = (leafId: string | null) => Entry[] | null;

export class Journal {
  readonly entries: Entry[] = [];
  readonly warnings: SessionWarning[] = [];
  readonly #id: string;
  readonly #log: Log;
  readonly #store: SessionStore | undefined;
  readonly #format: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(id: string, log: Log, store: SessionStore | undefined, format: string | undefined) {
    this.#id = id;
    this.#log = log;
    this.#store = store;
    this.#format = format;
  }

  /** Ends the writing: what waits for its turn, or for the store, fails. */
  close(): void {
    this.#closed = true;
  }

  #checkOpen(): void {
    if (this.#closed) {
      throw new EpitomeError("session-closed", "The session was closed while it was writing; what the store took it keeps.", {
        details: { path: this.#id },
      });
    }
  }

  /** How many entries the log has. */
  get head(): number {
    return this.entries.length;
  }

  /** The id of the entry where the session stands. */
  get leafId(): string | null {
    const leaf = this.#log.leaf();
    return leaf === undefined ? null : this.entries[leaf]!.id;
  }

  /** Takes over what the store has beyond what is here. */
  async readOn(signal?: AbortSignal): Promise<void> {
    if (!this.#store) return;
    for (;;) {
      const read = await this.#store.read(this.#id, this.head, { signal });
      this.#checkOpen();
      if (!Array.isArray(read?.entries) || typeof read.head !== "number") {
        throw new EpitomeError("store-failed", "The store's read answered without entries or head.");
      }
      const { entries, head, damaged } = read;
      for (const { line, reason } of damaged ?? []) {
        // A store tells of its damaged end each time it is read.
        if (this.warnings.some((warning) => warning.line === line)) continue;
        this.warnings.push({ code: "damaged-line", message: `Line ${line} of the stored log was left out: ${reason}`, line });
      }
      if (entries.length > 0) this.#adopt(entries);
      if (this.head >= head || entries.length === 0) break;
    }
    this.#noteBreaks();
  }

  /** The same, in turn with the writers. */
  refresh(signal?: AbortSignal): Promise<void> {
    const run = this.#turn.then(() => this.readOn(signal));
    this.#turn = run.catch(() => {});
    return run;
  }

  #noteBreaks(): void {
    const breaks = this.#log.breaks();
    const known = this.warnings.filter((warning) => warning.code === "broken-parent").length;
    for (let at = known * 2; at < breaks.length; at += 2) {
      const [entryId, parentId] = [breaks[at]!, breaks[at + 1]!];
      const message = `Entry ${entryId} follows ${parentId}, which is not in the log; it was read as following the entry before it.`;
      this.warnings.push({ code: "broken-parent", message, entryId });
    }
  }

  #adopt(entries: readonly Entry[]): void {
    // In slices, so that a long log does not stand on one tape beside its records.
    for (let from = 0; from < entries.length; from += SLICE) {
      const slice = entries.slice(from, from + SLICE);
      const place = (path: string) => path.replace(/^entries\[(\d+)\]/, (_, at) => `entries[${from + Number(at)}]`);
      guarded(() => this.#log.propose(stage(slice, null, "entries")), place);
      this.#log.commit();
      // One by one: a spread of a long log would overflow the stack.
      for (const entry of slice) this.entries.push(entry);
    }
  }

  /** Writes a batch; null where the draft decided to write nothing. `place` names the caller's input in errors. */
  write(
    draft: Draft,
    options: { signal?: AbortSignal | undefined; place?: ((path: string) => string) | undefined } = {},
  ): Promise<Entry[] | null> {
    const run = this.#turn.then(() => this.#write(draft, options));
    this.#turn = run.catch(() => {});
    return run;
  }

  async #write(
    draft: Draft,
    { signal, place }: { signal?: AbortSignal | undefined; place?: ((path: string) => string) | undefined },
  ): Promise<Entry[] | null> {
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      signal?.throwIfAborted();
      this.#checkOpen();
      const entries = draft(this.leafId);
      if (entries === null || entries.length === 0) return entries;
      guarded(() => this.#log.propose(stage(entries, null, "entries")), place);
      if (this.#store) {
        const answer = await this.#store.append(this.#id, this.head, entries, { signal, format: this.#format });
        this.#checkOpen();
        if (typeof answer?.ok !== "boolean") {
          throw new EpitomeError("store-failed", "The store's append answered neither { ok: true } nor { ok: false }.");
        }
        if (!answer.ok) {
          await this.readOn(signal);
          continue;
        }
      }
      this.#log.commit();
      for (const entry of entries) this.entries.push(entry);
      return entries;
    }
    throw new EpitomeError("store-failed", `Other writers were faster ${MAX_CONFLICTS} times; the store may report a wrong head.`, {
      retryable: true,
    });
  }
}
