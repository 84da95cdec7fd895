/** What the `prune` entries of a path say, for those who look at a log: which parts are hidden, why, and what that saves. */
/** Reads a `prune` entry. */
export function pruneNote({ timestamp, reason, edits }) {
    const reasons = new Map();
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
/** What the prunes of a path hide of its messages, by the message's entry. A later edit of a part counts, a restore undoes all before it. */
export function hiddenOn(path) {
    const hidden = new Map();
    for (const edit of path.flatMap(({ type, edits }) => (type === "prune" ? editsIn(edits) : []))) {
        const entryId = textOf(edit.entryId);
        if (edit.restore === true)
            hidden.delete(entryId);
        else if (hides(edit)) {
            const parts = hidden.get(entryId) ?? new Map();
            hidden.set(entryId, parts.set(Number(edit.part), { why: whyOf(edit), tokensSaved: savedBy(edit) }));
        }
    }
    return hidden;
}
const editsIn = (edits) => Array.isArray(edits) ? edits.filter((edit) => typeof edit === "object" && edit !== null) : [];
const hides = ({ drop, part, text }) => drop !== true && typeof part === "number" && typeof text === "string";
const textOf = (value) => (typeof value === "string" ? value : "");
const whyOf = ({ why }) => textOf(why) || "unsaid";
const savedBy = ({ tokensSaved }) => typeof tokensSaved === "number" && tokensSaved > 0 && tokensSaved < 1e12 ? Math.round(tokensSaved) : 0;
