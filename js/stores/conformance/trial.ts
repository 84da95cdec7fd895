/** What the cases work with: a store whose answers are looked at, handles beside it, and failures that say what to do. */

import { EpitomeError } from "../../errors.js";
import type { AppendResult, ArtifactStore, Entry, MaybePromise, ReadResult, SessionInfo, SessionStore } from "../../types.js";

/** A store under test, with what only its owner can do. */
export interface Subject {
  /** The store: fresh and empty. */
  store: SessionStore;
  /**
   * Opens the same storage once more, as another process would: a second connection, a second object. What is stored must
   * be there, and both are used side by side. Without it the cases of durability and of two views are skipped.
   */
  reopen?(): MaybePromise<SessionStore>;
  /** Ends all that was opened and removes what was stored. Called once, after the case, whether it passed or not. */
  close?(): MaybePromise<void>;
}

/** What a case may ask of a subject beyond `append` and `read`. */
export type Need = "list" | "delete" | "artifacts" | "reopen";

/** One rule of the contract, and how it is tried. */
export interface Case {
  name: string;
  /** The rule, as a sentence. */
  rule: string;
  /** What the owner of a store that breaks it can do. */
  advice: string;
  needs?: readonly Need[];
  run(trial: Trial): Promise<void>;
}

/** A rule that was found broken, before it is known which one. */
export class Broken extends Error {
  constructor(
    readonly problem: string,
    readonly advice?: string,
    cause?: unknown,
  ) {
    super(problem, cause === undefined ? undefined : { cause });
  }
}

/** How often a call is repeated that failed with `retryable: true`, and the pause before each repetition in milliseconds. */
const REPEATS = 40;
const PAUSE_MS = 10;

/** Waits; 0 lets everything else go on once. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** An entry with this id. */
export function entry(id: string, fields: Record<string, unknown> = {}): Entry {
  const message = { role: "user", content: `This is ${id}`, timestamp: 1 };
  return { type: "message", id, parentId: null, timestamp: "2026-01-02T03:04:05.678Z", message, ...fields };
}

/** Entries with these ids. */
export const entries = (...ids: string[]): Entry[] => ids.map((id) => entry(id));

/** `count` entries named `<name>-0`, `<name>-1` and so on. */
export const numbered = (name: string, count: number, from = 0): Entry[] =>
  Array.from({ length: count }, (_, index) => entry(`${name}-${from + index}`));

/** A value as it is shown in a failure. */
export function show(value: unknown, length = 240): string {
  const text = value instanceof Error ? `${value.name}: ${value.message}` : (JSON.stringify(value) ?? String(value));
  return text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text;
}

/** Throws unless `condition` holds. `problem` says what was found instead of what had to be. */
export function verify(condition: boolean, problem: string, advice?: string): asserts condition {
  if (!condition) throw new Broken(problem, advice);
}

/** Throws unless both are the same JSON text: keys, and their order, included. */
export function same(found: unknown, wanted: unknown, what: string, advice?: string): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (left === right) return;
  let at = 0;
  while (left !== undefined && right !== undefined && left[at] === right[at]) at++;
  const part = (text: string | undefined) =>
    text === undefined || text.length <= 400 ? text : `…${text.slice(Math.max(0, at - 40), at + 160)}…`;
  throw new Broken(`${what}: expected ${part(right)}, found ${part(left)}.`, advice);
}

/** One case's view of the subject. */
export class Trial {
  readonly handle: Handle;
  /** The calls that have not been answered yet, for the message of a case that takes too long. */
  readonly pending = new Set<string>();
  readonly #subject: Subject;

  constructor(subject: Subject) {
    this.#subject = subject;
    this.handle = new Handle(subject.store, "the store", this.pending);
  }

  /** Why this subject cannot be tried on this case, or undefined. */
  lacks(needs: readonly Need[] = []): string | undefined {
    const { store, reopen } = this.#subject;
    for (const need of needs) {
      if (need === "reopen" && !reopen) return "`open` gave no `reopen`, so there is no second view of the same storage to try";
      if (need !== "reopen" && typeof store[need] !== "function") return `the store has no \`${need}\`, which is optional`;
    }
    return undefined;
  }

  /** The same storage opened once more. */
  async reopened(): Promise<Handle> {
    if (!this.#subject.reopen) return this.handle;
    return new Handle(await this.#subject.reopen(), "the store opened a second time", this.pending);
  }
}

/** A store whose answers are checked for their shape, and whose failures name the call. */
export class Handle {
  constructor(
    readonly store: SessionStore,
    readonly label: string,
    readonly pending: Set<string>,
  ) {
    if (typeof store?.append !== "function" || typeof store.read !== "function") {
      throw new Broken(`${label} has no methods append and read.`, "Give the store itself, or { store, reopen?, close? }.");
    }
  }

  async append(
    sessionId: string,
    expectedHead: number,
    batch: readonly Entry[],
    options?: { signal?: AbortSignal; format?: string },
  ): Promise<AppendResult> {
    const call = `append(${show(sessionId, 60)}, ${expectedHead}, ${batch.length} entries)`;
    const result = await this.#answered(call, () => this.store.append(sessionId, expectedHead, batch, options));
    const good = typeof result?.ok === "boolean" && isPosition(result.head);
    verify(
      good,
      `${call} answered ${show(result)}, which is neither { ok: true, head } nor { ok: false, head }.`,
      "Answer with both fields.",
    );
    return { ok: result.ok, head: result.head };
  }

  /** An append that must succeed. */
  async mustAppend(sessionId: string, expectedHead: number, batch: readonly Entry[]): Promise<number> {
    const { ok, head } = await this.append(sessionId, expectedHead, batch);
    const wanted = expectedHead + batch.length;
    if (ok && head === wanted) return head;
    const problem = `append at ${expectedHead}, where ${this.label} ends, of ${batch.length} entries answered ${show({ ok, head })}`;
    throw new Broken(
      `${problem} instead of { ok: true, head: ${wanted} }.`,
      "Where expectedHead is the true head, store the entries and answer where they end.",
    );
  }

  async read(sessionId: string, after: number, options?: { limit?: number; signal?: AbortSignal }): Promise<ReadResult> {
    const call = `read(${show(sessionId, 60)}, ${after}${options?.limit === undefined ? "" : `, { limit: ${options.limit} }`})`;
    const result = await this.#answered(call, () => this.store.read(sessionId, after, options));
    const good = Array.isArray(result?.entries) && isPosition(result.head);
    verify(
      good,
      `${call} answered ${show(result)}, which lacks the array \`entries\` or the number \`head\`.`,
      "Answer with both fields, also where there is nothing.",
    );
    const whole = !result.damaged?.length;
    verify(whole, `${call} reports damaged lines in a log that nobody has damaged: ${show(result.damaged)}.`);
    return result;
  }

  /** The ids from `after` on. */
  async ids(sessionId = "s", after = 0): Promise<string[]> {
    return (await this.read(sessionId, after)).entries.map(({ id }) => id);
  }

  /** Checks that the session consists of exactly these entries. */
  async holds(sessionId: string, wanted: readonly Entry[], advice?: string): Promise<void> {
    const { entries: found, head } = await this.read(sessionId, 0);
    const ids = (list: readonly Entry[]) => list.map((item) => item?.id);
    same(ids(found), ids(wanted), `the ids that ${this.label} reads in session ${show(sessionId, 60)}`, advice);
    same(found, wanted, `the entries that ${this.label} reads in session ${show(sessionId, 60)}`, advice);
    verify(head === wanted.length, `read gives the head ${head}, but the session has ${wanted.length} entries.`, advice);
  }

  async list(options?: { signal?: AbortSignal }): Promise<SessionInfo[]> {
    const result = await this.#answered("list()", () => this.store.list?.(options) as MaybePromise<SessionInfo[]>);
    const good = Array.isArray(result) && result.every((info) => typeof info?.id === "string");
    verify(good, `list() answered ${show(result)}, which is no array of { id }.`);
    return result;
  }

  async delete(sessionId: string, options?: { signal?: AbortSignal }): Promise<void> {
    await this.#answered(`delete(${show(sessionId, 60)})`, () => this.store.delete?.(sessionId, options));
  }

  /** The artifacts of a session, with the answers checked. */
  artifacts(sessionId: string): Artifacts {
    const store = this.store.artifacts?.(sessionId);
    const good = typeof store?.put === "function" && typeof store.get === "function";
    verify(
      good,
      `artifacts(${show(sessionId, 60)}) gave ${show(store)}, which lacks put or get.`,
      "Give the two methods at once, not by promise.",
    );
    return new Artifacts(store, (call, work) => this.#answered(call, work));
  }

  /** Awaits one answer. What may be repeated by its own word is repeated, as a session does. */
  async #answered<T>(call: string, work: () => MaybePromise<T>): Promise<T> {
    const waiting = `${call} of ${this.label}`;
    for (let repeat = 0; ; repeat++) {
      this.pending.add(waiting);
      try {
        return await work();
      } catch (error) {
        if (isRetryable(error) && repeat < REPEATS) {
          await pause(PAUSE_MS);
          continue;
        }
        throw new Broken(`${waiting} failed: ${show(error)}.`, undefined, error);
      } finally {
        this.pending.delete(waiting);
      }
    }
  }
}

/** The artifacts of one session. */
export class Artifacts {
  constructor(
    readonly store: ArtifactStore,
    readonly answered: <T>(call: string, work: () => MaybePromise<T>) => Promise<T>,
  ) {}

  async put(id: string, data: string): Promise<void> {
    await this.answered(`put(${show(id, 60)}, ${data.length} characters)`, () => this.store.put(id, data));
  }

  async get(id: string): Promise<string | null> {
    const call = `get(${show(id, 60)})`;
    const found = await this.answered(call, () => this.store.get(id));
    verify(found === null || typeof found === "string", `${call} answered ${show(found)}, which is neither a string nor null.`);
    return found;
  }

  /** Checks what is stored under an id. */
  async holds(id: string, wanted: string | null, what: string, advice?: string): Promise<void> {
    const found = await this.get(id);
    if (found === wanted) return;
    if (found === null || wanted === null) throw new Broken(`${what}: get gives ${show(found)} instead of ${show(wanted)}.`, advice);
    let at = 0;
    while (found[at] === wanted[at]) at++;
    const units = (text: string) => show(text.slice(Math.max(0, at - 8), at + 16));
    const lengths = `${found.length} and ${wanted.length} UTF-16 units`;
    throw new Broken(`${what}: the data differ at unit ${at} (${lengths}): found ${units(found)}, expected ${units(wanted)}.`, advice);
  }
}

/** The error of a call that must fail. */
export async function failureOf(call: string, work: () => unknown, advice?: string): Promise<unknown> {
  for (let repeat = 0; ; repeat++) {
    let answer: unknown;
    try {
      answer = await work();
    } catch (error) {
      if (!isRetryable(error) || repeat >= REPEATS) return error;
      await pause(PAUSE_MS);
      continue;
    }
    throw new Broken(`${call} answered ${show(answer)} instead of throwing.`, advice);
  }
}

/** Checks the code of an error, whichever copy of the package made it. */
export function hasCode(error: unknown, code: string, call: string): void {
  const found = (error as { code?: unknown } | null | undefined)?.code;
  if (EpitomeError.isInstance(error) && found === code) return;
  const advice = `Throw \`new EpitomeError("${code}", message)\`; EpitomeError is exported by "epitome".`;
  throw new Broken(
    `${call} threw ${show(error)}${found === undefined ? "" : ` with the code ${show(found)}`} instead of an EpitomeError with the code "${code}".`,
    advice,
    error,
  );
}

function isRetryable(error: unknown): boolean {
  return (error as { retryable?: unknown } | null | undefined)?.retryable === true;
}

const isPosition = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
