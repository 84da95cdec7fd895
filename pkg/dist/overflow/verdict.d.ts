/** From what is known of a failure to its kind. */
/** What kind of failure it is. */
export type ErrorKind = "overflow" | "payload-too-large" | "rate-limit" | "auth" | "other";
/** What one failure says of itself. */
export interface Evidence {
    status?: number | undefined;
    /** Codes, types, names, stop reasons. */
    codes: readonly string[];
    texts: readonly string[];
    /** Names and addresses of who answered. */
    sources?: readonly string[];
}
/**
 * The kind of a failure and of those that it wraps, outermost first. What is typed in any of them counts before the prose of any,
 * and what only may be so comes last: 413 may be bytes or tokens. Undefined where nothing is recognized.
 */
export declare function kindOf(chain: readonly Evidence[]): ErrorKind | undefined;
