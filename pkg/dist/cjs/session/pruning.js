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
  copyId: () => copyId,
  editsOf: () => editsOf,
  idOf: () => idOf,
  keepCopies: () => keepCopies,
  originalOf: () => originalOf,
  referenceTo: () => referenceTo,
  summaryOf: () => summaryOf
});
module.exports = __toCommonJS(stdin_exports);
var import_notice = require("../notice.js");
var import_waiting = require("../waiting.js");
var import_text = require("./text.js");
const AT_ONCE = 8;
const SCHEME = "artifact://";
const ID = /^(.+)~(\d+)$/s;
const idOf = (reference) => reference.startsWith(SCHEME) ? reference.slice(SCHEME.length) : reference;
const copyId = (entryId, part) => `${entryId}~${part}`;
function referenceTo(id, longest = Number.POSITIVE_INFINITY) {
  const reference = SCHEME + id;
  return (0, import_notice.isReference)(reference, longest) ? reference : void 0;
}
async function editsOf(host, plan, signal) {
  const edits = [];
  const artifacts = /* @__PURE__ */ new Map();
  for (let from = 0; from < plan.outputs.length; from += AT_ONCE) {
    const some = plan.outputs.slice(from, from + AT_ONCE);
    const written = await Promise.all(some.map((edit) => copied(host, plan, edit, signal)));
    for (const { edit, artifact } of written.filter((one) => one !== null)) {
      edits.push(edit);
      if (artifact !== void 0)
        artifacts.set(edit, artifact);
    }
  }
  edits.push(...plan.arguments);
  if (edits.reduce((sum, { tokensSaved }) => sum + tokensSaved, 0) < plan.leastSavings)
    return [];
  return edits.map((edit) => {
    const { entryId, part, notice: text, reason: why, originalTokens: tokens, tokensSaved, keepsMedia } = edit;
    const artifact = artifacts.get(edit);
    return {
      ...{ entryId, part, text, why, tokens, tokensSaved },
      ...artifact !== void 0 && { artifact },
      ...keepsMedia && { keepsMedia }
    };
  });
}
async function copied({ log, journal, copies, warn }, plan, edit, signal) {
  const { held } = journal;
  const id = copyId(edit.entryId, edit.part);
  const reference = referenceTo(id, plan.longestReference);
  const canRefer = edit.complete && reference !== void 0 && held.placeOf(id) === void 0;
  const named = canRefer ? (0, import_notice.withReference)(edit, reference) : edit;
  if (named === edit)
    return { edit };
  try {
    if (copies) {
      const text = (0, import_text.textOf)(log, held.entries[held.placeOf(edit.entryId)], edit.part);
      await (0, import_waiting.orAborted)(() => copies.put(id, text, { signal }), signal);
    }
    return { edit: named, artifact: id };
  } catch (error) {
    if (signal.aborted)
      throw error;
    const message = `No copy of the output in entry ${edit.entryId} could be kept, so that it stays in the context as it is: ${error}`;
    warn({ code: "spill-failed", message, entryId: edit.entryId }, error);
    return null;
  }
}
async function keepCopies(host, prune) {
  const { log, journal, copies, warn } = host;
  if (!copies)
    return;
  for (const edit of prune.edits) {
    if (!("part" in edit) || edit.artifact === void 0)
      continue;
    try {
      await copies.put(edit.artifact, (0, import_text.textOf)(log, journal.held.entries[journal.held.placeOf(edit.entryId)], edit.part));
    } catch (error) {
      const message = `No copy of the output in entry ${edit.entryId} could be kept; \`artifact\` reads it from the log: ${error}`;
      warn({ code: "spill-failed", message, entryId: edit.entryId }, error);
    }
  }
}
async function originalOf({ log, journal }, id, signal) {
  const { held } = journal;
  const [, entryId, part] = ID.exec(id) ?? [];
  if (entryId === void 0)
    return null;
  if (held.placeOf(entryId) === void 0)
    await journal.load(signal);
  const place = held.placeOf(entryId);
  const entry = place === void 0 ? void 0 : held.entries[place];
  return entry?.type === "message" ? (0, import_text.textOf)(log, entry, Number(part)) || null : null;
}
function summaryOf(prunes) {
  const pruned = { entryIds: [], edits: 0, tokensSaved: 0, artifacts: 0, byReason: {} };
  for (const edit of prunes.flatMap(({ edits }) => edits)) {
    if (!("part" in edit))
      continue;
    const { entryId, why, tokensSaved = 0, artifact } = edit;
    if (!pruned.entryIds.includes(entryId))
      pruned.entryIds.push(entryId);
    pruned.edits++;
    pruned.tokensSaved += tokensSaved;
    if (artifact !== void 0)
      pruned.artifacts++;
    if (why === void 0)
      continue;
    pruned.byReason[why] ??= { edits: 0, tokensSaved: 0 };
    const of = pruned.byReason[why];
    of.edits++;
    of.tokensSaved += tokensSaved;
  }
  return pruned.edits > 0 ? pruned : void 0;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  copyId,
  editsOf,
  idOf,
  keepCopies,
  originalOf,
  referenceTo,
  summaryOf
});
