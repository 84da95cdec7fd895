/**
 * Gemini's generateContent: when a request's contents are accepted.
 *
 * | rule | |
 * |---|---|
 * | C7 | text is well-formed |
 * | G1 | the first and the last content are the user's |
 * | G2 | the content right behind one with calls has exactly their responses, matched by id, or else by name and order |
 * | G3 | a call comes right behind the user's words or responses, not behind the model's own |
 * | G4 | with `signed` (Gemini 3): in the current turn the first call of each step has its signature, and none was made up |
 * | G5 | roles are user and model; the system text stands only in systemInstruction |
 * | G6 | nothing is empty; a part without text has something else |
 * | G7 | calls and thoughts are the model's, responses the user's; arguments and responses are objects |
 * | G8 | contents and parts have no fields but those that there are |
 */

import { findings, isBase64, isBlank, isObject, onlyKeys, wellFormed } from "./common.mjs";

const DATA = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "toolCall",
  "toolResponse",
  "executableCode",
  "codeExecutionResult",
];
/** What may stand in a part beside its data. */
const BESIDE = ["thought", "thoughtSignature", "videoMetadata", "mediaResolution", "partMetadata"];
const OF_MODEL = ["functionCall", "toolCall", "toolResponse", "executableCode", "codeExecutionResult"];
/** What clients send in place of a signature that they have lost. */
const MADE_UP = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

/**
 * `merging`: contents of one side in a row are taken for one, as the API does. `images`: other parts may stand between the
 * responses, as clients send a response's images to models before Gemini 3. `mended`: what says that a signature was lost may
 * stand in its place, as in a damaged history that was repaired.
 */
export function gemini(body, { signed = false, merging = false, images = false, mended = false } = {}) {
  const { found, broken } = findings();
  const given = Array.isArray(body.contents) ? body.contents : [];
  const contents = merging ? merged(given) : given;
  if (contents[0]?.role !== "user") broken("G1", "contents[0]", "the first content is not the user's");
  if (contents.at(-1)?.role !== "user") broken("G1", "contents", "the last content is not the user's");
  wellFormed(body, "body", broken);
  const instructions = body.systemInstruction;
  if (instructions !== undefined && !(instructions.parts?.length > 0 && instructions.parts.every(({ text }) => !isBlank(text)))) {
    broken("G6", "systemInstruction", "empty");
  }
  let open = [];
  for (const [at, content] of contents.entries()) {
    const path = `contents[${at}]`;
    if (!["user", "model"].includes(content.role)) broken("G5", path, `the role ${content.role}`);
    onlyKeys(content, ["role", "parts"], "G8", path, broken);
    checkParts(content, path, broken, mended);
    checkResponses(open, content, path, images, broken);
    open = partsOf(content).flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
    if (open.length > 0 && contents[at - 1]?.role !== "user") broken("G3", path, "a call right behind the model's own words");
  }
  if (open.length > 0) broken("G2", "contents", "calls without responses");
  if (signed) checkSignatures(contents, broken);
  return found;
}

const partsOf = ({ parts }) => (Array.isArray(parts) ? parts : []);

function merged(contents) {
  const list = [];
  for (const { role, parts } of contents) {
    if (list.at(-1)?.role === role) list.at(-1).parts.push(...parts);
    else list.push({ role, parts: [...parts] });
  }
  return list;
}

function checkParts(content, path, broken, mended) {
  const parts = partsOf(content);
  if (parts.length === 0) broken("G6", path, "no parts");
  for (const [at, part] of parts.entries()) {
    const place = `${path}.parts[${at}]`;
    const kinds = DATA.filter((key) => part[key] !== undefined);
    onlyKeys(part, [...DATA, ...BESIDE], "G8", place, broken);
    if (kinds.length !== 1) broken("G6", place, "a part with nothing, or with more than one thing");
    if (part.text !== undefined && isBlank(part.text) && !part.thoughtSignature) broken("G6", place, "a blank text");
    const [kind] = kinds;
    if (content.role !== "model" && (OF_MODEL.includes(kind) || part.thought)) broken("G7", place, `${kind} on the user's side`);
    if (content.role !== "user" && kind === "functionResponse") broken("G7", place, "a response on the model's side");
    if (part.functionCall && !(isObject(part.functionCall.args ?? {}) && !isBlank(part.functionCall.name)))
      broken("G7", place, "a call without name or arguments");
    if (part.functionResponse && !(isObject(part.functionResponse.response) && !isBlank(part.functionResponse.name))) {
      broken("G7", place, "a response without name or content");
    }
    if (part.inlineData && !(isBase64(part.inlineData.data) && !isBlank(part.inlineData.mimeType)))
      broken("G6", place, "data without content or type");
    if (part.fileData && isBlank(part.fileData.fileUri)) broken("G6", place, "a file without address");
    if (!mended && MADE_UP.includes(part.thoughtSignature)) broken("G4", place, "a signature was lost, and one was made up");
  }
}

function checkResponses(calls, content, path, images, broken) {
  const parts = partsOf(content);
  const responses = parts.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []));
  if (responses.length !== calls.length) return broken("G2", path, `${calls.length} calls, ${responses.length} responses`);
  if (!images && calls.length > 0 && parts.slice(0, responses.length).some(({ functionResponse }) => !functionResponse)) {
    broken("G2", path, "something stands before a response");
  }
  const left = [...responses];
  for (const call of calls) {
    const place = left.findIndex(({ id, name }) => name === call.name && (id === undefined || call.id === undefined || id === call.id));
    if (place < 0) broken("G2", path, `no response to ${call.id ?? call.name}`);
    else left.splice(place, 1);
  }
}

/** The current turn begins with the user's last words. */
function checkSignatures(contents, broken) {
  const start = contents.findLastIndex(({ role, parts }) => role === "user" && parts.some(({ functionResponse }) => !functionResponse));
  for (const [at, content] of contents.entries()) {
    if (at < start) continue;
    const first = partsOf(content).find(({ functionCall }) => functionCall);
    if (first && isBlank(first.thoughtSignature)) broken("G4", `contents[${at}]`, "the first call of a step has no signature");
  }
}
