var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  FIRST: () => FIRST,
  Known: () => Known,
  openNext: () => openNext
});
module.exports = __toCommonJS(stdin_exports);
const FIRST = 64;
const LEAST = 256;
class Known {
  /** How many entries the log has. */
  head = 0;
  #entries = /* @__PURE__ */ new Map();
  /** The positions of an id, in the order in which they became known. */
  #positions = /* @__PURE__ */ new Map();
  /** Takes note of entries from a position on. One that is known already stays the object that it is. */
  add(from, entries) {
    entries.forEach((entry, index) => {
      const at = from + index;
      if (this.#entries.has(at))
        return;
      this.#entries.set(at, entry);
      const others = this.#positions.get(entry.id);
      if (others)
        others.push(at);
      else
        this.#positions.set(entry.id, [at]);
    });
  }
  get(at) {
    return this.#entries.get(at);
  }
  get isComplete() {
    return this.#entries.size === this.head;
  }
  /** The latest position before `before` at which an entry with this id is known. */
  find(id, before) {
    let latest;
    for (const at of this.#positions.get(id) ?? [])
      if (at < before && at >= (latest ?? 0))
        latest = at;
    return latest;
  }
  /** All that is known, in the order of the log. */
  inOrder() {
    return [...this.#entries].sort(([a], [b]) => a - b);
  }
  /** The first stretch that is not known. */
  firstGap() {
    let from = 0;
    while (this.#entries.has(from))
      from++;
    let to = from;
    while (to < this.head && !this.#entries.has(to))
      to++;
    return { from, to };
  }
}
function openNext(known, all, before) {
  if (known.isComplete)
    return { compaction: void 0, before: [] };
  const found = all ? "unclear" : follow(known);
  if (found === "unclear")
    return known.firstGap();
  if (typeof found !== "number")
    return found;
  const length = Math.max(LEAST, before * 2);
  return { from: Math.max(0, found + 1 - length), to: found + 1 };
}
function follow(known) {
  let at = known.head - 1;
  let entry = known.get(at);
  if (!entry)
    return at;
  let compaction;
  if (entry.type === "leaf") {
    if (entry.targetId === null)
      return { compaction, before: [] };
    const target = locate(known, entry, at, entry.targetId);
    if (target === void 0)
      return "unclear";
    at = target;
    entry = known.get(at);
  }
  for (; entry; entry = known.get(at)) {
    if (entry.type === "compaction" && compaction === void 0)
      compaction = at;
    const latest = compaction === void 0 ? void 0 : known.get(compaction);
    if (latest && latest.firstKeptEntryId === entry.id) {
      const resume = resumeOf(latest, at);
      if (resume)
        return check(known, compaction, resume);
    }
    if (entry.parentId === null)
      return { compaction: void 0, before: [] };
    const parent = locate(known, entry, at, entry.parentId);
    if (parent === void 0)
      return "unclear";
    at = parent;
  }
  return at;
}
function locate(known, from, at, id) {
  if (typeof id !== "string")
    return void 0;
  const hint = isPosition(from.parentAt) && from.parentAt < at ? from.parentAt : at - 1;
  const there = known.get(hint);
  if (hint >= 0 && (!there || there.id === id))
    return hint;
  return known.find(id, at);
}
function resumeOf({ details }, kept) {
  const resume = details?.resume;
  const isList = (list) => Array.isArray(list) && list.every((place) => typeof place?.id === "string" && isPosition(place.at) && place.at < kept);
  return resume && isList(resume.lead) && isList(resume.kept) ? resume : void 0;
}
function check(known, compaction, { lead, kept }) {
  const places = [...lead, ...kept];
  const missing = places.find(({ at }) => !known.get(at));
  if (missing) {
    let to = missing.at + 1;
    while (places.some(({ at }) => at === to) && !known.get(to))
      to++;
    return { from: missing.at, to };
  }
  if (places.some(({ id, at }) => known.get(at)?.id !== id))
    return "unclear";
  return { compaction, before: [...new Set(places.map(({ at }) => at))].sort((a, b) => a - b) };
}
const isPosition = (value) => Number.isSafeInteger(value) && value >= 0;
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  FIRST,
  Known,
  openNext
});
