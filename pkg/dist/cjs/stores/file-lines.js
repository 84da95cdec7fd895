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
  readRange: () => readRange,
  scanLines: () => scanLines,
  stampOf: () => stampOf,
  syncDirectory: () => syncDirectory,
  wholeEnd: () => wholeEnd,
  writeAt: () => writeAt
});
module.exports = __toCommonJS(stdin_exports);
var import_node_buffer = require("node:buffer");
var import_promises = require("node:fs/promises");
var import_node_path = require("node:path");
var import_session_file = require("./session-file.js");
const CHUNK = 1 << 18;
async function scanLines(file, from, to, take, between) {
  let chunk = import_node_buffer.Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK, to - from)));
  for (let place = from, held = 0; ; ) {
    if (held === chunk.length)
      chunk = import_node_buffer.Buffer.concat([chunk], Math.min(2 * held, to - place));
    const wanted = Math.min(chunk.length, to - place) - held;
    const { bytesRead } = wanted > 0 ? await file.read(chunk, held, wanted, place + held) : { bytesRead: 0 };
    const filled = chunk.subarray(0, held + bytesRead);
    const last = bytesRead === 0 ? filled.length : filled.lastIndexOf(10) + 1;
    const valid = last > held && (0, import_node_buffer.isUtf8)(filled.subarray(0, last));
    let begin = 0;
    for (let search = held; begin < last; search = begin) {
      const feed = filled.indexOf(10, search);
      const ended = feed >= 0;
      const bytes = filled.subarray(begin, ended ? feed : filled.length);
      const start = place + begin;
      begin = ended ? feed + 1 : filled.length;
      const text = valid || (0, import_node_buffer.isUtf8)(bytes) ? bytes.toString("utf8") : void 0;
      const line = { text: start === 0 ? text?.replace(/^\ufeff/, "") : text, ended, bytes, start, end: place + begin };
      if (take(line) === false)
        return;
    }
    if (bytesRead === 0)
      return;
    held = filled.length - begin;
    filled.copyWithin(0, begin);
    place += begin;
    await between?.();
  }
}
async function wholeEnd(file, from, to) {
  let held = import_node_buffer.Buffer.alloc(0);
  let place = to;
  const startOf = async (end2) => {
    for (let search = end2; ; ) {
      const feed = search > place ? held.lastIndexOf(10, search - place - 1) : -1;
      if (feed >= 0)
        return place + feed + 1;
      if (place <= from)
        return from;
      const rest = held.subarray(0, end2 - place);
      const begin2 = Math.max(from, place - Math.max(CHUNK, rest.length));
      const more = await readRange(file, begin2, place);
      if (more.length < place - begin2)
        throw new Error("The file was shortened while it was read.");
      search = place;
      held = import_node_buffer.Buffer.concat([more, rest]);
      place = begin2;
    }
  };
  if (to <= from)
    return to;
  let [begin, end] = [await startOf(to), to];
  if (begin < to) {
    const bytes = held.subarray(begin - place, end - place);
    const text = (0, import_node_buffer.isUtf8)(bytes) ? bytes.toString("utf8") : void 0;
    if (!text?.startsWith(import_session_file.MORE_FOLLOWS) && (0, import_session_file.parseEntry)(text).value)
      return to;
    end = begin;
  }
  while (end > from) {
    begin = await startOf(end - 1);
    const bytes = held.subarray(begin - place, end - 1 - place);
    if (bytes[0] !== import_session_file.MORE_FOLLOWS.charCodeAt(0) || !(0, import_node_buffer.isUtf8)(bytes))
      break;
    end = begin;
  }
  return end;
}
async function stampOf(file) {
  const { ino, size, mtimeNs, ctimeNs } = await (typeof file === "string" ? (0, import_promises.stat)(file, { bigint: true }) : file.stat({ bigint: true }));
  return { size: Number(size), text: `${ino}:${size}:${mtimeNs}:${ctimeNs}` };
}
async function readRange(file, from, to) {
  const bytes = import_node_buffer.Buffer.allocUnsafe(Math.max(0, to - from));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, from + length);
    if (bytesRead === 0)
      break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}
async function writeAt(file, bytes, at) {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
async function syncDirectory(path) {
  const directory = await (0, import_promises.open)((0, import_node_path.dirname)(path), "r").catch(() => void 0);
  await directory?.sync().catch(() => {
  });
  await directory?.close();
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  readRange,
  scanLines,
  stampOf,
  syncDirectory,
  wholeEnd,
  writeAt
});
