/** A summarizer without a model. */
import type { Summarizer } from "../types.js";
/**
 * Makes a summarizer that asks no model: the core writes the summary from the conversation itself. It quotes the user's
 * requests, lists files, errors and decisions, and always fits. It needs no network and never fails.
 */
export declare function extractive(): Summarizer;
