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
  IndexBuilder: () => IndexBuilder,
  checked: () => checked,
  growIndex: () => growIndex,
  removeLeft: () => removeLeft
});
module.exports = __toCommonJS(stdin_exports);
var import_node_buffer = require("node:buffer");
var import_node_crypto = require("node:crypto");
var import_promises = require("node:fs/promises");
var import_node_path = require("node:path");
var import_file_index = require("./file-index.js");
var import_file_lines = require("./file-lines.js");
const GATHERED = 1 << 15;
const REGION = 1 << 13;
const LEFT_MS = 36e5;
class IndexBuilder {
  #path;
  #draft;
  #salt = (0, import_node_crypto.randomBytes)(4).readInt32LE(0);
  #marks = [];
  #gathered = [];
  #spool;
  #spooled = 0;
  #ids = 0;
  #failed = false;
  constructor(path) {
    this.#path = path;
    this.#draft = draftOf(path);
  }
  /** Whether something went wrong. */
  get failed() {
    return this.#failed;
  }
  add(id, position) {
    this.#gathered.push((0, import_file_index.slotOf)(id, this.#salt, position));
    this.#ids++;
  }
  mark(mark) {
    this.#marks.push(mark);
  }
  /** Puts away what was gathered. To be called now and then. */
  async putAway() {
    if (this.#gathered.length < GATHERED || this.#failed)
      return;
    try {
      if (!this.#spool)
        await removeLeft(this.#path);
      this.#spool ??= await (0, import_promises.open)(`${this.#draft}.ids`, "wx+", 384);
      const bytes = import_node_buffer.Buffer.concat(this.#gathered);
      await (0, import_file_lines.writeAt)(this.#spool, bytes, this.#spooled);
      this.#spooled += bytes.length;
    } catch {
      this.#failed = true;
    }
    this.#gathered = [];
  }
  /** Writes the index; false if that cannot be. */
  async finish(session, covered, stamp) {
    try {
      if (this.#failed)
        return false;
      const marks = [];
      for (const mark of this.#marks) {
        if (mark.position <= covered.position)
          marks.push((0, import_file_index.encodeMark)({ ...mark, check: await (0, import_file_index.checkOf)(session, mark.offset) }));
      }
      const header = (0, import_file_index.newHeader)({
        build: (0, import_node_crypto.randomBytes)(8).toString("hex"),
        salt: this.#salt,
        buckets: bucketsFor(this.#ids),
        ids: this.#ids,
        marks: marks.length,
        covered: { ...covered, check: await (0, import_file_index.checkOf)(session, covered.offset) },
        stamp
      });
      const { mode } = await session.stat();
      await write(this.#path, this.#draft, header, () => this.#slots(), marks, mode);
      return true;
    } catch {
      return false;
    } finally {
      await this.abandon();
    }
  }
  /** Removes what was put away. */
  async abandon() {
    this.#failed = true;
    this.#gathered = [];
    await this.#spool?.close().catch(() => {
    });
    if (this.#spool)
      await (0, import_promises.rm)(`${this.#draft}.ids`, { force: true }).catch(() => {
      });
    this.#spool = void 0;
  }
  async *#slots() {
    const step = import_file_index.SLOT_SIZE << 13;
    for (let at = 0; this.#spool && at < this.#spooled; at += step)
      yield await (0, import_file_lines.readRange)(this.#spool, at, Math.min(this.#spooled, at + step));
    yield* this.#gathered;
  }
}
async function growIndex(path, index, mode) {
  try {
    const { header } = index;
    const grown2 = { ...header, build: (0, import_node_crypto.randomBytes)(8).toString("hex"), buckets: Math.max(2 * header.buckets, bucketsFor(header.ids)) };
    await write(path, draftOf(path), grown2, () => index.slots(), index.marks(), mode);
  } finally {
    await index.close();
  }
  const grown = await import_file_index.FileIndex.open(path, "r+");
  if (grown instanceof import_file_index.FileIndex)
    return grown;
  throw new Error("The index is gone.");
}
function bucketsFor(ids) {
  return 2 ** Math.ceil(Math.log2(Math.max(64, 1.5 * ids / import_file_index.FULL)));
}
async function write(path, draft, header, slots, marks, mode) {
  const name = `${draft}.new`;
  const file = await (0, import_promises.open)(name, "wx", mode & 511);
  try {
    for (let first = 0; first < header.buckets; first += REGION) {
      await (0, import_file_lines.writeAt)(file, await region(first, Math.min(REGION, header.buckets - first), header.buckets, slots()), (0, import_file_index.bucketPlace)(first));
    }
    let place = (0, import_file_index.bucketPlace)(header.buckets);
    for await (const bytes of batched(marks)) {
      await (0, import_file_lines.writeAt)(file, bytes, place);
      place += bytes.length;
    }
    await (0, import_file_lines.writeAt)(file, (0, import_file_index.encodeHeader)(header), 0);
    await file.sync();
    await file.close();
    await (0, import_promises.rename)(name, path);
  } catch (error) {
    await file.close().catch(() => {
    });
    await (0, import_promises.rm)(name, { force: true }).catch(() => {
    });
    throw error;
  }
}
async function region(first, count, buckets, slots) {
  const table = import_node_buffer.Buffer.alloc(count * import_file_index.BUCKET_SIZE);
  const filled = new Uint16Array(count);
  for await (const bytes of slots) {
    for (let at = 0; at < bytes.length; at += import_file_index.SLOT_SIZE) {
      const bucket = (0, import_file_index.bucketOf)(bytes.readUInt32LE(at), buckets) - first;
      if (bucket < 0 || bucket >= count)
        continue;
      const place = filled[bucket] * import_file_index.SLOT_SIZE;
      if (place >= import_file_index.BUCKET_SIZE)
        throw new Error("The ids of this session do not spread over the table.");
      bytes.copy(table, bucket * import_file_index.BUCKET_SIZE + place, at, at + import_file_index.SLOT_SIZE);
      filled[bucket] = filled[bucket] + 1;
    }
  }
  return table;
}
async function* batched(parts) {
  let held = [];
  for await (const part of parts) {
    held.push(part);
    if (held.length < 1024)
      continue;
    yield import_node_buffer.Buffer.concat(held);
    held = [];
  }
  if (held.length > 0)
    yield import_node_buffer.Buffer.concat(held);
}
function draftOf(path) {
  return `${path}.${(0, import_node_crypto.randomBytes)(6).toString("hex")}`;
}
async function removeLeft(path, olderThanMs = LEFT_MS) {
  const start = `${(0, import_node_path.basename)(path)}.`;
  for (const name of await (0, import_promises.readdir)((0, import_node_path.dirname)(path)).catch(() => [])) {
    if (!name.startsWith(start) || !/^[0-9a-f]{12}\.(ids|new)$/.test(name.slice(start.length)))
      continue;
    const draft = (0, import_node_path.join)((0, import_node_path.dirname)(path), name);
    const found = await (0, import_promises.stat)(draft).catch(() => void 0);
    if (found && Date.now() - found.mtimeMs >= olderThanMs)
      await (0, import_promises.rm)(draft, { force: true }).catch(() => {
      });
  }
}
async function checked(session, mark) {
  return { ...mark, check: await (0, import_file_index.checkOf)(session, mark.offset) };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  IndexBuilder,
  checked,
  growIndex,
  removeLeft
});
