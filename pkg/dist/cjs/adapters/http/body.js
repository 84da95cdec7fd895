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
  focusIn: () => focusIn
});
module.exports = __toCommonJS(stdin_exports);
var import_answer = require("./answer.js");
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const FIELDS = ["instructions", "focus"];
async function focusIn(request, maxBytes) {
  const bytes = await read(request, maxBytes);
  if (bytes.length === 0)
    return void 0;
  const type = request.headers.get("content-type") ?? "";
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (!JSON_TYPE.test(type) || !/^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? "utf-8") || !/^identity$/i.test(encoding)) {
    throw new import_answer.Problem(415, "unsupported-media-type", "The body must be JSON: content-type: application/json.");
  }
  const body = parsed(bytes);
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown !== void 0)
    throw invalid(`There is no field ${JSON.stringify(unknown.slice(0, 80))}; the body may hold "instructions", which may be called "focus".`);
  const texts = FIELDS.flatMap((name) => {
    const text = body[name] ?? "";
    if (typeof text !== "string")
      throw invalid(`The field "${name}" must be a text.`);
    return text.trim() === "" ? [] : [text];
  });
  if (texts.length > 1 && texts[0] !== texts[1])
    throw invalid('The fields "instructions" and "focus" are two names for one thing, and say two. Send one of them.');
  return texts[0];
}
const invalid = (detail) => new import_answer.Problem(400, "invalid-body", detail);
function parsed(bytes) {
  let value;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    throw new import_answer.Problem(400, "invalid-json", "The body is not JSON in UTF-8.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid("The body must be a JSON object.");
  }
  return value;
}
async function read(request, maxBytes) {
  const tooLong = new import_answer.Problem(413, "body-too-large", `The body may have ${maxBytes} bytes at most.`);
  if (Number(request.headers.get("content-length")) > maxBytes)
    throw tooLong;
  if (!request.body)
    return new Uint8Array();
  const reader = request.body.getReader();
  const pieces = [];
  let length = 0;
  for (; ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new import_answer.Problem(400, "incomplete-body", "The body ended too soon.");
    });
    if (done)
      break;
    length += value.length;
    if (length > maxBytes)
      throw tooLong;
    pieces.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  focusIn
});
