/**
 * OpenAI's Responses: when a request's input items are accepted.
 *
 * | rule | |
 * |---|---|
 * | C1 | there is an item, and one is the user's |
 * | C6 | no message without content |
 * | C7 | text is well-formed |
 * | R0 | items, roles and parts are ones that there are |
 * | R1 | an output has an earlier call of its kind with its `call_id`, not yet answered; an approval has its request |
 * | R2 | a call has an output later |
 * | R3 | a thought is followed by what came of it: never last, never before an item of another side |
 * | R4 | an item with the id that it got behind a thought has that thought right before what it produced (`thoughts`) |
 * | R5 | unstored, a thought has its encrypted content, and nothing is a mere reference |
 * | R6 | a compaction item has its encrypted content |
 * | R7 | a compaction trigger is last |
 * | R8 | nobody speaks between a call and its output |
 * | R9 | ids of items and `call_id`s are unique |
 * | R10 | arguments are text that parses as a JSON object |
 * | R11 | the input ends with something to answer: the user's word, an output, an approval |
 * | R12 | messages, calls and outputs have no fields but those that there are |
 */

import { findings, isBlank, isMediaUrl, isObject, onlyKeys, parses, wellFormed } from "./common.mjs";

const CALLS = {
  function_call: "function_call_output",
  custom_tool_call: "custom_tool_call_output",
  computer_call: "computer_call_output",
  local_shell_call: "local_shell_call_output",
  shell_call: "shell_call_output",
  apply_patch_call: "apply_patch_call_output",
};
const OUTPUTS = Object.values(CALLS);
/** What the provider did itself: call and result in one item. */
const DONE = ["web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call", "mcp_list_tools"];
const STATE = ["additional_tools", "configuration_update"];
const OTHER = ["reasoning", "compaction", "compaction_trigger", "item_reference", "mcp_approval_request", "mcp_approval_response"];
const FIELDS = {
  message: ["type", "id", "role", "content", "status", "phase"],
  function_call: ["type", "id", "call_id", "name", "arguments", "status", "namespace", "async", "caller"],
  function_call_output: ["type", "id", "call_id", "output", "status", "caller", "name"],
  custom_tool_call: ["type", "id", "call_id", "name", "input", "status", "namespace", "async"],
  custom_tool_call_output: ["type", "id", "call_id", "output", "status"],
  reasoning: ["type", "id", "summary", "content", "encrypted_content", "status"],
  compaction: ["type", "id", "encrypted_content", "created_by"],
};
const PARTS = { user: ["input_text", "input_image", "input_file"], assistant: ["output_text", "refusal"] };

const typeOf = ({ type, role }) => type ?? (role ? "message" : undefined);
/** Items that the model produced, which is what a thought can be followed by. */
const isProduced = (item) =>
  item.type in CALLS ||
  DONE.includes(item.type) ||
  ["reasoning", "item_reference", "mcp_approval_request"].includes(item.type) ||
  item.role === "assistant";

/** `thoughts`: by the id of an item, the id of the thought that it came of, for conversations whose ids the provider knows. */
export function openaiResponses({ input, store = true }, { thoughts = new Map() } = {}) {
  const { found, broken } = findings();
  const items = typeof input === "string" ? [{ role: "user", content: input }] : Array.isArray(input) ? input : [];
  if (!items.some(({ role }) => role === "user")) broken("C1", "input", "no item is the user's");
  wellFormed(items, "input", broken);
  const state = { broken, items, store, open: new Map(), ids: new Set(), callIds: new Set(), requests: new Set(), thoughts };
  for (const [at, item] of items.entries()) checkItem(item, at, state);
  for (const [id, { path }] of state.open) broken("R2", path, `the call ${id} has no output`);
  const last = items.at(-1);
  if (last && !["user", "system", "developer"].includes(last.role) && !OUTPUTS.includes(last.type) && !mayEnd(last)) {
    broken("R11", `input[${items.length - 1}]`, "the input ends with nothing to answer");
  }
  return found;
}

const mayEnd = ({ type }) => ["mcp_approval_response", "compaction_trigger", "item_reference", ...STATE].includes(type);

function checkItem(item, at, state) {
  const { broken, items } = state;
  const path = `input[${at}]`;
  const type = typeOf(item);
  if (item.id !== undefined && type !== "item_reference") {
    if (state.ids.has(item.id)) broken("R9", path, `the id ${item.id} a second time`);
    checkThought(item, at, state);
  }
  if (item.id !== undefined) state.ids.add(item.id);
  if (FIELDS[type]) onlyKeys(item, FIELDS[type], "R12", path, broken);
  if (type === "message") return checkMessage(item, path, state);
  if (type in CALLS) return checkCall(item, path, state);
  if (OUTPUTS.includes(type)) return checkOutput(item, path, state);
  if (type === "reasoning") return checkReasoning(item, at, state);
  if (type === "item_reference") {
    if (!state.store) broken("R5", path, "a reference, and nothing is stored");
    state.requests.add(item.id);
  } else if (type === "mcp_approval_request") state.requests.add(item.id);
  else if (type === "mcp_approval_response") {
    if (!state.requests.delete(item.approval_request_id)) broken("R1", path, `no open request ${item.approval_request_id}`);
  } else if (type === "compaction") {
    if (isBlank(item.encrypted_content)) broken("R6", path, "no encrypted content");
  } else if (type === "compaction_trigger") {
    if (at !== items.length - 1) broken("R7", path, "a compaction trigger that is not last");
  } else if (!DONE.includes(type) && !STATE.includes(type) && !OTHER.includes(type)) broken("R0", path, `an item of type ${type}`);
}

function checkMessage({ role, content }, path, { open, broken }) {
  if (!["user", "assistant", "system", "developer"].includes(role)) broken("R0", path, `the role ${role}`);
  if (role !== "assistant") {
    for (const id of open.keys()) broken("R8", path, `the role ${role} between the call ${id} and its output`);
  }
  if (typeof content === "string") {
    if (isBlank(content)) broken("C6", path, "blank");
    return;
  }
  if (!Array.isArray(content) || content.length === 0) return broken("C6", path, "no content");
  const allowed = role === "assistant" ? PARTS.assistant : PARTS.user;
  for (const [at, part] of content.entries()) checkPart(part, `${path}.content[${at}]`, allowed, broken);
}

function checkPart(part, path, allowed, broken, { empty = false } = {}) {
  if (!allowed.includes(part.type)) broken("R0", path, `a part of type ${part.type}`);
  if (["input_text", "output_text"].includes(part.type) && !empty && isBlank(part.text)) broken("C6", path, "a blank part");
  if (part.type === "input_image" && !part.file_id && !isMediaUrl(part.image_url ?? "")) broken("R0", path, "a picture without address");
  if (part.type === "input_file" && !part.file_id && !part.file_url && !isMediaUrl(part.file_data ?? ""))
    broken("R0", path, "a file without data");
}

function checkCall(item, path, { open, callIds, broken }) {
  const { type, call_id: id, name, arguments: text, input } = item;
  if (isBlank(id)) broken("R9", path, "a call without `call_id`");
  else if (callIds.has(id)) broken("R9", path, `the call_id ${id} a second time`);
  callIds.add(id);
  open.set(id, { path, output: CALLS[type] });
  if (type === "function_call") {
    if (isBlank(name)) broken("R0", path, "a call without name");
    if (typeof text !== "string" || !parses(text) || !isObject(JSON.parse(text))) broken("R10", path, "arguments that are no JSON object");
  }
  if (type === "custom_tool_call" && typeof input !== "string") broken("R0", path, "a custom call without input");
}

function checkOutput({ type, call_id: id, output }, path, { open, broken }) {
  const call = open.get(id);
  if (call?.output !== type) return broken("R1", path, `no open call ${id} for this output`);
  open.delete(id);
  if (output === undefined || output === null) return broken("C6", path, "an output that is none");
  if (!Array.isArray(output)) return;
  if (output.length === 0) broken("C6", path, "an empty list");
  for (const [at, part] of output.entries()) checkPart(part, `${path}.output[${at}]`, PARTS.user, broken, { empty: true });
}

function checkReasoning(item, at, { items, store, broken }) {
  const path = `input[${at}]`;
  if (!store && isBlank(item.encrypted_content)) broken("R5", path, "an unstored thought without its encrypted content");
  if (!Array.isArray(item.summary)) broken("R0", path, "a thought without a summary");
  const next = items[at + 1];
  if (!next) broken("R3", path, "a thought is the last item");
  else if (!isProduced(next)) broken("R3", path, "a thought without what came of it");
}

/** A stored item is sent with the thought that it came of: that one is the nearest before it. */
function checkThought(item, at, { items, thoughts, store, broken }) {
  if (!store || !thoughts.has(item.id)) return;
  const before = items
    .slice(0, at)
    .findLast(({ type, id }) => type === "reasoning" || (type === "item_reference" && id?.startsWith("rs_")));
  if (before?.id !== thoughts.get(item.id))
    broken("R4", `input[${at}]`, `${item.id} without the thought ${thoughts.get(item.id)} that it came of`);
}

/** For each item with an id, the thought that it came of: of a request that is as the provider made it. */
export function thoughtsOf({ input }) {
  const thoughts = new Map();
  let current;
  for (const item of input) {
    if (item.type === "reasoning") current = item.id;
    else if (!isProduced(item) || (item.role === "assistant" && item.id === undefined)) current = undefined;
    else if (current && item.id && item.type !== "item_reference") thoughts.set(item.id, current);
  }
  return thoughts;
}
