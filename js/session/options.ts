/** What `openSession` is given, checked before anything is read. */

import { EpitomeError } from "../errors.js";
import { extractive } from "../summarizers/extractive.js";
import type { Summarizer } from "../types.js";
import type { SessionOptions } from "./types.js";

const OPTIONS: ReadonlySet<string> = new Set<keyof SessionOptions>([
  "id",
  "store",
  "artifacts",
  "format",
  "model",
  "summarizer",
  "settings",
  "newId",
  "now",
  "signal",
]);

/** The error for an option that cannot be. */
export function invalidOption(path: string, what: string): EpitomeError {
  return new EpitomeError("invalid-option", `${path} ${what}.`, { details: { path } });
}

export function checkOptions(options: SessionOptions): void {
  if (typeof options?.id !== "string" || options.id === "") throw invalidOption("id", "must be a text: the session's name in the store");
  const unknown = Object.keys(options).find((key) => !OPTIONS.has(key));
  if (unknown !== undefined) throw invalidOption(unknown, `is no option of openSession; there are ${[...OPTIONS].join(", ")}`);
  const { store, artifacts, format, model, newId, now } = options;
  if (format !== undefined && typeof format !== "string") throw invalidOption("format", "must be the name of a format");
  if (model !== undefined && (typeof model !== "object" || model === null))
    throw invalidOption("model", "must be an object, such as { contextWindow: 128_000 }");
  if (store !== undefined && (typeof store?.append !== "function" || typeof store.read !== "function")) {
    throw invalidOption("store", "must have the methods append and read");
  }
  if (artifacts !== undefined && (typeof artifacts?.put !== "function" || typeof artifacts.get !== "function")) {
    throw invalidOption("artifacts", "must have the methods put and get");
  }
  for (const [path, value] of Object.entries({ newId, now })) {
    if (value !== undefined && typeof value !== "function") throw invalidOption(path, "must be a function");
  }
}

export function summarizersOf(given: SessionOptions["summarizer"]): readonly Summarizer[] {
  if (given === undefined) return [extractive()];
  const list: readonly Summarizer[] = typeof given === "function" ? [given] : given;
  if (!Array.isArray(list) || list.some((summarizer) => typeof summarizer !== "function")) {
    throw invalidOption("summarizer", "must be a function or an array of functions");
  }
  return list;
}
