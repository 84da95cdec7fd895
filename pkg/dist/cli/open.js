/** Opens a session over what a file holds, and looks at what the model would see of it. */
import { estimateMessage } from "../core.js";
import { EpitomeError } from "../errors.js";
import { openSession } from "../index.js";
import { load, located } from "./load.js";
import { show } from "./message.js";
import { readSource } from "./read.js";
import { counted } from "./style.js";
/** Longer files than this, in bytes, take so long to read that it is worth a word. */
const LONG = 2 << 20;
/** Opens the file, or standard input. */
export async function openFile(file, options, host) {
    const { progress, signal } = host;
    progress.begin(`reading ${file}`);
    const source = await readSource(file, signal);
    const long = source.bytes.length > LONG;
    progress.begin(`reading ${source.name}`, long);
    const loaded = load(source, options.format);
    progress.begin(`counting ${counted(loaded.entries.length, "entry", "entries")}`, long);
    return { loaded, session: await openLoaded(loaded, options) };
}
/** A session in memory, so that the file stays as it is. What is wrong with an entry is said with its place in the file. */
async function openLoaded(loaded, { window, keep, summarizer }) {
    const id = loaded.form.kind === "session" ? loaded.form.header.id : "messages";
    const settings = keep === undefined ? undefined : { compaction: { keepRecentTokens: keep } };
    try {
        const session = await openSession({
            id,
            store: over(loaded.entries),
            format: loaded.format,
            model: { contextWindow: window },
            settings,
            summarizer,
        });
        // The report is of the whole file.
        await session.load();
        return session;
    }
    catch (error) {
        const found = located(error, loaded);
        if (found !== error || !EpitomeError.isInstance(error))
            throw found;
        throw new EpitomeError(error.code, `${loaded.name}: ${error.message}`, {
            details: { file: loaded.name, ...error.details },
            cause: error,
        });
    }
}
/** A store that begins with these entries. What is appended stays with the session: the file is not touched. */
function over(entries) {
    return {
        read: (_, after) => ({ entries: entries.slice(after), head: entries.length }),
        append: (_, head, added) => ({ ok: true, head: head + added.length }),
    };
}
/** All that was not right with a file, in words. */
export function damageOf({ damaged, form }, session) {
    const lines = damaged.map(({ line, reason }) => ({ line, message: reason }));
    const entries = session.warnings.map(({ entryId = "", message }) => {
        const line = form.kind === "session" ? form.lineOf.get(entryId) : undefined;
        return { ...(line !== undefined && { line }), entryId, message };
    });
    return [...lines, ...entries];
}
/** The messages of a context, each with its size and its face. */
export function itemsOf({ messages, entries }, format) {
    return show(messages, entries, format).map((shown, at) => ({
        ...shown,
        entry: entries[at],
        tokens: estimateMessage(messages[at], { format }),
    }));
}
/** Items on another scale: the provider's, where that is known, so that parts and wholes add up. */
export function scaled(items, ratio) {
    const to = (one) => ({ ...one, tokens: Math.round(one.tokens * ratio) });
    return items.map((item) => ({ ...to(item), results: item.results.map(to) }));
}
/** The tokens of some items, or outputs, together. */
export function tokensOf(items) {
    return items.reduce((sum, { tokens }) => sum + tokens, 0);
}
