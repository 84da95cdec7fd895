/**
 * OpenAI's Chat Completions: when a request's messages are accepted.
 *
 * | rule | |
 * |---|---|
 * | C1 | there is a message, and one is the user's |
 * | C6 | no message without content |
 * | C7 | text is well-formed |
 * | O0 | roles and parts are ones that there are |
 * | O1 | the calls of a message are answered by the messages right behind it, each once |
 * | O2 | no result without such a call |
 * | O3 | arguments are text that parses as a JSON object |
 * | O4 | a message of the model says or calls something |
 * | O5 | ids of calls are unique |
 * | O6 | the last message asks: it is the user's or a tool's |
 * | O7 | messages have no fields but those that OpenAI has, or that others add to the model's messages |
 * | S1 | with `alternation`: after the instructions user and model take turns, a model's tool results counting as its own |
 */

import { findings, isBlank, isMediaUrl, isObject, onlyKeys, parses, wellFormed } from "./common.mjs";

const FIELDS = ["role", "content", "name"];
const OF_MODEL = ["refusal", "tool_calls", "audio", "function_call", "annotations", "reasoning_content", "reasoning", "reasoning_details"];
const ROLES = ["system", "developer", "user", "assistant", "tool"];

export function openaiChat({ messages }, { alternation = false } = {}) {
  const { found, broken } = findings();
  const list = Array.isArray(messages) ? messages : [];
  if (!list.some(({ role }) => role === "user")) broken("C1", "messages", "no message is the user's");
  wellFormed(list, "messages", broken);
  const seen = new Set();
  let open = [];
  for (const [at, message] of list.entries()) {
    const path = `messages[${at}]`;
    if (!ROLES.includes(message.role)) broken("O0", path, `the role ${message.role}`);
    const more = message.role === "assistant" ? OF_MODEL : message.role === "tool" ? ["tool_call_id"] : [];
    onlyKeys(message, [...FIELDS, ...more], "O7", path, broken);
    if (message.role === "tool") {
      const place = open.indexOf(message.tool_call_id);
      if (place < 0) broken("O2", path, `no open call ${message.tool_call_id} right before`);
      else open.splice(place, 1);
      checkParts(message.content, path, broken, { empty: true });
      continue;
    }
    if (open.length > 0) broken("O1", path, `comes before the results of ${open.join(", ")}`);
    open = [];
    if (message.role === "assistant") open = checkAssistant(message, path, seen, broken);
    else checkParts(message.content, path, broken);
  }
  if (open.length > 0) broken("O1", "messages", `no results of ${open.join(", ")}`);
  if (list.length > 0 && !["user", "tool"].includes(list.at(-1).role))
    broken("O6", `messages[${list.length - 1}]`, "the last message asks nothing");
  if (alternation) checkTurns(list, broken);
  return found;
}

/** Checks a message of the model, and gives the ids that must be answered. */
function checkAssistant({ content, tool_calls: calls, refusal, audio }, path, seen, broken) {
  if (calls !== undefined && calls !== null && !(Array.isArray(calls) && calls.length > 0))
    broken("O4", `${path}.tool_calls`, "an empty list");
  const list = Array.isArray(calls) ? calls : [];
  const speaks = Array.isArray(content) ? content.length > 0 : !isBlank(content);
  if (!speaks && list.length === 0 && !refusal && !audio) broken("O4", path, "neither says nor calls anything");
  if (Array.isArray(content)) checkParts(content, path, broken);
  for (const [at, call] of list.entries()) {
    const place = `${path}.tool_calls[${at}]`;
    if (isBlank(call.id)) broken("O5", place, "no id");
    else if (seen.has(call.id)) broken("O5", place, `the id ${call.id} a second time`);
    seen.add(call.id);
    if (call.type === "custom") {
      if (isBlank(call.custom?.name) || typeof call.custom.input !== "string") broken("O0", place, "a custom call without name or input");
      continue;
    }
    if (call.type !== "function" || isBlank(call.function?.name)) broken("O0", place, "a call without type or name");
    const text = call.function?.arguments;
    if (typeof text !== "string" || !parses(text) || !isObject(JSON.parse(text))) broken("O3", place, "arguments that are no JSON object");
  }
  return list.map(({ id }) => id);
}

/** Content: text, or parts. Only a tool's result may be empty text. */
function checkParts(content, path, broken, { empty = false } = {}) {
  if (typeof content === "string") {
    if (!empty && isBlank(content)) broken("C6", path, "blank");
    return;
  }
  if (!Array.isArray(content) || content.length === 0) return broken("C6", path, "no content");
  for (const [at, part] of content.entries()) {
    const place = `${path}.content[${at}]`;
    if (part.type === "text") {
      if (typeof part.text !== "string" || (!empty && isBlank(part.text))) broken("C6", place, "a blank part");
    } else if (part.type === "image_url") {
      if (!isMediaUrl(part.image_url?.url)) broken("O0", place, "a picture without address");
    } else if (part.type === "file") {
      if (!part.file?.file_id && !isMediaUrl(part.file?.file_data ?? "")) broken("O0", place, "a file without data");
    } else if (!["input_audio", "refusal"].includes(part.type)) broken("O0", place, `a part of type ${part.type}`);
  }
}

function checkTurns(messages, broken) {
  const isInstruction = ({ role }) => role === "system" || role === "developer";
  let last;
  for (const [at, { role }] of messages.entries()) {
    const path = `messages[${at}]`;
    if (isInstruction({ role })) {
      if (last) broken("S1", path, "instructions behind the start");
      continue;
    }
    if (!last && role !== "user") broken("S1", path, "the user does not begin");
    if (role === last && role !== "tool") broken("S1", path, `two messages with the role ${role} in a row`);
    if (role === "user" && last === "tool") broken("S1", path, "the user speaks right behind a tool");
    last = role;
  }
}
