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
var import_patch = require("../patch.js");
var import_native = require("./native.js");
const UNBOUND = 1073741824;
const JOINS = 536870912;
const EDITED = 268435456;
const REMOTE = 134217728;
const PLACE = 134217727;
class Rendered {
  #log;
  #entries;
  #format;
  /** Messages that this package wrote, by their entry: the same object each time. */
  #written = /* @__PURE__ */ new WeakMap();
  /** Messages with what prunes have put into them, by their entry, each beside the newest prune that did. */
  #edited = /* @__PURE__ */ new WeakMap();
  /** Messages without their bound reasoning, by what they were with it. */
  #stripped = /* @__PURE__ */ new WeakMap();
  /** What two messages make together, by the first of them: one, or both where something would be lost. */
  #joined = /* @__PURE__ */ new WeakMap();
  #generation = 0;
  /** How many items of the core's list are in the messages: two may make one. */
  #items = 0;
  #messages = [];
  #sources = [];
  constructor(log, entries, format) {
    this.#log = log;
    this.#entries = entries;
    this.#format = format;
  }
  /** The messages and their entries as of now, as arrays of the caller's own. */
  now() {
    const answer = this.#log.context(this.#generation, this.#items);
    const generation = answer[0];
    if (generation !== this.#generation) {
      this.#generation = generation;
      this.#items = 0;
      this.#messages = [];
      this.#sources = [];
    }
    this.#items += answer.length - 1;
    for (let at = 1; at < answer.length; at++) {
      const item = answer[at];
      const place = item & PLACE;
      const entry = this.#entries[place];
      if (item & REMOTE) {
        for (const own of (0, import_native.itemsOf)(entry, this.#format)) {
          this.#messages.push(own);
          this.#sources.push(entry);
        }
        continue;
      }
      let message = item & EDITED ? this.#pruned(place) : this.#message(place);
      if (item & UNBOUND)
        message = this.#unbound(message);
      if (item & JOINS) {
        this.#join(message);
      } else {
        this.#messages.push(message);
      }
      this.#sources.push(entry);
    }
    return { messages: this.#messages.slice(), entries: this.#sources.slice() };
  }
  /** Makes one message of the newest one and this one, where nothing of them is lost by that: the same object each time. */
  #join(second) {
    const first = this.#messages.pop();
    const known = this.#joined.get(first);
    const joined = known && known.second === second ? known : { second, messages: this.#joinedOf([first, second]) };
    this.#joined.set(first, joined);
    if (joined.messages.length === 1)
      this.#sources.pop();
    this.#messages.push(...joined.messages);
  }
  #joinedOf(pair) {
    return (0, import_patch.applyPatch)(pair, JSON.parse((0, import_call.guarded)(() => this.#log.write("join", (0, import_tape.stage)(pair)))));
  }
  /** The message without the reasoning that a compaction or a prune has made invalid: the same object each time. */
  #unbound(message) {
    if (!this.#stripped.has(message)) {
      const edits = (0, import_call.guarded)(() => this.#log.write("unbind", (0, import_tape.stage)(message)));
      this.#stripped.set(message, (0, import_patch.applyPatch)(message, JSON.parse(edits)));
    }
    return this.#stripped.get(message);
  }
  /** The message with what prunes have put in the place of its parts: the same object until another one changes it. */
  #pruned(place) {
    const entry = this.#entries[place];
    const by = this.#entries[this.#log.editedBy(place)];
    const known = this.#edited.get(entry);
    if (known?.by === by)
      return known.message;
    const message = this.#message(place);
    const edits = (0, import_call.guarded)(() => this.#log.write("edit", (0, import_tape.stage)(message, { at: place })));
    const edited = (0, import_patch.applyPatch)(message, JSON.parse(edits));
    this.#edited.set(entry, { by, message: edited });
    return edited;
  }
  #message(place) {
    const entry = this.#entries[place];
    if (entry.type === "message")
      return entry.message;
    if (!this.#written.has(entry)) {
      const json = entry.type === "custom_message" ? (0, import_call.guarded)(() => this.#log.write("custom", (0, import_tape.stage)(entry))) : this.#log.render(place);
      this.#written.set(entry, JSON.parse(json));
    }
    return this.#written.get(entry);
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Rendered
});
