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
  openai: () => openai,
  openaiCompaction: () => import_openai_compaction.openaiCompaction
});
module.exports = __toCommonJS(stdin_exports);
var import_http = require("./http.js");
var import_http_error = require("./http-error.js");
var import_model = require("./model.js");
var import_openai_compaction = require("./openai-compaction.js");
const REASONS = /^(openai\/)?(o\d|gpt-[5-9](?!.*chat))/;
function openai(options) {
  const model = (0, import_model.checkModelOptions)("openai", options, { maxTokensField: "any" });
  const url = (0, import_http.resolveUrl)("baseURL", options.baseURL ?? "https://api.openai.com/v1", "/chat/completions");
  const isOpenAI = /(^|\.)openai\.(azure\.)?com$/.test(url.hostname);
  const maxTokensField = options.maxTokensField ?? (isOpenAI ? "max_completion_tokens" : "max_tokens");
  const { extraBody, stream = false } = options;
  return (0, import_model.asking)({
    provider: "openai",
    format: "openai-chat",
    url,
    async send(exchange, request, maxTokens, live) {
      await exchange.authorize("authorization", "Bearer ", options.apiKey);
      const { system, prompt } = live ?? request;
      const messages = [...systemOf(system), ...live?.messages ?? [], { role: "user", content: (0, import_http.wellFormed)(prompt) }];
      const tools = live?.tools ? { tools: live.tools, tool_choice: live.toolChoice } : {};
      const streaming = stream ? { stream_options: { include_usage: true } } : {};
      await exchange.post({ model, messages, ...tools, [maxTokensField]: maxTokens, ...streaming, ...extraBody, stream });
    },
    read: readCompletion,
    stream: readStream
  }, options, options.reasoningTokens ?? (REASONS.test(model) ? (0, import_model.unasked)(options) : 0));
}
function systemOf(system) {
  if (typeof system === "string")
    return [{ role: "system", content: (0, import_http.wellFormed)(system) }];
  const given = [system ?? []].flat();
  return given.every((one) => one?.role) ? given : [{ role: "system", content: system }];
}
function readCompletion(exchange, body) {
  if (body.error)
    throw exchange.reported(body);
  const choice = body.choices?.[0];
  if (!choice?.message) {
    throw (0, import_http_error.invalidReply)(exchange.target, "no-choices", "answered without a completion. Check that baseURL is a chat completions API.");
  }
  const answer = new Answer(exchange);
  answer.add(choice, choice.message);
  answer.usage = readUsage(body.usage);
  return { text: answer.text, ...answer.end(true) };
}
async function* readStream(exchange) {
  const answer = new Answer(exchange);
  let done = false;
  for await (const { event, data } of exchange.events()) {
    if (data.trim() === "[DONE]") {
      done = true;
      break;
    }
    const chunk = (0, import_model.parseEvent)(data);
    if (chunk === void 0)
      throw (0, import_http_error.truncatedReply)(exchange.target);
    if (chunk?.error || event === "error")
      throw exchange.reported(chunk);
    answer.usage = readUsage(chunk?.usage) ?? answer.usage;
    const choice = chunk?.choices?.[0];
    if (!choice)
      continue;
    const text = answer.add(choice, choice.delta ?? choice.message ?? {});
    if (text)
      yield text;
  }
  return answer.end(done);
}
class Answer {
  text = "";
  usage;
  #exchange;
  #refusal = "";
  #finish;
  constructor(exchange) {
    this.#exchange = exchange;
  }
  add(choice, message) {
    if (choice.error)
      throw this.#exchange.reported({ error: choice.error });
    const text = textOf(message.content);
    this.text += text;
    if (typeof message.refusal === "string")
      this.#refusal += message.refusal;
    if (typeof choice.finish_reason === "string" && choice.finish_reason)
      this.#finish = choice.finish_reason;
    return text;
  }
  /** `complete` says whether the answer is known to be whole by other means than a finish reason. */
  end(complete) {
    const { target } = this.#exchange;
    if (this.#refusal)
      throw (0, import_http_error.refusedReply)(target, "refusal", this.#refusal);
    if (this.#finish === void 0 && !complete)
      throw (0, import_http_error.truncatedReply)(target);
    const finish = (this.#finish ?? "stop").toLowerCase();
    const isCutOff = CUT_OFF.has(finish);
    if (isCutOff || COMPLETE.has(finish))
      return (0, import_model.ended)(this.#exchange, this.text, this.usage, isCutOff);
    if (finish === "content_filter")
      throw (0, import_http_error.refusedReply)(target, "content_filter");
    if (finish === "tool_calls" || finish === "function_call")
      throw (0, import_http_error.refusedReply)(target, import_model.TOOL_CALL);
    throw this.#exchange.reported({ error: { code: finish, message: `the answer ended with "${finish}"` } });
  }
}
const COMPLETE = /* @__PURE__ */ new Set(["stop", "eos", "eos_token", "end_turn", "stop_sequence", "completed"]);
const CUT_OFF = /* @__PURE__ */ new Set(["length", "max_tokens", "max_output_tokens"]);
function textOf(content) {
  if (typeof content === "string")
    return content;
  if (!Array.isArray(content))
    return "";
  return content.map((part) => (part?.type === "text" || part?.type === "output_text") && typeof part.text === "string" ? part.text : "").join("");
}
function readUsage(given) {
  const count = (0, import_model.counts)(given);
  const prompt = count("prompt_tokens");
  const completion = count("completion_tokens");
  const total = count("total_tokens");
  const cached = count("cached_tokens", "prompt_tokens_details") || count("prompt_cache_hit_tokens");
  const reasoning = count("reasoning_tokens", "completion_tokens_details");
  if (prompt + completion + total === 0)
    return void 0;
  const output = reasoning > 0 && total === prompt + completion + reasoning ? completion + reasoning : completion;
  const input = cached > prompt ? prompt : prompt - cached;
  return { input, output, cacheRead: cached, cacheWrite: 0, totalTokens: total || input + cached + output };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  openai,
  openaiCompaction
});
