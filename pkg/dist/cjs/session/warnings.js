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
  findingWarning: () => findingWarning
});
module.exports = __toCommonJS(stdin_exports);
function findingWarning(code, entryId, otherId) {
  return { code, message: sentence(code, entryId, otherId), entryId };
}
function sentence(code, entryId, otherId) {
  switch (code) {
    case "broken-parent":
      return `Entry ${entryId} follows ${otherId}, which is not in the log before it; it was read as following the entry before it.`;
    case "missing-parent":
      return `Entry ${entryId} has no parentId; it was read as following the entry before it.`;
    case "duplicate-id":
      return `There are several entries ${entryId}. Both are kept; where the id is named later, the latest of them is meant.`;
    case "first-kept-off-path":
      return `Compaction ${entryId} keeps from ${otherId} on, which is not on its path; of what came before it the model sees the summary only.`;
    default:
      return `Entry ${entryId} moves the session to ${otherId}, which is not in the log before it; the session stays where it stood.`;
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  findingWarning
});
