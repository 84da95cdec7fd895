/** Turns what a provider answers instead of a summary into one typed error. */
import { EpitomeError } from "../errors.js";
import type { Secrets } from "./secrets.js";
/** What a provider said of a failure, for its error. All is optional: some say little, and some streams have no status. */
export interface FailureFacts {
    status?: number | undefined;
    code?: string | undefined;
    type?: string | undefined;
    message?: string | undefined;
}
/** Where a call went, for its errors. */
export interface Target {
    /** The provider's name, for messages. */
    provider: string;
    /** Origin and path. The query stays out: it may hold a key. */
    url: string;
    secrets: Secrets;
    /** How many tokens of what fits the model are kept for its reasoning. */
    reserved: number;
}
/** A provider's text, cleaned and cut: first cleaned, so that no half of a key remains. */
export declare function shorten(target: Target, text: string, max?: number): string;
/**
 * Reads code, type and message out of an error body in any of the shapes in use:
 * `{error: {message, type, code}}`, `{error: "…"}`, `{message}`, `{detail}`, `[{error: …}]`.
 */
export declare function errorFacts(body: unknown): FailureFacts;
/** The error for a failure that the provider reported in `body`, by status or inside an answer; `text` is a body that is no JSON. */
export declare function providerError(target: Target, given: FailureFacts, headers: Headers, body: unknown, text?: string): EpitomeError;
/** The error for an answer that arrived whole but holds no summary. */
export declare function invalidReply(target: Target, reason: string, sentence: string, details?: Record<string, unknown>): EpitomeError;
/** The error for a stream that broke off before its end. */
export declare function truncatedReply(target: Target): EpitomeError;
/** The error for a model that declined. */
export declare function refusedReply(target: Target, reason: string, text?: string): EpitomeError;
