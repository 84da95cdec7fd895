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
  hiddenOn: () => hiddenOn,
  pruneNote: () => pruneNote
});
module.exports = __toCommonJS(stdin_exports);
function pruneNote({ timestamp, reason, edits }) {
  const reasons = /* @__PURE__ */ new Map();
  const note = { timestamp: textOf(timestamp), reason: textOf(reason), edits: 0, tokensSaved: 0, artifacts: 0, dropped: 0, restored: 0 };
  for (const edit of editsIn(edits)) {
    if (edit.restore === true)
      note.restored++;
    else if (edit.drop === true)
      note.dropped++;
    else if (hides(edit)) {
      const of = reasons.get(whyOf(edit)) ?? { edits: 0, tokensSaved: 0 };
      reasons.set(whyOf(edit), of);
      for (const sum of [note, of]) {
        sum.edits++;
        sum.tokensSaved += savedBy(edit);
      }
      if (typeof edit.artifact === "string")
        note.artifacts++;
    }
  }
  return { ...note, byReason: Object.fromEntries(reasons) };
}
function hiddenOn(path) {
  const hidden = /* @__PURE__ */ new Map();
  for (const edit of path.flatMap(({ type, edits }) => type === "prune" ? editsIn(edits) : [])) {
    const entryId = textOf(edit.entryId);
    if (edit.restore === true)
      hidden.delete(entryId);
    else if (hides(edit)) {
      const parts = hidden.get(entryId) ?? /* @__PURE__ */ new Map();
      hidden.set(entryId, parts.set(Number(edit.part), { why: whyOf(edit), tokensSaved: savedBy(edit) }));
    }
  }
  return hidden;
}
const editsIn = (edits) => Array.isArray(edits) ? edits.filter((edit) => typeof edit === "object" && edit !== null) : [];
const hides = ({ drop, part, text }) => drop !== true && typeof part === "number" && typeof text === "string";
const textOf = (value) => typeof value === "string" ? value : "";
const whyOf = ({ why }) => textOf(why) || "unsaid";
const savedBy = ({ tokensSaved }) => typeof tokensSaved === "number" && tokensSaved > 0 && tokensSaved < 1e12 ? Math.round(tokensSaved) : 0;
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  hiddenOn,
  pruneNote
});
