/** A compaction, before and after side by side. */

import { Bar } from "./bar.js";
import { hiddenText } from "./describe.js";
import { el } from "./dom.js";
import { funnel } from "./funnel.js";
import { messageList } from "./messages.js";
import { change, count, plural, sum } from "./numbers.js";
import { countOf } from "./rail.js";

/** @typedef {import("./session.js").View} View */
/** @typedef {import("./session.js").Plan} Plan */

/**
 * @typedef {object} Result
 * @property {import("../pkg/dist/index.js").Outcome} outcome
 * @property {Plan | null} plan
 * @property {View} before
 * @property {View | null} after
 * @property {string[]} violationsBefore
 * @property {string[]} violations
 * @property {import("./session.js").Wishes} wishes
 * @property {number} ms how long it took
 */

/** One sentence on how it ended. @param {Result} result */
export function headline({ outcome, before, after }) {
  const { status, reason, message, tokensBefore, tokensAfter } = outcome;
  if (after) {
    const messages = `${count(before.items.length)} to ${plural(after.items.length, "message")}`;
    return `Compacted: ${count(tokensBefore)} to ${plural(tokensAfter, "token")} (${change(tokensBefore, tokensAfter)}), ${messages}`;
  }
  const why = message ?? REASONS[reason] ?? `the reason is “${reason}”.`;
  return `${status === "nothing" ? "Nothing was compacted" : `The compaction was ${status}`}: ${why}`;
}

const REASONS = /** @type {Record<string, string>} */ ({
  "nothing-to-compact": "all of it is kept. Keep less of the newest, or bring a longer session.",
});

/** @param {Result} result @param {Pick<import("./bar.js").BarOptions, "read">} options @returns {HTMLElement[]} */
export function resultParts(result, { read }) {
  const { outcome, plan, before, after, wishes, ms } = result;
  if (!after || !plan) return [el("p", { class: "small" }, `The session is as it was. ${settingsOf(wishes)}`)];
  const readout = el("p", { class: "readout" }, "Point at a segment, or move through a bar with the arrow keys.");
  const inspect = readoutWriter(readout);
  const scale = Math.max(before.tokens, after.tokens);
  const barOf = (/** @type {string} */ name, /** @type {View} */ view) => {
    const bar = new Bar(view, { label: `${name}: ${sizeOf(view)}. Arrow keys move, Enter opens.`, inspect, read });
    bar.setMarks({ scale });
    return bar;
  };
  const [former, rebuilt] = [barOf("Before", before), barOf("After", after)];
  former.setPlan(plan);
  const took = `${settingsOf(wishes)} It took ${ms < 10 ? ms.toFixed(1) : count(ms)} ms in this browser.`;
  return [
    el(
      "figure",
      { class: "picture compared" },
      ...heading("Before", before),
      former.element,
      between(former, plan, rebuilt, after),
      rebuilt.element,
      ...heading("After", after),
      el("figcaption", {}, readout, el("p", { class: "small" }, took)),
    ),
    facts(result, plan, after),
    el("div", { class: "summary" }, el("h3", {}, "The summary"), summaryText(String(outcome.entry?.summary ?? ""))),
    el(
      "div",
      { class: "columns" },
      el("div", {}, el("h3", {}, `Before: ${plural(before.items.length, "message")}`), messageList(before.items, plan.fates)),
      el("div", {}, el("h3", {}, `The rebuilt context: ${plural(after.items.length, "message")}`), messageList(after.items)),
    ),
  ];
}

/** @param {string} name @param {View} view */
const heading = (name, view) => [el("h3", {}, name), el("p", { class: "size" }, sizeOf(view))];

/** @param {View} view */
const sizeOf = ({ tokens, items }) => `${plural(tokens, "token")}, ${plural(items.length, "message")}`;

/** Where the folded part and the kept end went. @param {Bar} former @param {Plan} plan @param {Bar} rebuilt @param {View} after */
function between(former, { fates, cut }, rebuilt, { items }) {
  const summary = items.findIndex(({ entry }) => entry.type === "compaction");
  const kept = items.length - (fates.length - cut);
  return funnel([
    [[former.edge(fates.indexOf("folded")), former.edge(cut)], [rebuilt.edge(summary), rebuilt.edge(summary + 1)], "folded"],
    [[former.edge(cut), former.edge(fates.length)], [rebuilt.edge(kept), rebuilt.edge(items.length)], "kept"],
  ]);
}

/** Writes what a segment is into a line below the bars. @param {HTMLElement} line */
export function readoutWriter(line) {
  return (/** @type {import("./segments.js").Segment} */ { items }) => {
    const [first] = items;
    if (!first) return;
    const tokens = sum(items.map(({ tokens }) => tokens));
    const turn = first.turn === 0 ? "" : `turn ${first.turn} · `;
    const place = items.length === 1 ? `message ${first.index + 1}` : `messages ${first.index + 1}–${first.index + items.length}`;
    const who = el("strong", { class: `kind-${first.kind}` }, first.who);
    const hidden = hiddenText(items);
    const size = `≈ ${plural(tokens, "token")}${hidden && ` · ${hidden}`}`;
    line.replaceChildren(who, ` ${turn}${place} · ${size} `, el("span", { class: "first" }, first.firstLine));
  };
}

/** @param {import("./session.js").Wishes} wishes */
function settingsOf({ contextWindow, keepRecentTokens }) {
  return `Window ${count(contextWindow)}, keep recent ${count(keepRecentTokens)}.`;
}

/** @param {Result} result @param {Plan} plan @param {View} after */
function facts({ violations, violationsBefore, before }, { fates, cut, isSplitTurn, files, keep }, after) {
  const folded = countOf(fates, "folded");
  const ahead = fates.slice(0, cut).filter((fate) => fate === "kept").length;
  const first = before.items[cut];
  const { readFiles = [], modifiedFiles = [] } = files;
  const rows = {
    Summarized: `${plural(folded, "message")} in one summary of about ${plural(after.items.find(({ kind }) => kind === "summary")?.tokens ?? 0, "token")}.`,
    Kept: `${plural(fates.length - cut, "message")} at the end, word for word (budget ${count(keep)} tokens)${ahead > 0 ? `, and ${count(ahead)} before the cut: instructions, pinned messages or the request that is still being worked on` : ""}.`,
    Cut: first
      ? `Before message ${count(first.index + 1)}, ${isSplitTurn ? `inside turn ${first.turn}` : `between two turns`}. No call is parted from its result.`
      : "",
    Files: `${plural(readFiles.length, "file")} read and ${count(modifiedFiles.length)} changed are named in the summary.`,
    Valid: validity(violationsBefore.length, violations.length),
  };
  const list = el("dl", { class: "facts" });
  for (const [name, text] of Object.entries(rows)) if (text) list.append(el("div", {}, el("dt", {}, name), el("dd", {}, text)));
  return list;
}

/** @param {number} before @param {number} after */
function validity(before, after) {
  if (after === 0) return "The rebuilt context breaks none of the provider's rules.";
  return `${plural(after, "place")} of the rebuilt context would be refused by a provider (${count(before)} before).`;
}

/** A summary with its headings set off. It is text all the same: nothing in it is read as markup. @param {string} summary */
function summaryText(summary) {
  const box = el("div", { class: "summary-text", tabindex: 0, role: "region", "aria-label": "Text of the summary" });
  for (const part of summary.split(/^(?=#{1,4} )/m)) {
    const [, heading, rest = part] = /^#{1,4} (.*)\n?([\s\S]*)$/.exec(part) ?? [];
    if (heading !== undefined) box.append(el("h4", {}, heading));
    if (rest.trim() !== "") box.append(el("p", {}, rest.trim()));
  }
  return box;
}
