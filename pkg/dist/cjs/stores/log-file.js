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
  LogFile: () => LogFile,
  isChanged: () => isChanged
});
module.exports = __toCommonJS(stdin_exports);
var import_node_buffer = require("node:buffer");
var import_promises = require("node:fs/promises");
var import_errors = require("../errors.js");
var import_file_index = require("./file-index.js");
var import_file_index_builder = require("./file-index-builder.js");
var import_file_lines = require("./file-lines.js");
var import_file_upgrade = require("./file-upgrade.js");
var import_log_window = require("./log-window.js");
var import_session_file = require("./session-file.js");
var _a;
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
const TAIL = 256;
const KEPT = 1 << 22;
const HEADER_START = '{"type":"session"';
class NotIndexable extends Error {
}
class Changed extends Error {
  message = "The file was changed while it was read.";
}
class LogFile {
  path;
  #header;
  /** Where the entries begin. */
  #body = { position: 0, offset: 0, line: 0 };
  /** Reads the lines of a file all of whose ids are in memory; undefined if there is an index. */
  #reader;
  /** Whether the file is big, and yet without an index. */
  #unindexable = false;
  #window = new import_log_window.LogWindow();
  /** Up to where the index goes, and which state of it was found to be right. */
  #covered = this.#body;
  #trusted = "";
  #distrusted = false;
  /** The end of the last line that counts, and how many lines there are up to it. */
  #end = 0;
  #lines = 0;
  #tail = import_node_buffer.Buffer.alloc(0);
  /** Whether that last line lacks its line feed. */
  #unended = false;
  /** What comes after: the rest of an append that was not finished. */
  #torn = [];
  #stamp = "";
  /** What the last scan read and nobody has been given. */
  #fresh;
  constructor(path) {
    this.path = path;
  }
  /** The index of a session file. */
  static indexOf(path) {
    return `${path}.index`;
  }
  /** How many entries there are. */
  get head() {
    return this.#window.head;
  }
  /** The id in the header, if there is a header. */
  get headerId() {
    return this.#header?.header.id;
  }
  /** Whether the file ends in an append that was not finished, or is just being written. */
  get isTorn() {
    return this.#torn.length > 0;
  }
  /** Whether the file must be rewritten before it is appended to, because it is of an older version. */
  get isOld() {
    return this.#header !== void 0 && this.#header.version < import_session_file.SESSION_VERSION;
  }
  /**
   * Takes note of what others have written, and says whether there was anything. `"stale"`: the file has an index that does
   * not fit, as when somebody is just writing to both; nothing was done. Unless `build` is set, which makes a new one.
   */
  async refresh(build) {
    this.#fresh = void 0;
    let file;
    try {
      file = await (0, import_promises.open)(this.path, "r");
    } catch (error) {
      if (error.code !== "ENOENT")
        throw error;
      this.#reset();
      return "changed";
    }
    try {
      const { size, text } = await (0, import_file_lines.stampOf)(file);
      if (text === this.#stamp)
        return "same";
      if (!await this.#onlyGrew(file, size) || !await this.#readOn(file, size)) {
        this.#reset();
        if (!await this.#begin(file, size, text, build)) {
          this.#reset();
          return "stale";
        }
      }
      this.#stamp = text;
      return "changed";
    } catch (error) {
      this.#reset();
      throw error;
    } finally {
      await file.close();
    }
  }
  /** What an append is decided by: the head, the ids at the positions from `after` on, and which of `ids` are taken. */
  async stored(after, ids) {
    for (let tries = 0; ; tries++) {
      const { head } = this;
      const at = (position) => this.#window.at(position);
      if (after !== head) {
        const until = Math.min(head, after + ids.length, this.#window.first);
        const earlier = after < until ? (await this.read(after, until - after)).entries : [];
        return { head, at: (position) => earlier[position - after]?.id ?? at(position), has: () => false };
      }
      const taken = await this.#taken(ids);
      if (taken)
        return { head, at, has: (id) => taken.has(id) };
      if (tries > 1)
        throw new Changed();
      this.#reset();
      await this.refresh(true);
    }
  }
  /** The entries from `after` on, and the damage among them. */
  async read(after, limit = this.head) {
    const until = Math.min(this.head, after + limit);
    const torn = until === this.head ? this.#torn : [];
    if (after > this.head || !this.#header)
      return { entries: [], damaged: [...torn] };
    const fresh = this.#fresh;
    this.#fresh = void 0;
    if (fresh && after >= fresh.from) {
      const damaged = fresh.damaged.filter(({ position }) => position >= after && (position < until || until === this.head));
      const entries = fresh.entries.slice(after - fresh.from, until - fresh.from);
      return { entries, damaged: [...damaged.map(({ line, reason }) => ({ line, reason })), ...torn] };
    }
    if (after === this.head && this.#window.markAt(after)?.offset === this.#end)
      return { entries: [], damaged: [...torn] };
    const file = await (0, import_promises.open)(this.path, "r");
    try {
      const { entries, damaged } = await (this.isOld ? this.#readOld(file, after, until) : this.#stretch(file, after, until));
      return { entries, damaged: [...damaged, ...torn] };
    } finally {
      await file.close();
    }
  }
  /**
   * Appends lines of JSON, whole or not at all: an unfinished append before them is removed, and a failure in the middle of
   * them is undone. False if somebody who does not heed the lock has written meanwhile, and nothing was done.
   */
  async append(ids, lines, header, sync) {
    this.#fresh = void 0;
    if (this.#torn.length > 0) {
      if ((await (0, import_file_lines.stampOf)(this.path)).text !== this.#stamp)
        return false;
      await (0, import_promises.truncate)(this.path, this.#end);
      this.#torn = [];
    }
    const created = this.#header === void 0;
    const before = created ? `${JSON.stringify(header)}
` : this.#unended ? "\n" : "";
    const marked = lines.map((line, index) => (index < lines.length - 1 ? import_session_file.MORE_FOLLOWS : "") + line);
    const bytes = import_node_buffer.Buffer.from(`${before}${marked.join("\n")}
`);
    const file = await (0, import_promises.open)(this.path, "a+");
    try {
      if ((await file.stat()).size !== this.#end)
        return false;
      try {
        await file.writeFile(bytes);
        if (sync)
          await file.sync();
      } catch (error) {
        await file.truncate(this.#end).catch(() => {
        });
        throw error;
      }
      const { size, text } = await (0, import_file_lines.stampOf)(file);
      if (size !== this.#end + bytes.length) {
        if (!(await (0, import_file_lines.readRange)(file, this.#end, this.#end + bytes.length)).equals(bytes))
          throw overtaken(this.path);
        return true;
      }
      if (created)
        return true;
      const known = this.#stamp;
      this.#note(ids, marked, import_node_buffer.Buffer.byteLength(before), bytes);
      this.#stamp = text;
      if (!this.#reader)
        await this.#keepIndex(file, known, text);
      else if (size >= LIMITS.indexFrom && !this.#unindexable)
        this.#reset();
      return true;
    } catch (error) {
      this.#reset();
      throw error;
    } finally {
      await file.close();
      if (created && sync)
        await (0, import_file_lines.syncDirectory)(this.path);
    }
  }
  /** Rewrites a file of an older version as one of version 3. The old file is kept beside it; so are its damaged lines within. */
  async upgrade(sync) {
    await (0, import_file_upgrade.upgradeFile)(this.path, this.#end, sync);
    await this.refresh(true);
  }
  /** Forgets all, also the index, which has led to the wrong place. */
  async distrust() {
    this.#reset();
    this.#distrusted = true;
    await (0, import_promises.rm)(_a.indexOf(this.path), { force: true }).catch(() => {
    });
  }
  #reset() {
    this.#header = this.#reader = this.#fresh = void 0;
    this.#body = this.#covered = { position: 0, offset: 0, line: 0 };
    this.#unindexable = this.#unended = false;
    this.#trusted = this.#stamp = "";
    this.#window.begin(this.#body);
    this.#end = this.#lines = 0;
    this.#tail = import_node_buffer.Buffer.alloc(0);
    this.#torn = [];
  }
  async #onlyGrew(file, size) {
    if (!this.#header || this.isOld || this.#unended || size < this.#end)
      return false;
    return (await (0, import_file_lines.readRange)(file, this.#end - this.#tail.length, this.#end)).equals(this.#tail);
  }
  /** Reads what was added; false if it cannot be understood by itself. */
  async #readOn(file, size) {
    try {
      await this.#scan(file, size);
      return true;
    } catch (error) {
      if (error instanceof NotIndexable)
        return false;
      throw error;
    }
  }
  /** Reads a file of which nothing is known yet; false if it has an index that does not fit, and none is to be built. */
  async #begin(file, size, stamp, build) {
    if (!await this.#readHeader(file, size) || !this.#header)
      return true;
    if (size >= LIMITS.indexFrom && !this.isOld) {
      const found = await this.#openIndex(file, stamp);
      if (found instanceof import_file_index.FileIndex) {
        await found.close();
        this.#startAt(this.#covered);
        if (await this.#readOn(file, size))
          return true;
      } else if (found === "stale" && !build)
        return false;
      else if (await this.#buildIndex(file, size, stamp))
        return true;
      this.#startAt(this.#body);
      this.#unindexable = true;
    }
    this.#reader = new import_session_file.EntryReader(this.#header);
    await this.#scan(file, size);
    return true;
  }
  /** False if there is no whole header. */
  async #readHeader(file, size) {
    let number = 0;
    let text;
    let found;
    await (0, import_file_lines.scanLines)(file, 0, size, (line) => {
      number++;
      if (line.text?.trim() === "")
        return true;
      found = line;
      text = line.text;
      return false;
    });
    if (number === 0)
      return false;
    if (found && number === 1 && isPartOfHeader(text, found.ended)) {
      this.#torn = [{ line: 1, reason: import_session_file.UNFINISHED_LINE }];
      return false;
    }
    this.#header = (0, import_session_file.parseHeader)(text, found ? number : 0);
    this.#body = { position: 0, offset: found?.end ?? 0, line: number };
    this.#covered = this.#body;
    this.#startAt(this.#body);
    this.#unended = found?.ended === false;
    return true;
  }
  #startAt(mark) {
    this.#window.begin(mark);
    this.#end = mark.offset;
    this.#lines = mark.line;
    this.#unended = false;
    this.#torn = [];
  }
  /** The index, if it speaks for what is known of the file: for its state, or for one that has only been added to since. */
  async #openIndex(file, stamp, flags = "r") {
    const index = await import_file_index.FileIndex.open(_a.indexOf(this.path), flags);
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
  /** Reads the whole file and makes an index of it; false if it cannot have one. */
  async #buildIndex(file, size, stamp) {
    const builder = new import_file_index_builder.IndexBuilder(_a.indexOf(this.path));
    try {
      await this.#scan(file, size, builder);
      const covered = this.#window.markAt(this.head - (this.#unended && this.head > 0 ? 1 : 0));
      for (const mark of this.#window.takeMarks())
        builder.mark(mark);
      if (!await builder.finish(file, covered, stamp))
        return false;
      this.#distrusted = false;
      const index = await this.#openIndex(file, stamp);
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
  /** Reads the lines from the end of what is known to the end of the file. */
  async #scan(file, to, builder) {
    const from = this.#end;
    const whole = await (0, import_file_lines.wholeEnd)(file, from, to);
    const fresh = to - from <= KEPT ? { from: this.head, entries: [], damaged: [] } : void 0;
    const torn = [];
    let number = this.#lines;
    const take = ({ text, ended, start, end }) => {
      number++;
      if (start >= whole) {
        torn.push({ line: number, reason: ended ? import_session_file.UNFINISHED_APPEND : import_session_file.UNFINISHED_LINE });
        return;
      }
      this.#end = end;
      this.#lines = number;
      this.#unended = !ended;
      if (text?.trim() === "")
        return;
      const read = this.#parse(text, fresh !== void 0);
      if ("entry" in read) {
        builder?.add(read.entry.id, this.head);
        this.#window.add(read.entry.id, end, number, this.#reader ? Number.POSITIVE_INFINITY : LIMITS.markEvery);
        fresh?.entries.push(read.entry);
      } else
        fresh?.damaged.push({ line: number, reason: read.reason, position: this.head });
    };
    const between = async () => {
      if (this.#reader)
        return;
      this.#window.trim(builder ? Number.POSITIVE_INFINITY : this.#covered.position, LIMITS.window);
      for (const mark of builder ? this.#window.takeMarks() : [])
        builder?.mark(mark);
      await builder?.putAway();
    };
    await (0, import_file_lines.scanLines)(file, from, to, take, between);
    this.#torn = torn;
    this.#fresh = fresh;
    await this.#keepTail(file);
  }
  #parse(text, keep) {
    if (this.#reader) {
      const read = this.#reader.read(text);
      return "entry" in read && !keep ? { entry: { id: read.entry.id } } : read;
    }
    const { value, reason = "" } = (0, import_session_file.parseEntry)(text);
    if (!value)
      return { reason };
    if (typeof value.id !== "string" || value.id === "")
      throw new NotIndexable();
    return { entry: keep ? value : { id: value.id } };
  }
  /** Notes lines that were just appended. */
  #note(ids, lines, before, bytes) {
    this.#end += before;
    lines.forEach((line, index) => {
      const id = ids[index];
      this.#end += import_node_buffer.Buffer.byteLength(line) + 1;
      this.#reader?.add(id);
      this.#window.add(id, this.#end, ++this.#lines, this.#reader ? Number.POSITIVE_INFINITY : LIMITS.markEvery);
    });
    this.#unended = false;
    this.#tail = import_node_buffer.Buffer.from(import_node_buffer.Buffer.concat([this.#tail, bytes.subarray(-TAIL)]).subarray(-TAIL));
  }
  /** Tells the index of an append. It is only a cache: what fails here fails nothing. */
  async #keepIndex(file, before, stamp) {
    const path = _a.indexOf(this.path);
    let index;
    try {
      const opened = await this.#openIndex(file, before, "r+");
      if (!(opened instanceof import_file_index.FileIndex))
        return;
      index = opened;
      const { position, offset } = this.#covered;
      const due = this.#end - offset >= LIMITS.flushBytes || this.head - position >= LIMITS.flushEntries;
      if (due && position >= this.#window.first) {
        const covered = await (0, import_file_index_builder.checked)(file, this.#window.markAt(this.head));
        const marks = [];
        for (const mark of this.#window.marks)
          marks.push(await (0, import_file_index_builder.checked)(file, mark));
        const ids = this.#window.idsFrom(position);
        while (!await index.add(ids, marks, covered))
          index = await (0, import_file_index_builder.growIndex)(path, index, (await file.stat()).mode);
        this.#covered = covered;
        this.#window.takeMarks();
      }
      await index.save(index.header.stamp === before ? stamp : index.header.stamp);
      this.#trusted = index.key;
      this.#window.trim(this.#covered.position, LIMITS.window);
    } catch {
      await (0, import_promises.rm)(path, { force: true }).catch(() => {
      });
    } finally {
      await index?.close().catch(() => {
      });
    }
  }
  /** Which of the ids are taken; undefined if the index that knows it is gone. */
  async #taken(ids) {
    const { head } = this;
    if (this.#reader || !this.#header)
      return new Set(ids.filter((id) => this.#reader?.has(id)));
    const taken = new Set(ids.filter((id) => this.#window.has(id)));
    const file = await (0, import_promises.open)(this.path, "r");
    let index;
    try {
      index = await this.#openIndex(file, this.#stamp);
      if (!(index instanceof import_file_index.FileIndex) || this.#covered.position < this.#window.first)
        return void 0;
      for (const id of ids) {
        for (const position of taken.has(id) ? [] : await index.positionsOf(id)) {
          if (position >= head)
            continue;
          const known = this.#window.at(position) ?? (await this.#stretch(file, position, position + 1)).entries[0]?.id;
          if (known === id)
            taken.add(id);
        }
      }
      return taken;
    } catch (error) {
      if (error instanceof Changed)
        return void 0;
      throw error;
    } finally {
      if (index instanceof import_file_index.FileIndex)
        await index.close();
      await file.close();
    }
  }
  /** A place at or before a position, to read on from. */
  async #markBefore(file, position) {
    const known = this.#window.markBefore(position);
    if (known)
      return known;
    const index = await this.#openIndex(file, this.#stamp);
    if (!(index instanceof import_file_index.FileIndex))
      return this.#body;
    try {
      const mark = await index.markBefore(position);
      return mark && await (0, import_file_index.checkOf)(file, mark.offset) === mark.check ? mark : this.#body;
    } finally {
      await index.close();
    }
  }
  async #stretch(file, after, until) {
    const { header } = this.#header;
    const entries = [];
    const damaged = [];
    const mark = await this.#markBefore(file, after);
    let { position, line } = mark;
    const toEnd = until === this.head;
    await (0, import_file_lines.scanLines)(file, mark.offset, this.#end, ({ text }) => {
      if (position === until && !toEnd)
        return false;
      line++;
      if (text?.trim() === "")
        return true;
      const { value, reason } = (0, import_session_file.parseEntry)(text);
      if (value) {
        const id = this.#window.at(position);
        if (position >= until || id !== value.id && id !== void 0 && !this.#reader)
          throw new Changed();
        const own = id === void 0 || id === value.id;
        if (position >= after)
          entries.push(own ? value : (0, import_session_file.linked)(value, id, this.#window.at(position - 1) ?? null, header));
        position++;
      } else if (position >= after)
        damaged.push({ line, reason });
      return true;
    });
    if (position !== until && after <= until && entries.length !== until - after)
      throw new Changed();
    return { entries, damaged };
  }
  /** Reads from a file of version 1 or 2, whose entries depend on those before them. */
  async #readOld(file, after, until) {
    const reader = new import_session_file.EntryReader(this.#header);
    const entries = [];
    const damaged = [];
    let position = 0;
    let line = this.#body.line;
    await (0, import_file_lines.scanLines)(file, this.#body.offset, this.#end, ({ text }) => {
      line++;
      if (text?.trim() === "")
        return;
      const read = reader.read(text);
      const inside = position >= after && (position < until || until === this.head);
      if ("entry" in read) {
        if (inside)
          entries.push(read.entry);
        position++;
      } else if (inside)
        damaged.push({ line, reason: read.reason });
    });
    if (position !== this.head)
      throw new Changed();
    return { entries, damaged };
  }
  async #keepTail(file) {
    this.#tail = await (0, import_file_lines.readRange)(file, Math.max(0, this.#end - TAIL), this.#end);
  }
}
_a = LogFile;
function isChanged(error) {
  return error instanceof Changed;
}
function isPartOfHeader(text, ended) {
  if (!text || ended || !(HEADER_START.startsWith(text) || text.startsWith(HEADER_START)))
    return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
function overtaken(path) {
  const message = "Another program has written to the session file without its lock, at the same moment. Read the session again: the entries are stored, but later than they were meant to be.";
  return new import_errors.EpitomeError("store-failed", message, { retryable: true, details: { path } });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  LIMITS,
  LogFile,
  isChanged
});
