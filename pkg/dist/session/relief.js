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
/** The edits that make the context fit, as far as shortening can. */
export function reliefEdits({ log, journal }, what, pendingTokens) {
    const found = log.relief(what, pendingTokens);
    const edits = [];
    for (let at = 0; at < found.length; at += 3) {
        const [place, part, tokens] = [found[at], found[at + 1], found[at + 2]];
        const { id: entryId, message } = journal.held.entries[place];
        edits.push({ entryId, part, text: guarded(() => log.write("shorten", stage(message, { part, tokens }))) });
    }
    return edits;
}
/** Writes a prune entry; null where there is nothing to hide. An abort before the store is asked changes nothing. */
export async function writePrune(host, reason, edits, tokensBefore, signal) {
    if (edits.length === 0)
        return null;
    const { writer, journal, log } = host;
    const [usageRatio, overheadTokens, declaredTokens] = log.calibration();
    // What is told by the counts in the log is found there again; what a refusal told is not.
    const known = counted({ usageRatio, overheadTokens, declaredTokens });
    const learned = learnedLimit(log);
    const details = { ...(("overheadTokens" in known || "learnedLimit" in learned) && known), ...learned };
    const fields = { reason, edits, tokensBefore, ...(Object.keys(details).length > 0 && { details }) };
    const make = (leafId) => [writer.make("prune", leafId, fields)];
    const written = await journal.write(make, { signal, settled: true });
    return written?.[0] ?? null;
}
