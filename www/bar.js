/** A context as a bar: one segment a message, as wide as its tokens. One tab stop; arrow keys move inside. */

import { hiddenText, KINDS } from "./describe.js";
import { el } from "./dom.js";
import { plural, short, sum } from "./numbers.js";
import { runs } from "./rail.js";
import { segmentsOf, weightsOf } from "./segments.js";

/** @typedef {import("./segments.js").Segment} Segment */
/** @typedef {import("./session.js").View} View */
/** @typedef {import("./session.js").Plan} Plan */

/**
 * @typedef {object} BarOptions
 * @property {string} label the bar's name for screen readers
 * @property {(segment: Segment) => void} inspect a segment has the focus or the pointer
 * @property {(segment: Segment) => void} read a segment was chosen
 */

/** @typedef {{ scale: number; window?: number | null; threshold?: number | null }} Marks in tokens; `scale` is the whole width */

/** About how wide a letter of a segment's word is, and the room at its sides, in pixels. */
const LETTER = 7.2;
const ROOM = 10;

/** What a segment is, in words. @param {Segment} segment */
export function nameOf({ items }) {
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) return "";
  const tokens = items.reduce((sum, item) => sum + item.tokens, 0);
  const turn = first.turn === last.turn ? `turn ${first.turn}` : `turns ${first.turn} to ${last.turn}`;
  const who = first.who === KINDS[first.kind] ? first.who : `${KINDS[first.kind]}, ${first.who}`;
  const what = items.length === 1 ? `message ${first.index + 1}, ${who}` : `messages ${first.index + 1} to ${last.index + 1}`;
  const hidden = hiddenText(items);
  return `${first.turn === 0 ? "" : `${turn}, `}${what}, about ${plural(tokens, "token")}${hidden && `, ${hidden}`}`;
}

export class Bar {
  /** @param {View} view @param {BarOptions} options */
  constructor({ items, tokens }, { label, inspect, read }) {
    this.tokens = tokens;
    this.inspect = inspect;
    this.read = read;
    this.weights = weightsOf(items);
    this.total = sum(this.weights);
    const turns = segmentsOf(items, this.weights);
    this.segments = turns.flat();
    /** @type {number[]} where turns begin, as places of segments */
    this.starts = [];
    let start = 0;
    for (const group of turns) {
      this.starts.push(start);
      start += group.length;
    }
    /** @type {HTMLElement[]} */
    this.options = [];
    this.list = el("div", { class: "segments", role: "listbox", "aria-label": label, "aria-orientation": "horizontal" });
    for (const group of turns) this.list.append(this.#turn(group));
    this.marks = el("div", { class: "marks", "aria-hidden": "true" });
    this.rail = el("div", { class: "rail", "aria-hidden": "true" });
    this.element = el("div", { class: "bar" }, el("div", { class: "track" }, this.list, this.marks), this.rail);
    this.#listen();
    this.#moveTo(0);
    new ResizeObserver(() => this.#label()).observe(this.list);
  }

  /** @param {Segment[]} group */
  #turn(group) {
    const [first] = group[0]?.items ?? [];
    const turn = first?.turn ?? 0;
    const name = turn === 0 ? "before the first turn" : `turn ${turn}`;
    const element = el("div", { class: `turn kind-${first?.kind}`, role: "group", "aria-label": name });
    element.style.flexGrow = String(sum(group.map(({ weight }) => weight)));
    for (const segment of group) {
      const option = el("div", { class: `segment kind-${segment.kind}`, role: "option", tabindex: -1, "aria-selected": "false" });
      option.setAttribute("aria-label", `${nameOf(segment)}. ${segment.items[0]?.firstLine ?? ""}`);
      option.classList.toggle(
        "pruned",
        segment.items.some(({ hidden }) => hidden),
      );
      option.style.flexGrow = String(segment.weight);
      option.dataset.at = String(this.options.length);
      this.options.push(option);
      element.append(option);
    }
    return element;
  }

  /** Puts a word into each segment that has room for it. */
  #label() {
    const width = this.list.clientWidth;
    this.options.forEach((option, at) => {
      const { items, weight } = /** @type {Segment} */ (this.segments[at]);
      const word = items.length === 1 ? (items[0]?.who ?? "") : "";
      option.textContent = (weight / this.total) * width >= Math.min(word.length, 12) * LETTER + ROOM ? word : "";
    });
  }

  #listen() {
    const find = (/** @type {Event} */ event) => {
      const option = event.target instanceof Element ? event.target.closest(".segment") : null;
      return option instanceof HTMLElement ? Number(option.dataset.at) : -1;
    };
    const tell = (/** @type {number} */ at, /** @type {(segment: Segment) => void} */ listener) => {
      const segment = this.segments[at];
      if (segment) listener(segment);
    };
    this.list.addEventListener("pointerover", (event) => tell(find(event), this.inspect));
    this.list.addEventListener("focusin", (event) => {
      this.#moveTo(find(event));
      tell(find(event), this.inspect);
    });
    this.list.addEventListener("click", (event) => tell(find(event), this.read));
    this.list.addEventListener("keydown", (event) => {
      const at = find(event);
      if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      const to = this.#target(event.key, at);
      if (event.key === "Enter" || event.key === " ") tell(at, this.read);
      else if (to === undefined) return;
      else this.options[to]?.focus();
      event.preventDefault();
    });
  }

  /** Where a key leads: to the neighbour, to the turn before or after, to an end. @param {string} key @param {number} at */
  #target(key, at) {
    const last = this.options.length - 1;
    switch (key) {
      case "ArrowLeft":
        return Math.max(0, at - 1);
      case "ArrowRight":
        return Math.min(last, at + 1);
      case "ArrowUp":
      case "PageUp":
        return this.starts.findLast((start) => start < at) ?? 0;
      case "ArrowDown":
      case "PageDown":
        return this.starts.find((start) => start > at) ?? last;
      case "Home":
        return 0;
      case "End":
        return last;
      default:
        return undefined;
    }
  }

  /** Makes a segment the bar's tab stop. @param {number} at */
  #moveTo(at) {
    const option = this.options[at];
    if (!option) return;
    const former = this.list.querySelector('[tabindex="0"]');
    former?.setAttribute("tabindex", "-1");
    former?.setAttribute("aria-selected", "false");
    option.setAttribute("tabindex", "0");
    option.setAttribute("aria-selected", "true");
  }

  /** Where a message begins, as a share of the whole width. @param {number} index */
  edge(index) {
    return ((sum(this.weights.slice(0, index)) / this.total) * this.tokens) / this.scale;
  }

  scale = 1;

  /** Draws the bar to a scale, with what bounds it. @param {Marks} marks */
  setMarks({ scale, window, threshold }) {
    this.scale = scale;
    this.list.style.width = percent(this.tokens / scale);
    this.rail.style.width = percent(this.tokens / scale);
    this.marks.replaceChildren();
    if (window && window < scale) {
      const outside = el("div", { class: "outside" });
      outside.style.left = percent(window / scale);
      this.marks.append(outside);
    }
    if (threshold) this.marks.append(thresholdMark(threshold, scale));
  }

  /** Marks what a compaction folds away and what it keeps, and the cut between. @param {Plan | null} plan */
  setPlan(plan) {
    this.marks.querySelector(".cut")?.remove();
    this.rail.replaceChildren(...(plan ? runs(plan.fates, this.weights) : []));
    if (!plan) return;
    const cut = el("div", { class: "cut" }, el("span", {}, "cut"));
    cut.style.left = percent(this.edge(plan.cut));
    this.marks.append(cut);
  }
}

/** @param {number} threshold @param {number} scale */
function thresholdMark(threshold, scale) {
  const beyond = threshold > scale;
  const share = beyond ? 1 : threshold / scale;
  const mark = el("div", { class: "threshold" }, el("span", {}, `threshold ${short(threshold)}${beyond ? " →" : ""}`));
  mark.classList.toggle("beyond", beyond);
  mark.classList.toggle("late", share > 0.5);
  mark.style.left = percent(share);
  return mark;
}

/** @param {number} share */
const percent = (share) => `${Math.min(1, share) * 100}%`;
