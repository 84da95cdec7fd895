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
  blockedError: () => blockedError,
  failure: () => failure,
  foreignError: () => foreignError,
  isLost: () => isLost,
  missingError: () => missingError
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../../errors.js");
const USE_MEMORY = "Use `memory` of epitome/stores/memory there: it keeps a session as long as the page lives.";
function missingError(cause) {
  return new import_errors.EpitomeError("store-failed", `There is no IndexedDB here: ${WHERE_MISSING}. ${USE_MEMORY}`, { cause });
}
const WHERE_MISSING = "this is no browser, or a private window or a frame that may not store anything";
function blockedError(name, waitedMs, isBlocked) {
  const why = isBlocked ? "another tab keeps an older version of it open" : "another tab may be deleting it, or the browser does not answer";
  const message = `The database ${JSON.stringify(name)} did not open within ${waitedMs} ms: ${why}. Close the other tabs of this page, and try again.`;
  return new import_errors.EpitomeError("store-locked", message, { retryable: true, details: { name, waitedMs } });
}
function foreignError(name) {
  const message = `The database ${JSON.stringify(name)} belongs to another program of this origin. Give indexedDb another \`name\`.`;
  return new import_errors.EpitomeError("invalid-option", message, { details: { path: "name", name } });
}
function isLost(error) {
  return ["InvalidStateError", "AbortError", "UnknownError"].includes(nameOf(error));
}
function failure(error, name) {
  if (import_errors.EpitomeError.isInstance(error))
    return error;
  const kind = nameOf(error);
  const details = { name, error: kind };
  const failed = (message, retryable = false) => new import_errors.EpitomeError("store-failed", message, { retryable, details, cause: error });
  switch (kind) {
    case "QuotaExceededError":
      return failed("The browser's storage for this origin is full, and nothing was stored. Delete sessions or other data of the origin, or free space on the disk, and make the call again; `navigator.storage.estimate()` tells how much there is.");
    case "VersionError":
      return failed(`The database ${JSON.stringify(name)} was upgraded by a newer version of this package, or belongs to another program. Reload the page to get the newer version, or give indexedDb another \`name\`.`);
    case "SecurityError":
      return failed(`The browser forbids this page to store anything. ${USE_MEMORY}`);
    default:
      return failed(`The browser's IndexedDB failed${kind ? ` (${kind})` : ""}. Make the call again; if it keeps failing, restart the browser, or look whether the disk is full.`, isLost(error) || kind === "TimeoutError");
  }
}
function nameOf(error) {
  const name = error?.name;
  return typeof name === "string" ? name : "";
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  blockedError,
  failure,
  foreignError,
  isLost,
  missingError
});
