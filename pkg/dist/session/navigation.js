/** Moving in the session's tree, and what there is to see of it. */
import { EpitomeError } from "../errors.js";
import { checkLabel, invalidOption } from "../options.js";
import { moveWithSummary } from "./branching.js";
import { askHooks, wordOnTree } from "./hooks.js";
import { textOf } from "./text.js";
/** The place of an entry that must be there, read from the store if need be, with all of its path. */
export async function placeOf({ journal }, entryId, signal) {
    const { held } = journal;
    if (typeof entryId !== "string")
        throw invalidOption("entryId", "must be an entry's id");
    const place = held.placeOf(entryId);
    if (place !== undefined && held.isWhole(place))
        return place;
    await journal.load(signal);
    const found = held.placeOf(entryId);
    if (found === undefined)
        throw unknownEntry(entryId);
    return found;
}
/** The error for an entry that the log does not have. */
export function unknownEntry(entryId) {
    return new EpitomeError("unknown-entry", `There is no entry ${JSON.stringify(entryId)}.`, { details: { path: "entryId" } });
}
/** Moves to another entry; with a summary of what is left where that is wanted. */
export async function navigate(host, entryId, options) {
    const { journal, log } = host;
    const { signal, summarize = log.is("summarizes"), instructions, replaceInstructions, label, edit = true } = options;
    const { held } = journal;
    if (entryId !== null && typeof entryId !== "string")
        throw invalidOption("entryId", "must be an entry's id, or null");
    if (label !== undefined)
        checkLabel(label);
    if (replaceInstructions && !instructions?.trim())
        throw invalidOption("instructions", "must be given");
    const since = performance.now();
    /** The session where it stands, and where its path would part from the new one, as far as that is in memory. */
    const stay = () => {
        let at = entryId === null ? undefined : held.placeOf(entryId);
        if (at !== undefined && edit && log.startsTurn(at))
            at = log.parentOf(at);
        const shared = log.commonAncestor(log.leaf(), at);
        const leafId = held.leaf?.id ?? null;
        return { oldLeafId: leafId, leafId, commonAncestorId: held.entries[shared]?.id ?? null };
    };
    let stayed = stay();
    let own = signal;
    const work = (signal) => {
        own = signal;
        return move(host, entryId, { ...options, summarize, signal }, since);
    };
    let outcome;
    try {
        signal?.throwIfAborted();
        outcome = await (summarize ? host.exclusively(signal, work, log.branchTimeoutMs) : work(signal));
    }
    catch (error) {
        if (!own?.aborted || error !== own.reason)
            throw error;
        if (!journal.isClosed)
            stayed = stay();
        return { status: "cancelled", reason: "aborted", ...stayed };
    }
    const { status, leafId: newLeafId, oldLeafId, summaryEntry, fromExtension } = outcome;
    // Whoever gives up while others are told has moved all the same.
    const tree = { newLeafId, oldLeafId, summaryEntry, fromExtension };
    if (status === "navigated")
        await askHooks(host, "session_tree", tree, signal?.aborted ? undefined : signal).catch(() => { });
    return outcome;
}
/** `since`: when the move was asked for. */
async function move(host, entryId, options, since) {
    const { journal, log, writer } = host;
    const { edit = true, summarize = false, instructions: customInstructions, replaceInstructions, label, signal } = options;
    const { held } = journal;
    let target = entryId;
    let text = {};
    if (entryId !== null) {
        const place = await placeOf(host, entryId, signal);
        if (edit && log.startsTurn(place)) {
            text = { editorText: textOf(log, held.entries[place]) };
            target = held.entries[log.parentOf(place)]?.id ?? null;
        }
    }
    const isAsking = host.hooks.length > 0;
    // What is left is all of the path then.
    if (target === null && (summarize || isAsking))
        await journal.load(signal);
    const at = () => (target === null ? undefined : held.placeOf(target));
    const idAt = (place) => held.entries[place]?.id ?? null;
    let oldLeafId = idAt(log.leaf());
    let ancestor;
    let word = { customInstructions, replaceInstructions, label };
    let reason = "navigated";
    if (target !== oldLeafId && (summarize || isAsking)) {
        ancestor = log.commonAncestor(log.leaf(), at());
        const left = [];
        for (let place = log.leaf(); place !== ancestor; place = log.parentOf(place))
            left.push(held.entries[place]);
        left.reverse();
        const where = { targetId: entryId, oldLeafId, commonAncestorId: idAt(ancestor) };
        if (isAsking) {
            const preparation = { ...where, entriesToSummarize: left, userWantsSummary: summarize, ...word };
            const asking = summarize ? { ...host, until: since + log.branchTimeoutMs } : host;
            word = await wordOnTree(asking, preparation, signal);
            const stayed = { oldLeafId, leafId: oldLeafId, commonAncestorId: where.commonAncestorId };
            if (word.cancel)
                return { status: "cancelled", reason: "hook-cancelled", message: HOOK_CANCELLED, ...stayed };
        }
        const leaving = { ...where, oldLeafId: oldLeafId, leafId: target, entries: left.length, word, signal: signal, since };
        const moved = summarize && oldLeafId !== null ? await moveWithSummary(host, leaving) : undefined;
        if (moved)
            return { ...moved, ...(moved.status === "navigated" && text) };
        if (summarize)
            reason = "nothing-to-summarize";
    }
    const written = (await journal.write(() => {
        // As it is now: another writer may have moved the session since.
        oldLeafId = idAt(log.leaf());
        ancestor = log.commonAncestor(log.leaf(), at());
        const moves = target === oldLeafId ? [] : [writer.make("leaf", target, { targetId: target })];
        const { label } = word;
        if (label && entryId !== null)
            moves.push(writer.make("label", target, { targetId: entryId, label }));
        return moves;
    }, { signal, settled: true }));
    const [entry] = written;
    const last = written.at(-1);
    const where = { oldLeafId, leafId: last?.type === "label" ? last.id : target, commonAncestorId: idAt(ancestor), ...text };
    if (entry?.type !== "leaf")
        return { status: "nothing", reason: "already-there", ...where, ...(entry && { entry }) };
    return { status: "navigated", reason, ...where, entry };
}
const HOOK_CANCELLED = "A handler of session_before_tree has cancelled the move.";
/** The branches of a log that is held whole. */
export function branches({ journal, log }) {
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
            ...(labels.has(tip.id) && { label: labels.get(tip.id) }),
        });
    }
    const leaf = journal.held.leaf;
    if (leaf && !list.some(({ isActive }) => isActive)) {
        // The session stands in the middle of others' paths.
        list.push({ leafId: leaf.id, forkId: leaf.id, entries: 0, modified: leaf.timestamp, isActive: true });
    }
    return list;
}
/** The labels, by the entry that they name. The latest counts; one without a text takes the label away. */
export function labelsOf(entries) {
    const labels = new Map();
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
