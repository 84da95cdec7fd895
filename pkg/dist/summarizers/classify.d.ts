/** Which failures of a provider pass by themselves. Tables, not code paths. */
import type { Evidence } from "../overflow/verdict.js";
/** Whether the same request may succeed later. A typed fact beats prose. */
export declare function isTransient({ status, codes, texts }: Evidence): boolean;
/**
 * How long the provider asks to wait, in milliseconds: from `retry-after-ms` or `Retry-After` (seconds or a date), or else
 * from what it says.
 */
export declare function retryAfter(headers: Headers, now: number, text?: string): number | undefined;
