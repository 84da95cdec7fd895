/** A summarizer without a model. */

import type { Summarizer } from "../types.js";

/**
 * Makes a summarizer that asks no model: the core writes the summary from the conversation itself. It quotes the user's
 * requests, lists files, errors and decisions, and always fits. It needs no network and never fails.
 */
export function extractive(): Summarizer {
  return Object.defineProperty((request: Parameters<Summarizer>[0]) => request.extract(), "name", { value: "extractive" });
}
