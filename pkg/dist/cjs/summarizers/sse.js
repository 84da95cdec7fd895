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
  EventDecoder: () => EventDecoder
});
module.exports = __toCommonJS(stdin_exports);
class EventDecoder {
  #rest = "";
  #event = "";
  #data = [];
  /** How many characters wait for their line to end. */
  get waiting() {
    return this.#rest.length;
  }
  /** Takes the next piece, gives the events that it completes. */
  push(text) {
    const events = [];
    const held = text.endsWith("\r") ? 1 : 0;
    const lines = (this.#rest + text.slice(0, text.length - held)).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? "") + text.slice(text.length - held);
    for (const line of lines) {
      if (line === "")
        this.#dispatch(events);
      else
        this.#field(line);
    }
    return events;
  }
  /** Ends the stream. Many servers omit the blank line after the last event, so it counts without. */
  end() {
    const events = this.push("\n");
    this.#dispatch(events);
    return events;
  }
  #field(line) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data")
      this.#data.push(value);
    else if (name === "event")
      this.#event = value;
  }
  #dispatch(events) {
    if (this.#data.length > 0)
      events.push({ event: this.#event || "message", data: this.#data.join("\n") });
    this.#event = "";
    this.#data = [];
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  EventDecoder
});
