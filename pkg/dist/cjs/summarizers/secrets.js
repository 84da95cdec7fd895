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
  Secrets: () => Secrets,
  redactKeys: () => redactKeys
});
module.exports = __toCommonJS(stdin_exports);
const PLACEHOLDER = "[redacted]";
const LOOKS_LIKE_A_KEY = /\bBearer\s+[^\s"',;]+|\b(?:sk|pk|rk|gsk|xai|hf)[-_][\w\-.*]{7,}|\bAIza[\w-]{10,}|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;
const NAMES_A_SECRET = /auth|key|token|secret|cookie|passw|credential|signature|^sig$/i;
const NAMES_NO_SECRET = /^(accept|content|user-agent$)|[-_](beta|version)$/i;
function redactKeys(text) {
  return text.replace(LOOKS_LIKE_A_KEY, PLACEHOLDER);
}
class Secrets {
  #values = /* @__PURE__ */ new Set();
  /** Remembers a secret. Values of fewer than 4 characters are placeholders, and would be found in every word. */
  add(value) {
    if (value.length < 4)
      return;
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
      this.#values.add(form);
  }
  /** Remembers the value of a header or query parameter if its name says that it is a secret. */
  addNamed(name, value) {
    if (!NAMES_A_SECRET.test(name))
      return;
    this.add(value);
    for (const word of value.split(/\s+/))
      this.add(word);
  }
  /** Remembers the value of a header of the host's own, whatever its name. A short one, such as `true`, tells nothing. */
  addHeader(name, value) {
    if (value.length > 5 && !NAMES_NO_SECRET.test(name))
      this.add(value);
    this.addNamed(name, value);
  }
  /** `text` without the secrets of this call and without what looks like a key. */
  redact(text) {
    let clean = text;
    for (const value of this.#values)
      clean = clean.replaceAll(value, PLACEHOLDER);
    return redactKeys(clean);
  }
  /** `error` itself if printing it shows no secret, otherwise a copy of its kind and cleaned message. */
  safeCause(error) {
    if (!this.#taints(error, 0, /* @__PURE__ */ new Set()))
      return error;
    const { name, message } = typeof error === "object" && error !== null ? error : {};
    const copy = new Error(this.redact(String(message ?? error)));
    copy.name = this.redact(String(name ?? "Error"));
    return copy;
  }
  /** Whether a secret is found in what a logger would print: texts, own properties and causes, a few levels deep. */
  #taints(value, depth, seen) {
    if (typeof value === "string")
      return [...this.#values].some((secret) => value.includes(secret));
    if (typeof value !== "object" || value === null || seen.has(value) || ArrayBuffer.isView(value))
      return false;
    if (depth > 8 || seen.size > 2e3)
      return true;
    seen.add(value);
    const held = value instanceof Headers || value instanceof Map ? [...value].flat() : [];
    try {
      const own = Object.getOwnPropertyNames(value).map((name) => value[name]);
      return [...held, ...own].some((part) => this.#taints(part, depth + 1, seen));
    } catch {
      return true;
    }
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Secrets,
  redactKeys
});
