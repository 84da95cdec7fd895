/** Which failures of a provider pass by themselves, and which mean that the request was too long. Tables, not code paths. */
/** What is known of a failure. All fields are optional: some providers say little, and some streams have no status. */
export interface FailureFacts {
    status?: number | undefined;
    code?: string | undefined;
    type?: string | undefined;
    message?: string | undefined;
}
/** Whether the same request may succeed later. A typed fact beats prose. */
export declare function isTransient({ status, code, type, message }: FailureFacts): boolean;
/** Whether the request was longer than the model's context window. A rate limit never is, whatever it says of tokens. */
export declare function isOverflow({ status, code, type, message }: FailureFacts): boolean;
/** Whether the request had too many bytes, which is another failure than too many tokens. */
export declare function isPayloadTooLarge(facts: FailureFacts): boolean;
/** How long the provider asks to wait, in milliseconds, from `retry-after-ms` or `Retry-After` (seconds or a date). */
export declare function retryAfter(headers: Headers, now: number): number | undefined;
