/** Opens a session over what a file holds, and looks at what the model would see of it. */

import { estimateMessage } from "../core.js";
import { EpitomeError } from "../errors.js";
import { openSession } from "../index.js";
import type { Session } from "../session/session.js";
import type { Context, Format } from "../session/types.js";
import type { Entry, SessionStore, Summarizer } from "../types.js";
import type { Host } from "./host.js";
import { type Loaded, load, located } from "./load.js";
import { type Shown, show } from "./message.js";
import { readSource } from "./read.js";
import { counted } from "./style.js";

/** What a session is opened with. */
export interface OpenOptions {
  /** The shape of the messages, where it is not to be found out. */
  format: Format | undefined;
  /** The model's window, in tokens. */
  window: number;
  /** How much of the newest part stays, in tokens. */
  keep?: number | undefined;
  summarizer?: Summarizer | undefined;
}

/** Longer files than this, in bytes, take so long to read that it is worth a word. */
const LONG = 2 << 20;

/** Opens the file, or standard input. */
export async function openFile(file: string, options: OpenOptions, host: Host): Promise<{ loaded: Loaded; session: Session }> {
  const { progress, signal } = host;
  progress.begin(`reading ${file}`);
  const source = await readSource(file, signal);
  const long = source.bytes.length > LONG;
  progress.begin(`reading ${source.name}`, long);
  const loaded = load(source, options.format);
  progress.begin(`counting ${counted(loaded.entries.length, "entry", "entries")}`, long);
  return { loaded, session: await openLoaded(loaded, options) };
}

/** A session in memory, so that the file stays as it is. What is wrong with an entry is said with its place in the file. */
async function openLoaded(loaded: Loaded, { window, keep, summarizer }: OpenOptions): Promise<Session> {
  const id = loaded.form.kind === "session" ? loaded.form.header.id : "messages";
  const settings = keep === undefined ? undefined : { compaction: { keepRecentTokens: keep } };
  try {
    const session = await openSession({
      id,
      store: over(loaded.entries),
      format: loaded.format,
      model: { contextWindow: window },
      settings,
      summarizer,
    });
    // The report is of the whole file.
    await session.load();
    return session;
  } catch (error) {
    const found = located(error, loaded);
    if (found !== error || !EpitomeError.isInstance(error)) throw found;
    throw new EpitomeError(error.code, `${loaded.name}: ${error.message}`, {
      details: { file: loaded.name, ...error.details },
      cause: error,
    });
  }
}

/** A store that begins with these entries. What is appended stays with the session: the file is not touched. */
function over(entries: readonly Entry[]): SessionStore {
  return {
    read: (_, after) => ({ entries: entries.slice(after), head: entries.length }),
    append: (_, head, added) => ({ ok: true, head: head + added.length }),
  };
}

/** A place in a file that could not be read, or not as it stands. */
export interface Damage {
  line?: number;
  entryId?: string;
  message: string;
}

/** All that was not right with a file, in words. */
export function damageOf({ damaged, form }: Loaded, session: Session): Damage[] {
  const lines = damaged.map(({ line, reason }): Damage => ({ line, message: reason }));
  const entries = session.warnings.map(({ entryId = "", message }): Damage => {
    const line = form.kind === "session" ? form.lineOf.get(entryId) : undefined;
    return { ...(line !== undefined && { line }), entryId, message };
  });
  return [...lines, ...entries];
}

/** A message of the context, measured. */
export interface Item extends Shown {
  entry: Entry;
  /** Its size: our estimate, unless `scaled`. */
  tokens: number;
}

/** The messages of a context, each with its size and its face. */
export function itemsOf({ messages, entries }: Context, format: Format): Item[] {
  return show(messages, entries, format).map((shown, at) => ({
    ...shown,
    entry: entries[at]!,
    tokens: estimateMessage(messages[at], { format }),
  }));
}

/** Items on another scale: the provider's, where that is known, so that parts and wholes add up. */
export function scaled(items: readonly Item[], ratio: number): Item[] {
  const to = <T extends { tokens: number }>(one: T): T => ({ ...one, tokens: Math.round(one.tokens * ratio) });
  return items.map((item) => ({ ...to(item), results: item.results.map(to) }));
}

/** The tokens of some items, or outputs, together. */
export function tokensOf(items: readonly { tokens: number }[]): number {
  return items.reduce((sum, { tokens }) => sum + tokens, 0);
}
