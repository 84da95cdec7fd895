/** Where the large originals of a session are: the place that the host gave, the store's own, or memory. */
import { invalidOption } from "../options.js";
import { orAborted } from "../waiting.js";
import { placeOf } from "./navigation.js";
import { idOf, originalOf } from "./pruning.js";
import { textOf } from "./text.js";
/** `lasts`: whether it holds what the log does not: in memory there is no need for a second copy. */
export function artifactsOf({ id, artifacts, store }) {
    const place = artifacts ? shared(artifacts, id) : store?.artifacts?.(id);
    return { place: place ?? inMemory(), lasts: place !== undefined };
}
/** A place that many sessions share: each has its own names there. */
function shared(artifacts, sessionId) {
    const name = (id) => `${sessionId}/${id}`;
    return {
        put: (id, data, options) => artifacts.put(name(id), data, options),
        get: (id, options) => artifacts.get(name(id), options),
    };
}
function inMemory() {
    const kept = new Map();
    return {
        put: (id, data) => {
            if (!kept.has(id))
                kept.set(id, data);
        },
        get: (id) => kept.get(id) ?? null,
    };
}
/** Keeps the text of a message in a place, once, and appends an entry that says so. */
export async function spill(host, to, entryId, signal) {
    const { log, journal, make } = host;
    const { held } = journal;
    const source = held.entries[await placeOf(host, entryId, signal)];
    if (source.type !== "message" && source.type !== "custom_message")
        throw invalidOption("entryId", "must be that of a message");
    if (!held.artifactOf(entryId)) {
        const text = textOf(log, source);
        await orAborted(() => to.put(entryId, text, { signal }), signal);
        const fields = { artifactId: entryId, targetId: entryId, chars: text.length };
        // Decided when it is written: it may have been spilled twice at once.
        const draft = (leafId) => (held.artifactOf(entryId) ? null : [make("artifact", leafId, fields)]);
        await journal.write(draft, { signal });
    }
    return held.artifactOf(entryId);
}
/** What was kept in a place under an id or its reference, or the output that it names, read from the log; else null. */
export async function readArtifact(host, from, id, signal) {
    const named = idOf(id);
    const kept = await orAborted(() => from.get(named, { signal }), signal);
    return kept ?? originalOf(host, named, signal);
}
