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
  BUCKET_SIZE: () => BUCKET_SIZE,
  FULL: () => FULL,
  FileIndex: () => FileIndex,
  HEADER_SIZE: () => HEADER_SIZE,
  MARK_SIZE: () => MARK_SIZE,
  SLOT_SIZE: () => SLOT_SIZE,
  bucketOf: () => bucketOf,
  bucketPlace: () => bucketPlace,
  checkOf: () => checkOf,
  encodeHeader: () => encodeHeader,
  encodeMark: () => encodeMark,
  newHeader: () => newHeader,
  slotOf: () => slotOf
});
module.exports = __toCommonJS(stdin_exports);
var import_node_buffer = require("node:buffer");
var import_node_fs = require("node:fs");
var import_promises = require("node:fs/promises");
var import_file_lines = require("./file-lines.js");
const HEADER_SIZE = 512;
const SLOT_SIZE = 12;
const BUCKET_SIZE = 128 * SLOT_SIZE;
const MARK_SIZE = 24;
const FULL = 64;
const FORMAT = "epitome session index 1";
const CHECKED = 64;
function newHeader(fields) {
  return { format: FORMAT, ...fields };
}
class FileIndex {
  #file;
  #header;
  #key;
  constructor(file, header, key) {
    this.#file = file;
    this.#header = header;
    this.#key = key;
  }
  /** Opens an index; undefined if there is none, `"broken"` if it is not one that can be read. */
  static async open(path, flags = "r") {
    let file;
    try {
      file = await (0, import_promises.open)(path, flags);
    } catch (error) {
      return error.code === "ENOENT" ? void 0 : "broken";
    }
    try {
      for (let tries = 0; tries < 2; tries++) {
        if (tries > 0)
          await new Promise((resolve) => setTimeout(resolve, 5));
        const [text = "", sum] = (await (0, import_file_lines.readRange)(file, 0, HEADER_SIZE)).toString("latin1").split("\n");
        if (text === "" || sum !== sumOf(text))
          continue;
        const header = JSON.parse(text);
        if (header.format !== FORMAT || (await file.stat()).size < sizeOf(header))
          break;
        return new FileIndex(file, header, keyOf(header, text));
      }
      await file.close();
      return "broken";
    } catch {
      await file.close();
      return "broken";
    }
  }
  /** Names this very state of the index. */
  get key() {
    return this.#key;
  }
  get header() {
    return this.#header;
  }
  /** Positions at which the id may stand, according to the table. */
  async positionsOf(id) {
    const [first, second] = hash(id, this.#header.salt);
    const bucket = await this.#bucket(bucketOf(first, this.#header.buckets));
    const positions = [];
    for (let at = 0; at < BUCKET_SIZE; at += SLOT_SIZE) {
      const position = bucket.readUIntLE(at + 6, 6) - 1;
      if (position < 0)
        break;
      if (bucket.readUInt32LE(at) === first && bucket.readUInt16LE(at + 4) === second)
        positions.push(position);
    }
    return positions;
  }
  /** The last mark that is not after a position. */
  async markBefore(position) {
    let [low, high] = [0, this.#header.marks];
    while (low < high) {
      const middle = low + high >> 1;
      if ((await this.#mark(middle)).position <= position)
        low = middle + 1;
      else
        high = middle;
    }
    return low > 0 ? this.#mark(low - 1) : void 0;
  }
  /**
   * Adds ids, whose positions go on from what is covered, and marks.
   *
   * @returns false if there is no room, and the table must grow first
   */
  async add(ids, marks, covered) {
    const { buckets, salt } = this.#header;
    if (this.#header.ids + ids.length > buckets * FULL)
      return false;
    const slots = /* @__PURE__ */ new Map();
    for (const [index, id] of ids.entries()) {
      const slot = slotOf(id, salt, this.#header.covered.position + index);
      const bucket = bucketOf(slot.readUInt32LE(0), buckets);
      slots.set(bucket, [...slots.get(bucket) ?? [], slot]);
    }
    let done = 0;
    for (const [bucket, added] of slots) {
      if (!this.#fill(bucket, added))
        return false;
      if (++done % 64 === 0)
        await new Promise((resolve) => setImmediate(resolve));
    }
    if (marks.length > 0)
      await (0, import_file_lines.writeAt)(this.#file, import_node_buffer.Buffer.concat(marks.map(encodeMark)), sizeOf(this.#header));
    await this.#file.datasync();
    this.#header = { ...this.#header, ids: this.#header.ids + ids.length, marks: this.#header.marks + marks.length, covered };
    return true;
  }
  /** Writes the header, for this state of the session file. */
  async save(stamp) {
    this.#header = { ...this.#header, stamp };
    const bytes = encodeHeader(this.#header);
    await (0, import_file_lines.writeAt)(this.#file, bytes, 0);
    this.#key = keyOf(this.#header, JSON.stringify(this.#header));
  }
  /** The table's slots that are taken. */
  async *slots() {
    const step = 256;
    for (let first = 0; first < this.#header.buckets; first += step) {
      const until = Math.min(first + step, this.#header.buckets);
      const bytes = await (0, import_file_lines.readRange)(this.#file, bucketPlace(first), bucketPlace(until));
      for (let bucket = 0; bucket < bytes.length; bucket += BUCKET_SIZE) {
        let end = bucket;
        while (end < bucket + BUCKET_SIZE && bytes.readUIntLE(end + 6, 6) > 0)
          end += SLOT_SIZE;
        if (end > bucket)
          yield bytes.subarray(bucket, end);
      }
    }
  }
  /** All marks, as they are written. */
  async *marks() {
    const end = sizeOf(this.#header);
    for (let at = bucketPlace(this.#header.buckets); at < end; at += 1 << 16) {
      yield await (0, import_file_lines.readRange)(this.#file, at, Math.min(end, at + (1 << 16)));
    }
  }
  async close() {
    await this.#file.close();
  }
  async #bucket(number) {
    const bytes = await (0, import_file_lines.readRange)(this.#file, bucketPlace(number), bucketPlace(number + 1));
    if (bytes.length < BUCKET_SIZE)
      throw new Error("The index ends in the middle of its table.");
    return bytes;
  }
  #fill(number, slots) {
    const place = bucketPlace(number);
    const bucket = import_node_buffer.Buffer.allocUnsafe(BUCKET_SIZE);
    if ((0, import_node_fs.readSync)(this.#file.fd, bucket, 0, BUCKET_SIZE, place) < BUCKET_SIZE)
      throw new Error("The index ends in the middle of its table.");
    let at = 0;
    while (at < BUCKET_SIZE && bucket.readUIntLE(at + 6, 6) > 0)
      at += SLOT_SIZE;
    const bytes = import_node_buffer.Buffer.concat(slots);
    if (at + bytes.length > BUCKET_SIZE)
      return false;
    if ((0, import_node_fs.writeSync)(this.#file.fd, bytes, 0, bytes.length, place + at) < bytes.length)
      throw new Error("The index could not be written.");
    return true;
  }
  async #mark(number) {
    const at = bucketPlace(this.#header.buckets) + number * MARK_SIZE;
    const bytes = await (0, import_file_lines.readRange)(this.#file, at, at + MARK_SIZE);
    return {
      position: bytes.readUIntLE(0, 6),
      offset: bytes.readUIntLE(6, 6),
      line: bytes.readUIntLE(12, 6),
      check: bytes.readUIntLE(18, 6)
    };
  }
}
function encodeHeader(header) {
  const text = JSON.stringify(header);
  const bytes = import_node_buffer.Buffer.alloc(HEADER_SIZE);
  bytes.write(`${text}
${sumOf(text)}
`, "latin1");
  return bytes;
}
function encodeMark({ position, offset, line, check }) {
  const bytes = import_node_buffer.Buffer.allocUnsafe(MARK_SIZE);
  [position, offset, line, check].forEach((value, index) => void bytes.writeUIntLE(value, index * 6, 6));
  return bytes;
}
function slotOf(id, salt, position) {
  const bytes = import_node_buffer.Buffer.allocUnsafe(SLOT_SIZE);
  const [first, second] = hash(id, salt);
  bytes.writeUInt32LE(first, 0);
  bytes.writeUInt16LE(second, 4);
  bytes.writeUIntLE(position + 1, 6, 6);
  return bytes;
}
function bucketOf(first, buckets) {
  return (first & buckets - 1) >>> 0;
}
function bucketPlace(bucket) {
  return HEADER_SIZE + bucket * BUCKET_SIZE;
}
async function checkOf(file, offset) {
  const [first, second] = hash((await (0, import_file_lines.readRange)(file, Math.max(0, offset - CHECKED), offset)).toString("latin1"), 0);
  return second * 2 ** 32 + first;
}
function sizeOf({ buckets, marks }) {
  return bucketPlace(buckets) + marks * MARK_SIZE;
}
function keyOf({ build }, text) {
  return `${build}:${sumOf(text)}`;
}
function sumOf(text) {
  return hash(text, 0).map((part) => part.toString(16)).join("-");
}
function hash(text, salt) {
  let a = 2654435761 ^ salt;
  let b = 2246822507 ^ salt;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 3266489909);
    b = Math.imul(b ^ unit, 668265263);
    a = a << 13 | a >>> 19;
  }
  a = Math.imul(a ^ a >>> 16 ^ text.length, 2246822507) ^ Math.imul(b ^ b >>> 13, 3266489909);
  b = Math.imul(b ^ b >>> 16, 668265263) ^ Math.imul(a ^ a >>> 13, 374761393);
  a = Math.imul(a ^ a >>> 15 ^ b, 2654435761);
  return [(a ^ a >>> 16) >>> 0, (b ^ b >>> 16) & 65535];
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  BUCKET_SIZE,
  FULL,
  FileIndex,
  HEADER_SIZE,
  MARK_SIZE,
  SLOT_SIZE,
  bucketOf,
  bucketPlace,
  checkOf,
  encodeHeader,
  encodeMark,
  newHeader,
  slotOf
});
