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
  databaseClosed: () => databaseClosed,
  isBusy: () => isBusy,
  isHostAtWork: () => isHostAtWork,
  storeFailed: () => storeFailed,
  storeLocked: () => storeLocked
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../../errors.js");
const RESULTS = {
  5: "BUSY",
  6: "LOCKED",
  7: "NOMEM",
  8: "READONLY",
  9: "INTERRUPT",
  10: "IOERR",
  11: "CORRUPT",
  13: "FULL",
  14: "CANTOPEN",
  18: "TOOBIG",
  26: "NOTADB"
};
const ADVICE = {
  NOMEM: { say: "There is not enough memory.", retryable: true },
  READONLY: { say: "It is open for reading only, or its file is. Open it for writing: the store makes its tables by itself." },
  INTERRUPT: { say: "The statement was interrupted.", retryable: true },
  IOERR: { say: "Its file could not be read or written: check the disk.", retryable: true },
  CORRUPT: { say: "Its file is damaged. Restore it from a copy, or save what can be read with SQLite's .recover." },
  FULL: { say: "The disk is full, or the database has reached its largest size. Make room.", retryable: true },
  CANTOPEN: { say: "Its file, or one beside it, could not be opened: check the folder and its permissions.", retryable: true },
  TOOBIG: { say: "An entry is larger than this database takes: see its SQLITE_LIMIT_LENGTH." },
  NOTADB: { say: "Its file is no SQLite database." }
};
function resultOf(error) {
  const { code, errcode, rawCode } = error ?? {};
  const named = typeof code === "string" ? /^SQLITE_([A-Z]+)/.exec(code)?.[1] : void 0;
  const number = typeof errcode === "number" ? errcode : rawCode;
  return named ?? (typeof number === "number" ? RESULTS[number & 255] : void 0);
}
const messageOf = (error) => String(error?.message ?? "");
const isHostAtWork = (error) => /^This database connection is busy executing a query$/.test(messageOf(error));
function isBusy(error) {
  if (["BUSY", "LOCKED"].includes(resultOf(error) ?? "") || isHostAtWork(error))
    return true;
  if (error?.code === "TRANSACTION_ACTIVE")
    return true;
  return isWithin(error);
}
const isWithin = (error) => /cannot start a transaction within a transaction/.test(messageOf(error));
function storeFailed(error) {
  const result = resultOf(error);
  const { code } = error ?? {};
  const named = typeof code === "string" ? code.slice(0, 80) : void 0;
  const known = result === void 0 ? void 0 : ADVICE[result];
  const details = { ...named ? { code: named } : {}, ...result ? { result: `SQLITE_${result}` } : {} };
  let say = known?.say ?? "Its error is the cause of this one.";
  let retryable = known?.retryable ?? false;
  if (/json_(each|extract|group_array|array)\b/.test(messageOf(error)) && /no such/.test(messageOf(error))) {
    say = "It is SQLite without JSON functions: use version 3.38 or newer.";
  } else if (!known && (named === void 0 ? error instanceof TypeError && /fetch/i.test(messageOf(error)) : isOfTheWay(named))) {
    say = "It could not be reached, or did not answer.";
    retryable = true;
  }
  return new import_errors.EpitomeError("store-failed", `The database could not be used${named ? ` (${named})` : ""}. ${say}`, {
    retryable,
    details,
    cause: error
  });
}
const isOfTheWay = (code) => /^(HRANA_|SERVER_ERROR$|ECONN|ETIMEDOUT$|EPIPE$|EAI_AGAIN$|ENOTFOUND$)/.test(code);
function databaseClosed(cause) {
  const message = "The database is closed. Keep it open for as long as sessions use it; open it and make a new store.";
  return new import_errors.EpitomeError("store-failed", message, { cause });
}
function storeLocked(timeoutMs, cause) {
  const message = cause === void 0 || isWithin(cause) ? `The database handle is inside a transaction that did not end within ${timeoutMs} ms. What the store writes must not be rolled back with it: end it before you wait for the session, or give the store a handle of its own.` : `Another process, or another connection, has kept the database locked for more than ${timeoutMs} ms. Nothing was stored; try again.`;
  return new import_errors.EpitomeError("store-locked", message, { retryable: true, details: { timeoutMs }, cause });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  databaseClosed,
  isBusy,
  isHostAtWork,
  storeFailed,
  storeLocked
});
