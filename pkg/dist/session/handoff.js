/**
 * A session that goes on from another one, with a document in hand. The document is written as a summary is; then the new session
 * is stored, whole or not at all, and only then does the old one note where it went on.
 */
import { guarded } from "../engine/call.js";
import { pure } from "../engine/pure.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import { limitsOf } from "./asking.js";
import { cancelled, drive } from "./compaction.js";
import { linesOf, Mode } from "./fold.js";
/** The type of both entries that tell of a handoff. */
const HANDOFF = "handoff";
/** What a provider reported with a message says nothing of a context that begins anew. */
const USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
/** Somebody has to speak first whom every provider lets speak first. */
const OPENING = { type: "custom_message", customType: HANDOFF, content: "From the session before this one:", display: false };
const OPEN_CALL = {
    reason: "open-call",
    message: "A call of the model has no result yet, which would have no place in another session. Append the results first.",
};
const MOVED = ["source-changed", "The session has moved on while the document was being written."];
/** Makes the document, and the session. */
export async function handOff(host, job, { id, document: given } = {}) {
    const { log, summarizers, now } = host;
    const { trigger: reason, signal, instructions } = job;
    const { tokens } = job.check();
    const { timeoutMs, totalTimeoutMs } = log;
    const candidates = limitsOf(summarizers);
    const run = guarded(() => log.beginCompaction(Mode.Handoff, stage({ candidates, pending: job.pending[1], instructions })));
    const unchanged = { tokensBefore: tokens, tokensAfter: tokens };
    if (!run && log.is("stuck"))
        return { status: "refused", ...OPEN_CALL, ...unchanged };
    if (!run)
        return { status: "nothing", reason: "nothing-to-hand-off", ...unchanged };
    const live = liveOf(host, run, tokens);
    const sessionId = id ?? Array.from({ length: 4 }, () => log.newEntryId()).join("-");
    if (sessionId === host.id || (!host.isStored && heirsOf(host).includes(sessionId)))
        throw notEmpty(sessionId);
    const since = now();
    let isOver = false;
    const emit = (event) => signal.aborted || isOver || host.emit(event);
    let document = given;
    let heir;
    const work = async () => {
        emit({ type: "handoff_start", reason, tokensBefore: tokens });
        signal.throwIfAborted();
        // Opened first: where that fails, nothing was paid for.
        heir = await host.open(sessionId, signal);
        const { session, journal, writer } = heir;
        if (journal.held.head > 0 && given === undefined)
            throw notEmpty(sessionId);
        if (given === undefined)
            run.customize(stage({ state: (await linesOf(host, signal)) ?? [] }));
        else
            run.supply(stage({ summary: given }));
        const driven = await drive(run, { summarizers, timeoutMs, totalTimeoutMs, signal, now, emit, live });
        const { verdict, usage, told } = driven;
        if (verdict.type === "refused")
            return { status: "refused", reason: verdict.reason, message: verdict.message, ...unchanged, ...told };
        signal.throwIfAborted();
        const { messagesSummarized, fileOperations, degraded, flaws } = verdict;
        document = verdict.summary;
        const content = guarded(() => log.write("handoff", stage(document)));
        const details = { parentSession: host.id, parentLeafId: verdict.leafId, ...fileOperations, ...usage };
        const fields = { type: "custom_message", customType: HANDOFF, content, display: true, details };
        const isOurs = (entry) => entry.content === content && entry.details?.parentSession === host.id;
        let entry;
        let refused;
        const draft = () => {
            host.journal.checkOpen();
            // Stored already, by a call whose answer was lost.
            entry = journal.held.entries.find(isOurs);
            if (entry)
                return null;
            if (journal.held.head > 0)
                throw notEmpty(sessionId);
            const first = firstOf(host, verdict, fields);
            refused = first ? tooMuch(host, session, first, reason === "threshold") : MOVED;
            if (!first || refused)
                return null;
            let parentId = null;
            const entries = first.map(({ type, ...rest }) => {
                const made = writer.make(type, parentId, rest);
                parentId = made.id;
                return made;
            });
            entry = entries.find(isOurs);
            return entries;
        };
        // What another writer has said meanwhile goes along as well.
        await host.journal.refresh(signal);
        // Once the store is asked an abort comes too late: who is told of it can rely on it that there is no new session.
        await journal.write(draft, { signal, settled: true });
        const facts = { messagesSummarized, fileOperations, ...(degraded && { degraded }), ...(flaws.length > 0 && { flaws }), ...told };
        if (refused)
            return { status: "refused", reason: refused[0], message: refused[1], ...unchanged, ...facts };
        await link(host, sessionId);
        const tokensAfter = session.check().tokens;
        return { status: "handed-off", reason, session, sessionId, entry: entry, document, tokensBefore: tokens, tokensAfter, ...facts };
    };
    let outcome = { status: "refused", reason: "error", ...unchanged };
    try {
        outcome = await work();
    }
    catch (thrown) {
        if (signal.aborted && thrown === signal.reason)
            outcome = cancelled(tokens);
        else {
            const error = document === undefined ? thrown : notStored(thrown, { document, id: sessionId });
            outcome = { ...outcome, message: String(error), error: error };
            throw error;
        }
    }
    finally {
        isOver = true;
        run.free();
        if (!outcome.session)
            heir?.session.close();
        if (document !== undefined)
            outcome.document = document;
        host.emit({ type: "handoff_end", reason, outcome, durationMs: now() - since });
    }
    return outcome;
}
/** The request as the conversation's next turn, where that fits the model that is asked, and its provider would take it. */
function liveOf({ log, format, overhead, shown, summarizers }, run, tokens) {
    const messages = shown();
    const { system, tools } = overhead();
    const hasTools = Array.isArray(tools) ? tools.length > 0 : Boolean(tools);
    const isValid = pure("validate", messages, { format }, "messages").length === 0;
    let isUsable = isValid && (hasTools || !log.is("calling"));
    return ({ id, candidate, maxTokens, reason }) => {
        if (reason === "overflow")
            isUsable = false;
        const prompt = isUsable ? run.live(id) : undefined;
        const window = summarizers[candidate].contextWindow ?? log.contextWindow ?? Infinity;
        if (!prompt || tokens + prompt.length / 3 + maxTokens > window)
            return undefined;
        return { format, system, ...(hasTools && { tools }), messages, prompt, toolChoice: "none" };
    };
}
/** Entries that are said in a session, and not about it. */
const SAID = /message$|^branch/;
/**
 * What the new session begins with: the host's instructions, what stays verbatim, the document, and what was said meanwhile.
 * Nothing where that would part what belongs together.
 */
function firstOf({ format, log, journal: { held } }, { leafId, keptEntryIds }, document) {
    const entryAt = (at) => held.entries[at];
    const path = [...log.path()];
    const leaf = path.indexOf(held.placeOf(leafId));
    // What the user has kept from the model is left behind.
    const isTold = ({ type, message }) => SAID.test(type) && !(format === "pi" && message?.excludeFromContext === true);
    const later = path.slice(leaf + 1).filter((at) => isTold(entryAt(at)));
    if (leaf < 0 || (later.length > 0 && !log.startsTurn(later[0])))
        return undefined;
    const lead = path.slice(0, log.lead()).filter((at) => entryAt(at).type === "message");
    const kept = path.filter((at) => keptEntryIds.includes(entryAt(at).id));
    const copied = (at) => {
        const { id: _, parentId: __, parentAt: ___, timestamp: ____, ...fields } = entryAt(at);
        return fields;
    };
    const uncounted = (at) => ({ ...copied(at), ...(!log.startsTurn(at) && { usage: USAGE }) });
    const opening = kept.length > 0 && !log.startsTurn(kept[0]) ? [OPENING] : [];
    // In a loop of calls that is not ended reasoning stays, and the provider asks for it.
    const loop = log.is("waiting") ? path.indexOf(path.filter((at) => log.startsTurn(at)).at(-1) ?? -1) : path.length;
    const carried = kept.map((at) => ({ ...uncounted(at), carried: path.indexOf(at) < loop || "loop" }));
    return [...lead.map(copied), ...opening, ...carried, document, ...later.map(uncounted)];
}
/** Why a session cannot begin so: it would be too large for its model, or with `isDue` at once have to begin another one. */
function tooMuch({ log }, session, first, isDue) {
    const shown = (fields) => JSON.parse(guarded(() => log.write("custom", stage({ id: "", timestamp: "", ...fields }))));
    const pending = first.map((fields) => fields.message ?? shown(fields));
    const { tokens, threshold, limit } = session.check({ pending });
    const most = isDue ? threshold : limit;
    if (most === null || tokens <= most)
        return undefined;
    return ["cannot-fit", `The new session would begin with ${tokens} tokens; its ${isDue ? "threshold" : "limit"} is ${most}.`];
}
const heirIn = ({ type, customType, data }) => type === "custom" && customType === HANDOFF ? data?.sessionId : undefined;
/** The ids of the sessions that this one went on as, as far as its log is in memory. */
export function heirsOf({ journal }) {
    return journal.held.entries.map(heirIn).filter(Boolean);
}
/** The id of the session that this one went on as, where nothing was said in it since. */
export function heirOf({ log, journal: { held } }) {
    for (let at = log.leaf(); at !== undefined; at = log.parentOf(at)) {
        const entry = held.entries[at];
        const id = heirIn(entry);
        if (id || SAID.test(entry.type))
            return id;
    }
    return undefined;
}
/** Notes in the old session where it went on. */
async function link({ writer, warn }, sessionId) {
    try {
        await writer.write("custom", { customType: HANDOFF, data: { sessionId } }, undefined);
    }
    catch (error) {
        warn({ code: "link-failed", message: `That the session goes on as ${JSON.stringify(sessionId)} could not be noted in it: ${error}` }, error);
    }
}
function notEmpty(id) {
    return new EpitomeError("session-not-empty", `There is a session ${JSON.stringify(id)} already. Hand off under another id.`);
}
function notStored(cause, details) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const retryable = EpitomeError.isInstance(cause) && cause.retryable;
    const message = `The new session could not be stored: ${why} Nothing has changed. Call handoff with these details, and no summarizer is asked again.`;
    return new EpitomeError("handoff-not-stored", message, { retryable, details, cause });
}
