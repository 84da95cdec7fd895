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
  restore: () => restore
});
module.exports = __toCommonJS(stdin_exports);
var import_compaction = require("./compaction.js");
var import_navigation = require("./navigation.js");
var import_relief = require("./relief.js");
async function restore(host, entryId, signal) {
  const { log, journal, emit } = host;
  const size = () => log.check(0, 0, false).tokens;
  const tokensBefore = size();
  try {
    signal.throwIfAborted();
    if (entryId !== void 0)
      await (0, import_navigation.placeOf)(host, entryId, signal);
    const found = () => {
      const ids = Array.from(log.pruned(), (at) => journal.held.entries[at].id);
      return ids.filter((id) => entryId === void 0 || id === entryId).map((id) => ({ entryId: id, restore: true }));
    };
    const entry = await (0, import_relief.writePrune)(host, { reason: "restore", edits: found }, signal);
    if (!entry)
      return { status: "nothing", reason: "nothing-to-restore", tokensBefore, tokensAfter: tokensBefore };
    emit({ type: "prune", reason: "restore", entry });
    return { status: "restored", reason: "restore", entry, tokensBefore, tokensAfter: size() };
  } catch (error) {
    if (signal.aborted && error === signal.reason)
      return (0, import_compaction.cancelled)(tokensBefore);
    throw error;
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  restore
});
