/**
 * Session files in pi's format: one JSON object a line, the header first. Reading them needs no file system, so that a page
 * and a command line read a file alike.
 *
 * Files of version 1 (entries without ids, `firstKeptEntryIndex`) and 2 (the role `hookMessage`) come out as version 3.
 */

import { EpitomeError } from "../errors.js";
import type { DamagedLine, Entry } from "../types.js";

/** The version of the format that is written, and the newest that is read. */
export const SESSION_VERSION = 3;

/**
 * Begins every line of one append but its last. JSON allows the tab, so other readers need not know; to us, a file that
 * ends after such a line ends in the middle of an append, and none of its lines count.
 */
export const MORE_FOLLOWS = "\t";

/** The first line of a session file. */
export interface SessionHeader {
  type: "session";
  /** The version of the format. */
  version: number;
  /** The session's id. */
  id: string;
  /** When the session began, as ISO 8601 text. */
  timestamp?: string;
  /** The directory that the session was about. */
  cwd?: string;
  /** The wire format of its messages, if it is not pi's. */
  format?: string;
  /** The session that it goes on from: its id, or with pi's own files the path of its file. */
  parentSession?: string;
  [field: string]: unknown;
}

/** What a session file holds. */
export interface SessionFile {
  /** The version in which the file is written. What is given here is version 3 in any case. */
  version: number;
  header: SessionHeader;
  /** Its entries, in the order of the file. */
  entries: Entry[];
  /** The lines that could not be read. They are not among the entries. */
  damaged: DamagedLine[];
}

/**
 * Reads a session file. The same text always gives the same entries, also their ids where the file has none.
 *
 * @throws EpitomeError `not-a-session` if the first line is no session header; `unsupported-session-version` if the file is
 *   newer than version 3.
 */
export function parseSessionFile(text: string): SessionFile {
  const { reader, lines } = parseLines(splitText(text));
  const entries: Entry[] = [];
  const damaged: DamagedLine[] = [];
  for (const { line, entry, reason } of lines) {
    if (entry) entries.push(entry);
    else if (reason !== undefined) damaged.push({ line, reason });
  }
  return { version: reader.version, header: { ...reader.header, version: SESSION_VERSION }, entries, damaged };
}

/** A line of text before it is read. */
export interface RawLine {
  /** Undefined where the bytes are not UTF-8. */
  text: string | undefined;
  /** Whether a line feed ended it. Only the last line of a file can be without. */
  ended: boolean;
}

/** A line after it was read: an entry, or the reason why it is none. Blank lines are neither. */
export interface ReadLine {
  /** Its number, from 1. */
  line: number;
  entry?: Entry;
  reason?: string;
}

/** Reads all lines of a file, the header first; `lines` holds what comes after it. */
export function parseLines(raw: readonly RawLine[]): { reader: EntryReader; lines: ReadLine[] } {
  const start = raw.findIndex(({ text }) => text === undefined || text.trim() !== "");
  const reader = new EntryReader(parseHeader(raw[start]?.text, start + 1));
  const body = raw.slice(start + 1);
  const whole = body.length - unfinished(body);
  const lines = body.map(({ text, ended }, index): ReadLine => {
    const line = start + 2 + index;
    if (text?.trim() === "") return { line };
    return index < whole ? { line, ...reader.read(text) } : { line, reason: ended ? UNFINISHED_APPEND : UNFINISHED_LINE };
  });
  return { reader, lines };
}

/** Why the last lines of a file may not count. */
export const UNFINISHED_LINE = "The file ends in the middle of this line: the program that wrote it was stopped.";
export const UNFINISHED_APPEND = "The file ends in the middle of an append: the program that wrote it was stopped.";

/** How many lines at the end belong to an append that was not finished. */
export function unfinished(lines: readonly RawLine[]): number {
  let whole = lines.length;
  const last = lines[whole - 1];
  if (last && !last.ended) {
    // Without its line feed a line is whole if it is an entry, since no beginning of a JSON object is one.
    if (!last.text?.startsWith(MORE_FOLLOWS) && parseEntry(last.text).value) return 0;
    whole--;
  }
  while (lines[whole - 1]?.text?.startsWith(MORE_FOLLOWS)) whole--;
  return lines.length - whole;
}

function splitText(text: string): RawLine[] {
  const parts = text.replace(/^\ufeff/, "").split("\n");
  const lines = parts.map((part, index) => ({ text: part, ended: index < parts.length - 1 }));
  if (lines.at(-1)?.text === "") lines.pop();
  return lines;
}

/** Reads a header line. `version` is that of the file. */
export function parseHeader(text: string | undefined, line: number): { version: number; header: SessionHeader } {
  if (text === undefined && line === 0) throw notASession("it is empty", 1);
  let value: unknown;
  try {
    value = JSON.parse(text ?? "");
  } catch {
    throw notASession(`line ${line} is not JSON`, line);
  }
  if (Array.isArray(value)) throw notASession(`line ${line} is a JSON array, as a list of messages is`, line);
  if (typeof value !== "object" || value === null) throw notASession(`line ${line} is not a JSON object`, line);
  const header = value as Partial<SessionHeader>;
  if (header.type !== "session") throw notASession(`line ${line} does not have the type "session"`, line);
  if (typeof header.id !== "string" || header.id === "") throw notASession(`the header in line ${line} has no id`, line);
  const version: unknown = header.version ?? 1;
  if (version !== 1 && version !== 2 && version !== 3) {
    const message = `The session log has version ${JSON.stringify(version)?.slice(0, 20)}; versions 1 to ${SESSION_VERSION} can be read. Open it with the program that wrote it, or with a newer release of this one.`;
    throw new EpitomeError("unsupported-session-version", message, { details: { line } });
  }
  return { version, header: header as SessionHeader };
}

function notASession(problem: string, line: number): EpitomeError {
  const message = `This is not a session log: ${problem}. A session log begins with a line like {"type":"session","version":3,"id":"…"}.`;
  return new EpitomeError("not-a-session", message, { details: { line } });
}

/** Reads the JSON of one line after the header: an object with a type, or the reason why it is not. */
export function parseEntry(text: string | undefined): { value?: Record<string, unknown>; reason?: string } {
  if (text === undefined) return { reason: "The line is not valid UTF-8." };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: "The line is not JSON: it was cut off or written over." };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { reason: "The line is not a JSON object." };
  const { type } = value as { type?: unknown };
  if (typeof type !== "string" || type === "") return { reason: "The line is not a session entry: it has no type." };
  if (type === "session") return { reason: "The line is a second session header." };
  return { value: value as Record<string, unknown> };
}

/** Turns the lines after the header into entries of version 3, in the order of the file. */
export class EntryReader {
  /** The version in which the file is written. */
  readonly version: number;
  /** The header as it stands in the file. */
  readonly header: SessionHeader;
  readonly #ids = new Set<string>();
  #previous: string | null = null;
  #place = 1;
  /** In version 1, the id at each place of the file, the header's being 0. A damaged line has a place, but no id. */
  readonly #places: (string | undefined)[] = [undefined];

  constructor({ version, header }: { version: number; header: SessionHeader }) {
    this.version = version;
    this.header = header;
  }

  /** Whether an entry with this id was read. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Notes an entry that comes after those read, without reading it. */
  add(id: string): void {
    this.#ids.add(id);
    this.#previous = id;
    this.#place++;
  }

  /** Reads the next line that is not blank. */
  read(text: string | undefined): { entry: Entry } | { reason: string } {
    const { value, reason = "" } = parseEntry(text);
    if (!value) {
      if (this.version < 2) this.#places[this.#place] = undefined;
      this.#place++;
      return { reason };
    }
    const own = typeof value.id === "string" && value.id !== "" ? value.id : undefined;
    const linear = own === undefined || (this.version < 2 && value.parentId === undefined);
    const entry = linear ? linked(value, own ?? idForPlace(this.#place, this.#ids), this.#previous, this.header) : (value as Entry);
    if (this.version < 3) renameHookMessage(entry);
    if (this.version < 2) {
      this.#places[this.#place] = entry.id;
      if ("firstKeptEntryIndex" in entry) {
        const { firstKeptEntryIndex: place } = entry;
        delete entry.firstKeptEntryIndex;
        entry.firstKeptEntryId = this.#idFrom(place) ?? entry.id;
      }
    }
    this.add(entry.id);
    return { entry };
  }

  /**
   * The first kept entry of a compaction of version 1, which gave its place in the file instead of its id. From a damaged
   * line the next one is taken; from a place that cannot be, nothing before the compaction is kept.
   */
  #idFrom(place: unknown): string | undefined {
    if (!Number.isInteger(place)) return undefined;
    for (let at = Math.max(0, place as number); at < this.#place; at++) if (this.#places[at] !== undefined) return this.#places[at];
    return undefined;
  }
}

/** An id by the place in the file: the same in every reading, eight hex digits as pi's are. */
function idForPlace(place: number, taken: { has(id: string): boolean }): string {
  const id = place.toString(16).padStart(8, "0");
  let free = id;
  for (let again = 1; taken.has(free); again++) free = `${id}-${again}`;
  return free;
}

/** An entry with the id and the parent that it lacked: without a parent it follows the entry before it. */
export function linked(
  { type, id: _, parentId, timestamp, ...rest }: Record<string, unknown>,
  id: string,
  previous: string | null,
  header: SessionHeader,
): Entry {
  const parent = typeof parentId === "string" ? parentId : previous;
  const time = typeof timestamp === "string" ? timestamp : (header.timestamp ?? new Date(0).toISOString());
  return { type: type as string, id, parentId: parent, timestamp: time, ...rest };
}

function renameHookMessage(entry: Entry): void {
  const message = entry.message as { role?: unknown } | null | undefined;
  if (entry.type === "message" && message?.role === "hookMessage") entry.message = { ...message, role: "custom" };
}
