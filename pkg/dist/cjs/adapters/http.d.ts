/** Sessions over HTTP, as one function from a `Request` to a `Response`: for Node, Bun, Deno and workers. */
import type { Outcome, SessionWarning } from "../session/types.js";
import type { MaybePromise } from "../types.js";
import type { Check } from "../wasm/epitome.js";
import { type CorsOptions } from "./http/cors.js";
export type { CorsOptions } from "./http/cors.js";
export { type NodeRequest, type NodeResponse, toNodeListener } from "./http/node.js";
/** What a request asks for. `summarize` changes the session, the others only read. */
export type Action = "state" | "context" | "summarize";
/** A session as the handler needs it: any that `openSession` gives, or an object around one. */
export interface HttpSession {
    readonly id: string;
    readonly leafId: string | null;
    readonly head: number;
    readonly warnings: readonly SessionWarning[];
    check(): Check;
    context(): {
        messages: unknown[];
        tokens: number;
        entries: readonly {
            id: string;
        }[];
    };
    compact(options: {
        instructions?: string | undefined;
        signal?: AbortSignal | undefined;
    }): Promise<Pick<Outcome, "status" | "reason" | "tokensBefore" | "tokensAfter" | "degraded">>;
}
/** What `createHandler` takes. */
export interface HandlerOptions<S extends HttpSession = HttpSession> {
    /**
     * Gives the session of an id, or null where there is none: 404. The id comes from the address, decoded, and may be any text.
     *
     * `openSession` makes a session of every id: look first whether yours has it, or answer null where `head` is 0.
     */
    open(id: string, request: Request): MaybePromise<S | null | undefined>;
    /**
     * Decides who may do what, before a body is read or a session opened: `true`, anything else is a no. False becomes a 403; a
     * `Response` (a 401, a redirect) is sent as it is. The request's body is left unread.
     *
     * **Without it everybody who reaches the handler may read and compact every session.** Leave it out only where something
     * in front of the handler decides.
     */
    authorize?: ((request: Request, asked: {
        id: string;
        action: Action;
    }) => MaybePromise<boolean | Response>) | undefined;
    /** Is told when a request is done with its session: the place to close one that `open` opened for it alone. */
    release?: ((session: S, asked: {
        id: string;
        action: Action;
    }) => MaybePromise<void>) | undefined;
    /** Is told what became a 500, whose answer says nothing of it. Default: `console.error`, with the session's id and the action. */
    onError?: ((error: unknown, asked: {
        request: Request;
        id?: string;
        action?: Action;
    }) => void) | undefined;
    /** What the addresses begin with, such as `/api`. Default: nothing. */
    basePath?: string | undefined;
    /** Which pages of other origins a browser lets in. Default: none. */
    cors?: CorsOptions | undefined;
    /** The longest body of a request, in bytes; it is cut off while it comes. Default: 65,536. */
    maxBodyBytes?: number | undefined;
}
/**
 * Makes a handler of:
 *
 * | | answers |
 * |---|---|
 * | `POST {basePath}/session/{id}/summarize` | compacts now: `{ "compacted": true }`, or false where it was refused, cancelled, or nothing was to do. The headers `epitome-status` and `epitome-reason` say how it ended, `epitome-tokens-before` and `-after` what it gained. The body may be empty, or JSON: `{ "instructions": "…" }` (or `"focus"`) says what the summary should look at most; another field is a 400 |
 * | `GET {basePath}/session/{id}` | `{ id, leafId, head, check, warnings }`, the warnings by code and place |
 * | `GET {basePath}/session/{id}/context` | `{ id, leafId, tokens, messages, entryIds }`: what the model should see now. Bytes become base64, addresses and dates their text |
 *
 * Everything else is a problem document (RFC 9457) with a `code`. The compaction is aborted when the client goes away, where
 * the runtime tells (`request.signal`). Browsers' requests from other origins may change nothing unless `cors` lets them in.
 *
 * @throws EpitomeError `invalid-option`
 */
export declare function createHandler<S extends HttpSession>(options: HandlerOptions<S>): (request: Request) => Promise<Response>;
