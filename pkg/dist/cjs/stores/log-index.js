var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  LIMITS: () => LIMITS,
  LogIndex: () => LogIndex,
  NotIndexable: () => NotIndexable
});
module.exports = __toCommonJS(stdin_exports);
var import_promises = require("node:fs/promises");
var import_file_index = require("./file-index.js");
var import_file_index_builder = require("./file-index-builder.js");
const LIMITS = {
  /** From this size on, in bytes, a file has an index beside it. A smaller one is in memory: its ids, not its entries. */
  indexFrom: 1 << 20,
  /** How far apart the marks of an index are, in bytes. */
  markEvery: 1 << 16,
  /** How much an index may be behind its file, in bytes and in entries. */
  flushBytes: 1 << 18,
  flushEntries: 2048,
  /** How many of the last ids are kept in memory. */
  window: 4096
};
class NotIndexable extends Error {
}
class LogIndex {
  path;
  #window;
  #covered = { position: 0, offset: 0, line: 0 };
  /** Which state of the index was found to be right. */
  #trusted = "";
  #distrusted = false;
  /** The index of a session file, of which `window` holds the end. */
  constructor(sessionPath, window) {
    this.path = `${sessionPath}.index`;
    this.#window = window;
  }
  /** Up to where it goes. */
  get covered() {
    return this.#covered;
  }
  /** Forgets what was found out, for a file whose entries begin at a place. */
  begin(body) {
    this.#covered = body;
    this.#trusted = "";
  }
  /** Removes it: it has led to the wrong place. */
  async distrust() {
    this.#distrusted = true;
    await (0, import_promises.rm)(this.path, { force: true }).catch(() => {
    });
  }
  /** Opens it, if it speaks for what is known of the file: for its state, or for one that has only been added to since. */
  async open(file, stamp, flags = "r") {
    const index = await import_file_index.FileIndex.open(this.path, flags);
    if (index === void 0)
      return void 0;
    if (index === "broken")
      return "stale";
    const { stamp: of, covered } = index.header;
    const fits = !this.#distrusted && (index.key === this.#trusted || of === stamp);
    if (fits && await (0, import_file_index.checkOf)(file, covered.offset) === covered.check) {
      this.#trusted = index.key;
      this.#covered = covered;
      this.#window.forgetMarks(covered.position);
      return index;
    }
    await index.close();
    return "stale";
  }
  /** Makes it anew while `scan` reads the whole file; false if the file cannot have one. `end` is the place that it covers. */
  async build(file, stamp, scan, end) {
    const builder = new import_file_index_builder.IndexBuilder(this.path);
    try {
      await scan(builder);
      const covered = end();
      for (const mark of this.#window.takeMarks())
        builder.mark(mark);
      if (!await builder.finish(file, covered, stamp))
        return false;
      this.#distrusted = false;
      const index = await this.open(file, stamp);
      if (!(index instanceof import_file_index.FileIndex))
        return false;
      await index.close();
      return true;
    } catch (error) {
      await builder.abandon();
      if (error instanceof NotIndexable)
        return false;
      throw error;
    }
  }
  /**
   * Tells it of an append, which brought the file from one state to another and to this size. It is only a cache: what fails
   * here fails nothing.
   */
  async keep(file, before, stamp, size) {
    const window = this.#window;
    let index;
    try {
      const opened = await this.open(file, before, "r+");
      if (!(opened instanceof import_file_index.FileIndex))
        return;
      index = opened;
      const { position, offset } = this.#covered;
      const due = size - offset >= LIMITS.flushBytes || window.head - position >= LIMITS.flushEntries;
      if (due && position >= window.first) {
        const covered = await (0, import_file_index_builder.checked)(file, window.markAt(window.head));
        const marks = [];
        for (const mark of window.marks)
          marks.push(await (0, import_file_index_builder.checked)(file, mark));
        const ids = window.idsFrom(position);
        while (!await index.add(ids, marks, covered))
          index = await (0, import_file_index_builder.growIndex)(this.path, index, (await file.stat()).mode);
        this.#covered = covered;
        window.takeMarks();
      }
      await index.save(index.header.stamp === before ? stamp : index.header.stamp);
      this.#trusted = index.key;
      window.trim(this.#covered.position, LIMITS.window);
    } catch {
      await (0, import_promises.rm)(this.path, { force: true }).catch(() => {
      });
    } finally {
      await index?.close().catch(() => {
      });
    }
  }
  /** A place at or before a position, to read on from; undefined where only the file's beginning is known. */
  async markBefore(file, stamp, position) {
    const known = this.#window.markBefore(position);
    if (known)
      return known;
    const index = await this.open(file, stamp);
    if (!(index instanceof import_file_index.FileIndex))
      return void 0;
    try {
      const mark = await index.markBefore(position);
      return mark && await (0, import_file_index.checkOf)(file, mark.offset) === mark.check ? mark : void 0;
    } finally {
      await index.close();
    }
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  LIMITS,
  LogIndex,
  NotIndexable
});
