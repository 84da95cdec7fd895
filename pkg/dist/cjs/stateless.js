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
  compact: () => compact,
  emergencyPrune: () => emergencyPrune,
  estimateTokens: () => estimateTokens,
  needsCompaction: () => needsCompaction,
  validate: () => validate
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("./engine/call.js");
var import_engine = require("./engine/engine.js");
var import_tape = require("./engine/tape.js");
var import_session = require("./session/session.js");
const written = /* @__PURE__ */ new WeakMap();
async function compact(messages, options = {}) {
  const { format, settings, summarizer, instructions, signal } = options;
  const session = await (0, import_session.openSession)({ id: "compact", format, model: modelOf(options), settings, summarizer, store: preloaded(messages) });
  try {
    const outcome = await session.compact({ instructions, signal });
    if (outcome.status !== "compacted")
      return { ...outcome, messages: [...messages] };
    const context = session.context();
    context.messages.forEach((message, at) => {
      const entry = context.entries[at];
      if (entry.type === "compaction")
        written.set(message, entry);
    });
    return { ...outcome, messages: context.messages };
  } finally {
    session.close();
  }
}
function preloaded(messages) {
  const timestamp = (/* @__PURE__ */ new Date(0)).toISOString();
  const at = (index) => String(index).padStart(8, "0");
  const entries = messages.map((message, index) => {
    const place = { id: at(index), parentId: index === 0 ? null : at(index - 1), timestamp };
    const summary = typeof message === "object" && message !== null ? written.get(message) : void 0;
    if (!summary)
      return { type: "message", ...place, message };
    const { keptEntryIds: _, ...details } = summary.details;
    return { ...summary, ...place, firstKeptEntryId: at(index), details };
  });
  return {
    read: (_, after) => ({ entries: entries.slice(after), head: entries.length }),
    append: (_, head, added) => ({ ok: true, head: head + added.length })
  };
}
function modelOf({ model, contextWindow }) {
  return contextWindow === void 0 ? { ...model } : { ...model, contextWindow };
}
const stageMessages = (messages, { format }) => (0, import_tape.stage)(messages, { format }, "messages");
function estimateTokens(messages, options = {}) {
  const counts = (0, import_call.guarded)(() => (0, import_engine.engine)().estimateMessages(stageMessages(messages, options)));
  return counts.reduce((sum, tokens) => sum + tokens, 0);
}
function needsCompaction(messages, options) {
  return checkMessages(messages, options).action === "compact";
}
function checkMessages(messages, options) {
  const { format = "pi", settings } = options;
  const log = (0, import_call.guarded)(() => new ((0, import_engine.engine)()).Log(format, (0, import_tape.stage)(null, { model: modelOf(options), settings })));
  try {
    return (0, import_call.guarded)(() => log.check((0, import_tape.stage)(messages, null, "messages")));
  } finally {
    log.free();
  }
}
function emergencyPrune(messages, options) {
  const kept = (0, import_call.guarded)(() => (0, import_engine.engine)().emergencyPrune(stageMessages(messages, options), options.maxTokens));
  return Array.from(kept, (at) => messages[at]);
}
function validate(messages, options = {}) {
  return (0, import_call.guarded)(() => (0, import_engine.engine)().validate(stageMessages(messages, options), options.inFlight ?? false));
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  compact,
  emergencyPrune,
  estimateTokens,
  needsCompaction,
  validate
});
