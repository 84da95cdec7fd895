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
  callSummarizer: () => callSummarizer
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_facts = require("../overflow/facts.js");
var import_tables = require("../overflow/tables.js");
var import_usage = require("../overflow/usage.js");
var import_deadline = require("./deadline.js");
var import_failure = require("./failure.js");
const DEFAULT_TIMEOUT_MS = 3e5;
const MAX_CHARS_PER_TOKEN = 16;
const LEAST_MAX_CHARS = 65536;
const PIECES_PER_TURN = 1024;
async function callSummarizer(summarizer, request, options = {}) {
  const timeoutMs = (0, import_deadline.checkTimeout)(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const maxChars = options.maxChars ?? Math.max(LEAST_MAX_CHARS, request.maxTokens * MAX_CHARS_PER_TOKEN || 0);
  if (!(maxChars > 0))
    throw new import_errors.EpitomeError("invalid-option", "maxChars must be a positive number.");
  const deadline = new import_deadline.Deadline(options.signal, timeoutMs, () => (0, import_deadline.timeoutError)("The summarizer", timeoutMs));
  let answer;
  try {
    deadline.check();
    const gathered = new Text(maxChars, options.onProgress);
    const returned = summarizer(request, { signal: deadline.signal });
    answer = await read(returned, gathered, deadline);
    return answer;
  } catch (error) {
    deadline.check();
    throw (0, import_failure.summarizerFailure)(error);
  } finally {
    deadline.close(answer?.stopReason === "stop" ? void 0 : new DOMException("The answer is not needed", "AbortError"));
  }
}
async function read(returned, text, deadline) {
  const value = isObject(returned) && "then" in returned ? await deadline.race(Promise.resolve(returned)) : returned;
  if (typeof value === "string") {
    text.add(value);
    return text.answer({});
  }
  if (isObject(value)) {
    const pieces = piecesOf(value);
    if (pieces)
      return text.answer(await readPieces(pieces, text, deadline));
    if (textOf(value) !== void 0 || "stopReason" in value)
      return readReply(value, text);
  }
  throw (0, import_failure.invalid)(`The summarizer must return a text, { text }, or a stream of texts, but it returned`, value);
}
function textOf(reply) {
  const { text, output_text, choices, message, candidates, content } = reply;
  if (text !== void 0 && output_text === void 0)
    return text;
  const said = output_text ?? choices?.[0]?.message?.content ?? message?.content ?? candidates?.[0]?.content?.parts ?? content;
  const isText = (part) => typeof part?.text === "string" && part.thought !== true;
  return Array.isArray(said) ? said.filter(isText).map((part) => part.text).join("") : said;
}
function readReply(reply, text) {
  checkEnd(reply);
  const found = textOf(reply);
  if (typeof found !== "string")
    throw (0, import_failure.invalid)("The summarizer's reply must have a text as its `text`, but it was", found);
  text.add(found);
  return text.answer(withEnd(reply));
}
async function readPieces(pieces, text, deadline) {
  const decoder = new TextDecoder();
  try {
    for (let count = 1; ; count++) {
      deadline.check();
      if (count % PIECES_PER_TURN === 0)
        await deadline.race(new Promise((resolve) => setTimeout(resolve, 0)));
      const { done, value } = await deadline.race(Promise.resolve(pieces.next()));
      if (done) {
        text.add(decoder.decode());
        pieces.ended = true;
        const rest = isObject(value) ? value : {};
        checkEnd(rest);
        return withEnd(rest);
      }
      const bytes = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
      if (!bytes && typeof value !== "string") {
        throw (0, import_failure.invalid)(`The summarizer's stream must give texts, but its piece ${count} was`, value);
      }
      if (!text.add(bytes ? decoder.decode(value, { stream: true }) : value))
        return {};
    }
  } finally {
    if (!pieces.ended)
      Promise.resolve(attempt(pieces.cancel)).catch(() => {
      });
  }
}
function checkEnd({ stopReason, error }) {
  if (stopReason === void 0 || stopReason === null || stopReason === "stop" || stopReason === "length")
    return;
  if (typeof stopReason === "string" && (ENDS.test(stopReason) || DECLINED.test(stopReason) || (0, import_tables.isCutOff)(stopReason)))
    return;
  if (stopReason === "error")
    throw (0, import_failure.summarizerFailure)(error, { reported: true });
  if (stopReason === "aborted") {
    const message = "The summarizer says that it was aborted, though nobody asked it to stop.";
    throw new import_errors.EpitomeError("summarizer-aborted", message, { cause: error });
  }
  throw (0, import_failure.invalid)('The summarizer\'s `stopReason` must be "stop", "length", "error" or "aborted", but it was', stopReason, true);
}
const ENDS = /^(end_turn|stop_sequence|completed?|eos|stop)$/i;
const DECLINED = /filter|safety|refus|recitation|blocklist|prohibited|spii/i;
const UNTOLD = /^(other|unknown|interrupted)$/;
function withEnd(reply) {
  const { stopReason, usage, shortSummary } = reply;
  const [facts] = (0, import_facts.readFacts)(reply);
  const stops = stopReason ? [stopReason] : facts?.stops ?? [];
  const reason = stops.find((stop) => DECLINED.test(stop))?.slice(0, 80);
  if (reason)
    throw new import_errors.EpitomeError("summarizer-refused", `The model declined (${reason}). Ask another one.`, { details: { reason } });
  if (stops.length > 0 && stops.every((stop) => UNTOLD.test(stop)))
    throw (0, import_failure.summarizerFailure)("The stream ended before it was complete");
  if (stops.includes("error"))
    throw (0, import_failure.summarizerFailure)(reply.error, { reported: true });
  return { shortSummary, stopReason: stops.some(import_tables.isCutOff) ? "length" : "stop", usage: usage ?? facts?.usage };
}
class Text {
  #maxChars;
  #onProgress;
  #text = "";
  #cut = false;
  constructor(maxChars, onProgress) {
    this.#maxChars = maxChars;
    this.#onProgress = onProgress;
  }
  /** Whether there is room for more. */
  add(piece) {
    this.#text += piece;
    if (this.#text.length > this.#maxChars) {
      this.#text = this.#text.slice(0, this.#maxChars).replace(/[\ud800-\udbff]$/, "");
      this.#cut = true;
    }
    if (this.#onProgress && piece)
      attempt(() => this.#onProgress?.({ chars: this.#text.length }));
    return !this.#cut;
  }
  answer({ stopReason, usage, shortSummary }) {
    const counted2 = readUsage(usage);
    return {
      text: this.#text,
      stopReason: this.#cut || stopReason === "length" ? "length" : "stop",
      ...typeof shortSummary === "string" ? { shortSummary } : {},
      ...counted2 ? { usage: counted2 } : {}
    };
  }
}
function piecesOf(value) {
  if ("getReader" in value && typeof value.getReader === "function") {
    const reader = value.getReader();
    return {
      next: () => reader.read().then(({ done, value: value2 }) => ({ done, value: done ? void 0 : value2 })),
      cancel: () => reader.cancel()
    };
  }
  const iterate = value[Symbol.asyncIterator];
  if (typeof iterate !== "function")
    return void 0;
  const iterator = iterate.call(value);
  return { next: () => iterator.next(), cancel: () => iterator.return?.() };
}
function readUsage(given) {
  if (!isObject(given))
    return void 0;
  const own = (name) => {
    const value = given[name];
    return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
  };
  const [input, output, cacheRead, cacheWrite, totalTokens] = [
    own("input"),
    own("output"),
    own("cacheRead"),
    own("cacheWrite"),
    own("totalTokens")
  ];
  const usage = { input, output, cacheRead, cacheWrite, totalTokens };
  const named = input + output > 0 ? void 0 : (0, import_usage.counted)(given);
  if (named)
    Object.assign(usage, { input: named.prompt, output: named.output, totalTokens: totalTokens || named.prompt + named.output });
  return Object.values(usage).some((count) => count > 0) ? usage : void 0;
}
const isObject = (value) => typeof value === "object" && value !== null;
function attempt(work) {
  try {
    return work();
  } catch {
    return void 0;
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  callSummarizer
});
