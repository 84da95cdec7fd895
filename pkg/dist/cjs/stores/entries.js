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
  checkArtifactData: () => checkArtifactData,
  checkArtifactId: () => checkArtifactId,
  checkPosition: () => checkPosition,
  checkSessionId: () => checkSessionId,
  decideAppend: () => decideAppend,
  duplicateEntry: () => duplicateEntry,
  encodeEntries: () => encodeEntries
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
const MAX_DEPTH = 512;
function checkSessionId(sessionId) {
  if (typeof sessionId === "string" && sessionId !== "")
    return;
  throw new import_errors.EpitomeError("invalid-option", "The session id must be a string that is not empty.");
}
function checkPosition(name, value, least = 0) {
  if (Number.isSafeInteger(value) && value >= least)
    return;
  throw new import_errors.EpitomeError("invalid-option", `${name} must be a whole number from ${least} on.`);
}
function checkArtifactId(id) {
  if (typeof id === "string" && id !== "")
    return;
  throw new import_errors.EpitomeError("invalid-option", "The artifact's id must be a string that is not empty.");
}
function checkArtifactData(data) {
  if (typeof data === "string")
    return;
  throw new import_errors.EpitomeError("invalid-option", "The artifact's data must be a string.");
}
function encodeEntries(entries) {
  if (!Array.isArray(entries))
    throw invalidEntry(["entries"], "must be an array");
  const ids = /* @__PURE__ */ new Set();
  return entries.map((entry, index) => {
    const path = ["entries", index];
    if (!isObject(entry) || Array.isArray(entry))
      throw invalidEntry(path, "must be an object");
    for (const field of ["id", "type"]) {
      const value = entry[field];
      if (typeof value !== "string" || value === "")
        throw invalidEntry([...path, field], "must be a string that is not empty");
    }
    if (ids.has(entry.id))
      throw duplicateEntry(entry.id, "it is twice in this append");
    ids.add(entry.id);
    checkJson(entry, path, []);
    return JSON.stringify(entry);
  });
}
function duplicateEntry(id, where) {
  const message = `The entry ${JSON.stringify(id.slice(0, 80))} cannot be appended: ${where}. Every entry needs an id of its own.`;
  return new import_errors.EpitomeError("duplicate-entry", message, { details: { id } });
}
function decideAppend(stored, expectedHead, entries) {
  const { head } = stored;
  if (expectedHead !== head) {
    const repeated = entries.length > 0 && entries.every((entry, index) => stored.at(expectedHead + index) === entry.id);
    return repeated ? { ok: true, head: expectedHead + entries.length } : { ok: false, head };
  }
  for (const { id } of entries)
    if (stored.has(id))
      throw duplicateEntry(id, "the session has an entry with this id already");
  return entries.length === 0 ? { ok: true, head } : void 0;
}
function invalidEntry(path, problem) {
  const text = path.map((step, depth) => depth === 0 ? step : pathStep(step)).join("");
  return new import_errors.EpitomeError("invalid-entry", `${text} ${problem}. Nothing was stored.`, { details: { path: text } });
}
const pathStep = (step) => typeof step === "string" && /^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
const isObject = (value) => typeof value === "object" && value !== null;
function checkJson(value, path, parents) {
  if (typeof value === "string" || typeof value === "boolean" || value === null)
    return;
  if (typeof value === "number") {
    if (Number.isFinite(value))
      return;
    throw invalidEntry(path, `is ${value}, which JSON does not have`);
  }
  if (!isObject(value)) {
    const kind = value === void 0 ? "undefined" : `a ${typeof value}`;
    throw invalidEntry(path, `is ${kind}, which JSON does not have`);
  }
  if (parents.includes(value))
    throw invalidEntry(path, "contains itself: an entry must be a tree");
  if (parents.length >= MAX_DEPTH)
    throw invalidEntry(path, `is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value.toJSON === "function") {
    throw invalidEntry(path, `is a ${nameOf(value)}, which turns into something else in JSON: store its text instead`);
  }
  const isArray = Array.isArray(value);
  if (!isArray && Object.prototype.toString.call(value) !== "[object Object]") {
    throw invalidEntry(path, `is a ${nameOf(value)}, which JSON does not have: store its data instead`);
  }
  parents.push(value);
  for (const step of isArray ? value.keys() : Object.keys(value)) {
    const part = value[step];
    if (part === void 0 && !isArray)
      continue;
    path.push(step);
    checkJson(part, path, parents);
    path.pop();
  }
  parents.pop();
}
function nameOf(value) {
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === "string" && name !== "" ? name : "object";
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  checkArtifactData,
  checkArtifactId,
  checkPosition,
  checkSessionId,
  decideAppend,
  duplicateEntry,
  encodeEntries
});
