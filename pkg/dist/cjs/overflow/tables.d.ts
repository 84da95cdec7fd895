/** How providers word their failures: codes and texts. What is not in these tables is not known anywhere else. */
/**
 * What kind of failure a code stands for. `never` is one that looks like an overflow and is none; `guess` is a client's own
 * reading of the wording, and counts after ours.
 */
export type CodeKind = "overflow" | "payload-too-large" | "rate-limit" | "auth" | "never" | "guess";
/** What a code, a type, an error's name or a stop reason says of the failure. */
export declare const kindOfCode: (code: string) => CodeKind | undefined;
/** Stop reasons of a reply that was cut off at its longest. */
export declare const isCutOff: (stop: string) => boolean;
/** Codes that mean an overflow even where they stand in prose. They say more than the prose around them. */
export declare const OVERFLOW_NAMED: RegExp;
/** Wordings of failures that are none of our kinds, though they speak of lengths. They are looked at before all others. */
export declare const OTHER_TEXT: RegExp;
/** How providers say that there were too many requests, or that what the account may use is used up. */
export declare const RATE_TEXT: RegExp;
/** How providers say that the request does not fit the window. Each line names whose wording it is. */
export declare const OVERFLOW_TEXT: RegExp;
/** How providers and the servers before them say that a request has too many bytes, or a picture of it. */
export declare const PAYLOAD_TEXT: RegExp;
/** How a missing or refused key is worded. */
export declare const AUTH_TEXT: RegExp;
/** Whose empty answer means an overflow, and what clients say of an empty answer: at most its status. */
export declare const SILENT_PROVIDERS: RegExp;
export declare const EMPTY_TEXT: RegExp;
/** A status at the start of a text, or called one. */
export declare const STATUS_TEXT: RegExp;
