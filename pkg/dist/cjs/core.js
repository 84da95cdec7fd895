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
  EpitomeError: () => import_errors.EpitomeError,
  boundConversation: () => boundConversation,
  buildCompactionPrompt: () => buildCompactionPrompt,
  buildContext: () => buildContext,
  buildSummaryRequest: () => buildSummaryRequest,
  classifyError: () => import_classify_error.classifyError,
  collectBranch: () => collectBranch,
  contextTokens: () => contextTokens,
  coreVersion: () => coreVersion,
  estimateMessage: () => estimateMessage,
  fileOperations: () => fileOperations,
  findCutPoint: () => findCutPoint,
  findPreserveBoundary: () => findPreserveBoundary,
  maskObservations: () => import_masking.maskObservations,
  prepareBranch: () => prepareBranch,
  prepareCompaction: () => prepareCompaction,
  prune: () => prune,
  pruneArguments: () => pruneArguments,
  pruneForModel: () => import_masking.pruneForModel,
  resolveThreshold: () => resolveThreshold,
  serializeConversation: () => serializeConversation,
  setFileTags: () => setFileTags,
  shouldCompact: () => shouldCompact,
  trackFiles: () => trackFiles
});
module.exports = __toCommonJS(stdin_exports);
var import_engine = require("./engine/engine.js");
var import_pure = require("./engine/pure.js");
var import_errors = require("./errors.js");
var import_notice = require("./notice.js");
var import_options = require("./options.js");
var import_masking = require("./masking.js");
var import_classify_error = require("./overflow/classify-error.js");
const FORMAT = { format: "text" };
const ofEntries = (name, entries, options) => (0, import_pure.pure)(name, entries, { ...options }, "entries");
const ofMessages = (name, messages, options) => (0, import_pure.pure)(name, messages, { ...options }, "messages");
function numbers(given) {
  const wrong = Object.entries(given).find(([, value]) => value != null && typeof value !== "number");
  if (wrong)
    throw (0, import_options.invalidOption)(wrong[0], "must be a number of tokens");
}
const coreVersion = () => (0, import_engine.engine)().coreVersion();
function estimateMessage(message, options) {
  return ofMessages("estimateMessages", [message], (0, import_options.optionsOf)("estimateMessage", FORMAT, options))[0];
}
function contextTokens(messages, options) {
  return ofMessages("contextTokens", messages, (0, import_options.optionsOf)("contextTokens", FORMAT, options));
}
function resolveThreshold(contextWindow, settings, maxOutputTokens = 0) {
  numbers({ contextWindow, maxOutputTokens });
  return (0, import_pure.pure)("resolveThreshold", null, { settings, contextWindow, maxOutputTokens });
}
function shouldCompact(tokens, contextWindow, settings) {
  numbers({ tokens, contextWindow });
  return (0, import_pure.pure)("shouldCompact", null, { settings, tokens, contextWindow });
}
const CUT = { ...FORMAT, keepRecentTokens: "tokens", startIndex: "number", endIndex: "number" };
function findCutPoint(entries, options) {
  const { startIndex = 0, endIndex = entries.length } = (0, import_options.optionsOf)("findCutPoint", CUT, options);
  return ofEntries("findCutPoint", entries, { ...options, startIndex, endIndex });
}
function findPreserveBoundary(messages, budgetTokens, options) {
  (0, import_options.optionsOf)("findPreserveBoundary", FORMAT, options);
  const budget = Math.min(15e3, Math.max(2e3, Math.floor(budgetTokens) || 0));
  return ofMessages("findPreserveBoundary", messages, { ...options, budgetTokens: budget });
}
const PREPARE = { ...FORMAT, contextWindow: "tokens", usageRatio: "number", leafId: "text" };
const sources = /* @__PURE__ */ new WeakMap();
function prepareCompaction(entries, settings, options = {}) {
  const { contextWindow, ...rest } = (0, import_options.optionsOf)("prepareCompaction", PREPARE, options);
  const source = { ...rest, settings, model: { contextWindow } };
  const prepared = ofEntries("prepareCompaction", entries, source);
  if (!prepared)
    return null;
  sources.set(prepared, { entries, source });
  return prepared;
}
function buildSummaryRequest(preparation, options = {}) {
  const made = sources.get(preparation);
  if (!made) {
    throw new import_errors.EpitomeError("invalid-option", "buildSummaryRequest takes what prepareCompaction gave: that object itself.");
  }
  const { entries, source } = made;
  const { instructions, model } = (0, import_options.optionsOf)("buildSummaryRequest", { instructions: "text", model: "object" }, options);
  return ofEntries("summaryRequests", entries, { ...source, instructions, model: { ...source.model, ...model } });
}
function serializeConversation(messages, options = {}) {
  (0, import_options.optionsOf)("serializeConversation", { ...FORMAT, settings: "object" }, options);
  const list = Array.isArray(messages) ? messages : [messages];
  return ofMessages("serializeConversation", list, options);
}
function boundConversation(text, options) {
  return (0, import_pure.pure)("boundConversation", text, (0, import_options.optionsOf)("boundConversation", { contextWindow: "tokens", maxTokens: "tokens" }, options));
}
function buildCompactionPrompt(messages, options = {}) {
  (0, import_options.optionsOf)("buildCompactionPrompt", { ...FORMAT, priorSummary: "text", instructions: "text", settings: "object" }, options);
  return ofMessages("compactionPrompt", messages, options);
}
function fileOperations(entries, options) {
  return ofEntries("fileOperations", entries, (0, import_options.optionsOf)("fileOperations", FORMAT, options));
}
function trackFiles(messages, options) {
  return ofMessages("trackFiles", messages, (0, import_options.optionsOf)("trackFiles", FORMAT, options));
}
function setFileTags(summary, files) {
  return (0, import_pure.pure)("setFileTags", files, { summary });
}
function buildContext(entries, leafId, options) {
  const places = ofEntries("buildContext", entries, { ...(0, import_options.optionsOf)("buildContext", FORMAT, options), leafId });
  const seen = Array.from(places, (at) => entries[at]);
  return { messages: seen.map(messageOf), items: seen.map(({ id }) => ({ entryId: id })) };
}
function messageOf(entry) {
  const timestamp = Date.parse(entry.timestamp);
  const { type, summary, tokensBefore, fromId, customType, content, display, details } = entry;
  switch (type) {
    case "compaction":
      return { role: "compactionSummary", summary, tokensBefore, timestamp };
    case "branch_summary":
      return { role: "branchSummary", summary, fromId, timestamp };
    case "custom_message":
      return { role: "custom", customType, content, display, details, timestamp };
    default:
      return entry.message;
  }
}
function collectBranch(entries, oldLeafId, targetId, options) {
  return ofEntries("collectBranch", entries, { ...(0, import_options.optionsOf)("collectBranch", FORMAT, options), oldLeafId, targetId });
}
function prepareBranch(entries, tokenBudget, options) {
  numbers({ tokenBudget });
  return ofEntries("prepareBranch", entries, { ...(0, import_options.optionsOf)("prepareBranch", FORMAT, options), tokenBudget });
}
const PRUNE = { ...FORMAT, leafId: "text", artifactRef: "function", artifactRefMaxChars: "number" };
const PRUNE_ARGUMENTS = { ...FORMAT, leafId: "text" };
const LONGEST_REFERENCE = 16384;
function prune(entries, config, options) {
  const { artifactRef, artifactRefMaxChars: longest, ...rest } = (0, import_options.optionsOf)("prune", PRUNE, options);
  if (artifactRef && !(Number.isInteger(longest) && longest >= 1 && longest <= LONGEST_REFERENCE)) {
    throw (0, import_options.invalidOption)("artifactRefMaxChars", `must be a whole number from 1 to ${LONGEST_REFERENCE} where artifactRef is given`);
  }
  const plan = ofEntries("prune", entries, { ...rest, config, reserve: artifactRef ? longest : 0 });
  return pruning(plan.edits, (edit, room) => {
    const copy = (edit.complete ? artifactRef?.(edit.entryId, edit) : null) ?? null;
    if (copy === null)
      return edit;
    if (!(0, import_notice.isReference)(copy, longest)) {
      throw (0, import_options.invalidOption)("artifactRef", `must give "artifact://" and an id, at most ${longest} characters in all`);
    }
    const { notice, tokensSaved } = (0, import_notice.withReference)({ ...edit, room }, copy);
    return { ...edit, notice, tokensSaved };
  });
}
function pruning(planned, written) {
  const edits = planned.map(({ room, ...edit }) => written(edit, room));
  return { edits, tokensSaved: edits.reduce((sum, edit) => sum + edit.tokensSaved, 0) };
}
function pruneArguments(entries, config, options) {
  const plan = ofEntries("pruneArguments", entries, { ...(0, import_options.optionsOf)("pruneArguments", PRUNE_ARGUMENTS, options), config });
  return pruning(plan.edits, (edit) => edit);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  EpitomeError,
  boundConversation,
  buildCompactionPrompt,
  buildContext,
  buildSummaryRequest,
  classifyError,
  collectBranch,
  contextTokens,
  coreVersion,
  estimateMessage,
  fileOperations,
  findCutPoint,
  findPreserveBoundary,
  maskObservations,
  prepareBranch,
  prepareCompaction,
  prune,
  pruneArguments,
  pruneForModel,
  resolveThreshold,
  serializeConversation,
  setFileTags,
  shouldCompact,
  trackFiles
});
