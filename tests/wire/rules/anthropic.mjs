/**
 * Anthropic's Messages: when a request is accepted.
 *
 * | rule | |
 * |---|---|
 * | C7 | text is well-formed |
 * | A0 | blocks are ones that there are, each on the side where it belongs |
 * | A1 | the first message is the user's |
 * | A2 | roles are user and assistant |
 * | A3 | they take turns (not with `merging`: the API itself takes neighbours of one role for one message) |
 * | A4 | nothing is empty or blank; the last message is the user's |
 * | A5 | the message right behind one with calls begins with exactly their results |
 * | A6 | no result without such a call |
 * | A7 | ids of calls are unique |
 * | A8 | a result of the provider's own tool stands behind its call, once, and before the user speaks again |
 * | A9 | thinking has its signature, redacted thinking its data |
 * | A10 | with thinking on, the last message of a model in an open tool loop begins with thinking |
 * | A11 | with calls in the history, tools are declared |
 * | A12 | thinking stands behind what it stood behind when it was written (`bound`), save in an open tool loop at the end |
 * | A13 | at most four cache breakpoints, none on thinking |
 * | A14 | thinking does not end a message |
 * | A15 | messages and the blocks that clients write have no fields but those that there are |
 */

import { findings, isBase64, isBlank, isObject, onlyKeys, wellFormed } from "./common.mjs";

const THINKING = ["thinking", "redacted_thinking"];
const SERVER_USES = ["server_tool_use", "mcp_tool_use"];
const isServerResult = ({ type }) => type !== "tool_result" && type.endsWith("_tool_result");
const MODEL = ["text", "tool_use", "compaction", "fallback", ...THINKING, ...SERVER_USES];
const USER = ["text", "image", "document", "search_result", "tool_result", "container_upload"];
/** The fields of blocks that clients write or send back changed. */
const FIELDS = {
  text: ["type", "text", "citations", "cache_control"],
  image: ["type", "source", "cache_control"],
  tool_use: ["type", "id", "name", "input", "caller", "toolset_name", "cache_control"],
  tool_result: ["type", "tool_use_id", "content", "is_error", "toolset_name", "cache_control"],
  thinking: ["type", "thinking", "signature"],
  redacted_thinking: ["type", "data"],
};
const ID = /^[a-zA-Z0-9_-]+$/;

export function anthropic(body, { merging = false, bound } = {}) {
  const { found, broken } = findings();
  const given = Array.isArray(body.messages) ? body.messages : [];
  const messages = merging ? merged(given) : given.map(asBlocks);
  if (messages[0]?.role !== "user") broken("A1", "messages[0]", "the first message is not the user's");
  if (messages.at(-1)?.role !== "user") broken("A4", "messages", "the last message is the model's");
  wellFormed([body.system ?? "", given], "body", broken);
  checkSystem(body.system, broken);
  const calls = { ids: new Set(), open: new Set() };
  for (const [at, message] of messages.entries()) {
    const path = `messages[${at}]`;
    if (!["user", "assistant"].includes(message.role)) broken("A2", path, `the role ${message.role}`);
    if (message.role === messages[at - 1]?.role) broken("A3", path, "two messages of one side in a row");
    checkBlocks(message, path, broken);
    if (!merging) onlyKeys(given[at], ["role", "content"], "A15", path, broken);
    checkResults(messages[at - 1], message, path, broken);
    if (message.role === "user" && message.content.some(({ type }) => type !== "tool_result")) {
      for (const id of calls.open) broken("A8", path, `the provider's call ${id} has no result`);
      calls.open.clear();
    }
    if (message.role === "assistant") checkCalls(message, path, calls, broken);
  }
  const blocks = messages.flatMap(({ content }) => content);
  const tools = blocks.some(({ type }) => type === "tool_use" || type === "tool_result");
  if (tools && !(body.tools?.length > 0)) broken("A11", "tools", "calls, and no tools declared");
  checkOpenLoop(body, messages, broken);
  if (bound) checkBound(body, messages, bound, broken);
  checkCaching(body, blocks, broken);
  return found;
}

const asBlocks = ({ role, content }) => ({
  role,
  content: typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []),
});

/** Neighbours of one role as one message, as the API takes them. */
function merged(messages) {
  const list = [];
  for (const message of messages.map(asBlocks)) {
    if (list.at(-1)?.role === message.role) list.at(-1).content = [...list.at(-1).content, ...message.content];
    else list.push({ ...message });
  }
  return list;
}

function checkSystem(system, broken) {
  if (system === undefined) return;
  const texts = typeof system === "string" ? [system] : system.map(({ text }) => text);
  if (texts.length === 0 || texts.some(isBlank)) broken("A4", "system", "blank instructions");
}

function checkBlocks({ role, content }, path, broken) {
  if (content.length === 0) broken("A4", path, "no content");
  for (const [at, block] of content.entries()) {
    const place = `${path}.content[${at}]`;
    const fits = role === "assistant" ? MODEL.includes(block.type) || isServerResult(block) : USER.includes(block.type);
    if (FIELDS[block.type]) onlyKeys(block, FIELDS[block.type], "A15", place, broken);
    if (!fits) broken("A0", place, `a block of type ${block.type} on the side of ${role}`);
    if (block.type === "text" && isBlank(block.text)) broken("A4", place, "a blank text");
    if (["image", "document"].includes(block.type)) checkSource(block, place, broken);
    if (block.type === "tool_result") checkResult(block, place, broken);
    if (block.type === "thinking" && isBlank(block.signature)) broken("A9", place, "thinking without signature");
    if (block.type === "redacted_thinking" && isBlank(block.data)) broken("A9", place, "redacted thinking without data");
    if (THINKING.includes(block.type) && block.cache_control) broken("A13", place, "a cache breakpoint on thinking");
  }
  if (THINKING.includes(content.at(-1)?.type)) broken("A14", path, "thinking ends the message");
}

function checkSource({ source }, path, broken) {
  if (source?.type === "url" ? !/^https?:\/\//.test(source.url) : source?.type === "base64" && !isBase64(source.data)) {
    broken("A0", path, "a source without data");
  }
}

function checkResult({ content }, path, broken) {
  if (content === undefined || typeof content === "string") return;
  for (const [at, block] of content.entries()) {
    const place = `${path}.content[${at}]`;
    if (!["text", "image", "document", "search_result", "tool_reference"].includes(block.type))
      broken("A0", place, `a result of type ${block.type}`);
    if (block.type === "text" && isBlank(block.text)) broken("A4", place, "a blank text");
    if (block.type === "image") checkSource(block, place, broken);
  }
}

/** Calls and results of neighbours: the results lead the message behind the calls, and are exactly theirs. */
function checkResults(before, message, path, broken) {
  const calls = before?.role === "assistant" ? before.content.filter(({ type }) => type === "tool_use").map(({ id }) => id) : [];
  const results = message.content.filter(({ type }) => type === "tool_result").map(({ tool_use_id: id }) => id);
  const leading = message.content.findIndex(({ type }) => type !== "tool_result");
  if (leading >= 0 && leading < results.length) broken("A5", path, "something stands before a result");
  for (const id of calls) if (!results.includes(id)) broken("A5", path, `no result of ${id}`);
  for (const [at, id] of results.entries()) {
    if (!calls.includes(id)) broken("A6", path, `no call ${id} right before`);
    else if (results.indexOf(id) !== at) broken("A5", path, `a second result of ${id}`);
  }
}

function checkCalls({ content }, path, { ids, open }, broken) {
  for (const [at, block] of content.entries()) {
    const place = `${path}.content[${at}]`;
    if (block.type === "tool_use" || SERVER_USES.includes(block.type)) {
      if (ids.has(block.id)) broken("A7", place, `the id ${block.id} a second time`);
      ids.add(block.id);
      if (!ID.test(block.id) || isBlank(block.name)) broken("A0", place, "a call without a proper id or name");
      if (!isObject(block.input)) broken("A0", place, "a call whose input is no object");
      if (SERVER_USES.includes(block.type)) open.add(block.id);
    } else if (isServerResult(block) && !open.delete(block.tool_use_id)) {
      broken("A8", place, `no open call ${block.tool_use_id} of the provider before its result`);
    }
  }
}

/** Where the tool loop at the end begins: its first message of the model; -1 if the history ends with the user's own words. */
export function loopStart(messages) {
  const last = messages.at(-1);
  if (last?.role !== "user" || last.content[0]?.type !== "tool_result") return -1;
  let start = messages.length - 2;
  while (start >= 2 && messages[start - 1].role === "user" && messages[start - 1].content[0]?.type === "tool_result") start -= 2;
  return start;
}

function checkOpenLoop({ thinking }, messages, broken) {
  if (!["enabled", "adaptive"].includes(thinking?.type) || loopStart(messages) < 0) return;
  const at = messages.findLastIndex(({ role }) => role === "assistant");
  if (!THINKING.includes(messages[at]?.content[0]?.type))
    broken("A10", `messages[${at}]`, "an open tool loop does not begin with thinking");
}

const mark = ({ signature, data }) => signature ?? data;
/** Breakpoints move between requests, and bind nothing. */
const plain = (value) => JSON.stringify(value, (key, item) => (key === "cache_control" ? undefined : item));

/** For each thought, all that stood before it: of a request in which nothing has been changed. */
export function bindings({ system, messages }) {
  const bound = new Map();
  walkThoughts(system, messages.map(asBlocks), (block, prefix) => bound.set(mark(block), prefix));
  return bound;
}

function walkThoughts(system, messages, visit) {
  const prefix = [plain(system ?? "")];
  for (const [at, { role, content }] of messages.entries()) {
    for (const block of content) {
      if (THINKING.includes(block.type)) visit(block, prefix.join("\n"), at);
      prefix.push(`${role} ${plain(block)}`);
    }
  }
}

function checkBound({ system }, messages, bound, broken) {
  const loop = loopStart(messages);
  walkThoughts(system, messages, (block, prefix, at) => {
    if (loop >= 0 && at >= loop) return;
    if (bound.get(mark(block)) !== prefix) broken("A12", `messages[${at}]`, "thinking behind a history that has been changed");
  });
}

function checkCaching({ system, tools }, blocks, broken) {
  const all = [...(Array.isArray(system) ? system : []), ...(tools ?? []), ...blocks];
  if (all.filter((block) => block.cache_control).length > 4) broken("A13", "body", "more than four cache breakpoints");
}
