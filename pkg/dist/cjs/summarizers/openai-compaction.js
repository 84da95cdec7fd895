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
  openaiCompaction: () => openaiCompaction
});
module.exports = __toCommonJS(stdin_exports);
var import_compaction = require("./compaction.js");
var import_http = require("./http.js");
var import_http_error = require("./http-error.js");
var import_model = require("./model.js");
const isOwn = (item) => /^compaction(_summary)?$/.test(String(item?.type));
function openaiCompaction(options = {}) {
  (0, import_compaction.checkCompactionOptions)("openaiCompaction", options, {});
  return (0, import_compaction.compacting)({
    vendor: "openai",
    format: "openai-responses",
    url: (0, import_http.resolveUrl)("baseURL", options.baseURL ?? "https://api.openai.com/v1", "/responses/compact"),
    room: 1,
    async send(exchange, { model, messages: input, system, instructions: focus }) {
      await exchange.authorize("authorization", "Bearer ", options.apiKey);
      const instructions = [system, focus].filter((text) => typeof text === "string" && text.trim()).join("\n\n");
      await exchange.post({ model, input, ...instructions && { instructions }, ...options.extraBody });
    },
    read,
    joints
  }, options);
}
function read(exchange, body) {
  if (body.error)
    throw exchange.reported(body);
  const { output } = body;
  if (!Array.isArray(output)) {
    throw (0, import_http_error.invalidReply)(exchange.target, "no-output", "answered without a list of items. Check that baseURL is a Responses API.");
  }
  const items = output.filter((item) => item?.type !== "compaction_trigger");
  const own = items.filter(isOwn);
  if (own.length === 0)
    throw (0, import_http_error.invalidReply)(exchange.target, "no-compaction", "answered without a compaction.");
  if (own.some((item) => typeof item.encrypted_content !== "string" || item.encrypted_content.trim() === "")) {
    throw (0, import_http_error.invalidReply)(exchange.target, "no-content", "answered with a compaction that has no encrypted content.");
  }
  const usage = readUsage(body.usage);
  return { items, ...usage && { usage } };
}
function joints(given) {
  const items = given;
  const own = (0, import_compaction.lastIndex)(items, isOwn);
  const head = [0, own < 0 ? (0, import_compaction.leadOf)(items) : own + 1];
  const places = /* @__PURE__ */ new Map();
  let reference = -1;
  const isReference = (item) => item?.type === "item_reference" || item?.id && item.type === void 0 && item.role === void 0;
  const needs = items.map((item, at) => {
    if (at < head[1])
      return at;
    const type = String(item?.type);
    const isAnswer = type.endsWith("_output") || type === "mcp_approval_response";
    const answered = isAnswer && (item.call_id || item.approval_request_id || type === "local_shell_call_output" && item.id);
    const caller = item?.caller?.caller_id;
    const referred = isReference(item) && item?.id;
    let first = at;
    for (const id of [answered, item?.approval_request_id, caller, referred])
      if (id)
        first = Math.min(first, places.get(id) ?? at);
    const before = items[at - 1];
    const leads = before?.type === "reasoning" || isReference(before) && !places.has(before?.id);
    if (at > head[1] && (leads || isAnswer && !answered))
      first = Math.min(first, at - 1);
    if (answered && !places.has(answered))
      first = Math.min(first, reference);
    if (item?.role !== void 0)
      reference = -1;
    else if (isReference(item) && reference < 0)
      reference = at;
    if (!isReference(item)) {
      for (const id of [item?.id, !isAnswer && item?.call_id])
        if (id)
          places.set(id, at);
    }
    return first;
  });
  const starts = [];
  let [least, speaks] = [Infinity, own >= 0];
  for (let at = items.length - 1; at >= head[1]; at--) {
    least = Math.min(least, needs[at]);
    speaks ||= items[at]?.role === "user";
    starts[at] = speaks && least >= at;
  }
  return { starts, head };
}
function readUsage(given) {
  const count = (0, import_model.counts)(given);
  const [input, output] = [count("input_tokens"), count("output_tokens")];
  const cacheRead = Math.min(count("cached_tokens", "input_tokens_details"), input);
  if (input + output === 0)
    return void 0;
  return { input: input - cacheRead, output, cacheRead, cacheWrite: 0, totalTokens: count("total_tokens") || input + output };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  openaiCompaction
});
