/** Takes back what prunes have done: one more `prune` entry says which messages are shown as they are. */
import { cancelled } from "./compaction.js";
import { placeOf } from "./navigation.js";
import { writePrune } from "./relief.js";
/** Restores one message, or all that were pruned and that the model would see otherwise. */
export async function restore(host, entryId, signal) {
    const { log, journal, emit } = host;
    const size = () => log.check(0, 0, false).tokens;
    const tokensBefore = size();
    try {
        signal.throwIfAborted();
        if (entryId !== undefined)
            await placeOf(host, entryId, signal);
        const found = () => {
            const ids = Array.from(log.pruned(), (at) => journal.held.entries[at].id);
            return ids.filter((id) => entryId === undefined || id === entryId).map((id) => ({ entryId: id, restore: true }));
        };
        const entry = await writePrune(host, { reason: "restore", edits: found }, signal);
        if (!entry)
            return { status: "nothing", reason: "nothing-to-restore", tokensBefore, tokensAfter: tokensBefore };
        emit({ type: "prune", reason: "restore", entry });
        return { status: "restored", reason: "restore", entry, tokensBefore, tokensAfter: size() };
    }
    catch (error) {
        if (signal.aborted && error === signal.reason)
            return cancelled(tokensBefore);
        throw error;
    }
}
