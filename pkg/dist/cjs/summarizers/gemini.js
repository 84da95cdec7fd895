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
  gemini: () => gemini
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_http = require("./http.js");
var import_http_error = require("./http-error.js");
var import_model = require("./model.js");
function gemini(options) {
  const model = (0, import_model.checkModelOptions)("gemini", options, { version: "any", thinking: "any" });
  const { thinking, extraBody, stream = false } = options;
  const version = options.version === void 0 ? "v1beta" : (0, import_http.checkText)("version", options.version);
  const base = (0, import_http.resolveUrl)("baseURL", options.baseURL ?? "https://generativelanguage.googleapis.com");
  const hasVersion = /\/v\d+\w*(\/+projects\/.*)?\/*$/.test(base.pathname);
  const name = model.includes("/") ? model : `models/${model}`;
  const path = `/${name.split("/").map(encodeURIComponent).join("/")}:${stream ? "streamGenerateContent" : "generateContent"}`;
  const url = (0, import_http.resolveUrl)("baseURL", base.href, hasVersion ? path : `/${version}${path}`);
  if (stream)
    url.searchParams.set("alt", "sse");
  const { generationConfig, ...moreBody } = extraBody ?? {};
  if (generationConfig !== void 0 && (typeof generationConfig !== "object" || generationConfig === null)) {
    throw new import_errors.EpitomeError("invalid-option", "generationConfig in extraBody must be an object.");
  }
  const budget = thinking?.thinkingBudget;
  const reasoning = options.reasoningTokens ?? (budget !== void 0 && budget >= 0 ? budget : (0, import_model.unasked)(options));
  return (0, import_model.asking)({
    provider: "gemini",
    system: "gcp.gemini",
    format: "gemini",
    url,
    async send(exchange, request, maxOutputTokens, live) {
      const { system, prompt } = live ?? request;
      await exchange.authorize("x-goog-api-key", "", options.apiKey);
      await exchange.post({
        // An empty system prompt is refused, a missing one is not.
        ...typeof system === "string" ? system.trim() && { systemInstruction: instruction(system) } : system ? { systemInstruction: system } : {},
        contents: [...live?.messages ?? [], { role: "user", parts: [{ text: (0, import_http.wellFormed)(prompt) }] }],
        ...live?.tools ? { tools: live.tools, toolConfig: { functionCallingConfig: { mode: live.toolChoice.toUpperCase() } } } : {},
        generationConfig: { maxOutputTokens, ...thinking ? { thinkingConfig: thinking } : {}, ...generationConfig },
        ...moreBody
      });
    },
    read: readReply,
    stream: readStream
  }, options, reasoning);
}
const instruction = (text) => ({ parts: [{ text: (0, import_http.wellFormed)(text) }] });
function readReply(exchange, body) {
  const answer = new Answer(exchange);
  if (answer.add(body) === void 0) {
    const sentence = "answered without a candidate. Check that baseURL is the Gemini API.";
    throw (0, import_http_error.invalidReply)(exchange.target, "no-candidates", sentence);
  }
  return { text: answer.text, ...answer.end(true) };
}
async function* readStream(exchange) {
  const answer = new Answer(exchange);
  for await (const { data } of exchange.events()) {
    const piece = (0, import_model.parseEvent)(data);
    if (piece === void 0)
      throw (0, import_http_error.truncatedReply)(exchange.target);
    const text = answer.add(piece);
    if (text)
      yield text;
  }
  return answer.end(false);
}
class Answer {
  text = "";
  #exchange;
  #usage;
  #finish;
  #said = "";
  #isCall = false;
  constructor(exchange) {
    this.#exchange = exchange;
  }
  /** The text that came with this piece. Undefined if it has no candidate. */
  add(piece) {
    if (piece?.error)
      throw this.#exchange.reported(piece);
    this.#usage = readUsage(piece?.usageMetadata) ?? this.#usage;
    const { blockReason, blockReasonMessage } = piece?.promptFeedback ?? {};
    if (typeof blockReason === "string")
      throw (0, import_http_error.refusedReply)(this.#exchange.target, blockReason, textOf(blockReasonMessage));
    const candidate = piece?.candidates?.[0];
    if (!candidate)
      return void 0;
    const { finishReason, content } = candidate;
    if (typeof finishReason === "string" && finishReason) {
      this.#finish = finishReason;
      this.#said = textOf(candidate.finishMessage);
    }
    const parts = Array.isArray(content?.parts) ? content.parts : [];
    this.#isCall ||= parts.some((part) => part?.functionCall);
    const text = parts.map((part) => part?.thought ? "" : textOf(part?.text)).join("");
    this.text += text;
    return text;
  }
  /** `isComplete` says whether the answer is known to be whole by other means than a finish reason. */
  end(isComplete) {
    const { target } = this.#exchange;
    const finish = this.#finish ?? (isComplete ? "STOP" : void 0);
    if (finish === void 0)
      throw (0, import_http_error.truncatedReply)(target);
    if (CALLED.test(finish) || this.#isCall && this.text.trim() === "")
      throw (0, import_http_error.refusedReply)(target, import_model.TOOL_CALL);
    if (DECLINED.test(finish))
      throw (0, import_http_error.refusedReply)(target, finish, this.#said || this.text);
    if (finish === "STOP" || finish === "MAX_TOKENS")
      return (0, import_model.ended)(this.#exchange, this.text, this.#usage, finish === "MAX_TOKENS");
    throw this.#exchange.reported({ error: { code: finish, message: this.#said || `the answer ended with ${finish}` } });
  }
}
const CALLED = /_(FUNCTION|TOOL)_CALLS?$/;
const DECLINED = /SAFETY|RECITATION|^LANGUAGE$|^BLOCKLIST$|PROHIBITED_CONTENT|^SPII$|^MODEL_ARMOR$/;
const textOf = (value) => typeof value === "string" ? value : "";
function readUsage(given) {
  const count = (0, import_model.counts)(given);
  const cacheRead = count("cachedContentTokenCount");
  const input = Math.max(0, count("promptTokenCount") + count("toolUsePromptTokenCount") - cacheRead);
  const output = count("candidatesTokenCount") + count("thoughtsTokenCount");
  const totalTokens = count("totalTokenCount") || input + cacheRead + output;
  return totalTokens === 0 ? void 0 : { input, output, cacheRead, cacheWrite: 0, totalTokens };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  gemini
});
