/** One POST to a provider: its options, its time limit, its secrets, and its answer as JSON or as a stream of events. */
import { EpitomeError } from "../errors.js";
import type { MaybePromise } from "../types.js";
import { type Target } from "./http-error.js";
import { type ServerEvent } from "./sse.js";
/** What all summarizers over HTTP can be given. */
export interface HttpOptions {
    /** More headers. They win over those that the summarizer sets itself. */
    headers?: Record<string, string> | undefined;
    /** How long a call may take to its last byte, in milliseconds. Default: 300,000. `Infinity`: no limit. */
    timeoutMs?: number | undefined;
    /** What to call instead of the global `fetch`. */
    fetch?: typeof globalThis.fetch | undefined;
}
/** A key, or a function that gives the one of the moment. It is called once for every request. */
export type Key = string | (() => MaybePromise<string | undefined>);
/** Their names. */
export declare const HTTP: {
    readonly headers: "any";
    readonly timeoutMs: "any";
    readonly fetch: "any";
};
/** Checks the shared options when a summarizer is made, so that a mistake shows at once and not in the first compaction. */
export declare function checkHttpOptions({ headers, timeoutMs, fetch }: HttpOptions): void;
/** Checks a required text option. */
export declare function checkText(name: string, value: unknown): string;
/** The address of `path` below a base URL, which may have a path prefix, slashes at its end, a query, or `path` already. */
export declare function resolveUrl(option: string, base: string, path?: string): URL;
/** Text that every provider accepts: a surrogate without its other half becomes U+FFFD. */
export declare function wellFormed(text: string): string;
/** One call. It must be closed; it stops by itself when its signal aborts or its time is over. */
export declare class Exchange {
    #private;
    /** Where it goes, for its errors. */
    readonly target: Target;
    constructor(provider: string, url: URL, options: HttpOptions, signal: AbortSignal | undefined, reserved?: number);
    /** Sets a header of the provider's protocol. */
    header(name: string, value: string): void;
    /** Sets the header that carries the key. Without a key the request goes out without it, as local servers want it. */
    authorize(name: string, prefix: string, key: Key | undefined): Promise<void>;
    /** Sends the request. Everything but a success throws. */
    post(body: unknown): Promise<void>;
    /** Whether the answer is a stream of events. Servers that do not know streaming answer with JSON, asked or not. */
    get streams(): boolean;
    /** The answer as a JSON object. */
    json(): Promise<Record<string, unknown>>;
    /** The answer as the events of a stream. */
    events(): AsyncGenerator<ServerEvent, void>;
    /** The error for a failure that the answer's body or an event of its stream reports. */
    reported(body: unknown): EpitomeError;
    /** Ends the call. What is still on its way is dropped. */
    close(): void;
}
