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
  branches: () => branches,
  labelsOf: () => labelsOf,
  navigate: () => navigate,
  placeOf: () => placeOf,
  unknownEntry: () => unknownEntry
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_options = require("../options.js");
var import_branching = require("./branching.js");
var import_hooks = require("./hooks.js");
var import_text = require("./text.js");
async function placeOf({ journal }, entryId, signal) {
  const { held } = journal;
  if (typeof entryId !== "string")
    throw (0, import_options.invalidOption)("entryId", "must be an entry's id");
  const place = held.placeOf(entryId);
  if (place !== void 0 && held.isWhole(place))
    return place;
  await journal.load(signal);
  const found = held.placeOf(entryId);
  if (found === void 0)
    throw unknownEntry(entryId);
  return found;
}
function unknownEntry(entryId) {
  return new import_errors.EpitomeError("unknown-entry", `There is no entry ${JSON.stringify(entryId)}.`, { details: { path: "entryId" } });
}
async function navigate(host, entryId, options) {
  const { journal, log } = host;
  const { signal, summarize = log.is("summarizes"), instructions, replaceInstructions, label, edit = true } = options;
  const { held } = journal;
  if (entryId !== null && typeof entryId !== "string")
    throw (0, import_options.invalidOption)("entryId", "must be an entry's id, or null");
  if (label !== void 0)
    (0, import_options.checkLabel)(label);
  if (replaceInstructions && !instructions?.trim())
    throw (0, import_options.invalidOption)("instructions", "must be given");
  const since = performance.now();
  const stay = () => {
    let at = entryId === null ? void 0 : held.placeOf(entryId);
    if (at !== void 0 && edit && log.startsTurn(at))
      at = log.parentOf(at);
    const shared = log.commonAncestor(log.leaf(), at);
    const leafId = held.leaf?.id ?? null;
    return { oldLeafId: leafId, leafId, commonAncestorId: held.entries[shared]?.id ?? null };
  };
  let stayed = stay();
  let own = signal;
  const work = (signal2) => {
    own = signal2;
    return move(host, entryId, { ...options, summarize, signal: signal2 }, since);
  };
  let outcome;
  try {
    signal?.throwIfAborted();
    outcome = await (summarize ? host.exclusively(signal, work, log.branchTimeoutMs) : work(signal));
  } catch (error) {
    if (!own?.aborted || error !== own.reason)
      throw error;
    if (!journal.isClosed)
      stayed = stay();
    return { status: "cancelled", reason: "aborted", ...stayed };
  }
  const { status, leafId: newLeafId, oldLeafId, summaryEntry, fromExtension } = outcome;
  const tree = { newLeafId, oldLeafId, summaryEntry, fromExtension };
  if (status === "navigated")
    await (0, import_hooks.askHooks)(host, "session_tree", tree, signal?.aborted ? void 0 : signal).catch(() => {
    });
  return outcome;
}
async function move(host, entryId, options, since) {
  const { journal, log, writer } = host;
  const { edit = true, summarize = false, instructions: customInstructions, replaceInstructions, label, signal } = options;
  const { held } = journal;
  let target = entryId;
  let text = {};
  if (entryId !== null) {
    const place = await placeOf(host, entryId, signal);
    if (edit && log.startsTurn(place)) {
      text = { editorText: (0, import_text.textOf)(log, held.entries[place]) };
      target = held.entries[log.parentOf(place)]?.id ?? null;
    }
  }
  const isAsking = host.hooks.length > 0;
  if (target === null && (summarize || isAsking))
    await journal.load(signal);
  const at = () => target === null ? void 0 : held.placeOf(target);
  const idAt = (place) => held.entries[place]?.id ?? null;
  let oldLeafId = idAt(log.leaf());
  let ancestor;
  let word = { customInstructions, replaceInstructions, label };
  let reason = "navigated";
  if (target !== oldLeafId && (summarize || isAsking)) {
    ancestor = log.commonAncestor(log.leaf(), at());
    const left = [];
    for (let place = log.leaf(); place !== ancestor; place = log.parentOf(place))
      left.push(held.entries[place]);
    left.reverse();
    const where2 = { targetId: entryId, oldLeafId, commonAncestorId: idAt(ancestor) };
    if (isAsking) {
      const preparation = { ...where2, entriesToSummarize: left, userWantsSummary: summarize, ...word };
      const asking = summarize ? { ...host, until: since + log.branchTimeoutMs } : host;
      word = await (0, import_hooks.wordOnTree)(asking, preparation, signal);
      const stayed = { oldLeafId, leafId: oldLeafId, commonAncestorId: where2.commonAncestorId };
      if (word.cancel)
        return { status: "cancelled", reason: "hook-cancelled", message: HOOK_CANCELLED, ...stayed };
    }
    const leaving = { ...where2, oldLeafId, leafId: target, entries: left.length, word, signal, since };
    const moved = summarize && oldLeafId !== null ? await (0, import_branching.moveWithSummary)(host, leaving) : void 0;
    if (moved)
      return { ...moved, ...moved.status === "navigated" && text };
    if (summarize)
      reason = "nothing-to-summarize";
  }
  const written = await journal.write(() => {
    oldLeafId = idAt(log.leaf());
    ancestor = log.commonAncestor(log.leaf(), at());
    const moves = target === oldLeafId ? [] : [writer.make("leaf", target, { targetId: target })];
    const { label: label2 } = word;
    if (label2 && entryId !== null)
      moves.push(writer.make("label", target, { targetId: entryId, label: label2 }));
    return moves;
  }, { signal, settled: true });
  const [entry] = written;
  const last = written.at(-1);
  const where = { oldLeafId, leafId: last?.type === "label" ? last.id : target, commonAncestorId: idAt(ancestor), ...text };
  if (entry?.type !== "leaf")
    return { status: "nothing", reason: "already-there", ...where, ...entry && { entry } };
  return { status: "navigated", reason, ...where, entry };
}
const HOOK_CANCELLED = "A handler of session_before_tree has cancelled the move.";
function branches({ journal, log }) {
  const { entries } = journal.held;
  const labels = labelsOf(entries);
  const found = log.branches();
  const list = [];
  for (let at = 0; at < found.length; at += 3) {
    const tip = entries[found[at]];
    const fork = entries[found[at + 1]];
    list.push({
      leafId: tip.id,
      forkId: fork?.id ?? null,
      entries: found[at + 2],
      modified: tip.timestamp,
      isActive: found[at + 2] === 0,
      ...labels.has(tip.id) && { label: labels.get(tip.id) }
    });
  }
  const leaf = journal.held.leaf;
  if (leaf && !list.some(({ isActive }) => isActive)) {
    list.push({ leafId: leaf.id, forkId: leaf.id, entries: 0, modified: leaf.timestamp, isActive: true });
  }
  return list;
}
function labelsOf(entries) {
  const labels = /* @__PURE__ */ new Map();
  for (const { type, targetId, label } of entries) {
    if (type !== "label" || typeof targetId !== "string")
      continue;
    if (typeof label === "string" && label !== "")
      labels.set(targetId, label);
    else
      labels.delete(targetId);
  }
  return labels;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  branches,
  labelsOf,
  navigate,
  placeOf,
  unknownEntry
});
