/** Writes a compaction, unless the session is no longer what it was made from. */
/** Writes the compaction; `compactions` lay on the path when it was begun. */
export async function commit(host, draft, compactions, extras, signal) {
    const { log, journal, writer } = host;
    const { held } = journal;
    let committed = null;
    const entries = await journal.write((leafId) => {
        // A move to another branch, or another writer's compaction, has taken away what this summary stands for.
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
    { signal, settled: true });
    if (!entries)
        return committed;
    return { entry: entries[0], compactionNumber: compactions + 1 };
}
function fields(host, draft, extras, [compactions, sinceUser]) {
    const { summary, shortSummary, firstKeptEntryId, tokensBefore, fileOperations, keptEntryIds } = draft;
    const { held } = host.journal;
    const before = held.entries[held.latestCompaction() ?? -1]?.preserveData;
    // What a provider has made of an earlier part is no longer true.
    const lasts = Object.entries(before ?? {}).filter(([name]) => !name.endsWith("RemoteCompaction"));
    const preserveData = { ...Object.fromEntries(lasts), ...extras.preserveData };
    const counts = { compactions: compactions + 1, compactionsSinceUser: sinceUser + (extras.isInline ? 0 : 1) };
    const resume = { ...keptBefore(host, firstKeptEntryId, keptEntryIds), ...counts };
    const { threshold } = host.log.check(0, 0, false);
    const details = {
        ...(extras.isTheirs && foreign(extras.details)),
        ...fileOperations,
        ...(keptEntryIds.length > 0 && { keptEntryIds }),
        ...counted(draft),
        ...learnedLimit(host.log),
        ...(threshold !== null && draft.tokensAfter > threshold && { stuck: true }),
        resume,
    };
    return {
        summary,
        ...(shortSummary && { shortSummary }),
        firstKeptEntryId,
        tokensBefore,
        ...(extras.isTheirs && { fromExtension: true }),
        ...(Object.keys(preserveData).length > 0 && { preserveData }),
        ...(extras.usage && { usage: extras.usage }),
        details,
    };
}
/** What the session itself writes into a compaction's details. */
const OURS = /^((read|modified)Files|keptEntryIds|usageRatio|(overhead|declared)Tokens|learnedLimit|stuck|resume)$/;
/** The details of the host's own, without what the session itself writes there. */
export const foreign = (details = {}) => Object.fromEntries(Object.entries(details).filter(([name]) => !OURS.test(name)));
/** What a provider's refusal has told of its limit, for a session that is opened anew with the same model. */
export function learnedLimit(log) {
    const tokens = log.learned();
    return tokens === undefined ? {} : { learnedLimit: { tokens, model: log.model().id ?? "" } };
}
/** How the provider counts, as far as it is known: a session that is opened anew goes on from there. */
export function counted({ usageRatio, overheadTokens, declaredTokens }) {
    const known = Object.entries({ usageRatio, overheadTokens, declaredTokens });
    return Object.fromEntries(known.filter((pair) => typeof pair[1] === "number" && pair[1] >= 0));
}
/** What stays of the time before the first kept entry: the host's instructions, and single messages, with what hides parts of them. */
function keptBefore({ log, journal: { held } }, firstKeptEntryId, keptEntryIds) {
    const entryAt = (place) => held.entries[place];
    const named = (places) => places.map((at) => ({ id: entryAt(at).id, at: held.positionAt(at) }));
    const path = [...log.path()];
    const before = path.slice(0, path.indexOf(held.placeOf(firstKeptEntryId)));
    const lead = before.slice(0, log.lead());
    const stays = new Set([...keptEntryIds, ...lead.map((at) => entryAt(at).id)]);
    const hides = ({ type, edits }) => type === "prune" && Array.isArray(edits) && edits.some((edit) => stays.has(edit?.entryId));
    return {
        lead: named(lead),
        kept: named(before.filter((at) => keptEntryIds.includes(entryAt(at).id) || hides(entryAt(at)))),
    };
}
