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
var import_text = require("./text.js");
async function placeOf({ journal }, entryId, signal) {
  const { held } = journal;
  if (typeof entryId !== "string")
    throw unknownEntry(entryId);
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
  const { edit = true, signal } = options;
  const { held } = journal;
  let oldLeafId = held.leaf?.id ?? null;
  if (signal?.aborted)
    return unmoved("cancelled", "aborted", oldLeafId);
  try {
    let target = entryId;
    let editorText;
    if (entryId !== null) {
      const place = await placeOf(host, entryId, signal);
      if (edit && log.startsTurn(place)) {
        editorText = (0, import_text.textOf)(log, held.entries[place]);
        const parent = log.parentOf(place);
        target = parent === void 0 ? null : held.entries[parent].id;
      }
    }
    let ancestor;
    const at = () => target === null ? void 0 : held.placeOf(target);
    const written = await journal.write(() => {
      oldLeafId = held.leaf?.id ?? null;
      ancestor = log.commonAncestor(log.leaf(), at());
      return target === oldLeafId ? null : [host.make("leaf", target, { targetId: target })];
    }, { signal, settled: true });
    const text = editorText === void 0 ? {} : { editorText };
    if (!written)
      return { ...unmoved("nothing", "already-there", oldLeafId), ...text };
    const commonAncestorId = ancestor === void 0 ? null : held.entries[ancestor].id;
    return { status: "navigated", reason: "navigated", oldLeafId, leafId: target, commonAncestorId, entry: written[0], ...text };
  } catch (error) {
    if (signal?.aborted && error === signal.reason)
      return unmoved("cancelled", "aborted", held.leaf?.id ?? null);
    throw error;
  }
}
function unmoved(status, reason, leafId) {
  return { status, reason, oldLeafId: leafId, leafId, commonAncestorId: leafId };
}
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
