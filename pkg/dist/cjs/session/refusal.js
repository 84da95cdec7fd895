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
  Refusals: () => Refusals
});
module.exports = __toCommonJS(stdin_exports);
var import_classify_error = require("../overflow/classify-error.js");
class Refusals {
  #log;
  #held;
  #answered = /* @__PURE__ */ new WeakSet();
  /** What was found out of the newest reply, which `check` asks for each time. */
  #newest;
  constructor(log, held) {
    this.#log = log;
    this.#held = held;
  }
  /**
   * The refusal behind an error of the host; `stale` for one that was answered, or that a compaction has come after; `other`
   * for an error of another kind.
   */
  told(error) {
    const { entries } = this.#held;
    let place = entries.length - 1;
    while (place >= 0 && (error === void 0 || entries[place].message !== error))
      place--;
    if (this.#isOlder(error, place) || this.#isAnswered(error))
      return "stale";
    const reply = place >= 0 ? this.#failed(place) : this.#failedReply();
    return asRefusal(this.#classify(error), error, reply) ?? "other";
  }
  /** Whether a compaction was made since. A reply that is not in the log may say when it was made, in ms since 1970. */
  #isOlder(error, place) {
    const { entries } = this.#held;
    const latest = this.#held.latestCompaction();
    if (latest === void 0)
      return false;
    if (place >= 0)
      return place < latest;
    const { timestamp } = typeof error === "object" && error !== null ? error : {};
    return typeof timestamp === "number" && timestamp < Date.parse(entries[latest].timestamp);
  }
  /** The refusal that the newest reply shows, where neither an answer nor a compaction has come since. */
  shown() {
    const place = this.#log.newestMessage();
    if (place === void 0)
      return void 0;
    const entry = this.#held.entries[place];
    const { contextWindow } = this.#log;
    if (this.#newest?.entry !== entry || this.#newest.contextWindow !== contextWindow) {
      this.#newest = { entry, contextWindow, refusal: this.#shownBy(entry, this.#log.reply(place)) };
    }
    return this.#isAnswered(entry.message) ? void 0 : this.#newest.refusal;
  }
  #shownBy({ message }, reply) {
    const says = (key) => Object.hasOwn(message, key);
    if (reply === 0 || !TELLING.some(says))
      return void 0;
    const refusal = asRefusal(this.#classify(message), message, this.#failedReply());
    return refusal && { ...refusal, isAnswer: refusal.reply === void 0 };
  }
  /** Takes note that a refusal was answered, whatever came of it. */
  answer({ error }) {
    if (typeof error === "object" && error !== null)
      this.#answered.add(error);
  }
  #classify(error) {
    const { provider } = this.#log.model();
    return (0, import_classify_error.classifyError)(error, { contextWindow: this.#log.contextWindow, provider: provider || void 0 });
  }
  #isAnswered(error) {
    return typeof error === "object" && error !== null && this.#answered.has(error);
  }
  /** The newest message, where it is a reply that says nothing but that it failed. */
  #failedReply() {
    const place = this.#log.newestMessage();
    return place === void 0 ? void 0 : this.#failed(place);
  }
  #failed(place) {
    return this.#log.reply(place) === 2 ? this.#held.entries[place] : void 0;
  }
}
const TELLING = [
  ...["stop_reason", "stopReason", "finish_reason", "finishReason", "error", "errorMessage", "isApiErrorMessage"],
  ...["usage", "usage_metadata", "usageMetadata", "response_metadata", "metadata", "kwargs", "data", "status"]
];
function asRefusal({ kind, observed = 0, maximum = 0, excess = 0 }, error, reply) {
  return kind === "overflow" || kind === "payload-too-large" ? { kind, observed, maximum, excess, error, reply } : void 0;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Refusals
});
