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
  artifactsOf: () => artifactsOf,
  readArtifact: () => readArtifact,
  spill: () => spill
});
module.exports = __toCommonJS(stdin_exports);
var import_options = require("../options.js");
var import_waiting = require("../waiting.js");
var import_navigation = require("./navigation.js");
var import_pruning = require("./pruning.js");
var import_text = require("./text.js");
function artifactsOf({ id, artifacts, store }) {
  const place = artifacts ? shared(artifacts, id) : store?.artifacts?.(id);
  return { place: place ?? inMemory(), lasts: place !== void 0 };
}
function shared(artifacts, sessionId) {
  const name = (id) => `${sessionId}/${id}`;
  return {
    put: (id, data, options) => artifacts.put(name(id), data, options),
    get: (id, options) => artifacts.get(name(id), options)
  };
}
function inMemory() {
  const kept = /* @__PURE__ */ new Map();
  return {
    put: (id, data) => {
      if (!kept.has(id))
        kept.set(id, data);
    },
    get: (id) => kept.get(id) ?? null
  };
}
async function spill(host, to, entryId, signal) {
  const { log, journal, make } = host;
  const { held } = journal;
  const source = held.entries[await (0, import_navigation.placeOf)(host, entryId, signal)];
  if (source.type !== "message" && source.type !== "custom_message")
    throw (0, import_options.invalidOption)("entryId", "must be that of a message");
  if (!held.artifactOf(entryId)) {
    const text = (0, import_text.textOf)(log, source);
    await (0, import_waiting.orAborted)(() => to.put(entryId, text, { signal }), signal);
    const fields = { artifactId: entryId, targetId: entryId, chars: text.length };
    const draft = (leafId) => held.artifactOf(entryId) ? null : [make("artifact", leafId, fields)];
    await journal.write(draft, { signal });
  }
  return held.artifactOf(entryId);
}
async function readArtifact(host, from, id, signal) {
  const named = (0, import_pruning.idOf)(id);
  const kept = await (0, import_waiting.orAborted)(() => from.get(named, { signal }), signal);
  return kept ?? (0, import_pruning.originalOf)(host, named, signal);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  artifactsOf,
  readArtifact,
  spill
});
