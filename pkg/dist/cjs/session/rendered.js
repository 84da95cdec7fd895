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
  Rendered: () => Rendered
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_tape = require("../engine/tape.js");
const SUMMARY = 2147483648;
class Rendered {
  #log;
  #entries;
  /** Messages that this package wrote, by their entry: the same object each time. */
  #written = /* @__PURE__ */ new WeakMap();
  #generation = 0;
  #messages = [];
  #sources = [];
  constructor(log, entries) {
    this.#log = log;
    this.#entries = entries;
  }
  /** The messages and their entries as of now, as arrays of the caller's own. */
  now() {
    const answer = this.#log.context(this.#generation, this.#messages.length);
    const generation = answer[0];
    if (generation !== this.#generation) {
      this.#generation = generation;
      this.#messages = [];
      this.#sources = [];
    }
    for (let at = 1; at < answer.length; at++) {
      const place = (answer[at] & ~SUMMARY) >>> 0;
      this.#messages.push(this.#message(place));
      this.#sources.push(this.#entries[place]);
    }
    return { messages: this.#messages.slice(), entries: this.#sources.slice() };
  }
  #message(place) {
    const entry = this.#entries[place];
    if (entry.type === "message")
      return entry.message;
    if (!this.#written.has(entry)) {
      const json = entry.type === "custom_message" ? (0, import_call.guarded)(() => this.#log.renderCustom((0, import_tape.stage)(entry))) : this.#log.render(place);
      this.#written.set(entry, JSON.parse(json));
    }
    return this.#written.get(entry);
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Rendered
});
