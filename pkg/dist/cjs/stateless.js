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
var import_patch = require("./patch.js");
var import_session = require("./session/session.js");
const written = /* @__PURE__ */ new WeakMap();
async function compact(messages, options = {}) {
  if (!Array.isArray(messages)) {
    throw new import_errors.EpitomeError("invalid-message", "messages: must be an array.", { details: { path: "messages" } });
  }
  const { format, settings, summarizer, instructions, signal } = options;
  const store = preloaded(messages, options);
  const session = await (0, import_session.openSession)({ id: "compact", format, model: modelOf(options), settings, summarizer, store }).catch(asMessages);
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
  const counts = (0, import_pure.pure)("estimateMessages", messages, { format: options.format }, "messages");
  return counts.reduce((sum, tokens) => sum + tokens, 0);
}
function needsCompaction(messages, options = {}) {
  return checkMessages(messages, options).action === "compact";
}
function checkMessages(messages, options) {
  const { format = "pi", settings } = options;
  const log = (0, import_call.guarded)(() => new ((0, import_engine.engine)()).Log(format, (0, import_tape.stage)(null, { model: modelOf(options), settings })));
  try {
    return (0, import_call.guarded)(() => log.check((0, import_tape.stage)(messages, null, "messages"), false));
  } finally {
    log.free();
  }
}
function emergencyPrune(messages, options) {
  const { format, maxTokens } = options ?? {};
  if (typeof maxTokens !== "number" || Number.isNaN(maxTokens)) {
    throw new import_errors.EpitomeError("invalid-option", "maxTokens: must be the number of tokens that must fit.", { details: { path: "maxTokens" } });
  }
  const { places, unbound } = (0, import_pure.pure)("emergencyPrune", messages, { format, maxTokens }, "messages");
  const lost = new Set(unbound);
  return places.map((at) => {
    const message = messages[at];
    return lost.has(at) ? (0, import_patch.applyPatch)(message, JSON.parse((0, import_pure.pure)("unbind", message, { format }))) : message;
  });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  compact,
  emergencyPrune,
  estimateTokens,
  needsCompaction
});
