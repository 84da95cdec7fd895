/** The only module that talks to Epitome: a session that was loaded, its numbers, its cut, its compaction. */

import { estimateMessage, prepareCompaction } from "../pkg/dist/core.entry.js";
import { openSession, validate } from "../pkg/dist/index.js";
import { hiddenOn, pruneNote } from "../pkg/dist/prunes.js";
import { describe, turnsOf } from "./describe.js";
import { plural, sum } from "./numbers.js";

/** @typedef {import("./read.js").Source} Source */
/** @typedef {import("./describe.js").Item} Item */
/** @typedef {import("../pkg/dist/index.js").Entry} Entry */
/** @typedef {import("../pkg/dist/index.js").Check} Check */
/** @typedef {import("../pkg/dist/index.js").Outcome} Outcome */
/** @typedef {{ contextWindow: number; keepRecentTokens: number }} Wishes */
/** @typedef {"folded" | "kept"} Fate what becomes of a message */

/**
 * What a compaction would do, or did.
 *
 * @typedef {object} Plan
 * @property {Fate[]} fates of each item
 * @property {number} cut the place of the first item of the kept end
 * @property {number} keep the budget for what stays, after it was adapted to the window
 * @property {boolean} isSplitTurn
 * @property {import("../pkg/dist/index.js").FileOperations} files
 */

/** @typedef {{ items: Item[]; tokens: number }} View what the model sees, and its size */

/** Windows that models have, small to large. */
const WINDOWS = [8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000];

/** @param {Source} source */
const open = (source, /** @type {object} */ options = {}) =>
  openSession({ id: "page", format: source.format, store: readOnly(source.entries), ...options });

/** A store that has what was read and keeps nothing: what a session appends lives with that session. @param {Source["entries"]} entries */
const readOnly = (entries) => ({
  read: (/** @type {string} */ _, /** @type {number} */ after) => ({ entries: entries.slice(after), head: entries.length }),
  append: (/** @type {string} */ _, /** @type {number} */ head, /** @type {readonly unknown[]} */ added) => ({
    ok: /** @type {const} */ (true),
    head: head + added.length,
  }),
});

/**
 * @param {import("../pkg/dist/index.js").Session} session
 * @param {Source["format"]} format
 * @param {readonly Entry[]} path
 * @returns {View}
 */
function view(session, format, path) {
  const { messages, entries, tokens } = session.context();
  const sizeOf = (/** @type {unknown} */ message) => estimateMessage(message, { format });
  const sizes = messages.map(sizeOf);
  const prunes = hiddenOn(path);
  const hidden = entries.map((entry, at) => {
    const parts = entry.type === "message" && prunes.get(entry.id);
    if (!parts) return undefined;
    const whys = new Set([...parts.values()].map(({ why }) => why));
    return { tokens: Math.max(0, sizeOf(entry.message) - (sizes[at] ?? 0)), whys: [...whys] };
  });
  return { items: describe(messages, entries, sizes, hidden), tokens };
}

export class Loaded {
  /** @param {Source} source @param {import("../pkg/dist/index.js").Session} session @param {readonly Entry[]} path */
  constructor(source, session, path) {
    this.source = source;
    this.session = session;
    this.view = view(session, source.format, path);
    /** What the prunes of the session did, oldest first. */
    this.prunes = path.filter(({ type }) => type === "prune").map(pruneNote);
    this.notes = [...source.notes, ...session.warnings.filter(({ code }) => code !== "damaged-line").map(({ message }) => message)];
    this.violations = this.#validate(this.view);
  }

  /** Opens what was read; throws where a message cannot be read. @param {Source} source */
  static async open(source) {
    const session = await open(source);
    return new Loaded(source, session, await session.path());
  }

  /** The largest common window that this session has outgrown; the smallest where it fits all of them. */
  get fittingWindow() {
    return WINDOWS.findLast((contextWindow) => this.check(contextWindow).action === "compact") ?? WINDOWS[0] ?? 0;
  }

  /** How many messages the file holds, beyond what the model still sees. */
  get messageCount() {
    return this.source.entries.filter(({ type }) => type === "message").length;
  }

  /** Numbers only: cheap enough for every move of a slider. @param {number} contextWindow @returns {Check} */
  check(contextWindow) {
    this.session.setModel({ contextWindow });
    return this.session.check();
  }

  /** What a compaction would fold away; null where there is nothing to fold. @param {Wishes} wishes @returns {Plan | null} */
  plan({ contextWindow, keepRecentTokens }) {
    const { format, entries } = this.source;
    const { usageTokens, trailingTokens } = this.check(contextWindow);
    const estimate = sum(this.view.items.map(({ tokens }) => tokens));
    // How much the provider counts for each token of the estimate, over the part that it counted.
    const usageRatio = usageTokens > 0 && estimate > trailingTokens ? usageTokens / (estimate - trailingTokens) : undefined;
    const leafId = this.session.leafId ?? undefined;
    const prepared = prepareCompaction(entries, { keepRecentTokens }, { format, contextWindow, usageRatio, leafId });
    if (!prepared) return null;
    const { messagesToSummarize, turnPrefix, keptEntryIds, keepRecentTokens: keep, isSplitTurn, fileOperations } = prepared;
    const folded = new Set([...messagesToSummarize, ...turnPrefix]);
    for (const id of keptEntryIds) folded.delete(id);
    // An earlier summary is always folded into the new one.
    const fates = this.view.items.map(({ entry }) => (folded.has(entry.id) || entry.type === "compaction" ? "folded" : "kept"));
    return { fates, cut: fates.lastIndexOf("folded") + 1, keep, isSplitTurn, files: fileOperations };
  }

  /**
   * Compacts, without a model and without touching what was loaded.
   *
   * @param {Wishes} wishes
   * @returns {Promise<{ outcome: Outcome; plan: Plan | null; ms: number; after: View | null; violations: string[] }>}
   */
  async compact(wishes) {
    const { contextWindow, keepRecentTokens } = wishes;
    const plan = this.plan(wishes);
    const session = await open(this.source, { model: { contextWindow }, settings: { compaction: { keepRecentTokens } } });
    try {
      const since = performance.now();
      const outcome = await session.compact();
      const ms = performance.now() - since;
      if (outcome.status !== "compacted") return { outcome, plan, ms, after: null, violations: [] };
      // The size is the outcome's: it is counted on the same basis as the size before.
      const after = { items: view(session, this.source.format, await session.path()).items, tokens: outcome.tokensAfter };
      return { outcome, plan, ms, after, violations: this.#validate(after) };
    } finally {
      session.close();
    }
  }

  /** Where a provider would refuse these messages, in words. @param {View} view @returns {string[]} */
  #validate({ items }) {
    const messages = items.map(({ message }) => message);
    const found = validate(messages, { format: this.source.format, inFlight: true });
    return found.map(({ path, message }) => `${path}: ${message}`);
  }

  /** One sentence on what this is. */
  get summary() {
    const { name, shape } = this.source;
    const seen = this.view.items.length;
    const held = this.messageCount > seen ? `${plural(this.messageCount, "message")} on file, ` : "";
    return `${name}: ${shape}; ${held}${plural(seen, "message")} in ${plural(turnsOf(this.view.items), "turn")} before the model.`;
  }

  close() {
    this.session.close();
  }
}
