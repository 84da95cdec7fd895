/** Compactions of a session, one at a time: when one is due, how it is told, and how it is committed. */
import { cancelled, compact } from "./compaction.js";
export class Maintenance {
    #log;
    #journal;
    #writer;
    #summarizers;
    #now;
    #emit;
    #running;
    constructor({ log, journal, writer, summarizers, now, emit }) {
        this.#log = log;
        this.#journal = journal;
        this.#writer = writer;
        this.#summarizers = summarizers;
        this.#now = now;
        this.#emit = emit;
    }
    /** Aborts the compaction that is under way, if any. */
    abort() {
        this.#running?.abort(new DOMException("The compaction was aborted", "AbortError"));
    }
    /** Compacts if the session's numbers say so. */
    async maintain(trigger, signal) {
        const { action, reason, tokens } = this.#log.check(0, trigger === "overflow");
        const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
        if (action === "none" && reason === "exhausted") {
            const message = "Compaction was tried often enough since the newest user message; it is tried again after the next one.";
            return { status: "exhausted", reason, message, ...unchanged };
        }
        if (action === "none")
            return { status: "nothing", reason, ...unchanged };
        const outcome = await this.compact({ trigger, reason, signal });
        if (outcome.status === "refused" && !this.#journal.isClosed)
            this.#log.noteFailure();
        return outcome;
    }
    async compact({ trigger, reason, signal, instructions }) {
        const { tokens, compactions } = this.#log.check(0, false);
        const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
        if (this.#running)
            return { status: "nothing", reason: "already-compacting", ...unchanged };
        if (signal?.aborted)
            return cancelled(tokens);
        const run = this.#log.beginCompaction(this.#summarizers.length, trigger === "manual", instructions);
        if (!run)
            return { status: "nothing", reason: "nothing-to-compact", ...unchanged };
        const since = this.#now();
        const { timeoutMs } = this.#log;
        const running = new AbortController();
        this.#running = running;
        const abort = () => running.abort(signal.reason);
        signal?.addEventListener("abort", abort, { once: true });
        const { messagesToSummarize, turnPrefix, firstKeptEntryId, isSplitTurn, tokensBefore, fileOperations } = run.preparation();
        const sizes = { messagesToSummarize: messagesToSummarize.length, turnPrefix: turnPrefix.length };
        this.#emit({ type: "compaction_start", reason: trigger, tokensBefore, ...sizes, firstKeptEntryId, isSplitTurn, fileOperations });
        let outcome;
        try {
            outcome = await compact(run, tokens, reason, {
                summarizers: this.#summarizers,
                timeoutMs,
                signal: running.signal,
                emit: (event) => running.signal.aborted || this.#emit(event),
                commit: (draft) => this.#commit(draft, compactions, running.signal),
            });
            return outcome;
        }
        catch (error) {
            if (running.signal.aborted && error === running.signal.reason) {
                outcome = cancelled(tokens);
                return outcome;
            }
            throw error;
        }
        finally {
            this.#running = undefined;
            signal?.removeEventListener("abort", abort);
            // A request that is still under way has nobody to answer to.
            running.abort(new DOMException("The compaction has ended", "AbortError"));
            const ended = outcome ?? { status: "refused", reason: "error", ...unchanged };
            this.#emit({ type: "compaction_end", reason: trigger, outcome: ended, durationMs: this.#now() - since });
        }
    }
    /** Writes the compaction, unless the session is no longer what it was made from: `compactions` then lay on its path. */
    async #commit(draft, compactions, signal) {
        const { held } = this.#journal;
        let committed = null;
        const entries = await this.#journal.write((leafId) => {
            // A move to another branch, or another writer's compaction, has taken away what this summary stands for.
            committed = null;
            if (!this.#log.isOnPath(draft.leafId))
                return null;
            const now = this.#log.check(0, false);
            if (now.compactions !== compactions) {
                const place = [...this.#log.path()].reverse().find((at) => held.entries[at].type === "compaction");
                committed = { elsewhere: held.entries[place], tokens: now.tokens };
                return null;
            }
            return [this.#writer.make("compaction", leafId, this.#fields(draft, compactions, now.compactionsSinceUser))];
        }, 
        // An abort before the store is asked changes nothing; after that it is too late.
        { signal, settled: true });
        if (!entries)
            return committed;
        return { entry: entries[0], compactionNumber: compactions + 1 };
    }
    #fields(draft, compactions, sinceUser) {
        const { summary, firstKeptEntryId, tokensBefore, fileOperations, keptEntryIds, usageRatio } = draft;
        const counts = { compactions: compactions + 1, compactionsSinceUser: sinceUser + 1 };
        const resume = { ...this.#keptBefore(firstKeptEntryId, keptEntryIds), ...counts };
        const details = { ...fileOperations, ...(keptEntryIds.length > 0 && { keptEntryIds }), ...(usageRatio && { usageRatio }), resume };
        return { summary, firstKeptEntryId, tokensBefore, details };
    }
    /** What stays of the time before the first kept entry: the host's instructions, and single messages. */
    #keptBefore(firstKeptEntryId, keptEntryIds) {
        const { held } = this.#journal;
        const entryAt = (place) => held.entries[place];
        const named = (places) => places.map((at) => ({ id: entryAt(at).id, at: held.positionAt(at) }));
        const path = [...this.#log.path()];
        const before = path.slice(0, path.indexOf(held.placeOf(firstKeptEntryId)));
        return {
            lead: named(before.slice(0, this.#log.lead())),
            kept: named(before.filter((at) => keptEntryIds.includes(entryAt(at).id))),
        };
    }
}
