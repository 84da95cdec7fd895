/** Where the large originals of a session are: the place that the host gave, the store's own, or memory. */
export function artifactsOf({ id, artifacts, store }) {
    if (artifacts)
        return shared(artifacts, id);
    return store?.artifacts?.(id) ?? inMemory();
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
