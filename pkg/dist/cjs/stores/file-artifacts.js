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
  artifactsOf: () => artifactsOf,
  getArtifact: () => getArtifact,
  putArtifact: () => putArtifact
});
module.exports = __toCommonJS(stdin_exports);
var import_node_buffer = require("node:buffer");
var import_node_crypto = require("node:crypto");
var import_promises = require("node:fs/promises");
var import_node_path = require("node:path");
var import_file_lines = require("./file-lines.js");
var import_file_name = require("./file-name.js");
const UTF16 = import_node_buffer.Buffer.from([255, 254]);
function artifactsOf(path) {
  return `${path}.artifacts`;
}
async function putArtifact(dir, id, data, sync, signal) {
  const path = (0, import_node_path.join)(dir, (0, import_file_name.artifactFileName)(id));
  const made = await (0, import_promises.mkdir)(dir, { recursive: true });
  if (await exists(path))
    return;
  const draft = `${path}.${(0, import_node_crypto.randomBytes)(6).toString("hex")}.new`;
  try {
    const file = await (0, import_promises.open)(draft, "wx");
    try {
      await file.writeFile(encode(data), { signal });
      if (sync)
        await file.sync();
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await publish(draft, path);
  } finally {
    await (0, import_promises.rm)(draft, { force: true }).catch(() => {
    });
  }
  if (!sync)
    return;
  await (0, import_file_lines.syncDirectory)(path);
  if (made !== void 0)
    await (0, import_file_lines.syncDirectory)(dir);
}
async function getArtifact(dir, id, signal) {
  let file;
  try {
    file = await (0, import_promises.open)((0, import_node_path.join)(dir, (0, import_file_name.artifactFileName)(id)), "r");
  } catch (error) {
    const { code } = error;
    if (code === "ENOENT")
      return null;
    throw error;
  }
  try {
    const bytes = await (0, import_promises.readFile)(file, { signal });
    return bytes.subarray(0, UTF16.length).equals(UTF16) ? bytes.toString("utf16le", UTF16.length) : bytes.toString("utf8");
  } finally {
    await file.close();
  }
}
function encode(data) {
  return /\p{Surrogate}/u.test(data) ? import_node_buffer.Buffer.concat([UTF16, import_node_buffer.Buffer.from(data, "utf16le")]) : import_node_buffer.Buffer.from(data);
}
async function publish(draft, path) {
  try {
    await (0, import_promises.link)(draft, path);
  } catch (error) {
    const { code } = error;
    if (code === "EEXIST")
      return;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code ?? ""))
      throw error;
    if (!await exists(path))
      await (0, import_promises.rename)(draft, path);
  }
}
async function exists(path) {
  return (0, import_promises.stat)(path).then(() => true, () => false);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  artifactsOf,
  getArtifact,
  putArtifact
});
