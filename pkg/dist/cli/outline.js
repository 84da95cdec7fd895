/** What is drawn of a session's tree, line by line: the entries that say where one is, and how many lie between them. */
import { estimateMessage } from "../core.js";
import { pruneNote } from "../prunes.js";
import { labelsOf } from "../session/navigation.js";
import { show } from "./message.js";
import { shapeOf } from "./shape.js";
import { oneLine } from "./text.js";
/** How much of a text is quoted. */
const QUOTE = 160;
/** So many messages of the user in a row are shown; of more, the first and the last few. */
const ALL_OF = 7;
const ENDS = 3;
/** Draws up what is shown; with `all`, every entry is. */
export function outline(loaded, session, all) {
    const { entries, format, form } = loaded;
    const shape = shapeOf(entries, session.leafId);
    const { order, levels, children, active, leaf, parents } = shape;
    const beginning = entries.length;
    const labels = labelsOf(entries);
    const said = shownOf(entries, format);
    const after = sizesAfter(entries, shape, format);
    const named = namedBy(entries, shape);
    const lines = [];
    // One root with the session somewhere below it needs no beginning above it.
    const nodes = children[beginning] === 1 && leaf !== beginning ? order.slice(1) : order;
    for (let from = 0; from < nodes.length;) {
        let to = from + 1;
        while (to < nodes.length && children[nodes[to - 1]] === 1)
            to++;
        draw(nodes.slice(from, to));
        from = to;
    }
    const tips = order.filter((at) => children[at] === 0).length;
    const onPath = order.filter((at) => active[at] && at !== beginning).length;
    const prunes = entries.filter(({ type }) => type === "prune").map(pruneNote);
    return {
        leafId: session.leafId,
        entries: { total: entries.length, onPath, types: tally(entries.map(({ type }) => type)) },
        branches: { leaves: tips, forks: order.filter((at) => children[at] > 1).length, offPath: order.length - 1 - onPath },
        labels: labels.size,
        prunes: { count: prunes.length, edits: sum(prunes, "edits"), tokensSaved: sum(prunes, "tokensSaved") },
        lines,
    };
    /** A stretch without a fork inside it. */
    function draw(stretch) {
        const shown = all ? new Set(stretch) : worthALine(stretch);
        let hidden = [];
        for (const at of [...stretch, -1]) {
            if (at >= 0 && !shown.has(at)) {
                hidden.push(at);
                continue;
            }
            // One alone takes no more room than the word that it is there.
            if (hidden.length === 1)
                lines.push(lineOf(hidden[0]));
            else if (hidden.length > 1)
                lines.push(foldOf(hidden));
            hidden = [];
            if (at >= 0)
                lines.push(lineOf(at));
        }
    }
    function worthALine(stretch) {
        const shown = new Set(stretch.filter((at, place) => isLandmark(at) || isLandmarkByPlace(stretch, place)));
        let spoken = [];
        for (const at of [...stretch, -1]) {
            if (at >= 0 && !shown.has(at)) {
                if (isSpoken(at))
                    spoken.push(at);
                continue;
            }
            // What the user said between two landmarks.
            const few = spoken.length <= ALL_OF ? spoken : [...spoken.slice(0, ENDS), ...spoken.slice(-ENDS)];
            for (const one of few)
                shown.add(one);
            spoken = [];
        }
        return shown;
    }
    function isLandmarkByPlace(stretch, place) {
        const at = stretch[place];
        // Where a branch or the whole begins, forks and ends.
        return place === 0 ? at === nodes[0] || levels[at] !== levels[parents[at]] : place === stretch.length - 1;
    }
    function isLandmark(at) {
        if (at === beginning || at === leaf || children[at] !== 1 || named.has(at))
            return true;
        const { id, type, customType } = entries[at];
        return labels.has(id) || type === "compaction" || type === "branch_summary" || (isCustom(type) && customType === "handoff");
    }
    function isSpoken(at) {
        return entries[at].type === "custom_message" || (said[at]?.startsTurn ?? false);
    }
    function placeOf(at) {
        const begins = at !== beginning && levels[at] !== levels[parents[at]];
        return { level: levels[at], begins, isActive: active[at] === 1 };
    }
    function foldOf(hidden) {
        const types = tally(hidden.map((at) => said[at]?.kind ?? entries[at].type));
        return { ...placeOf(hidden[0]), folded: hidden.length, types };
    }
    function lineOf(at) {
        const drawn = placeOf(at);
        if (at === leaf)
            drawn.isLeaf = true;
        if (at === beginning)
            return Object.assign(drawn, { type: "beginning", text: "" });
        const entry = entries[at];
        drawn.entryId = entry.id;
        const line = form.kind === "session" ? form.lineOf.get(entry.id) : undefined;
        if (line !== undefined)
            drawn.line = line;
        drawn.parentId = parents[at] === beginning ? null : entries[parents[at]].id;
        drawn.type = entry.type;
        const label = labels.get(entry.id);
        if (label !== undefined)
            drawn.label = label;
        return Object.assign(drawn, factsOf(entry, said[at], after.get(at)));
    }
}
const isCustom = (type) => type === "custom" || type === "custom_message";
const sum = (list, key) => list.reduce((total, one) => total + one[key], 0);
const textIn = (value) => (typeof value === "string" ? value : "");
const numberIn = (value) => (typeof value === "number" && Number.isFinite(value) ? value : 0);
const fieldIn = (value, name) => textIn(value?.[name]);
const quote = (text) => oneLine(text.slice(0, 8 * QUOTE)).slice(0, QUOTE);
/** The lists of files in a document; what it says nothing by: headings, rules, tags, and that there is nothing. */
const FILES = /<(read-files|modified-files)>.*?(?:<\/\1>|$)/gs;
const SAYS_NOTHING = /^(?:#{1,6}(?:\s.*)?|\*\*[^*]+\*\*:?|[-=*_]{3,}|<\/?[\w-]+>|(?:[-*]\s+)?\(?none(?: recorded)?\)?\.?)?$/i;
/** How what a summary says begins; where it says nothing, how it begins. */
function gist(text) {
    const lines = text
        .replace(FILES, "")
        .split("\n")
        .map((line) => line.trim());
    const said = lines.filter((line) => !SAYS_NOTHING.test(line)).join("\n");
    return quote(said.replace(/^[-*]\s+/, "")) || quote(text);
}
/** The document in a handoff's frame, which is alike in all of them; one without a frame is the document. */
function documentIn(content) {
    const [, document = content] = /<handoff-context>(.*)<\/handoff-context>/s.exec(content) ?? [];
    return document;
}
/** What an entry says of itself. */
function factsOf(entry, shown, tokensAfter) {
    switch (entry.type) {
        case "message": {
            const { kind, tool, text } = shown;
            return tool === undefined ? { kind, text: quote(text) } : { kind, tool: oneLine(tool), text: quote(text) };
        }
        case "compaction":
            return {
                kind: "summary",
                tokensBefore: numberIn(entry.tokensBefore),
                ...(tokensAfter !== undefined && { tokensAfter }),
                firstKeptEntryId: textIn(entry.firstKeptEntryId),
                text: gist(textIn(entry.summary)),
            };
        case "branch_summary":
            return { kind: "summary", fromId: textIn(entry.fromId), text: gist(textIn(entry.summary)) };
        case "custom_message": {
            const text = contentOf(entry.content);
            if (entry.customType !== "handoff")
                return { kind: "host", text: quote(text) };
            const parentSession = fieldIn(entry.details, "parentSession");
            return { kind: "host", ...(parentSession && { parentSession }), text: gist(documentIn(text)) };
        }
        case "custom": {
            const sessionId = entry.customType === "handoff" ? fieldIn(entry.data, "sessionId") : "";
            return { ...(sessionId && { sessionId }), text: quote(textIn(entry.customType)) };
        }
        case "model_change":
            return { text: quote([textIn(entry.provider), textIn(entry.modelId) || textIn(entry.model)].filter(Boolean).join("/")) };
        case "prune": {
            const { reason, edits, tokensSaved } = pruneNote(entry);
            return { text: quote(`${reason}: ${edits} parts, ${tokensSaved} tokens`) };
        }
        default:
            return { text: quote(textIn(entry.name) || textIn(entry.thinkingLevel)) };
    }
}
/** The text of what a host put in: a text, or blocks of text and images. */
function contentOf(content) {
    if (!Array.isArray(content))
        return textIn(content);
    return content.map((block) => fieldIn(block, "text") || `[${fieldIn(block, "type") || "block"}]`).join("\n");
}
/** The messages as they are shown, by their places. */
function shownOf(entries, format) {
    const places = [...entries.keys()].filter((at) => entries[at].type === "message");
    const said = places.map((at) => entries[at]);
    const shown = show(said.map(({ message }) => message), said, format);
    const all = new Array(entries.length).fill(undefined);
    for (const [place, at] of places.entries())
        all[at] = shown[place];
    return all;
}
/** The nodes that others name: where a compaction begins to keep, and which branch a summary is of. They can be looked for. */
function namedBy(entries, { places, parents, isNode }) {
    const named = new Set();
    for (const { type, firstKeptEntryId, fromId } of entries) {
        const id = type === "compaction" ? firstKeptEntryId : type === "branch_summary" ? fromId : undefined;
        const at = places.get(textIn(id));
        if (at !== undefined)
            named.add(isNode(at) ? at : parents[at]);
    }
    return named;
}
/** For each compaction our estimate of the context behind it: the summary, and what it keeps of its path. */
function sizesAfter(entries, { parents, isNode, order, sizes, places }, format) {
    const after = new Map();
    if (!entries.some(({ type }) => type === "compaction"))
        return after;
    const beginning = entries.length;
    // The size of all from the root to each entry, so that a stretch of a path is a difference.
    const totals = new Float64Array(beginning + 1);
    const ranks = new Int32Array(beginning + 1);
    for (const [rank, at] of order.entries())
        ranks[at] = rank;
    for (const [at, entry] of entries.entries()) {
        totals[at] = totals[parents[at]] + sizeOf(entry);
        if (entry.type !== "compaction")
            continue;
        const kept = places.get(textIn(entry.firstKeptEntryId));
        // What lies below an entry stands behind it in the order, as many places as it is large.
        const isAbove = kept !== undefined && isNode(kept) && ranks[at] > ranks[kept] && ranks[at] < ranks[kept] + sizes[kept];
        const summary = estimateMessage({ role: "user", content: textIn(entry.summary) });
        after.set(at, summary + (isAbove ? totals[parents[at]] - totals[parents[kept]] : 0));
    }
    return after;
    function sizeOf({ type, message, content, summary }) {
        if (type === "message")
            return estimateMessage(message, { format });
        if (type === "custom_message")
            return estimateMessage({ role: "user", content: contentOf(content) });
        return type === "branch_summary" ? estimateMessage({ role: "user", content: textIn(summary) }) : 0;
    }
}
/** How often each name occurs, the most frequent first. */
export function tally(names) {
    const counts = new Map();
    for (const name of names)
        counts.set(name, (counts.get(name) ?? 0) + 1);
    return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}
