/** Shortens what is shown of messages where folding old ones away is not enough: one appended `prune` entry says how. */
import { guarded } from "../engine/call.js";
import { stage } from "../engine/tape.js";
import { counted, learnedLimit } from "./commit.js";
/** What is shortened, as the core names it. */
export var Relief;
(function (Relief) {
    /** Outputs of tools that are far too large by themselves. */
    Relief[Relief["LargeOutputs"] = 0] = "LargeOutputs";
    /** All outputs of tools, as far as need be. */
    Relief[Relief["Outputs"] = 1] = "Outputs";
    /** Images and files, as far as need be. */
    Relief[Relief["Media"] = 2] = "Media";
    /** All images and files; those of the user's newest request only where there are no others. */
    Relief[Relief["AllMedia"] = 3] = "AllMedia";
})(Relief || (Relief = {}));
/** More items than a context has. */
const ALL = 0xffff_ffff;
/** The edits that make the context fit, as far as shortening can. */
export function reliefEdits({ log, journal }, what, pendingTokens) {
    const found = log.relief(what, pendingTokens);
    const edits = [];
    for (let at = 0; at < found.length; at += 4) {
        const [place, part, tokens, tokensSaved] = [found[at], found[at + 1], found[at + 2], found[at + 3]];
        const { id: entryId, message } = journal.held.entries[place];
        const text = guarded(() => log.write("shorten", stage(message, { part, tokens })));
        edits.push({ entryId, part, text, why: "oversized", tokensSaved });
    }
    return edits;
}
/**
 * Writes a prune entry; null where there is nothing to hide, or the context has changed otherwise than by growing. An abort before
 * the store is asked changes nothing.
 */
export async function writePrune(host, draft, signal) {
    const { reason, edits, generation } = draft;
    if (typeof edits !== "function" && edits.length === 0)
        return null;
    const { writer, journal, log } = host;
    const { tokens: tokensBefore } = log.check(0, 0, false);
    const [usageRatio, overheadTokens, declaredTokens] = log.calibration();
    // What is told by the counts in the log is found there again; what a refusal told is not.
    const known = counted({ usageRatio, overheadTokens, declaredTokens });
    const learned = learnedLimit(log);
    const details = { ...(("overheadTokens" in known || "learnedLimit" in learned) && known), ...learned };
    const isTrue = () => generation === undefined || log.context(generation, ALL)[0] === generation;
    const make = (leafId) => {
        const found = typeof edits === "function" ? edits() : edits;
        const fields = { reason, edits: found, tokensBefore, ...(Object.keys(details).length > 0 && { details }) };
        return found.length > 0 && isTrue() ? [writer.make("prune", leafId, fields)] : null;
    };
    const written = await journal.write(make, { signal, settled: true });
    return written?.[0] ?? null;
}
