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
  Changed: () => Changed,
  readOld: () => readOld,
  readStretch: () => readStretch
});
module.exports = __toCommonJS(stdin_exports);
var import_file_lines = require("./file-lines.js");
var import_session_file = require("./session-file.js");
class Changed extends Error {
  message = "The file was changed while it was read.";
}
async function readStretch(file, known, mark, after, until) {
  const entries = [];
  const damaged = [];
  let { position, line } = mark;
  const toEnd = until === known.head;
  await (0, import_file_lines.scanLines)(file, mark.offset, known.end, ({ text }) => {
    if (position === until && !toEnd)
      return false;
    line++;
    if (text?.trim() === "")
      return true;
    const { value, reason } = (0, import_session_file.parseEntry)(text);
    if (value) {
      const id = known.idAt(position);
      if (position >= until || id !== value.id && id !== void 0 && !known.hasAllIds)
        throw new Changed();
      const own = id === void 0 || id === value.id;
      if (position >= after)
        entries.push(own ? value : (0, import_session_file.linked)(value, id, known.idAt(position - 1) ?? null, known.header));
      position++;
    } else if (position >= after)
      damaged.push({ line, reason });
    return true;
  });
  if (position !== until && after <= until && entries.length !== until - after)
    throw new Changed();
  return { entries, damaged };
}
async function readOld(file, known, body, after, until) {
  const reader = new import_session_file.EntryReader(known);
  const entries = [];
  const damaged = [];
  let position = 0;
  let { line } = body;
  await (0, import_file_lines.scanLines)(file, body.offset, known.end, ({ text }) => {
    line++;
    if (text?.trim() === "")
      return;
    const read = reader.read(text);
    const inside = position >= after && (position < until || until === known.head);
    if ("entry" in read) {
      if (inside)
        entries.push(read.entry);
      position++;
    } else if (inside)
      damaged.push({ line, reason: read.reason });
  });
  if (position !== known.head)
    throw new Changed();
  return { entries, damaged };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Changed,
  readOld,
  readStretch
});
