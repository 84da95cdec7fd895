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
  EntryReader: () => EntryReader,
  MORE_FOLLOWS: () => MORE_FOLLOWS,
  SESSION_VERSION: () => SESSION_VERSION,
  UNFINISHED_APPEND: () => UNFINISHED_APPEND,
  UNFINISHED_LINE: () => UNFINISHED_LINE,
  linked: () => linked,
  parseEntry: () => parseEntry,
  parseHeader: () => parseHeader,
  parseLines: () => parseLines,
  parseSessionFile: () => parseSessionFile,
  unfinished: () => unfinished
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
const SESSION_VERSION = 3;
const MORE_FOLLOWS = "	";
function parseSessionFile(text) {
  const { reader, lines } = parseLines(splitText(text));
  const entries = [];
  const damaged = [];
  for (const { line, entry, reason } of lines) {
    if (entry)
      entries.push(entry);
    else if (reason !== void 0)
      damaged.push({ line, reason });
  }
  return { version: reader.version, header: { ...reader.header, version: SESSION_VERSION }, entries, damaged };
}
function parseLines(raw) {
  const start = raw.findIndex(({ text }) => text === void 0 || text.trim() !== "");
  const reader = new EntryReader(parseHeader(raw[start]?.text, start + 1));
  const body = raw.slice(start + 1);
  const whole = body.length - unfinished(body);
  const lines = body.map(({ text, ended }, index) => {
    const line = start + 2 + index;
    if (text?.trim() === "")
      return { line };
    return index < whole ? { line, ...reader.read(text) } : { line, reason: ended ? UNFINISHED_APPEND : UNFINISHED_LINE };
  });
  return { reader, lines };
}
const UNFINISHED_LINE = "The file ends in the middle of this line: the program that wrote it was stopped.";
const UNFINISHED_APPEND = "The file ends in the middle of an append: the program that wrote it was stopped.";
function unfinished(lines) {
  let whole = lines.length;
  const last = lines[whole - 1];
  if (last && !last.ended) {
    if (!last.text?.startsWith(MORE_FOLLOWS) && parseEntry(last.text).value)
      return 0;
    whole--;
  }
  while (lines[whole - 1]?.text?.startsWith(MORE_FOLLOWS))
    whole--;
  return lines.length - whole;
}
function splitText(text) {
  const parts = text.replace(/^\ufeff/, "").split("\n");
  const lines = parts.map((part, index) => ({ text: part, ended: index < parts.length - 1 }));
  if (lines.at(-1)?.text === "")
    lines.pop();
  return lines;
}
function parseHeader(text, line) {
  if (text === void 0 && line === 0)
    throw notASession("it is empty", 1);
  let value;
  try {
    value = JSON.parse(text ?? "");
  } catch {
    throw notASession(`line ${line} is not JSON`, line);
  }
  if (Array.isArray(value))
    throw notASession(`line ${line} is a JSON array, as a list of messages is`, line);
  if (typeof value !== "object" || value === null)
    throw notASession(`line ${line} is not a JSON object`, line);
  const header = value;
  if (header.type !== "session")
    throw notASession(`line ${line} does not have the type "session"`, line);
  if (typeof header.id !== "string" || header.id === "")
    throw notASession(`the header in line ${line} has no id`, line);
  const version = header.version ?? 1;
  if (version !== 1 && version !== 2 && version !== 3) {
    const message = `The session log has version ${JSON.stringify(version)?.slice(0, 20)}; versions 1 to ${SESSION_VERSION} can be read. Open it with the program that wrote it, or with a newer release of this one.`;
    throw new import_errors.EpitomeError("unsupported-session-version", message, { details: { line } });
  }
  return { version, header };
}
function notASession(problem, line) {
  const message = `This is not a session log: ${problem}. A session log begins with a line like {"type":"session","version":3,"id":"\u2026"}.`;
  return new import_errors.EpitomeError("not-a-session", message, { details: { line } });
}
function parseEntry(text) {
  if (text === void 0)
    return { reason: "The line is not valid UTF-8." };
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: "The line is not JSON: it was cut off or written over." };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { reason: "The line is not a JSON object." };
  const { type } = value;
  if (typeof type !== "string" || type === "")
    return { reason: "The line is not a session entry: it has no type." };
  if (type === "session")
    return { reason: "The line is a second session header." };
  return { value };
}
class EntryReader {
  /** The version in which the file is written. */
  version;
  /** The header as it stands in the file. */
  header;
  #ids = /* @__PURE__ */ new Set();
  #previous = null;
  #place = 1;
  /** In version 1, the id at each place of the file, the header's being 0. A damaged line has a place, but no id. */
  #places = [void 0];
  constructor({ version, header }) {
    this.version = version;
    this.header = header;
  }
  /** Whether an entry with this id was read. */
  has(id) {
    return this.#ids.has(id);
  }
  /** Notes an entry that comes after those read, without reading it. */
  add(id) {
    this.#ids.add(id);
    this.#previous = id;
    this.#place++;
  }
  /** Reads the next line that is not blank. */
  read(text) {
    const { value, reason = "" } = parseEntry(text);
    if (!value) {
      if (this.version < 2)
        this.#places[this.#place] = void 0;
      this.#place++;
      return { reason };
    }
    const own = typeof value.id === "string" && value.id !== "" ? value.id : void 0;
    const linear = own === void 0 || this.version < 2 && value.parentId === void 0;
    const entry = linear ? linked(value, own ?? idForPlace(this.#place, this.#ids), this.#previous, this.header) : value;
    if (this.version < 3)
      renameHookMessage(entry);
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
  #idFrom(place) {
    if (!Number.isInteger(place))
      return void 0;
    for (let at = Math.max(0, place); at < this.#place; at++)
      if (this.#places[at] !== void 0)
        return this.#places[at];
    return void 0;
  }
}
function idForPlace(place, taken) {
  const id = place.toString(16).padStart(8, "0");
  let free = id;
  for (let again = 1; taken.has(free); again++)
    free = `${id}-${again}`;
  return free;
}
function linked({ type, id: _, parentId, timestamp, ...rest }, id, previous, header) {
  const parent = typeof parentId === "string" ? parentId : previous;
  const time = typeof timestamp === "string" ? timestamp : header.timestamp ?? (/* @__PURE__ */ new Date(0)).toISOString();
  return { type, id, parentId: parent, timestamp: time, ...rest };
}
function renameHookMessage(entry) {
  const message = entry.message;
  if (entry.type === "message" && message?.role === "hookMessage")
    entry.message = { ...message, role: "custom" };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  EntryReader,
  MORE_FOLLOWS,
  SESSION_VERSION,
  UNFINISHED_APPEND,
  UNFINISHED_LINE,
  linked,
  parseEntry,
  parseHeader,
  parseLines,
  parseSessionFile,
  unfinished
});
