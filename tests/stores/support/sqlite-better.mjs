/** Opens a store on a file, with better-sqlite3, for processes and threads that write. */

import { statSync } from "node:fs";
import { sqlite } from "../../../pkg/dist/stores/sqlite.js";
import { clients } from "./sqlite-clients.mjs";

/** Half of the files have a write-ahead log, and half the rollback journal that is SQLite's default. */
const hasJournal = (path) => /lane-\d*[13579]-/.test(path);

export function open(path) {
  const { db, close } = clients["better-sqlite3"].open(path);
  // A process that was killed may have been changing this: then the file is locked for a moment.
  if (!hasJournal(path)) db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  return { store: sqlite(db), close };
}

/** A rollback journal that is left means that a transaction was under way. A write-ahead log does not tell. */
export const isTorn = (path) => hasJournal(path) && (statSync(`${path}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
