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
  damaged: () => damaged,
  redisFailed: () => redisFailed
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../../errors.js");
const KNOWN = {
  OOM: [true, "Its memory is full: give it more, or remove something."],
  MISCONF: [true, "It cannot write its snapshot to disk and therefore takes no changes: see its log."],
  NOREPLICAS: [true, "Too few replicas are connected; try again."],
  READONLY: [true, "This server is a replica: after a failover the client must find the new primary."],
  LOADING: [true, "It is starting; try again."],
  BUSY: [true, "A script keeps it busy; try again."],
  MASTERDOWN: [true, "The replica has lost its primary; try again."],
  CLUSTERDOWN: [true, "The cluster is not complete; try again."],
  TRYAGAIN: [true, "The cluster is moving these keys; try again."],
  WRONGTYPE: [false, "A key of the store holds something else: choose another prefix."],
  NOAUTH: [false, "It wants a password."],
  WRONGPASS: [false, "Check the user and the password."],
  NOPERM: [false, "The user may not do this: it needs EVAL and the commands of streams, hashes and sets on the store's keys."],
  CROSSSLOT: [false, "The client put the keys of one session into different slots."]
};
function redisFailed(error) {
  if (import_errors.EpitomeError.isInstance(error))
    return error;
  const text = error instanceof Error ? error.message : "";
  const [, word = ""] = /^([A-Z]{2,})(?= )/.exec(text) ?? [];
  const [, inner = word] = /-([A-Z]{2,}) /.exec(text) ?? [];
  const code = word || error?.code;
  const [retryable, advice] = KNOWN[word] ?? KNOWN[inner] ?? (word ? [false, "The cause says why."] : unreachable(error, text));
  const known = typeof code === "string" ? code : void 0;
  const message = `Redis could not be used${known === void 0 ? "" : ` (${known})`}. ${advice}`;
  return new import_errors.EpitomeError("store-failed", message, { retryable, details: known === void 0 ? {} : { code: known }, cause: error });
}
function unreachable(error, text) {
  if (/client is closed/i.test(text))
    return [false, "This client is not connected: connect it before, and close it after the store's use."];
  if (error instanceof TypeError || error instanceof RangeError)
    return [false, "The cause says why."];
  return [true, "The connection failed, so an append may have been stored or not; repeat it with the same ids."];
}
function damaged(sessionId) {
  const message = "A part of the session is gone from Redis: evicted, expired, trimmed or removed by something else than this store. Nothing was changed. Set maxmemory-policy to noeviction, and bring the session's keys back from a backup, or delete the session.";
  return new import_errors.EpitomeError("store-failed", message, { details: { sessionId } });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  damaged,
  redisFailed
});
