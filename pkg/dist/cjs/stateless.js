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
  needsCompaction: () => needsCompaction
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("./engine/call.js");
var import_engine = require("./engine/engine.js");
var import_pure = require("./engine/pure.js");
var import_tape = require("./engine/tape.js");
var import_errors = require("./errors.js");
var import_options = require("./options.js");
var import_patch = require("./patch.js");
var import_options2 = require("./session/options.js");
var import_session = require("./session/session.js");
var import_unfit = require("./unfit.js");
const MESSAGES = { format: "text" };
const BUDGET = { ...MESSAGES, contextWindow: "tokens", model: "object", overhead: "any", settings: "object" };
const COMPACT = { ...BUDGET, summarizer: "any", instructions: "text", signal: "signal" };
const written = /* @__PURE__ */ new WeakMap();
async function compact(messages, options = {}) {
  if (!Array.isArray(messages)) {
    throw new import_errors.EpitomeError("invalid-message", "messages: must be an array.", { details: { path: "messages" } });
  }
  const { format, overhead, settings, summarizer, instructions, signal } = (0, import_options.optionsOf)("compact", COMPACT, options);
  const store = preloaded(messages, options);
  const model = modelOf(options);
  const session = await (0, import_session.openSession)({ id: "compact", format, model, overhead, settings, summarizer, store }).catch(asMessages);
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
function asMessages(error) {
  if (!import_errors.EpitomeError.isInstance(error) || typeof error.details.path !== "string")
    throw error;
  const path = error.details.path.replace(/^entries(\[\d+\])\.message/, "messages$1");
  throw new import_errors.EpitomeError(error.code, error.message.replace(error.details.path, path), { details: { path }, cause: error });
}
function preloaded(messages, options) {
  const timestamp = (/* @__PURE__ */ new Date(0)).toISOString();
  const id = (index) => String(index).padStart(8, "0");
  const carried = earlierSummary(messages, options);
  const entries = messages.map((message, index) => {
    const place = { id: id(index), parentId: index === 0 ? null : id(index - 1), timestamp };
    if (index !== carried?.index)
      return { type: "message", ...place, message };
    return { type: "compaction", ...place, ...carried.entry, firstKeptEntryId: place.id };
  });
  if (carried?.rest) {
    const { id: parentId } = entries[carried.index];
    entries.splice(carried.index + 1, 0, { type: "message", id: "rest", parentId, timestamp, message: carried.rest });
    const next = entries[carried.index + 2];
    if (next)
      next.parentId = "rest";
  }
  return {
    read: (_, after) => ({ entries: entries.slice(after), head: entries.length }),
    append: (_, head, added) => ({ ok: true, head: head + added.length })
  };
}
function earlierSummary(messages, options) {
  const index = messages.findIndex((message) => written.has(message));
  const known = written.get(messages[index]);
  if (known) {
    const { keptEntryIds: _, ...details } = known.details;
    return { index, entry: { summary: known.summary, tokensBefore: known.tokensBefore, details } };
  }
  const found = (0, import_pure.pure)("earlierSummary", messages, { format: options.format }, "messages");
  if (!found)
    return void 0;
  const [at, summary, edits] = found;
  const rest = edits === "" ? void 0 : (0, import_patch.applyPatch)(messages[at], JSON.parse(edits));
  return { index: at, entry: { summary, tokensBefore: 0, details: filesIn(summary) }, rest };
}
function filesIn(summary) {
  const list = (tag) => {
    const block = summary.split(`<${tag}>
`)[1]?.split(`
</${tag}>`)[0] ?? "";
    return block.split("\n").filter((line) => line !== "" && !line.startsWith("\u2026 ("));
  };
  return { readFiles: list("read-files"), modifiedFiles: list("modified-files") };
}
function modelOf({ model, contextWindow }) {
  return contextWindow === void 0 ? { ...model } : { ...model, contextWindow };
}
function estimateTokens(messages, options = {}) {
  const { format } = (0, import_options.optionsOf)("estimateTokens", MESSAGES, options);
  const counts = (0, import_pure.pure)("estimateMessages", messages, { format }, "messages");
  return counts.reduce((sum, tokens) => sum + tokens, 0);
}
function needsCompaction(messages, options = {}) {
  return checkMessages(messages, options).action === "compact";
}
function checkMessages(messages, options) {
  const { format = "pi", overhead, settings } = (0, import_options.optionsOf)("needsCompaction", BUDGET, options);
  const log = (0, import_call.guarded)(() => new ((0, import_engine.engine)()).Log(format, (0, import_tape.stage)(null, { model: modelOf(options), settings })));
  try {
    const { tokens, lastUsageIndex } = (0, import_pure.pure)("contextTokens", messages, { format }, "messages");
    if (lastUsageIndex === null)
      (0, import_options2.setOverhead)(log, overhead);
    return log.check(messages.length, tokens, false);
  } finally {
    log.free();
  }
}
function emergencyPrune(messages, options) {
  const kinds = { ...MESSAGES, maxTokens: "number", overhead: "number", strict: "flag" };
  const { format, maxTokens, overhead = 0, strict } = (0, import_options.optionsOf)("emergencyPrune", kinds, options);
  const needed = { maxTokens: "tokens that must fit", overhead: "tokens that are sent beside the messages" };
  for (const [path, what] of Object.entries(needed)) {
    const value = path === "overhead" ? overhead : maxTokens;
    if (typeof value !== "number" || Number.isNaN(value)) {
      throw (0, import_options.invalidOption)(path, `must be the number of ${what}`);
    }
  }
  const { places, patches, unfit } = (0, import_pure.pure)("emergencyPrune", messages, { format, maxTokens, overhead }, "messages");
  if (unfit && strict)
    throw (0, import_unfit.cannotFit)(unfit);
  if (places.length === messages.length && patches.length === 0)
    return messages;
  const edits = new Map(patches);
  return places.map((at) => {
    const edit = edits.get(at);
    return edit ? (0, import_patch.applyPatch)(messages[at], JSON.parse(edit)) : messages[at];
  });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  compact,
  emergencyPrune,
  estimateTokens,
  needsCompaction
});
