/** A log as a tree: what follows what, which way the session stands, and in which order it is drawn. No step recurses. */
/** Labels name entries and moves go to them; neither is a part of a branch. */
const PASSED = new Set(["label", "leaf"]);
/**
 * Finds the shape of a log, as a session reads it: an entry whose parent is not in the log before it follows the entry
 * before it. The trunk is the active path, and below it the larger part, so that a tree of n entries is drawn some log n
 * levels deep at the most.
 */
export function shapeOf(entries, leafId) {
    const beginning = entries.length;
    const places = new Map();
    const parents = new Int32Array(beginning + 1).fill(beginning);
    const isNode = (at) => at === beginning || !PASSED.has(entries[at].type);
    for (const [at, { id, parentId }] of entries.entries()) {
        const named = typeof parentId === "string" ? places.get(parentId) : parentId === null ? beginning : undefined;
        const parent = named ?? (at === 0 ? beginning : at - 1);
        parents[at] = isNode(parent) ? parent : parents[parent];
        places.set(id, at);
    }
    const stands = leafId === null ? beginning : (places.get(leafId) ?? beginning);
    const leaf = isNode(stands) ? stands : parents[stands];
    const children = new Int32Array(beginning + 1);
    const sizes = new Int32Array(beginning + 1).fill(1);
    for (let at = beginning - 1; at >= 0; at--) {
        if (!isNode(at))
            continue;
        children[parents[at]]++;
        sizes[parents[at]] += sizes[at];
    }
    const active = new Uint8Array(beginning + 1);
    for (let at = leaf; at !== beginning; at = parents[at])
        active[at] = 1;
    active[beginning] = 1;
    // The child that goes straight on, and the others as chains, the last first.
    const straight = new Int32Array(beginning + 1).fill(-1);
    for (let at = 0; at < beginning; at++) {
        if (!isNode(at))
            continue;
        const rival = straight[parents[at]];
        const isBetter = rival < 0 || active[at] > active[rival] || (active[at] === active[rival] && sizes[at] >= sizes[rival]);
        if (isBetter)
            straight[parents[at]] = at;
    }
    const firstAside = new Int32Array(beginning + 1).fill(-1);
    const nextAside = new Int32Array(beginning + 1).fill(-1);
    for (let at = 0; at < beginning; at++) {
        if (!isNode(at) || straight[parents[at]] === at)
            continue;
        nextAside[at] = firstAside[parents[at]];
        firstAside[parents[at]] = at;
    }
    const order = [];
    const levels = new Int32Array(beginning + 1);
    const waiting = [beginning];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
        order.push(at);
        const next = straight[at];
        if (next >= 0) {
            levels[next] = levels[at];
            waiting.push(next);
        }
        for (let aside = firstAside[at]; aside >= 0; aside = nextAside[aside]) {
            levels[aside] = levels[at] + 1;
            waiting.push(aside);
        }
    }
    return { parents, isNode, order, levels, children, active, leaf, sizes, places };
}
