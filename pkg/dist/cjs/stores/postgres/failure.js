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
  UNDEFINED_TABLE: () => UNDEFINED_TABLE,
  UNIQUE_VIOLATION: () => UNIQUE_VIOLATION,
  codeOf: () => codeOf,
  isCreationRace: () => isCreationRace,
  isRollback: () => isRollback,
  postgresFailed: () => postgresFailed
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../../errors.js");
const UNIQUE_VIOLATION = "23505";
const UNDEFINED_TABLE = "42P01";
function isRollback(error) {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
}
function isCreationRace(error) {
  const code = codeOf(error);
  return code === UNIQUE_VIOLATION || code === "42P07" || code === "42710" || code === "XX000";
}
function codeOf(error) {
  const code = error?.code;
  return typeof code === "string" ? code : void 0;
}
const KNOWN = [
  [/^42P01$/, false, "The tables are missing: create them with the SQL of postgresTables(), or leave createTables on."],
  [/^3F000$/, false, "The schema does not exist: create it first."],
  [/^42501$/, false, "The database user may not do this: give it SELECT, INSERT, UPDATE and DELETE on the tables."],
  [/^(28|3D)/, false, "Check the user, the password and the database's name."],
  [/^22P05$/, false, "The database cannot hold this text: its encoding must be UTF8."],
  [/^25P02$/, false, "The client is inside a transaction that failed: give the store a client of its own, or a pool."],
  [/^(40001|40P01)$/, true, "Other transactions came in between too often; try again."],
  [/^(25006|57P0[123])$/, true, "The server is starting, stopping, or a standby; try again."],
  [/^(55P03|57014)$/, true, "It took longer than the server allows; try again."],
  [/^53/, true, "The server lacks connections, memory or disk space; try again when it has some."],
  [/^08/, true, "The connection was lost; try again."]
];
function postgresFailed(error) {
  if (import_errors.EpitomeError.isInstance(error))
    return error;
  const code = codeOf(error);
  const state = code !== void 0 && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E") ? code : void 0;
  const [retryable, advice] = state === void 0 ? unreachable(error) : known(state);
  const message = `PostgreSQL could not be used${code === void 0 ? "" : ` (${code})`}. ${advice}`;
  return new import_errors.EpitomeError("store-failed", message, { retryable, details: code === void 0 ? {} : { code }, cause: error });
}
function known(state) {
  const found = KNOWN.find(([codes]) => codes.test(state));
  return found ? [found[1], found[2]] : [false, "The cause says why."];
}
function unreachable(error) {
  const text = error instanceof Error ? error.message : "";
  if (/not queryable|after calling end/i.test(text)) {
    return [false, "This client has ended for good: connect a new one, or use a pool, which does so by itself."];
  }
  if (error instanceof TypeError || error instanceof RangeError)
    return [false, "The cause says why."];
  return [true, "The connection failed, so an append may have been stored or not; repeat it with the same ids."];
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  UNDEFINED_TABLE,
  UNIQUE_VIOLATION,
  codeOf,
  isCreationRace,
  isRollback,
  postgresFailed
});
