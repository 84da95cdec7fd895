/** Messages as a list that opens: the text of each is put in when it is asked for. */

import { hiddenText, KINDS, textOf } from "./describe.js";
import { el } from "./dom.js";
import { count } from "./numbers.js";
import { FATES } from "./rail.js";

/** @typedef {import("./describe.js").Item} Item */

/** So many rows at a time; a button brings the next. */
const PAGE = 200;

/**
 * @param {readonly Item[]} items
 * @param {readonly import("./session.js").Fate[]} [fates] what becomes of each
 */
export function messageList(items, fates) {
  const list = el("ol", {});
  const more = el("button", { type: "button", class: "more" });
  const show = () => {
    const from = list.childElementCount;
    for (const item of items.slice(from, from + PAGE)) list.append(row(item, fates?.[item.index]));
    const left = items.length - list.childElementCount;
    more.hidden = left === 0;
    more.textContent = `Show ${count(Math.min(PAGE, left))} more of ${count(left)}`;
    return list.children[from];
  };
  // The first new row gets the focus: the button may be gone.
  more.addEventListener("click", () => show()?.querySelector("summary")?.focus());
  show();
  return el("div", { class: "messages" }, list, more);
}

/** All of a message: what the model sees, and behind it what a prune hides of it. @param {Item} item */
export function wholeText(item) {
  const pre = (/** @type {unknown} */ message) => el("pre", { tabindex: 0 }, textOf(message) || "(empty)");
  if (!item.hidden) return [pre(item.message)];
  return [pre(item.message), el("p", { class: "small" }, `${hiddenText([item])}. The original:`), pre(item.entry.message)];
}

/** @param {Item} item @param {import("./session.js").Fate} [fate] */
function row(item, fate) {
  const { kind, who, firstLine, tokens, hidden } = item;
  const words = kind === "call" || kind === "output" || kind === "failed" ? `${KINDS[kind]}: ${who}` : who;
  const summary = el(
    "summary",
    {},
    el("span", { class: "swatch", "aria-hidden": "true" }),
    el("span", { class: "who" }, words),
    el("span", { class: "first" }, firstLine),
    hidden && el("span", { class: "fate pruned" }, "pruned"),
    fate && el("span", { class: `fate ${fate}` }, FATES[fate]),
    el("span", { class: "size" }, count(tokens)),
  );
  const details = el("details", { class: `message kind-${kind}` }, summary);
  details.addEventListener("toggle", () => details.append(...wholeText(item)), { once: true });
  return el("li", {}, details);
}
