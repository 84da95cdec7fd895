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
  anthropic: () => anthropic,
  anthropicCompaction: () => import_anthropic_compaction2.anthropicCompaction
});
module.exports = __toCommonJS(stdin_exports);
var import_anthropic_compaction = require("./anthropic-compaction.js");
var import_http = require("./http.js");
var import_http_error = require("./http-error.js");
var import_model = require("./model.js");
var import_anthropic_compaction2 = require("./anthropic-compaction.js");
function anthropic(options) {
  const model = (0, import_model.checkModelOptions)("anthropic", options, { version: "any", thinking: "any", dangerouslyAllowBrowser: "any" });
  const version = options.version === void 0 ? "2023-06-01" : (0, import_http.checkText)("version", options.version);
  const base = options.baseURL ?? "https://api.anthropic.com";
  const path = /\/v1\/*$/.test((0, import_http.resolveUrl)("baseURL", base).pathname) ? "/messages" : "/v1/messages";
  const { thinking, extraBody, stream = false } = options;
  const reasoning = options.reasoningTokens ?? thinking?.budget_tokens ?? (thinking?.type === "adaptive" ? (0, import_model.unasked)(options) : 0);
  return (0, import_model.asking)({
    provider: "anthropic",
    format: "anthropic",
    url: (0, import_http.resolveUrl)("baseURL", base, path),
    async send(exchange, request, maxTokens, live) {
      const { system, prompt } = live ?? request;
      const content = (0, import_http.wellFormed)(prompt);
      await exchange.authorize("x-api-key", "", options.apiKey);
      exchange.header("anthropic-version", version);
      if (options.dangerouslyAllowBrowser)
        exchange.header("anthropic-dangerous-direct-browser-access", "true");
      const beta = (0, import_anthropic_compaction.betaOf)(live?.messages ?? []);
      if (beta)
        exchange.header("anthropic-beta", beta);
      await exchange.post({
        model,
        max_tokens: maxTokens,
        // An empty system prompt is refused, a missing one is not.
        ...typeof system === "string" ? system.trim() && { system: (0, import_http.wellFormed)(system) } : system ? { system } : {},
        ...live?.tools ? { tools: live.tools, tool_choice: { type: live.toolChoice } } : {},
        messages: [
          ...live?.messages ?? [],
          { role: "user", content: live && isCached(live) ? [{ type: "text", text: content, ...CACHED }] : content }
        ],
        ...thinking ? { thinking } : {},
        ...extraBody,
        stream
      });
    },
    read: readMessage,
    stream: readStream
  }, options, reasoning);
}
const CACHED = { cache_control: { type: "ephemeral" } };
function isCached({ system, tools, messages }) {
  const marks = JSON.stringify([system, tools, messages]).split('"cache_control":{').length - 1;
  return marks > 0 && marks < 4;
}
function readMessage(exchange, body) {
  if (body.type === "error")
    throw exchange.reported(body);
  if (!Array.isArray(body.content)) {
    throw (0, import_http_error.invalidReply)(exchange.target, "no-content", "answered without a message. Check that baseURL is a messages API.");
  }
  const text = body.content.map((block) => block?.type === "text" ? textOf(block) : "").join("");
  return { text, ...ending(exchange, body.stop_reason, body.usage, text) };
}
async function* readStream(exchange) {
  let usage = {};
  let stopReason;
  let all = "";
  for await (const { event: name, data } of exchange.events()) {
    const event = (0, import_model.parseEvent)(data);
    if (event === void 0)
      throw (0, import_http_error.truncatedReply)(exchange.target);
    const type = event?.type ?? name;
    if (type === "error")
      throw exchange.reported(event);
    usage = { ...usage, ...defined(event?.message?.usage), ...defined(event?.usage) };
    if (type === "message_delta")
      stopReason = event?.delta?.stop_reason ?? stopReason;
    if (type === "message_stop")
      return ending(exchange, stopReason, usage, all);
    const part = event?.content_block?.type === "text" ? event.content_block : event?.delta;
    const text = type === "content_block_start" || part?.type === "text_delta" ? textOf(part) : "";
    all += text;
    if (text)
      yield text;
  }
  throw (0, import_http_error.truncatedReply)(exchange.target);
}
function textOf(part) {
  return typeof part?.text === "string" ? part.text : "";
}
function defined(usage) {
  if (typeof usage !== "object" || usage === null)
    return {};
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
function ending(exchange, stopReason, given, text) {
  const { target } = exchange;
  switch (stopReason) {
    case "end_turn":
    case "stop_sequence":
    case "max_tokens":
      return (0, import_model.ended)(exchange, text, readUsage(given), stopReason === "max_tokens");
    case "refusal":
      throw (0, import_http_error.refusedReply)(target, "refusal", text);
    case "tool_use":
      throw (0, import_http_error.refusedReply)(target, import_model.TOOL_CALL);
    default: {
      const code = typeof stopReason === "string" ? stopReason : "no stop reason";
      throw exchange.reported({ error: { code, message: `the answer ended with ${code}` } });
    }
  }
}
function readUsage(given) {
  const count = (0, import_model.counts)(given);
  const input = count("input_tokens");
  const output = count("output_tokens");
  const cacheRead = count("cache_read_input_tokens");
  const cacheWrite = count("cache_creation_input_tokens");
  const totalTokens = input + output + cacheRead + cacheWrite;
  return totalTokens === 0 ? void 0 : { input, output, cacheRead, cacheWrite, totalTokens };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  anthropic,
  anthropicCompaction
});
