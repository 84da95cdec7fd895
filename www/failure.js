/** Errors in words, with the place in what was given. */

import { EpitomeError } from "../pkg/dist/index.js";
import { ReadError } from "./read.js";

/**
 * @param {unknown} error
 * @param {import("./read.js").Source} [source] what was read before the error
 * @returns {{ message: string; excerpt?: string | undefined }}
 */
export function explain(error, source) {
  if (error instanceof ReadError) return { message: error.message, excerpt: error.excerpt };
  if (EpitomeError.isInstance(error)) return { message: placed(error, source) };
  return { message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}

/**
 * Names the place as the user's text has it: a line of the file, or a message of the list.
 *
 * @param {EpitomeError} error
 * @param {import("./read.js").Source} [source]
 */
function placed(error, source) {
  const { path } = error.details;
  const match = typeof path === "string" ? /^entries\[(\d+)\]\.?(.*)$/s.exec(path) : null;
  if (!match || !source) return error.message;
  const text = error.message.startsWith(`${match[0]}: `) ? error.message.slice(match[0].length + 2) : error.message;
  const place = source.place(Number(match[1]));
  const rest = match[2] ?? "";
  if (!source.isList) return `${place}${rest && `, ${rest}`}: ${text}`;
  // The entry around a message of a list is this page's own.
  const inner = rest.replace(/^message\.?/, "");
  return `${place}${inner === "" || inner.startsWith("[") ? "" : "."}${inner}: ${text}`;
}
