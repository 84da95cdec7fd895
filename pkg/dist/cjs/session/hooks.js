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
  askHooks: () => askHooks,
  hooksOf: () => hooksOf,
  patiently: () => patiently,
  wordOf: () => wordOf,
  wordOnTree: () => wordOnTree
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_options = require("../options.js");
var import_deadline = require("../summarizers/deadline.js");
const PATIENCE_MS = 3e4;
const HOOKS = {
  session_before_compact: "any",
  "session.compacting": "any",
  session_compact: "any",
  session_compact_failed: "any",
  session_before_tree: "any",
  session_tree: "any"
};
const BEFORE = { cancel: "flag", compaction: "object" };
const SUPPLIED = {
  summary: "text",
  firstKeptEntryId: "text",
  tokensBefore: "any",
  details: "object",
  preserveData: "object",
  shortSummary: "text"
};
const BEFORE_TREE = {
  cancel: "flag",
  summary: "object",
  customInstructions: "text",
  replaceInstructions: "flag",
  label: "text"
};
const COMPACTING = { prompt: "text", context: "list", preserveData: "object" };
function hooksOf(given) {
  const all = [given ?? []].flat();
  for (const hooks of all) {
    for (const name of Object.keys((0, import_options.optionsOf)("hooks", HOOKS, hooks, "hooks"))) {
      if (handlersOf(hooks, name).some((handler) => typeof handler !== "function")) {
        throw (0, import_options.invalidOption)(`hooks.${name}`, "must be a function or an array of functions");
      }
    }
  }
  return all;
}
const handlersOf = (hooks, name) => [hooks[name] ?? []].flat();
async function patiently(work, signal, patienceMs = PATIENCE_MS) {
  const late = () => new import_errors.EpitomeError("timeout", "There was no answer in time.");
  const deadline = new import_deadline.Deadline(signal, patienceMs, late);
  try {
    deadline.check();
    return await deadline.race(Promise.resolve(work(deadline.signal)));
  } finally {
    deadline.close();
  }
}
async function askHooks({ hooks, warn, until = Infinity }, name, event, signal, take) {
  for (const handler of hooks.flatMap((one) => handlersOf(one, name))) {
    try {
      const patienceMs = Math.min(PATIENCE_MS, Math.max(1, until - performance.now()));
      const answer = await patiently((signal2) => handler({ ...event, signal: signal2 }), signal, patienceMs);
      if (answer && take?.(answer))
        return;
    } catch (error) {
      if (signal?.aborted)
        throw signal.reason;
      warn({ code: "hook-failed", message: `A handler of ${name} failed, and was passed over: ${error}` }, error);
    }
  }
}
async function wordOf(host, before, compacting, signal) {
  let word = {};
  await askHooks(host, "session_before_compact", before, signal, (answer) => {
    const { cancel, compaction } = (0, import_options.optionsOf)("session_before_compact", BEFORE, answer);
    if (compaction)
      word = supplied(compaction, "compaction");
    if (cancel)
      word.cancel = true;
    return word.cancel === true;
  });
  if (word.cancel || word.summary)
    return word;
  await askHooks(host, "session.compacting", compacting, signal, (answer) => {
    const { prompt, context = [], preserveData } = (0, import_options.optionsOf)("session.compacting", COMPACTING, answer);
    if (context.some((line) => typeof line !== "string"))
      throw (0, import_options.invalidOption)("context", "must be an array of texts");
    if (preserveData)
      word.preserveData = { ...word.preserveData, ...plain(preserveData) };
    if (prompt?.trim())
      word.prompt = prompt;
    word.context = [...word.context ?? [], ...context];
    return false;
  });
  return word;
}
async function wordOnTree(host, preparation, signal) {
  const { customInstructions, replaceInstructions, label } = preparation;
  const word = { customInstructions, replaceInstructions, label };
  await askHooks(host, "session_before_tree", { preparation }, signal, (answer) => {
    const said = (0, import_options.optionsOf)("session_before_tree", BEFORE_TREE, answer);
    const summary = said.summary && supplied(said.summary, "summary");
    Object.assign(word, Object.fromEntries(Object.entries({ ...said, summary }).filter(([, value]) => value !== void 0)));
    return word.cancel === true;
  });
  return word;
}
function supplied(given, within) {
  const known = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(SUPPLIED, name)));
  const { summary, details, preserveData, ...others } = (0, import_options.optionsOf)(within, SUPPLIED, known, within);
  if (!summary?.trim())
    throw (0, import_options.invalidOption)(`${within}.summary`, "must be a text that is not blank");
  return { ...others, summary, details: plain(details), preserveData: plain(preserveData) };
}
const plain = (data) => data && JSON.parse(JSON.stringify(data));
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  askHooks,
  hooksOf,
  patiently,
  wordOf,
  wordOnTree
});
