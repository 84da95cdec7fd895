/** The summary of a branch that the session leaves: begun by the core, and appended where the session moves to. */
import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import { limitsOf } from "./asking.js";
import { foreign } from "./commit.js";
import { drive } from "./compaction.js";
import { Mode } from "./fold.js";
/** Summarizes what is left and moves there. Undefined where nothing is left that a model would see: then nothing is done. */
export async function moveWithSummary(host, leaving) {
    const { log, journal, summarizers, now } = host;
    const { targetId, leafId: target, oldLeafId, commonAncestorId, entries, word, signal } = leaving;
    const task = word.replaceInstructions ? word.customInstructions : undefined;
    const candidates = limitsOf(summarizers);
    const asked = { candidates, instructions: task ? undefined : word.customInstructions, target: target ?? undefined };
    const run = guarded(() => log.beginCompaction(Mode.Branch, stage(asked)));
    if (!run)
        return undefined;
    let isOver = false;
    const emit = (event) => signal.aborted || isOver || host.emit(event);
    const since = now();
    const stayed = { oldLeafId, leafId: oldLeafId, commonAncestorId };
    let outcome = { status: "cancelled", reason: "aborted", ...stayed };
    try {
        const { tokensBefore: tokens } = run.preparation();
        emit({ type: "branch_summary_start", targetId, oldLeafId, commonAncestorId, entries, tokens });
        run.customize(stage({ prompt: task }));
        if (word.summary)
            run.supply(stage({ summary: word.summary.summary }));
        const { timeoutMs } = log;
        const totalTimeoutMs = log.branchTimeoutMs + leaving.since - performance.now();
        const { verdict, usage, told } = await drive(run, { summarizers, timeoutMs, totalTimeoutMs, signal, now, emit });
        if (verdict.type === "refused") {
            outcome = { status: "refused", reason: verdict.reason, message: verdict.message, ...stayed, ...told };
            return outcome;
        }
        const written = await write(host, leaving, verdict, usage);
        if (written) {
            const [entry] = written;
            const { degraded, flaws } = verdict;
            outcome = {
                status: "navigated",
                reason: "navigated",
                oldLeafId: entry.fromId,
                leafId: written.at(-1).id,
                commonAncestorId,
                entry,
                summaryEntry: entry,
                ...(degraded && { degraded }),
                ...(flaws.length > 0 && { flaws }),
                ...(word.summary && { fromExtension: true }),
                ...told,
            };
        }
        else {
            const leafId = journal.held.leaf?.id ?? null;
            outcome = { status: "refused", reason: "source-changed", message: CHANGED, ...stayed, leafId, ...usage };
        }
        return outcome;
    }
    catch (error) {
        if (!signal.aborted || error !== signal.reason)
            outcome = { status: "refused", reason: "error", message: String(error), ...stayed };
        throw error;
    }
    finally {
        // A request that is still under way has nobody to tell of.
        isOver = true;
        run.free();
        host.emit({ type: "branch_summary_end", outcome, durationMs: now() - since });
    }
}
const CHANGED = "The session went on, or moved, while the summary was being written; this move was not made.";
/** What a model would see of the log. */
const SEEN = /^(message|custom_message|compaction|branch_summary)$/;
/** Appends the summary where the session moves to, unless there is more by now than it tells of. */
function write({ log, journal, writer }, leaving, draft, usage) {
    const { leafId: target, oldLeafId, word, signal } = leaving;
    const { held } = journal;
    const isChanged = () => {
        const place = held.placeOf(oldLeafId);
        for (let at = log.leaf(); at !== place; at = log.parentOf(at)) {
            if (at === undefined || SEEN.test(held.entries[at].type))
                return true;
        }
        return false;
    };
    const fields = {
        summary: draft.summary,
        ...(word.summary && { fromExtension: true }),
        ...usage,
        // With `resume` the files are ours to carry on.
        details: word.summary ? { ...withFiles(word.summary.details, draft.fileOperations), resume: {} } : draft.fileOperations,
    };
    return journal.write((fromId) => {
        if (isChanged())
            return null;
        const entry = writer.make("branch_summary", target, { fromId, ...fields });
        const { label } = word;
        return label ? [entry, writer.make("label", entry.id, { targetId: entry.id, label })] : [entry];
    }, 
    // An abort before the store is asked changes nothing; after that it is too late.
    { signal, settled: true });
}
/** What a hook says beside its summary, with our lists of files in one with its own. */
function withFiles(details = {}, { readFiles, modifiedFiles }) {
    const union = (ours, theirs) => [...new Set(ours.concat(Array.isArray(theirs) ? theirs.filter((file) => typeof file === "string") : []))].sort();
    const modified = union(modifiedFiles, details.modifiedFiles);
    const read = union(readFiles, details.readFiles).filter((file) => !modified.includes(file));
    return { ...foreign(details), readFiles: read, modifiedFiles: modified };
}
