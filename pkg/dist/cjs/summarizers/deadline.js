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
  Deadline: () => Deadline,
  checkTimeout: () => checkTimeout,
  timeoutError: () => timeoutError
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
const LONGEST_TIMER = 2 ** 31 - 1;
function checkTimeout(timeoutMs) {
  if (typeof timeoutMs === "number" && timeoutMs > 0)
    return timeoutMs;
  throw new import_errors.EpitomeError("invalid-option", "timeoutMs must be a positive number of milliseconds, or Infinity.");
}
function timeoutError(what, timeoutMs) {
  const message = `${what} gave no complete answer within ${timeoutMs} ms. Try again, or raise timeoutMs.`;
  return new import_errors.EpitomeError("summarizer-timeout", message, { retryable: true, details: { timeoutMs } });
}
class Deadline {
  #controller = new AbortController();
  #parent;
  #timer;
  #end;
  #timeoutError;
  #pending = /* @__PURE__ */ new Set();
  #parentAborted = () => this.#stop(this.#parent?.reason);
  constructor(parent, timeoutMs, timeoutError2) {
    this.#parent = parent;
    this.#timeoutError = timeoutError2;
    this.#end = performance.now() + timeoutMs;
    if (parent?.aborted) {
      this.#stop(parent.reason);
      return;
    }
    parent?.addEventListener("abort", this.#parentAborted);
    if (timeoutMs <= LONGEST_TIMER)
      this.#timer = setTimeout(() => this.#stop(timeoutError2()), timeoutMs);
  }
  /** Aborts when the parent does, when the time is over, or when `close` is given a reason. */
  get signal() {
    return this.#controller.signal;
  }
  /** Throws the reason if the deadline has stopped. Busy loops that starve the timer are caught here by the clock. */
  check() {
    if (!this.signal.aborted && performance.now() > this.#end)
      this.#stop(this.#timeoutError());
    if (this.signal.aborted)
      throw this.signal.reason;
  }
  /** Settles as `work` does, or rejects with the reason as soon as the deadline stops. Late results of `work` are ignored. */
  race(work) {
    return new Promise((resolve, reject) => {
      if (this.signal.aborted) {
        Promise.resolve(work).catch(() => {
        });
        reject(this.signal.reason);
        return;
      }
      this.#pending.add(reject);
      Promise.resolve(work).then(resolve, reject).finally(() => this.#pending.delete(reject));
    });
  }
  /** Ends the deadline. A `reason` also aborts `signal`, for work that should not go on. */
  close(reason) {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener("abort", this.#parentAborted);
    if (reason !== void 0 && !this.signal.aborted)
      this.#controller.abort(reason);
  }
  #stop(given) {
    if (this.signal.aborted)
      return;
    const reason = given ?? new DOMException("This operation was aborted", "AbortError");
    this.close();
    for (const reject of this.#pending)
      reject(reason);
    this.#controller.abort(reason);
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Deadline,
  checkTimeout,
  timeoutError
});
