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
  kindOf: () => kindOf
});
module.exports = __toCommonJS(stdin_exports);
var import_tables = require("./tables.js");
function kindOf(chain) {
  return first(chain, byCode) ?? first(chain, byText) ?? first(chain, byRest);
}
function first(chain, judge) {
  for (const one of chain) {
    const kind = judge(one);
    if (kind)
      return kind;
  }
  return void 0;
}
const byStatus = (status) => status === 429 || status === 402 ? "rate-limit" : status === 401 || status === 403 ? "auth" : void 0;
function byCode({ status, codes }) {
  const kinds = new Set(codes.map(import_tables.kindOfCode));
  if (kinds.has("overflow"))
    return "overflow";
  if (kinds.has("never"))
    return "other";
  return kinds.has("rate-limit") ? "rate-limit" : byStatus(status) ?? (kinds.has("auth") ? "auth" : void 0);
}
function byText(one) {
  const text = textOf(one);
  const status = statusOf(one);
  if (import_tables.OVERFLOW_NAMED.test(text))
    return "overflow";
  if (import_tables.OTHER_TEXT.test(text))
    return "other";
  if (import_tables.RATE_TEXT.test(text))
    return "rate-limit";
  const isSilent = (status === 400 || status === 413) && one.texts.every((part) => import_tables.EMPTY_TEXT.test(part));
  const isOverflow = import_tables.OVERFLOW_TEXT.test(text) || isSilent && one.sources?.some((source) => import_tables.SILENT_PROVIDERS.test(source));
  return byStatus(status) ?? (isOverflow ? "overflow" : void 0);
}
function byRest(one) {
  const text = textOf(one);
  const status = statusOf(one);
  const kinds = new Set(one.codes.map(import_tables.kindOfCode));
  if (kinds.has("guess"))
    return "overflow";
  if (status === 413 || import_tables.PAYLOAD_TEXT.test(text) || kinds.has("payload-too-large"))
    return "payload-too-large";
  return (status === void 0 || status < 500) && import_tables.AUTH_TEXT.test(text) ? "auth" : void 0;
}
const textOf = ({ texts }) => texts.join("\n");
function statusOf({ status, texts }) {
  if (status !== void 0)
    return status;
  const found = texts.map((text) => import_tables.STATUS_TEXT.exec(text)).find((one) => one !== null);
  return found ? Number(found[1] ?? found[2]) : void 0;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  kindOf
});
