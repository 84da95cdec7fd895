/** The providers' own compaction: asked for beside the text summary, or found in a reply. */
import { guarded } from "../engine/call.js";
import { pure } from "../engine/pure.js";
import { stage } from "../engine/tape.js";
import { EpitomeError } from "../errors.js";
import { invalidOption } from "../options.js";
import { Deadline, timeoutError } from "../summarizers/deadline.js";
import { commit } from "./commit.js";
import { Mode } from "./fold.js";
/** The formats in which a provider gives items that stand for a conversation, and whose they are. */
const VENDORS = { "openai-responses": "openai", anthropic: "anthropic" };
/** Under which name a compaction's `preserveData` has such items of a format. */
const keyOf = (format) => `${VENDORS[format]}RemoteCompaction`;
/** What stands in the place of a compaction's summary. */
export function itemsOf({ preserveData }, format) {
    return preserveData[keyOf(format)]?.replacementHistory ?? [];
}
/** The compactors that may be asked. */
export function nativesOf({ native, settings }) {
    const given = [native ?? []].flat();
    for (const one of given) {
        if (typeof one === "function" && Object.hasOwn(VENDORS, one.format) && one.provider)
            continue;
        throw invalidOption("native", "must be functions, each with its provider, and the format openai-responses or anthropic");
    }
    const { remoteEnabled, strictAlternation } = settings?.compaction ?? {};
    // Its items do not take turns.
    return remoteEnabled === false || strictAlternation ? [] : given;
}
/** Asks the session's provider to compact what comes before the first entry that stays, where it can. */
export function askNative({ log, journal, natives, now }, firstKeptEntryId, instructions, signal, emit) {
    const { format, rendered, overhead } = natives;
    const { provider, id: model } = log.model();
    const ask = natives.compactors.find((one) => one.format === format && (!provider || one.provider === provider));
    const name = JSON.stringify([provider, model]);
    if (!ask || natives.refused === name)
        return undefined;
    const { held } = journal;
    const path = [...log.path()];
    const kept = new Set(path.slice(path.indexOf(held.placeOf(firstKeptEntryId))).map((at) => held.entries[at]));
    const { messages, entries } = rendered.now();
    const end = entries.findIndex((entry) => entry.type !== "compaction" && kept.has(entry));
    const folded = messages.slice(0, Math.max(0, end));
    const gone = new Set(entries.slice(0, folded.length));
    const { system, tools } = overhead() ?? {};
    const tokens = guarded(() => log.sizeOf(stage(folded)));
    const request = { system, tools, messages: folded, tokens, instructions, model: model || undefined, contextWindow: log.contextWindow };
    const since = now();
    const limited = (parent, ms) => new Deadline(parent, ms, () => timeoutError(`The compaction of ${ask.provider}`, now() - since));
    const deadline = limited(signal, Math.min(log.timeoutMs, log.totalTimeoutMs));
    let patience;
    let answer = deadline.race((async () => ask(request, { signal: deadline.signal }))());
    let isTold = false;
    const fail = (error) => {
        isTold = true;
        emit({ type: "native_failed", provider: ask.provider, error });
    };
    // It may fail before anybody waits for it.
    answer.catch((error) => {
        if ([401, 403, 404].includes(error?.status ?? error?.details?.status))
            natives.refused = name;
    });
    return {
        within(patienceMs) {
            patience = limited(deadline.signal, patienceMs);
            answer = patience.race(answer);
            return answer.catch(() => { });
        },
        async preserve(run, draft) {
            try {
                const { items: given, usage } = (await answer) ?? {};
                const durationMs = now() - since;
                const items = JSON.parse(JSON.stringify(given ?? null));
                const output = usage?.output;
                const tokens = guarded(() => log.remote(stage(items, { tokens: output })));
                if (tokens === undefined)
                    throw unfit("are none that it would take back");
                const { messages, entries } = rendered.now();
                // An earlier compaction gives them its place.
                const stays = ({ id, message }) => draft.keptEntryIds.includes(id) && compactionsIn(message).length === 0;
                const behind = messages.filter((_, at) => !gone.has(entries[at]) || stays(entries[at]));
                const faults = (first) => pure("validate", [...first, ...behind], { format }, "messages").length;
                const tokensAfter = run.sizeWithItems(tokens, draft.summary);
                const isRepeated = faults(items) > faults([{ role: "user", content: "." }]);
                if (isRepeated || tokensAfter === undefined) {
                    // What was so twice will be so again.
                    if (++natives.inVain > 1)
                        natives.refused = name;
                    throw unfit(isRepeated ? "repeat what stays behind them" : "free too little");
                }
                natives.inVain = 0;
                draft.tokensAfter = tokensAfter;
                isTold = true;
                emit({ type: "native_end", provider: ask.provider, durationMs, ...(usage && { usage }) });
                const told = { ...(model && { model }), ...(output && { tokens: output }) };
                return { [keyOf(format)]: { provider: ask.provider, format, ...told, replacementHistory: items } };
            }
            catch (error) {
                signal.throwIfAborted();
                fail(error);
                return undefined;
            }
        },
        close() {
            patience?.close();
            deadline.close(new DOMException("The compaction has ended", "AbortError"));
            if (!isTold)
                fail(unfit("came to nothing: no summary was written"));
        },
    };
}
const unfit = (how) => new EpitomeError("summarizer-invalid-reply", `The provider's items ${how}.`);
/** What a message holds of a provider's own compaction, be it one that failed: the message itself, or blocks of it. */
export function compactionsIn(message) {
    const { content } = (message ?? {});
    const parts = (Array.isArray(content) ? content : [message]);
    return parts.filter((part) => /^compaction(_summary)?$/.test(String(part?.type)));
}
/** The newest one in a message that stands for what comes before: one without text has failed. */
function standing(message, format) {
    const says = ({ content, encrypted_content }) => {
        const text = format === "anthropic" ? content : encrypted_content;
        return typeof text === "string" && text.trim() !== "";
    };
    return compactionsIn(message).filter(says).at(-1);
}
/** The newest reply of a batch, which is about to be appended, that holds the provider's own compaction. */
export function inlineOf({ log, natives: { format } }, messages) {
    if (!Object.hasOwn(VENDORS, format))
        return undefined;
    for (let at = messages.length - 1; at >= 0; at--) {
        const message = messages[at];
        const part = standing(message, format);
        if (!part)
            continue;
        // Behind the user's messages and at the end: what a compaction answered that the host has asked for, to be kept whole.
        const isWhole = part === message && at === messages.length - 1 && messages.some((other) => other?.role === "user");
        if (isWhole)
            return undefined;
        // Some servers answer with two, which go together.
        while (part === message && at > 0 && standing(messages[at - 1], format))
            at--;
        const [usageRatio, overheadTokens, declaredTokens] = log.calibration();
        const { tokens: tokensBefore } = log.check(0, 0, false);
        return { at, part, before: { tokensBefore, usageRatio, overheadTokens, declaredTokens } };
    }
    return undefined;
}
/**
 * Notes that the provider has compacted what comes before a reply: a compaction that keeps what comes from there on. Its text, for
 * another provider, is what the provider says, or else written without a model.
 */
export async function adopt(host, reply, { part, before }) {
    const { log, natives, journal } = host;
    const { entries } = journal.held;
    // A reply that was delivered twice was compacted once.
    const isNoted = ({ type, firstKeptEntryId }) => type === "compaction" && firstKeptEntryId === reply.id;
    if (entries.slice(journal.held.placeOf(reply.id)).some(isNoted))
        return;
    const run = guarded(() => log.beginCompaction(Mode.Adopted, stage({ firstKept: reply.id })));
    if (!run)
        return;
    try {
        if (part.content)
            run.supply(stage({ summary: part.content }));
        const { signal } = new AbortController();
        const verdict = await run.drive(() => Promise.reject(), signal);
        if (verdict.type === "refused")
            return;
        const draft = { ...verdict, ...before, tokensAfter: 0 };
        const { format } = natives;
        const { provider, id: model } = log.model();
        const inline = { provider: provider || VENDORS[format], format, ...(model && { model }), inline: true };
        await commit(host, draft, log.check(0, 0, false).compactions, { preserveData: { [keyOf(format)]: inline }, isTheirs: false, isInline: true }, signal);
    }
    finally {
        run.free();
    }
}
