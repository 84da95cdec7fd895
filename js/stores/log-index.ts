/** The index beside one session file: whether it is believed, up to where it goes, and how it is kept up to date. Node only. */

import { type FileHandle, rm } from "node:fs/promises";
import { type CheckedMark, checkOf, FileIndex, type Mark } from "./file-index.js";
import { checked, growIndex, IndexBuilder } from "./file-index-builder.js";
import type { LogWindow } from "./log-window.js";

/** Sizes of which tests make smaller ones. */
export const LIMITS = {
  /** From this size on, in bytes, a file has an index beside it. A smaller one is in memory: its ids, not its entries. */
  indexFrom: 1 << 20,
  /** How far apart the marks of an index are, in bytes. */
  markEvery: 1 << 16,
  /** How much an index may be behind its file, in bytes and in entries. */
  flushBytes: 1 << 18,
  flushEntries: 2_048,
  /** How many of the last ids are kept in memory. */
  window: 4_096,
};

/** The file is not such that an index can speak for it. */
export class NotIndexable extends Error {}

export class LogIndex {
  readonly path: string;
  readonly #window: LogWindow;
  #covered: Mark = { position: 0, offset: 0, line: 0 };
  /** Which state of the index was found to be right. */
  #trusted = "";
  #distrusted = false;

  /** The index of a session file, of which `window` holds the end. */
  constructor(sessionPath: string, window: LogWindow) {
    this.path = `${sessionPath}.index`;
    this.#window = window;
  }

  /** Up to where it goes. */
  get covered(): Mark {
    return this.#covered;
  }

  /** Forgets what was found out, for a file whose entries begin at a place. */
  begin(body: Mark): void {
    this.#covered = body;
    this.#trusted = "";
  }

  /** Removes it: it has led to the wrong place. */
  async distrust(): Promise<void> {
    this.#distrusted = true;
    await rm(this.path, { force: true }).catch(() => {});
  }

  /** Opens it, if it speaks for what is known of the file: for its state, or for one that has only been added to since. */
  async open(file: FileHandle, stamp: string, flags: "r" | "r+" = "r"): Promise<FileIndex | "stale" | undefined> {
    const index = await FileIndex.open(this.path, flags);
    if (index === undefined) return undefined;
    if (index === "broken") return "stale";
    const { stamp: of, covered } = index.header;
    const fits = !this.#distrusted && (index.key === this.#trusted || of === stamp);
    if (fits && (await checkOf(file, covered.offset)) === covered.check) {
      this.#trusted = index.key;
      this.#covered = covered;
      this.#window.forgetMarks(covered.position);
      return index;
    }
    await index.close();
    return "stale";
  }

  /** Makes it anew while `scan` reads the whole file; false if the file cannot have one. `end` is the place that it covers. */
  async build(file: FileHandle, stamp: string, scan: (builder: IndexBuilder) => Promise<void>, end: () => Mark): Promise<boolean> {
    const builder = new IndexBuilder(this.path);
    try {
      await scan(builder);
      const covered = end();
      for (const mark of this.#window.takeMarks()) builder.mark(mark);
      if (!(await builder.finish(file, covered, stamp))) return false;
      this.#distrusted = false;
      const index = await this.open(file, stamp);
      if (!(index instanceof FileIndex)) return false;
      await index.close();
      return true;
    } catch (error) {
      await builder.abandon();
      if (error instanceof NotIndexable) return false;
      throw error;
    }
  }

  /**
   * Tells it of an append, which brought the file from one state to another and to this size. It is only a cache: what fails
   * here fails nothing.
   */
  async keep(file: FileHandle, before: string, stamp: string, size: number): Promise<void> {
    const window = this.#window;
    let index: FileIndex | undefined;
    try {
      const opened = await this.open(file, before, "r+");
      if (!(opened instanceof FileIndex)) return;
      index = opened;
      const { position, offset } = this.#covered;
      const due = size - offset >= LIMITS.flushBytes || window.head - position >= LIMITS.flushEntries;
      if (due && position >= window.first) {
        const covered = await checked(file, window.markAt(window.head) as Mark);
        const marks: CheckedMark[] = [];
        for (const mark of window.marks) marks.push(await checked(file, mark));
        const ids = window.idsFrom(position);
        while (!(await index.add(ids, marks, covered))) index = await growIndex(this.path, index, (await file.stat()).mode);
        this.#covered = covered;
        window.takeMarks();
      }
      // After another program has written, only we who saw that it added can go on with this index; who comes later reads
      // the file anew.
      await index.save(index.header.stamp === before ? stamp : index.header.stamp);
      this.#trusted = index.key;
      window.trim(this.#covered.position, LIMITS.window);
    } catch {
      await rm(this.path, { force: true }).catch(() => {});
    } finally {
      await index?.close().catch(() => {});
    }
  }

  /** A place at or before a position, to read on from; undefined where only the file's beginning is known. */
  async markBefore(file: FileHandle, stamp: string, position: number): Promise<Mark | undefined> {
    const known = this.#window.markBefore(position);
    if (known) return known;
    const index = await this.open(file, stamp);
    if (!(index instanceof FileIndex)) return undefined;
    try {
      const mark = await index.markBefore(position);
      return mark && (await checkOf(file, mark.offset)) === mark.check ? mark : undefined;
    } finally {
      await index.close();
    }
  }
}
