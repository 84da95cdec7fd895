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
  EpitomeError: () => EpitomeError
});
module.exports = __toCommonJS(stdin_exports);
const brand = /* @__PURE__ */ Symbol.for("epitome.error");
class EpitomeError extends Error {
  static {
    Object.defineProperties(EpitomeError.prototype, {
      name: { value: "EpitomeError", configurable: true, writable: true },
      [brand]: { value: true }
    });
  }
  /** What went wrong, for programs. */
  code;
  /** Whether the same call may succeed later, with nothing changed. */
  retryable;
  /** Facts about the failure as plain data, for example `{ path: "entries[17].message.content[2]" }`. */
  details;
  constructor(code, message, options = {}) {
    super(message, options.cause === void 0 ? void 0 : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.details = Object.freeze({ ...options.details });
  }
  /** Whether `value` is an `EpitomeError` of any copy of this package in this process, also where `instanceof` says no. */
  static isInstance(value) {
    return typeof value === "object" && value !== null && brand in value;
  }
  /** The error as plain data. Of its cause only the kind is shown: a foreign error's text may hold what must not be logged. */
  toJSON() {
    const { name, code, message, retryable, details } = this;
    const shown = { name, code, message, retryable, details };
    return this.cause === void 0 ? shown : { ...shown, cause: kindOf(this.cause) };
  }
}
function kindOf(cause) {
  if (typeof cause !== "object" || cause === null)
    return { name: typeof cause };
  const { name, code } = cause;
  const kind = { name: typeof name === "string" ? name.slice(0, 80) : "object" };
  if (typeof code === "number")
    return { ...kind, code };
  return typeof code === "string" ? { ...kind, code: code.slice(0, 80) } : kind;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  EpitomeError
});
