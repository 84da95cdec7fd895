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
  stage: () => stage
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_engine = require("./engine.js");
var Tag;
(function(Tag2) {
  Tag2[Tag2["Null"] = 0] = "Null";
  Tag2[Tag2["False"] = 1] = "False";
  Tag2[Tag2["True"] = 2] = "True";
  Tag2[Tag2["Number"] = 3] = "Number";
  Tag2[Tag2["Text"] = 4] = "Text";
  Tag2[Tag2["Array"] = 5] = "Array";
  Tag2[Tag2["Object"] = 6] = "Object";
  Tag2[Tag2["Bytes"] = 7] = "Bytes";
  Tag2[Tag2["Url"] = 8] = "Url";
  Tag2[Tag2["Date"] = 9] = "Date";
  Tag2[Tag2["Other"] = 10] = "Other";
})(Tag || (Tag = {}));
const MAX_DEPTH = 200;
const MESSAGES = ["messages", "entries", "pending", ""];
const SHORT = 24;
const encoder = new TextEncoder();
let busy = false;
function stage(data, options = null, name = "") {
  if (busy) {
    throw new import_errors.EpitomeError("invalid-entry", "A getter of a message called into the session that was just reading it.");
  }
  busy = true;
  try {
    const tape = new Tape(name);
    tape.value([data, options], 0);
    return tape.length;
  } finally {
    busy = false;
  }
}
class Tape {
  length = 0;
  #capacity = 1 << 16;
  #bytes;
  #view;
  /** Where in the value the writer is; read only when something is wrong there. */
  #trail = [];
  #name;
  constructor(name) {
    this.#name = name;
    [this.#bytes, this.#view] = this.#attach();
  }
  #attach() {
    const core = (0, import_engine.engine)();
    const at = core.staging(this.#capacity);
    const { buffer } = core.stagingMemory();
    return [new Uint8Array(buffer, at, this.#capacity), new DataView(buffer, at, this.#capacity)];
  }
  #room(bytes) {
    const needed = this.length + bytes;
    if (needed <= this.#capacity)
      return;
    this.#capacity = Math.max(this.#capacity * 2, needed);
    [this.#bytes, this.#view] = this.#attach();
  }
  #tag(tag) {
    this.#room(1);
    this.#bytes[this.length++] = tag;
  }
  #size(size) {
    this.#room(4);
    this.#view.setUint32(this.length, size, true);
    this.length += 4;
  }
  #text(text) {
    const start = this.length;
    this.#size(0);
    if (text.length > SHORT || !this.#short(text))
      this.#long(text, start + 4);
    this.#view.setUint32(start, this.length - start - 4, true);
  }
  #short(text) {
    this.#room(text.length);
    const bytes = this.#bytes;
    const from = this.length;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 127)
        return false;
      bytes[from + at] = unit;
    }
    this.length = from + text.length;
    return true;
  }
  #long(text, from) {
    this.length = from;
    let rest = text;
    for (let room = text.length + 16; rest.length > 0; room = rest.length * 3) {
      this.#room(room);
      const { read, written } = encoder.encodeInto(rest, this.#bytes.subarray(this.length));
      this.length += written;
      rest = rest.slice(read);
    }
  }
  value(value, depth) {
    switch (typeof value) {
      case "string":
        this.#tag(Tag.Text);
        return this.#text(value);
      case "number":
      case "bigint":
        this.#tag(Tag.Number);
        this.#room(8);
        this.#view.setFloat64(this.length, Number(value), true);
        this.length += 8;
        return;
      case "boolean":
        return this.#tag(value ? Tag.True : Tag.False);
      case "object":
        return value === null ? this.#tag(Tag.Null) : this.#object(value, depth);
      default:
        return this.#tag(Tag.Null);
    }
  }
  #object(value, depth) {
    if (depth >= MAX_DEPTH) {
      const [part, ...trail] = this.#trail;
      const isMessage = part === 0 && MESSAGES.includes(this.#name);
      const path = ((part === 0 ? this.#name : "") + pathOf(trail.slice(0, 8))).replace(/^\./, "");
      const code = isMessage ? "invalid-message" : "invalid-option";
      throw { code, path, message: `nested more than ${MAX_DEPTH} levels deep, or in a circle` };
    }
    if (Array.isArray(value))
      return this.#array(value, depth);
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null && this.#host(value))
      return;
    this.#tag(Tag.Object);
    const start = this.length;
    this.#size(0);
    let count = 0;
    for (const key of Object.keys(value)) {
      const item = value[key];
      if (item === void 0 || typeof item === "function" || typeof item === "symbol")
        continue;
      count++;
      this.#text(key);
      this.#trail.push(key);
      this.value(item, depth + 1);
      this.#trail.pop();
    }
    this.#view.setUint32(start, count, true);
  }
  #array(items, depth) {
    this.#tag(Tag.Array);
    this.#size(items.length);
    for (let at = 0; at < items.length; at++) {
      this.#trail.push(at);
      this.value(items[at], depth + 1);
      this.#trail.pop();
    }
  }
  /** Notes an object that is not plain data; false for class instances with fields of their own, which are read as data. */
  #host(value) {
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
      this.#tag(Tag.Bytes);
      this.#size(value.byteLength);
      return true;
    }
    if (value instanceof URL) {
      this.#tag(Tag.Url);
      this.#text(value.href);
      return true;
    }
    if (value instanceof Date) {
      this.#tag(Tag.Date);
      this.#text(Number.isNaN(value.getTime()) ? "" : value.toISOString());
      return true;
    }
    if (Object.keys(value).length > 0)
      return false;
    this.#tag(Tag.Other);
    this.#text(value.constructor?.name ?? "");
    return true;
  }
}
function pathOf(trail) {
  return trail.map((step) => typeof step === "number" ? `[${step}]` : `.${step}`).join("");
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  stage
});
