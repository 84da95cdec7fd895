/** Messages as a list that opens: the text of each is put in when it is asked for. */

import { KINDS, textOf } from "./describe.js";
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

/** @param {Item} item @param {import("./session.js").Fate} [fate] */
function row({ kind, who, firstLine, tokens, message }, fate) {
  const words = kind === "call" || kind === "output" || kind === "failed" ? `${KINDS[kind]}: ${who}` : who;
  const summary = el(
    "summary",
    {},
    el("span", { class: "swatch", "aria-hidden": "true" }),
    el("span", { class: "who" }, words),
    el("span", { class: "first" }, firstLine),
    fate && el("span", { class: `fate ${fate}` }, FATES[fate]),
    el("span", { class: "size" }, count(tokens)),
  );
  const details = el("details", { class: `message kind-${kind}` }, summary);
  details.addEventListener("toggle", () => details.append(el("pre", { tabindex: 0 }, textOf(message) || "(empty)")), { once: true });
  return el("li", {}, details);
}
