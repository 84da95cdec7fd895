/** What a message is, in words: its kind, who speaks, its text, its first line. Both formats are read. */

import { plural, sum } from "./numbers.js";

/** @typedef {import("../pkg/dist/index.js").Entry} Entry */

/** @typedef {"instructions" | "user" | "assistant" | "call" | "output" | "failed" | "summary" | "note"} Kind */

/** Kinds in the order of the legend, with their names. @type {Record<Kind, string>} */
export const KINDS = {
  instructions: "instructions",
  user: "user",
  assistant: "assistant",
  call: "tool call",
  output: "tool output",
  failed: "failed tool",
  summary: "summary",
  note: "other",
};

/**
 * One message of the context.
 *
 * @typedef {object} Item
 * @property {number} index its place in the context, from 0
 * @property {number} turn its turn, from 1; 0 before the first
 * @property {Entry} entry
 * @property {any} message
 * @property {Kind} kind
 * @property {string} who who speaks, or which tool
 * @property {string} firstLine
 * @property {number} tokens
 * @property {Hidden} [hidden] what a prune hides of it
 */

/** @typedef {{ tokens: number; whys: string[] }} Hidden tokens that are not shown, and why */

const ROLES = /** @type {Record<string, Kind>} */ ({
  system: "instructions",
  developer: "instructions",
  user: "user",
  toolResult: "output",
  tool: "output",
  function: "output",
  compactionSummary: "summary",
  branchSummary: "summary",
});
const STARTS_TURN = new Set(["user", "custom", "hookMessage", "bashExecution", "pythonExecution"]);

/**
 * @param {readonly any[]} messages
 * @param {readonly Entry[]} entries the entry of each message
 * @param {readonly number[]} tokens the size of each
 * @param {readonly (Hidden | undefined)[]} [hidden] what a prune hides of each
 * @returns {Item[]}
 */
export function describe(messages, entries, tokens, hidden = []) {
  /** @type {Map<string, string>} the tool of each call, since not every format repeats it beside the result */
  const tools = new Map();
  let turn = 0;
  return messages.map((message, index) => {
    const entry = /** @type {Entry} */ (entries[index]);
    for (const call of callsOf(message)) tools.set(call.id, call.name);
    const kind = kindOf(message, entry);
    const starts = kind === "summary" || (entry.type === "custom_message" ? true : STARTS_TURN.has(message?.role));
    if (starts) turn++;
    const who = whoOf(message, entry, kind, tools);
    const item = { index, turn, entry, message, kind, who, firstLine: firstLineOf(message), tokens: tokens[index] ?? 0 };
    const gone = hidden[index];
    return gone ? { ...item, hidden: gone } : item;
  });
}

/** @param {any} message @param {Entry} entry @returns {Kind} */
function kindOf(message, entry) {
  if (entry.type === "compaction" || entry.type === "branch_summary") return "summary";
  if (entry.type !== "message") return "note";
  if (message?.role === "assistant") return callsOf(message).length > 0 ? "call" : "assistant";
  if (message?.role === "toolResult" && message.isError) return "failed";
  return ROLES[message?.role] ?? "note";
}

/** @param {any} message @param {Entry} entry @param {Kind} kind @param {Map<string, string>} tools */
function whoOf(message, entry, kind, tools) {
  switch (kind) {
    case "call":
      return [...new Set(callsOf(message).map(({ name }) => name))].join(", ");
    case "output":
    case "failed":
      return message.toolName ?? message.name ?? tools.get(message.tool_call_id) ?? "tool";
    case "summary":
      return entry.type === "branch_summary" || message?.role === "branchSummary" ? "branch summary" : "summary";
    case "note":
      return String(entry.customType ?? message?.customType ?? NOTES[message?.role] ?? message?.role ?? "note");
    case "instructions":
      return String(message.role);
    default:
      return KINDS[kind];
  }
}

const NOTES = /** @type {Record<string, string>} */ ({ bashExecution: "command", pythonExecution: "code", fileMention: "files" });

/** The tool calls of a message in either format. @param {any} message @returns {{ id: string; name: string; input: unknown }[]} */
function callsOf(message) {
  if (message?.role !== "assistant") return [];
  const blocks = Array.isArray(message.content) ? message.content : [];
  const own = blocks.filter((/** @type {any} */ block) => block?.type === "toolCall");
  const chat = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const old = message.function_call ? [{ id: message.function_call.name, function: message.function_call }] : [];
  return [
    ...own.map((/** @type {any} */ { id, name, arguments: input }) => ({ id, name, input })),
    ...[...chat, ...old].map((/** @type {any} */ call) => ({
      id: call?.id,
      name: call?.function?.name ?? call?.custom?.name ?? "tool",
      input: call?.function?.arguments ?? call?.custom?.input,
    })),
  ];
}

/** The parts of a message as texts, in order. @param {any} message @returns {string[]} */
function partsOf(message) {
  const { content, summary, command, code, output, files, reasoning_content: reasoning, refusal } = message ?? {};
  const parts = [reasoning, summary, command ?? code, output, refusal].filter((part) => typeof part === "string" && part !== "");
  if (typeof content === "string") parts.push(content);
  else if (Array.isArray(content)) parts.push(...content.map(blockText).filter((part) => part !== ""));
  for (const file of Array.isArray(files) ? files : []) parts.push(`${file?.path}\n${file?.content}`);
  for (const { name, input } of callsOf(message)) parts.push(`${name} ${typeof input === "string" ? input : JSON.stringify(input)}`);
  return parts;
}

/** @param {any} block */
function blockText(block) {
  switch (block?.type) {
    case "text":
      return String(block.text ?? "");
    case "thinking":
      return String(block.thinking ?? "");
    case "refusal":
      return String(block.refusal ?? "");
    case "toolCall":
      return "";
    case "image":
    case "image_url":
      return "[image]";
    default:
      return JSON.stringify(block) ?? "";
  }
}

/** All that a message says. @param {any} message */
export const textOf = (message) => partsOf(message).join("\n\n");

/** The first line with something on it. @param {any} message */
function firstLineOf(message) {
  for (const part of partsOf(message)) {
    const line = /\S.*/.exec(part.slice(0, 4000))?.[0].trim();
    if (line) return line.length > 200 ? `${line.slice(0, 199)}…` : line;
  }
  return "(empty)";
}

/** What a prune hides of a message, or of several, in words; empty where that is nothing. @param {readonly Item[]} items */
export function hiddenText(items) {
  const hidden = items.flatMap((item) => item.hidden ?? []);
  if (hidden.length === 0) return "";
  const whys = [...new Set(hidden.flatMap((one) => one.whys))].filter((why) => why !== "unsaid");
  const tokens = sum(hidden.map((one) => one.tokens));
  return `${plural(tokens, "token")} hidden by a prune${whys.length > 0 ? ` (${whys.join(", ")})` : ""}`;
}

/** How many turns there are: what stands before the first request belongs to none. @param {readonly Item[]} items */
export const turnsOf = (items) => new Set(items.map(({ turn }) => turn).filter((turn) => turn > 0)).size;
