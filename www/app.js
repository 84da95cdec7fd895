/** The page: what is loaded, what the controls say, and what is shown of both. */

import { Bar } from "./bar.js";
import { KINDS, turnsOf } from "./describe.js";
import { byId, el, painted } from "./dom.js";
import { explain } from "./failure.js";
import { listenForSessions } from "./intake.js";
import { Knob } from "./knob.js";
import { count, plural } from "./numbers.js";
import { pruneList } from "./prunes.js";
import { countOf } from "./rail.js";
import { readText } from "./read.js";
import { read } from "./reader.js";
import { headline, readoutWriter, resultParts } from "./result.js";
import { Loaded } from "./session.js";

/** @type {Loaded | undefined} */
let loaded;
/** @type {Bar | undefined} */
let bar;
/** Counts the loads, so that the newest wins where two overlap. */
let loads = 0;
let planning = 0;

const inspect = readoutWriter(byId("readout"));
const windowKnob = new Knob("window", { least: 1_000, most: 1_000_000, changed: () => refresh() });
const keepKnob = new Knob("keep", { least: 100, most: 200_000, changed: () => refresh() });
const wishes = () => ({ contextWindow: windowKnob.value, keepRecentTokens: keepKnob.value });
const say = (/** @type {string} */ text) => {
  byId("live").textContent = text;
};

listenForSessions({
  async take(getText, name) {
    const load = ++loads;
    say(`Reading ${name}…`);
    document.body.setAttribute("aria-busy", "true");
    await painted();
    /** @type {import("./read.js").Source | undefined} */
    let source;
    try {
      source = readText(await getText(), name);
      const next = await Loaded.open(source);
      if (load !== loads) return next.close();
      show(next);
    } catch (error) {
      if (load === loads) complain(name, explain(error, source));
    } finally {
      if (load === loads) document.body.removeAttribute("aria-busy");
    }
  },
});

/** @param {string} name @param {{ message: string; excerpt?: string | undefined }} failure */
function complain(name, { message, excerpt }) {
  const alert = byId("alert");
  const stays = loaded ? `${loaded.source.name} is still loaded.` : undefined;
  alert.replaceChildren(el("strong", {}, `${name} could not be read. `), message);
  if (excerpt) alert.append(el("pre", {}, excerpt));
  if (stays) alert.append(el("p", { class: "small" }, stays));
  alert.hidden = false;
  say("");
  alert.scrollIntoView({ block: "nearest" });
}

/** @param {Loaded} next */
function show(next) {
  loaded?.close();
  loaded = next;
  byId("alert").hidden = true;
  byId("result").hidden = true;
  byId("now").hidden = false;
  document.body.classList.add("loaded");
  const { items, tokens } = next.view;
  byId("summary").textContent = next.summary;
  showNotes([...next.notes, ...next.violations.map((text) => `A provider would refuse this: ${text}`)]);
  const label = `The context: ${plural(items.length, "message")}, ${plural(tokens, "token")}. Arrow keys move, Enter opens.`;
  bar = new Bar(next.view, { label, inspect, read });
  byId("bar").replaceChildren(bar.element);
  byId("readout").textContent = "Point at a segment to see what it is, or move with the arrow keys; a click or Enter opens it.";
  const kinds = new Set(items.map(({ kind }) => kind));
  const shown = Object.entries(KINDS).filter(([kind]) => kinds.has(/** @type {import("./describe.js").Kind} */ (kind)));
  byId("legend").replaceChildren(
    ...shown.map(([kind, name]) => el("li", { class: `kind-${kind}` }, el("span", { class: "swatch" }), name)),
  );
  if (items.some(({ hidden }) => hidden)) {
    byId("legend").append(el("li", {}, el("span", { class: "swatch pruned" }), "shortened by a prune"));
  }
  byId("prunes").replaceChildren(...pruneList(next.prunes, items));
  byId("prunes").hidden = next.prunes.length === 0;
  byId("messages").textContent = count(items.length);
  byId("turns").textContent = `in ${plural(turnsOf(items), "turn")}`;
  windowKnob.set(next.fittingWindow);
  // The default, or less of a session that is small.
  keepKnob.set(Math.min(20_000, Math.round(tokens * 0.003) * 100));
  refresh();
  say(`Loaded. ${next.summary}`);
  byId("now-title").focus({ preventScroll: true });
  byId("now").scrollIntoView({ block: "nearest" });
}

/** @param {string[]} notes */
function showNotes(notes) {
  const box = byId("notes");
  const most = 20;
  const rows = notes.slice(0, most).map((note) => el("li", {}, note));
  if (notes.length > most) rows.push(el("li", {}, `and ${count(notes.length - most)} more`));
  box.replaceChildren(el("summary", {}, `${plural(notes.length, "remark")} on this session`), el("ul", {}, ...rows));
  box.hidden = notes.length === 0;
}

/** Shows the numbers at once, and the cut when the controls rest. */
function refresh() {
  if (!loaded || !bar) return;
  const check = loaded.check(windowKnob.value);
  const { tokens, threshold, contextWindow, action, reason, source } = check;
  byId("tokens").textContent = count(tokens);
  byId("basis").textContent = source === "anchor" ? "counted by the provider, newest part estimated" : "estimated";
  byId("threshold").textContent = threshold === null ? "none" : count(threshold ?? 0);
  byId("fill").textContent = `${count((tokens / (contextWindow || 1)) * 100)} % of the window of ${count(contextWindow ?? 0)} is full`;
  byId("action").textContent = action === "compact" ? "compact" : "go on";
  byId("action").classList.toggle("over", action === "compact");
  byId("reason").textContent = reason.replaceAll("-", " ");
  // Room for the window's free part, but never so much of it that the segments become too small to see.
  const scale = Math.min(Math.max(tokens, contextWindow ?? 0), Math.max(1, tokens * 1.6));
  bar.setMarks({ scale, window: contextWindow, threshold });
  clearTimeout(planning);
  planning = setTimeout(showPlan, 120);
}

function showPlan() {
  if (!loaded || !bar) return;
  const plan = loaded.plan(wishes());
  bar.setPlan(plan);
  const adapted = plan && plan.keep !== keepKnob.value ? ` The budget is ${count(plan.keep)} for this window and session.` : "";
  byId("keep-effect").textContent = plan
    ? `Folds ${count(countOf(plan.fates, "folded"))} and keeps ${plural(countOf(plan.fates, "kept"), "message")}.${adapted}`
    : "Nothing to fold: all of it is kept.";
}

byId("controls").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (byId("compact"));
  if (!loaded || button.getAttribute("aria-disabled") === "true") return;
  const current = loaded;
  const asked = wishes();
  button.setAttribute("aria-disabled", "true");
  button.textContent = "Compacting…";
  say("Compacting…");
  await painted();
  try {
    const done = await current.compact(asked);
    if (current !== loaded) return;
    const { view: before, violations: violationsBefore } = current;
    const result = { ...done, before, violationsBefore, wishes: asked };
    showResult(headline(result), resultParts(result, { read }));
  } catch (error) {
    showResult(`The compaction failed: ${explain(error, current.source).message}`, []);
  } finally {
    button.removeAttribute("aria-disabled");
    button.textContent = "Compact";
  }
});

/** @param {string} text @param {HTMLElement[]} parts */
function showResult(text, parts) {
  const title = byId("result-title");
  title.textContent = text;
  byId("result-body").replaceChildren(...parts);
  byId("result").hidden = false;
  say(text);
  title.focus({ preventScroll: true });
  byId("result").scrollIntoView({ block: "start" });
}

byId("source").hidden = false;
