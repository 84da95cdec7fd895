/** Reads stretches of a session file of which it is known where its lines are. Node only. */

import type { FileHandle } from "node:fs/promises";
import type { DamagedLine, Entry } from "../types.js";
import type { Mark } from "./file-index.js";
import { scanLines } from "./file-lines.js";
import { EntryReader, linked, parseEntry, type SessionHeader } from "./session-file.js";

/** The file became another one while it was read: reading anew helps. */
export class Changed extends Error {
  override message = "The file was changed while it was read.";
}

/** What is known of the file. */
export interface KnownLog {
  version: number;
  header: SessionHeader;
  /** How many entries there are, and where the last line that counts ends. */
  head: number;
  end: number;
  /** The id at a position, where it is in memory. */
  idAt(position: number): string | undefined;
  /** Whether all ids are in memory: then an entry may be without one in the file. */
  hasAllIds: boolean;
}

/** Entries, and the damage among them. */
export interface Stretch {
  entries: Entry[];
  damaged: DamagedLine[];
}

/** Reads the entries from `after` to before `until`, beginning at a place at or before them. */
export async function readStretch(file: FileHandle, known: KnownLog, mark: Mark, after: number, until: number): Promise<Stretch> {
  const entries: Entry[] = [];
  const damaged: DamagedLine[] = [];
  let { position, line } = mark;
  // Damage at the very end belongs to the last stretch.
  const toEnd = until === known.head;
  await scanLines(file, mark.offset, known.end, ({ text }) => {
    if (position === until && !toEnd) return false;
    line++;
    if (text?.trim() === "") return true;
    const { value, reason } = parseEntry(text);
    if (value) {
      const id = known.idAt(position);
      if (position >= until || (id !== value.id && id !== undefined && !known.hasAllIds)) throw new Changed();
      const own = id === undefined || id === value.id;
      if (position >= after) entries.push(own ? (value as Entry) : linked(value, id, known.idAt(position - 1) ?? null, known.header));
      position++;
    } else if (position >= after) damaged.push({ line, reason: reason as string });
    return true;
  });
  if (position !== until && after <= until && entries.length !== until - after) throw new Changed();
  return { entries, damaged };
}

/** The same for a file of version 1 or 2, whose entries depend on those before them: `body` is where the first begins. */
export async function readOld(file: FileHandle, known: KnownLog, body: Mark, after: number, until: number): Promise<Stretch> {
  const reader = new EntryReader(known);
  const entries: Entry[] = [];
  const damaged: DamagedLine[] = [];
  let position = 0;
  let { line } = body;
  await scanLines(file, body.offset, known.end, ({ text }) => {
    line++;
    if (text?.trim() === "") return;
    const read = reader.read(text);
    const inside = position >= after && (position < until || until === known.head);
    if ("entry" in read) {
      if (inside) entries.push(read.entry);
      position++;
    } else if (inside) damaged.push({ line, reason: read.reason });
  });
  if (position !== known.head) throw new Changed();
  return { entries, damaged };
}
