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
  publish: () => publish
});
module.exports = __toCommonJS(stdin_exports);
let channel;
function find() {
  try {
    return process.getBuiltinModule("node:diagnostics_channel").channel("epitome");
  } catch {
    return null;
  }
}
function publish(sessionId, event) {
  if (channel === void 0)
    channel = find();
  if (channel?.hasSubscribers)
    channel.publish({ sessionId, event, attributes: attributesOf(sessionId, event) });
}
function attributesOf(sessionId, event) {
  const { model, provider, maxTokens, failure, outcome, usage = outcome?.usage } = event;
  const { input = 0, cacheRead = 0, cacheWrite = 0, output } = usage ?? {};
  const pairs = [
    ["conversation.id", sessionId],
    ["operation.name", event.type.startsWith("summary_") && "chat"],
    ["request.model", model],
    ["provider.name", provider],
    ["request.max_tokens", maxTokens],
    ["usage.input_tokens", usage && input + cacheRead + cacheWrite],
    ["usage.output_tokens", output]
  ];
  const known = pairs.filter(([, value]) => typeof value === "number" || value && typeof value === "string");
  const error = failure?.reason ?? (outcome?.status === "refused" && outcome.reason);
  return Object.fromEntries([...known.map(([name, value]) => [`gen_ai.${name}`, value]), ...error ? [["error.type", error]] : []]);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  publish
});
