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
  upgradeFile: () => upgradeFile
});
module.exports = __toCommonJS(stdin_exports);
var import_node_buffer = require("node:buffer");
var import_promises = require("node:fs/promises");
var import_file_lines = require("./file-lines.js");
var import_session_file = require("./session-file.js");
const GATHERED = 1 << 20;
async function upgradeFile(path, end, sync) {
  const target = await (0, import_promises.realpath)(path);
  const old = await (0, import_promises.open)(target, "r");
  try {
    const { size, mode } = await old.stat();
    const file = await (0, import_promises.open)(`${target}.new`, "w", mode);
    let reader;
    try {
      let gathered = [];
      let length = 0;
      const put = async (least) => {
        if (length < least)
          return;
        await file.writeFile(import_node_buffer.Buffer.concat(gathered));
        gathered = [];
        length = 0;
      };
      const add = (line) => {
        const bytes = import_node_buffer.Buffer.from(line);
        gathered.push(bytes, LINE_FEED);
        length += bytes.length + 1;
      };
      let number = 0;
      const take = ({ text, bytes, start }) => {
        number++;
        if (text?.trim() === "")
          return;
        if (!reader) {
          reader = new import_session_file.EntryReader((0, import_session_file.parseHeader)(text, number));
          const { type, version: _, ...rest } = reader.header;
          add(JSON.stringify({ type, version: import_session_file.SESSION_VERSION, ...rest }));
          return;
        }
        const read = start < end ? reader.read(text) : void 0;
        add(read && "entry" in read ? JSON.stringify(read.entry) : bytes);
      };
      await (0, import_file_lines.scanLines)(old, 0, size, take, () => put(GATHERED));
      await put(1);
      if (sync)
        await file.sync();
    } finally {
      await file.close();
    }
    await backUp(target, `${target}.v${reader?.version}.bak`, old, size);
  } finally {
    await old.close();
  }
  await (0, import_promises.rename)(`${target}.new`, target);
  if (sync)
    await (0, import_file_lines.syncDirectory)(target);
}
const LINE_FEED = import_node_buffer.Buffer.from("\n");
async function backUp(path, name, file, size) {
  for (let number = 1; ; number++) {
    const target = number === 1 ? name : `${name}${number}`;
    const earlier = await (0, import_promises.open)(target, "r").catch(() => void 0);
    const same = earlier && await isSame(earlier, file, size).finally(() => earlier.close());
    if (same)
      return;
    if (earlier)
      continue;
    await (0, import_promises.link)(path, target).catch(async () => {
      await (0, import_promises.copyFile)(path, `${target}.new`);
      await (0, import_promises.rename)(`${target}.new`, target);
    });
    return;
  }
}
async function isSame(one, other, size) {
  if ((await one.stat()).size !== size)
    return false;
  for (let at = 0; at < size; at += GATHERED) {
    const to = Math.min(size, at + GATHERED);
    if (!(await (0, import_file_lines.readRange)(one, at, to)).equals(await (0, import_file_lines.readRange)(other, at, to)))
      return false;
  }
  return true;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  upgradeFile
});
