/** Pruning: what the core plans, with copies of what goes, as edits of one appended entry. */
import { isReference, withReference } from "../notice.js";
import { orAborted } from "../waiting.js";
import { textOf } from "./text.js";
/** How many copies are written at once. */
const AT_ONCE = 8;
/** How a reference to a copy begins; its id follows: the entry's id, and which part of the message it is. */
const SCHEME = "artifact://";
const ID = /^(.+)~(\d+)$/s;
/** The id that a reference names, as a model that has read it in a notice may give it. */
export const idOf = (reference) => (reference.startsWith(SCHEME) ? reference.slice(SCHEME.length) : reference);
/** The id of the copy of an output. */
export const copyId = (entryId, part) => `${entryId}~${part}`;
/** The reference to a copy; undefined where its id cannot stand in one. */
export function referenceTo(id, longest = Number.POSITIVE_INFINITY) {
    const reference = SCHEME + id;
    return isReference(reference, longest) ? reference : undefined;
}
/**
 * The edits of a plan, once copies are kept of the outputs that go. An output of which no copy could be kept stays. Empty where
 * what is left is not worth it.
 */
export async function editsOf(host, plan, signal) {
    const edits = [];
    const artifacts = new Map();
    for (let from = 0; from < plan.outputs.length; from += AT_ONCE) {
        const some = plan.outputs.slice(from, from + AT_ONCE);
        const written = await Promise.all(some.map((edit) => copied(host, plan, edit, signal)));
        for (const { edit, artifact } of written.filter((one) => one !== null)) {
            edits.push(edit);
            if (artifact !== undefined)
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
            ...(artifact !== undefined && { artifact }),
            ...(keepsMedia && { keepsMedia }),
        };
    });
}
/** The edit of an output, with a reference to its copy where it can have one; null where the copy could not be kept. */
async function copied({ log, journal, copies, warn }, plan, edit, signal) {
    const { held } = journal;
    const id = copyId(edit.entryId, edit.part);
    const reference = referenceTo(id, plan.longestReference);
    // What is kept under the id of another entry is its text.
    const canRefer = edit.complete && reference !== undefined && held.placeOf(id) === undefined;
    const named = canRefer ? withReference(edit, reference) : edit;
    if (named === edit)
        return { edit };
    try {
        if (copies) {
            const text = textOf(log, held.entries[held.placeOf(edit.entryId)], edit.part);
            await orAborted(() => copies.put(id, text, { signal }), signal);
        }
        return { edit: named, artifact: id };
    }
    catch (error) {
        if (signal.aborted)
            throw error;
        const message = `No copy of the output in entry ${edit.entryId} could be kept, so that it stays in the context as it is: ${error}`;
        warn({ code: "spill-failed", message, entryId: edit.entryId }, error);
        return null;
    }
}
/** Keeps copies of outputs that are shown short from the start. The log has them all the same, so that a failure is told, no more. */
export async function keepCopies(host, prune) {
    const { log, journal, copies, warn } = host;
    if (!copies)
        return;
    for (const edit of prune.edits) {
        if (!("part" in edit) || edit.artifact === undefined)
            continue;
        try {
            await copies.put(edit.artifact, textOf(log, journal.held.entries[journal.held.placeOf(edit.entryId)], edit.part));
        }
        catch (error) {
            const message = `No copy of the output in entry ${edit.entryId} could be kept; \`artifact\` reads it from the log: ${error}`;
            warn({ code: "spill-failed", message, entryId: edit.entryId }, error);
        }
    }
}
/** The output that the id of a copy names, read from the log; null where it names none. */
export async function originalOf({ log, journal }, id, signal) {
    const { held } = journal;
    const [, entryId, part] = ID.exec(id) ?? [];
    if (entryId === undefined)
        return null;
    if (held.placeOf(entryId) === undefined)
        await journal.load(signal);
    const place = held.placeOf(entryId);
    const entry = place === undefined ? undefined : held.entries[place];
    return entry?.type === "message" ? textOf(log, entry, Number(part)) || null : null;
}
/** What prunes have done; undefined where no part of a message gave its place to anything. */
export function summaryOf(prunes) {
    const pruned = { entryIds: [], edits: 0, tokensSaved: 0, artifacts: 0, byReason: {} };
    for (const edit of prunes.flatMap(({ edits }) => edits)) {
        if (!("part" in edit))
            continue;
        const { entryId, why, tokensSaved = 0, artifact } = edit;
        if (!pruned.entryIds.includes(entryId))
            pruned.entryIds.push(entryId);
        pruned.edits++;
        pruned.tokensSaved += tokensSaved;
        if (artifact !== undefined)
            pruned.artifacts++;
        if (why === undefined)
            continue;
        pruned.byReason[why] ??= { edits: 0, tokensSaved: 0 };
        const of = pruned.byReason[why];
        of.edits++;
        of.tokensSaved += tokensSaved;
    }
    return pruned.edits > 0 ? pruned : undefined;
}
