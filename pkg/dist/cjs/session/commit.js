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
  commit: () => commit,
  counted: () => counted,
  foreign: () => foreign,
  learnedLimit: () => learnedLimit
});
module.exports = __toCommonJS(stdin_exports);
async function commit(host, draft, compactions, extras, signal) {
  const { log, journal, writer } = host;
  const { held } = journal;
  let committed = null;
  const entries = await journal.write(
    (leafId) => {
      committed = null;
      if (!log.isOnPath(draft.leafId))
        return null;
      const now = log.check(0, 0, false);
      if (now.compactions !== compactions) {
        committed = { elsewhere: held.entries[held.latestCompaction()], tokens: now.tokens };
        return null;
      }
      return [writer.make("compaction", leafId, fields(host, draft, extras, [compactions, now.compactionsSinceUser]))];
    },
    // An abort before the store is asked changes nothing; after that it is too late.
    { signal, settled: true }
  );
  if (!entries)
    return committed;
  return { entry: entries[0], compactionNumber: compactions + 1 };
}
function fields(host, draft, extras, [compactions, sinceUser]) {
  const { summary, shortSummary, firstKeptEntryId, tokensBefore, fileOperations, keptEntryIds } = draft;
  const { held } = host.journal;
  const before = held.entries[held.latestCompaction() ?? -1]?.preserveData;
  const lasts = Object.entries(before ?? {}).filter(([name]) => !name.endsWith("RemoteCompaction"));
  const preserveData = { ...Object.fromEntries(lasts), ...extras.preserveData };
  const counts = { compactions: compactions + 1, compactionsSinceUser: sinceUser + (extras.isInline ? 0 : 1) };
  const resume = { ...keptBefore(host, firstKeptEntryId, keptEntryIds), ...counts };
  const { threshold } = host.log.check(0, 0, false);
  const details = {
    ...extras.isTheirs && foreign(extras.details),
    ...fileOperations,
    ...keptEntryIds.length > 0 && { keptEntryIds },
    ...counted(draft),
    ...learnedLimit(host.log),
    ...threshold !== null && draft.tokensAfter > threshold && { stuck: true },
    resume
  };
  return {
    summary,
    ...shortSummary && { shortSummary },
    firstKeptEntryId,
    tokensBefore,
    ...extras.isTheirs && { fromExtension: true },
    ...Object.keys(preserveData).length > 0 && { preserveData },
    ...extras.usage && { usage: extras.usage },
    details
  };
}
const OURS = /^((read|modified)Files|keptEntryIds|usageRatio|(overhead|declared)Tokens|learnedLimit|stuck|resume)$/;
const foreign = (details = {}) => Object.fromEntries(Object.entries(details).filter(([name]) => !OURS.test(name)));
function learnedLimit(log) {
  const tokens = log.learned();
  return tokens === void 0 ? {} : { learnedLimit: { tokens, model: log.model().id ?? "" } };
}
function counted({ usageRatio, overheadTokens, declaredTokens }) {
  const known = Object.entries({ usageRatio, overheadTokens, declaredTokens });
  return Object.fromEntries(known.filter((pair) => typeof pair[1] === "number" && pair[1] >= 0));
}
function keptBefore({ log, journal: { held } }, firstKeptEntryId, keptEntryIds) {
  const entryAt = (place) => held.entries[place];
  const named = (places) => places.map((at) => ({ id: entryAt(at).id, at: held.positionAt(at) }));
  const path = [...log.path()];
  const before = path.slice(0, path.indexOf(held.placeOf(firstKeptEntryId)));
  const lead = before.slice(0, log.lead());
  const stays = /* @__PURE__ */ new Set([...keptEntryIds, ...lead.map((at) => entryAt(at).id)]);
  const hides = ({ type, edits }) => type === "prune" && Array.isArray(edits) && edits.some((edit) => stays.has(edit?.entryId));
  return {
    lead: named(lead),
    kept: named(before.filter((at) => keptEntryIds.includes(entryAt(at).id) || hides(entryAt(at))))
  };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  commit,
  counted,
  foreign,
  learnedLimit
});
