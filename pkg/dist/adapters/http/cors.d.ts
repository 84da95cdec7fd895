/** Pages of other origins: which a browser lets read the answers, and which may change something. */
import type { MaybePromise } from "../../types.js";
import { type Answer } from "./answer.js";
/** Which pages of other origins a browser lets in. */
export interface CorsOptions {
    /** The origins (`https://app.example`), or a function that decides of each. There is no `*`; a function may say yes to all. */
    origins: readonly string[] | ((origin: string, request: Request) => MaybePromise<boolean>);
    /** Whether cookies and HTTP authentication come along. Default: false. */
    credentials?: boolean | undefined;
    /** Further headers that the pages may send, beside `content-type` and `authorization`. */
    headers?: readonly string[] | undefined;
    /** How long a browser may remember the answer to its question, in seconds. Default: 600. */
    maxAge?: number | undefined;
}
export declare class Gate {
    #private;
    constructor(options: CorsOptions | undefined);
    /** Whether any other origin can be let in. */
    get isOpen(): boolean;
    /** The origin of the request, if it is let in. */
    admits(request: Request): Promise<string | undefined>;
    /** What each answer says to the browser. A cache may not give one origin's answer to another. */
    headersFor(origin: string | undefined): Record<string, string>;
    /** The answer to a browser that asks before it sends. */
    preflight(request: Request, origin: string | undefined, methods: readonly string[]): Answer;
    /**
     * Refuses what a page of another origin sends without being let in. A browser asks nobody before it sends a POST without
     * a body, and a cookie may go along.
     */
    checkSameOrigin(request: Request, admitted: string | undefined): void;
}
