/** The prunes of a session: what each of them hid, why, and what that saved. */

import { el } from "./dom.js";
import { count, plural, sum } from "./numbers.js";

/** @typedef {import("../pkg/dist/prunes.js").PruneNote} PruneNote */
/** @typedef {import("./describe.js").Item} Item */

/** So many rows are shown, the newest. */
const MOST = 50;

/**
 * The heading and the table of a list that opens.
 *
 * @param {readonly PruneNote[]} prunes
 * @param {readonly Item[]} items what the model sees
 */
export function pruneList(prunes, items) {
  const hidden = items.flatMap((item) => item.hidden ?? []);
  const now =
    hidden.length === 0
      ? "nothing of what the model sees is hidden now"
      : `${plural(hidden.length, "message")} shortened now, ${plural(sum(hidden.map(({ tokens }) => tokens)), "token")} less`;
  const head = ["When", "Occasion", "What went, and why", "Tokens saved"].map((name) => el("th", { scope: "col" }, name));
  const shown = prunes.slice(-MOST);
  const left = prunes.length - shown.length;
  return [
    el("summary", {}, `${plural(prunes.length, "prune")}: ${now}`),
    el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...shown.map(row))),
    ...(left > 0 ? [el("p", { class: "small" }, `and ${count(left)} before them`)] : []),
  ];
}

/** @param {PruneNote} note */
function row({ timestamp, reason, edits, byReason, dropped, restored, artifacts, tokensSaved }) {
  const done = Object.entries(byReason).map(([why, { edits }]) => (why === "unsaid" ? plural(edits, "part") : `${count(edits)} ${why}`));
  if (dropped > 0) done.push(`${plural(dropped, "message")} left out`);
  if (restored > 0) done.push(`${plural(restored, "message")} restored`);
  if (artifacts > 0) done.push(`${count(artifacts)} with a copy`);
  const saved = tokensSaved > 0 ? count(tokensSaved) : edits > 0 ? "not said" : "–";
  const when = timestamp.slice(0, 19).replace("T", " ");
  const cells = [when, reason || "prune", done.join(", ") || "nothing that is understood"].map((text) => el("td", {}, text));
  return el("tr", {}, ...cells, el("td", {}, saved));
}
