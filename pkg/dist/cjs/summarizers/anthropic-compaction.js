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
  anthropicCompaction: () => anthropicCompaction,
  betaOf: () => betaOf
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_compaction = require("./compaction.js");
var import_http = require("./http.js");
var import_http_error = require("./http-error.js");
var import_model = require("./model.js");
const BETAS = { "on-demand": "compact-2026-09-04", threshold: "compact-2026-01-12" };
const BETA = "anthropic-beta";
const LEAST = 5e4;
const blocksOf = (message) => {
  const content = message?.content;
  return Array.isArray(content) ? content : [];
};
function betaOf(messages) {
  const own = messages.flatMap(blocksOf).filter((block) => block?.type === "compaction");
  if (own.length === 0)
    return void 0;
  return own.some((block) => block.signature) ? BETAS["on-demand"] : BETAS.threshold;
}
function anthropicCompaction(options = {}) {
  (0, import_compaction.checkCompactionOptions)("anthropicCompaction", options, { version: "any", mode: "any", maxTokens: "any", dangerouslyAllowBrowser: "any" });
  const { mode = "on-demand", maxTokens = 16384 } = options;
  if (!Object.hasOwn(BETAS, mode))
    throw new import_errors.EpitomeError("invalid-option", 'mode must be "on-demand" or "threshold".');
  if (!(Number.isSafeInteger(maxTokens) && maxTokens > 0))
    throw new import_errors.EpitomeError("invalid-option", "maxTokens must be a whole number of tokens, 1 or more.");
  const version = options.version === void 0 ? "2023-06-01" : (0, import_http.checkText)("version", options.version);
  const base = options.baseURL ?? "https://api.anthropic.com";
  const path = /\/v1\/*$/.test((0, import_http.resolveUrl)("baseURL", base).pathname) ? "/messages" : "/v1/messages";
  const given = Object.entries(options.headers ?? {});
  const betas = [BETAS[mode], ...given.filter(([name]) => name.toLowerCase() === BETA).map(([, value]) => value)];
  const headers = { ...Object.fromEntries(given.filter(([name]) => name.toLowerCase() !== BETA)), [BETA]: betas.join(",") };
  return (0, import_compaction.compacting)({
    vendor: "anthropic",
    format: "anthropic",
    url: (0, import_http.resolveUrl)("baseURL", base, path),
    room: maxTokens,
    async send(exchange, { model, messages: conversation, system, tools, instructions, answer }) {
      if (mode === "threshold" && endsOpen(conversation)) {
        throw new import_errors.EpitomeError("summarizer-failed", "The conversation ends with a call that has no result: anthropic would not take it.");
      }
      await exchange.authorize("x-api-key", "", options.apiKey);
      exchange.header("anthropic-version", version);
      if (options.dangerouslyAllowBrowser)
        exchange.header("anthropic-dangerous-direct-browser-access", "true");
      const messages = conversation.map((message) => ({ role: message?.role, content: message?.content }));
      const focus = instructions?.trim() && { instructions };
      const compaction = { type: "summarize", ...focus };
      const trigger = { type: "input_tokens", value: LEAST };
      const edit = { type: "compact_20260112", trigger, pause_after_compaction: true, ...focus };
      const isEnded = mode === "threshold" && messages.at(-1)?.role === "assistant";
      if (isEnded)
        messages.push({ role: "user", content: "Continue." });
      const isSystem = typeof system === "string" ? system.trim() : Array.isArray(system) && system.length > 0;
      await exchange.post({
        model,
        max_tokens: answer,
        ...isSystem && { system },
        ...Array.isArray(tools) && tools.length > 0 && { tools },
        messages,
        ...mode === "threshold" ? { context_management: { edits: [edit] } } : { compaction },
        ...options.extraBody
      });
    },
    read,
    joints
  }, { ...options, headers });
}
function read(exchange, body) {
  if (body.type === "error")
    throw exchange.reported(body);
  const { target } = exchange;
  if (!Array.isArray(body.content)) {
    throw (0, import_http_error.invalidReply)(target, "no-content", "answered without a message. Check that baseURL is a messages API.");
  }
  const blocks = blocksOf(body).filter((part) => part?.type === "compaction");
  const block = blocks.filter(isUsable).at(-1) ?? blocks.at(-1);
  if (!block) {
    const how = typeof body.stop_reason === "string" ? body.stop_reason.slice(0, 80) : "no stop reason";
    throw (0, import_http_error.invalidReply)(target, "no-compaction", `answered without a compaction (${how}).`);
  }
  if (block.content === null)
    throw (0, import_http_error.invalidReply)(target, "failed", "tried to compact the conversation, and failed.");
  if (!isUsable(block))
    throw (0, import_http_error.invalidReply)(target, "no-summary", "answered with a compaction that has no summary.");
  const usage = readUsage(body.usage);
  return { items: [{ role: "assistant", content: [block] }], ...usage && { usage } };
}
const isUsable = (block) => block?.type === "compaction" && typeof block.content === "string" && block.content.trim() !== "" && /^(string|undefined)$/.test(typeof (block.encrypted_content ?? void 0));
const isResult = (block) => String(block?.type).endsWith("tool_result");
function endsOpen(messages) {
  const last = messages.at(-1);
  const blocks = last?.role === "assistant" ? blocksOf(last) : [];
  const answered = new Set(blocks.filter(isResult).map((block) => block.tool_use_id));
  return blocks.some((block) => String(block?.type).endsWith("tool_use") && !answered.has(block.id));
}
function joints(messages) {
  const isUsers = (message) => message?.role === "user";
  const starts = messages.map((message) => isUsers(message) && !blocksOf(message).some(isResult));
  const own = (0, import_compaction.lastIndex)(messages, (message) => blocksOf(message).some(isUsable));
  if (own < 0)
    return { starts, head: [0, (0, import_compaction.leadOf)(messages)] };
  const to = own + 1;
  return { starts, head: [own, isUsers(messages[to]) && !starts[to] ? to + 1 : to] };
}
function readUsage(given) {
  const { iterations } = given ?? {};
  const own = Array.isArray(iterations) ? iterations.filter((one) => one?.type === "compaction").at(-1) : void 0;
  const count = (0, import_model.counts)(own ?? given);
  const [input, output] = [count("input_tokens"), count("output_tokens")];
  const [cacheRead, cacheWrite] = [count("cache_read_input_tokens"), count("cache_creation_input_tokens")];
  const totalTokens = input + output + cacheRead + cacheWrite;
  return totalTokens === 0 ? void 0 : { input, output, cacheRead, cacheWrite, totalTokens };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  anthropicCompaction,
  betaOf
});
