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
  Relief: () => Relief,
  reliefEdits: () => reliefEdits,
  writePrune: () => writePrune
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_tape = require("../engine/tape.js");
var import_commit = require("./commit.js");
var Relief;
(function(Relief2) {
  Relief2[Relief2["LargeOutputs"] = 0] = "LargeOutputs";
  Relief2[Relief2["Outputs"] = 1] = "Outputs";
  Relief2[Relief2["Media"] = 2] = "Media";
  Relief2[Relief2["AllMedia"] = 3] = "AllMedia";
})(Relief || (Relief = {}));
const ALL = 4294967295;
function reliefEdits({ log, journal }, what, pendingTokens) {
  const found = log.relief(what, pendingTokens);
  const edits = [];
  for (let at = 0; at < found.length; at += 4) {
    const [place, part, tokens, tokensSaved] = [found[at], found[at + 1], found[at + 2], found[at + 3]];
    const { id: entryId, message } = journal.held.entries[place];
    const text = (0, import_call.guarded)(() => log.write("shorten", (0, import_tape.stage)(message, { part, tokens })));
    edits.push({ entryId, part, text, why: "oversized", tokensSaved });
  }
  return edits;
}
async function writePrune(host, draft, signal) {
  const { reason, edits, generation } = draft;
  if (typeof edits !== "function" && edits.length === 0)
    return null;
  const { writer, journal, log } = host;
  const { tokens: tokensBefore } = log.check(0, 0, false);
  const [usageRatio, overheadTokens, declaredTokens] = log.calibration();
  const known = (0, import_commit.counted)({ usageRatio, overheadTokens, declaredTokens });
  const learned = (0, import_commit.learnedLimit)(log);
  const details = { ...("overheadTokens" in known || "learnedLimit" in learned) && known, ...learned };
  const isTrue = () => generation === void 0 || log.context(generation, ALL)[0] === generation;
  const make = (leafId) => {
    const found = typeof edits === "function" ? edits() : edits;
    const fields = { reason, edits: found, tokensBefore, ...Object.keys(details).length > 0 && { details } };
    return found.length > 0 && isTrue() ? [writer.make("prune", leafId, fields)] : null;
  };
  const written = await journal.write(make, { signal, settled: true });
  return written?.[0] ?? null;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  Relief,
  reliefEdits,
  writePrune
});
