/** From text to the entries of a session, or to an error that names the place. */

import { parseSessionFile } from "../pkg/dist/stores/session-file.js";
import { jsonFault } from "./json-fault.js";
import { plural } from "./numbers.js";

/** @typedef {import("../pkg/dist/index.js").Entry} Entry */
/** @typedef {import("../pkg/dist/index.js").Format} Format */

/**
 * What was read, ready to be opened as a session.
 *
 * @typedef {object} Source
 * @property {string} name where it came from
 * @property {string} shape what it is, for people
 * @property {Format} format
 * @property {boolean} isList whether it is a list of messages, and no session file
 * @property {Entry[]} entries
 * @property {string[]} notes what was not right with it
 * @property {(entry: number) => string} place names the place of an entry in the text
 */

/** A text that is no session. `excerpt` shows the place. */
export class ReadError extends Error {
  /** @param {string} message @param {string} [excerpt] */
  constructor(message, excerpt) {
    super(message);
    this.excerpt = excerpt;
  }
}

/**
 * Reads a pi session file, an array of messages, or an object with `messages`.
 *
 * @param {string} given
 * @param {string} name
 * @returns {Source}
 */
export function readText(given, name) {
  const text = given.replace(/^\ufeff/, "");
  if (text.trim() === "") throw new ReadError("There is nothing in it: the text is empty.");
  if (isSessionFile(text)) return sessionFile(text, name);
  const value = parse(text);
  const messages = Array.isArray(value) ? value : value?.messages;
  if (Array.isArray(messages)) return messageList(messages, name);
  if (Array.isArray(messages?.messages)) return messageList(messages.messages, name);
  const kind = value === null ? "null" : typeof value === "object" ? "an object without messages" : `a ${typeof value}`;
  throw new ReadError(
    `This is JSON, but no session: it is ${kind}. A list of chat messages, {"messages": […]} or a pi session file is wanted.`,
  );
}

/** Whether the first line is a JSON object by itself, and the text is not one JSON value that goes on after it. @param {string} text */
function isSessionFile(text) {
  const line = text.trimStart().split("\n", 1)[0] ?? "";
  if (!line.startsWith("{")) return false;
  try {
    const header = JSON.parse(line);
    return header.type === "session" || text.trim().length > line.trim().length;
  } catch {
    return false;
  }
}

/** @param {string} text @param {string} name @returns {Source} */
function sessionFile(text, name) {
  const { version, header, entries, damaged } = parseSessionFile(text);
  if (!entries.some(({ type }) => type === "message")) throw new ReadError("The session file has a header, but no messages.");
  const format = header.format === "openai-chat" ? "openai-chat" : "pi";
  const shape = `pi session file, version ${version}${format === "pi" ? "" : `, messages in the ${format} format`}`;
  const notes = damaged.map(({ line, reason }) => `Line ${line} was left out. ${reason}`);
  const place = (/** @type {number} */ entry) => `Line ${lineOf(text, entry, damaged)}`;
  return { name, shape, format, isList: false, entries, notes, place };
}

/** The number of the line that holds an entry. @param {string} text @param {number} entry @param {{ line: number }[]} damaged */
function lineOf(text, entry, damaged) {
  const left = new Set(damaged.map(({ line }) => line));
  const lines = text.split("\n").flatMap((line, index) => (line.trim() === "" || left.has(index + 1) ? [] : [index + 1]));
  return lines[entry + 1] ?? "unknown";
}

/** @param {unknown[]} messages @param {string} name @returns {Source} */
function messageList(messages, name) {
  if (messages.length === 0) throw new ReadError("The list of messages is empty.");
  const format = messages.some(isPi) ? "pi" : "openai-chat";
  const id = (/** @type {number} */ index) => index.toString(16).padStart(8, "0");
  const entries = messages.map((message, index) => ({
    type: "message",
    id: id(index + 1),
    parentId: index === 0 ? null : id(index),
    timestamp: new Date(0).toISOString(),
    message,
  }));
  const shape = `list of ${plural(messages.length, "message")} in the ${format} format`;
  return { name, shape, format, isList: true, entries, notes: [], place: (index) => `messages[${index}]` };
}

const PI_ROLES = new Set(["toolResult", "bashExecution", "pythonExecution", "fileMention", "custom", "branchSummary", "compactionSummary"]);
const PI_BLOCKS = new Set(["toolCall", "thinking", "image"]);

/** Whether a message can only be in pi's format. @param {any} message */
function isPi(message) {
  if (PI_ROLES.has(message?.role) || (message?.role === "assistant" && "stopReason" in message)) return true;
  return Array.isArray(message?.content) && message.content.some((/** @type {any} */ block) => PI_BLOCKS.has(block?.type));
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    const at = jsonFault(text);
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    const what = at >= text.length ? "it ends too early" : `“${text[at]}” is not expected here`;
    throw new ReadError(`This is not valid JSON: line ${line}, column ${column}: ${what}.`, excerpt(text, at));
  }
}

/** The line around a place, and a mark below the place. @param {string} text @param {number} at */
function excerpt(text, at) {
  const start = Math.max(text.lastIndexOf("\n", at - 1) + 1, at - 60);
  const end = text.indexOf("\n", at);
  const shown = text.slice(start, Math.min(end < 0 ? text.length : end, at + 40)).replaceAll("\t", " ");
  return `${shown}\n${" ".repeat(at - start)}▲`;
}
