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
  field: () => field,
  readFacts: () => readFacts
});
module.exports = __toCommonJS(stdin_exports);
const MAX_OBJECTS = 100;
const MAX_DEPTH = 10;
const MAX_ITEMS = 8;
const MAX_CHAIN = 10;
const MAX_TEXT = 8 * 1024;
const MAX_TEXTS = 32 * 1024;
const MAX_JSON = 512 * 1024;
const TEXTS = ["message", "errorMessage", "error_message", "error_description", "msg", "status_msg", "statusText"];
const CODES = ["code", "type", "status", "lc_error_code", "__type", "reason", "error_code", "Code"];
const STATUSES = ["status", "statusCode", "httpStatusCode", "http_status", "code"];
const SOURCES = ["provider", "provider_name", "providerID", "model_provider", "url", "baseURL"];
const STOPS = ["stopReason", "stop_reason", "finishReason", "finish_reason", "rawFinishReason", "reason"];
const USAGES = ["usage", "usageMetadata", "usage_metadata", "tokenUsage"];
const PARTS = ["error", "response", "body", "data", "responseBody", "detail", "details", "metadata", "raw", "base_resp", "innererror"];
const REPLY_PARTS = ["message", "choices", "candidates", "delta", "incomplete_details", "response_metadata", "$metadata"];
const WRAPPED = ["lastError", "cause", "originalError"];
function field(source, name) {
  try {
    return source[name];
  } catch {
    return void 0;
  }
}
const isObject = (value) => typeof value === "object" && value !== null;
const isReply = (role) => role === "assistant" || role === "model" || role === "ai";
const saysSomething = (value) => typeof value === "string" || isObject(value);
function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
function readFacts(value) {
  return new Reader().chain(value);
}
class Reader {
  #seen = /* @__PURE__ */ new Set();
  #textLeft = MAX_TEXTS;
  #jsonLeft = MAX_JSON;
  chain(root) {
    const queue = [root];
    const chain = [];
    for (const value of queue) {
      if (chain.length === MAX_CHAIN)
        break;
      const facts = { codes: [], texts: [], sources: [], stops: [], said: "", isMarked: false };
      this.#value(value, facts, queue, 0);
      chain.push(facts);
    }
    return chain;
  }
  #value(value, facts, queue, depth) {
    if (typeof value === "string")
      return this.#text(value, facts, queue, depth);
    if (!isObject(value) || depth > MAX_DEPTH || this.#seen.size >= MAX_OBJECTS || this.#seen.has(value))
      return;
    this.#seen.add(value);
    if (isArray(value)) {
      for (let index = 0; index < MAX_ITEMS; index++)
        this.#value(field(value, `${index}`), facts, queue, depth + 1);
      return;
    }
    const role = field(value, "role");
    if (typeof role === "string" && !isReply(role))
      return;
    this.#own(value, facts, queue, depth);
    for (const name of PARTS)
      this.#value(field(value, name), facts, queue, depth + 1);
    for (const name of REPLY_PARTS) {
      const part = field(value, name);
      if (isObject(part))
        this.#value(part, facts, queue, depth + 1);
    }
    const wrapped = WRAPPED.map((name) => field(value, name)).filter(saysSomething);
    const errors = field(value, "errors");
    if (isObject(errors) && wrapped.length === 0) {
      for (let index = 0; index < MAX_ITEMS; index++)
        wrapped.push(field(errors, `${index}`));
    }
    queue.push(...wrapped.filter(saysSomething));
  }
  /** What the object says in fields of its own. */
  #own(source, facts, queue, depth) {
    const strings = (names) => names.map((name) => field(source, name)).filter((found) => typeof found === "string" && found !== "");
    for (const text of strings(TEXTS))
      this.#text(text, facts, queue, depth);
    const [role] = strings(["role"]);
    facts.codes.push(...strings(role ? CODES : [...CODES, "name"]));
    facts.sources.push(...strings(SOURCES).map((found) => found.slice(0, 200)));
    facts.stops.push(...strings(STOPS));
    for (const name of STATUSES)
      facts.status ??= statusOf(field(source, name));
    for (const name of USAGES)
      facts.usage ??= field(source, name);
    facts.observed ??= field(source, "n_prompt_tokens");
    facts.maximum ??= field(source, "n_ctx");
    facts.isMarked ||= field(source, "isApiErrorMessage") === true || field(source, "model") === "<synthetic>";
    if (isReply(role ?? strings(["type"])[0]))
      facts.said ||= textOf(source);
  }
  #text(text, facts, queue, depth) {
    const mayParse = text.length <= this.#jsonLeft && depth <= MAX_DEPTH;
    const from = mayParse ? text.indexOf("{") : -1;
    const to = from >= 0 ? text.lastIndexOf("}") + 1 : 0;
    const parsed = to > from ? this.#parse(text.slice(from, to)) : void 0;
    const prose = (parsed ? text.slice(0, from) + text.slice(to) : text).slice(0, Math.min(MAX_TEXT, this.#textLeft)).trim();
    this.#textLeft -= prose.length;
    if (prose && !facts.texts.includes(prose))
      facts.texts.push(prose);
    if (parsed)
      this.#value(parsed, facts, queue, depth + 1);
  }
  #parse(json) {
    this.#jsonLeft -= json.length;
    try {
      const value = JSON.parse(json);
      return isObject(value) ? value : void 0;
    } catch {
      return void 0;
    }
  }
}
const statusOf = (value) => {
  const number = typeof value === "string" && /^[45]\d\d$/.test(value) ? Number(value) : value;
  return typeof number === "number" && number >= 400 && number < 600 ? number : void 0;
};
function textOf(reply) {
  const content = field(reply, "content") ?? field(reply, "parts") ?? field(reply, "text");
  if (typeof content === "string")
    return content.slice(0, MAX_TEXT);
  if (!isObject(content))
    return "";
  let text = "";
  for (let index = 0; index < MAX_ITEMS && text.length < MAX_TEXT; index++) {
    const part = field(content, `${index}`);
    const said = isObject(part) ? field(part, "text") : part;
    if (typeof said === "string")
      text += said.slice(0, MAX_TEXT);
  }
  return text;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  field,
  readFacts
});
