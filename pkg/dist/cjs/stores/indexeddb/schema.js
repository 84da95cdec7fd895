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
  ARTIFACTS: () => ARTIFACTS,
  ENTRIES: () => ENTRIES,
  IDS: () => IDS,
  SESSIONS: () => SESSIONS,
  VERSION: () => VERSION,
  createStores: () => createStores,
  hasStores: () => hasStores,
  keysOf: () => keysOf
});
module.exports = __toCommonJS(stdin_exports);
const VERSION = 1;
const SESSIONS = "sessions";
const ENTRIES = "entries";
const IDS = "ids";
const ARTIFACTS = "artifacts";
function createStores(db) {
  db.createObjectStore(SESSIONS, { keyPath: "id" });
  db.createObjectStore(ENTRIES, { keyPath: ["session", "position"] }).createIndex(IDS, ["session", "id"], { unique: true });
  db.createObjectStore(ARTIFACTS);
}
function hasStores(db) {
  return [SESSIONS, ENTRIES, ARTIFACTS].every((store) => db.objectStoreNames.contains(store));
}
function keysOf(sessionId, ranges, from) {
  return (ranges ?? globalThis.IDBKeyRange).bound(from === void 0 ? [sessionId] : [sessionId, from], [sessionId, []]);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  ARTIFACTS,
  ENTRIES,
  IDS,
  SESSIONS,
  VERSION,
  createStores,
  hasStores,
  keysOf
});
