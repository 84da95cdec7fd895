/** Where the large originals of a session are: the place that the host gave, the store's own, or memory. */
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
