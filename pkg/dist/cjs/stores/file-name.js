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
  artifactFileName: () => artifactFileName,
  fileNameOf: () => fileNameOf,
  sessionIdOf: () => sessionIdOf
});
module.exports = __toCommonJS(stdin_exports);
var import_node_buffer = require("node:buffer");
var import_node_crypto = require("node:crypto");
var import_errors = require("../errors.js");
const EXTENSION = ".jsonl";
const MAX_LENGTH = 180;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)($|\.)/i;
function fileNameOf(sessionId) {
  if (/\p{Surrogate}/u.test(sessionId)) {
    throw new import_errors.EpitomeError("invalid-option", "The session id holds a surrogate without its other half, which no file name can.");
  }
  const encoded = encodeURIComponent(sessionId).replace(/[!'()*~]/g, escapeChar).replace(/^\./, escapeChar);
  const name = RESERVED.test(encoded) ? escapeChar(encoded.charAt(0)) + encoded.slice(1) : encoded;
  if (name.length <= MAX_LENGTH)
    return name + EXTENSION;
  return `${name.slice(0, 120)}~${(0, import_node_crypto.createHash)("sha256").update(sessionId).digest("hex").slice(0, 32)}${EXTENSION}`;
}
function artifactFileName(id) {
  const encoded = id.split(/(\p{Surrogate})/u).map((part) => /^\p{Surrogate}$/u.test(part) ? `%u${part.charCodeAt(0).toString(16)}` : encodeLow(part)).join("").replace(/^\./, escapeChar);
  const name = (RESERVED.test(encoded) ? escapeChar(encoded.charAt(0)) + encoded.slice(1) : encoded).toLowerCase();
  if (name.length <= MAX_LENGTH)
    return `${name}.txt`;
  return `${name.slice(0, 120)}~${(0, import_node_crypto.createHash)("sha256").update(import_node_buffer.Buffer.from(id, "utf16le")).digest("hex").slice(0, 32)}.txt`;
}
function sessionIdOf(fileName) {
  if (!fileName.endsWith(EXTENSION))
    return void 0;
  const name = fileName.slice(0, -EXTENSION.length);
  if (/~[0-9a-f]{32}$/.test(name))
    return null;
  try {
    const id = decodeURIComponent(name);
    return id !== "" && fileNameOf(id) === fileName ? id : void 0;
  } catch {
    return void 0;
  }
}
const escapeChar = (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
const encodeLow = (text) => text.split(/([A-Z])/).map((part) => /^[A-Z]$/.test(part) ? escapeChar(part) : encodeURIComponent(part).replace(/[!'()*~]/g, escapeChar)).join("").toLowerCase();
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  artifactFileName,
  fileNameOf,
  sessionIdOf
});
