/** The bridge to Node's own servers, which do not speak `Request` and `Response`. */
import type { MaybePromise } from "../../types.js";
/** A request as `node:http` gives it. */
export interface NodeRequest {
    method?: string | undefined;
    url?: string | undefined;
    headers: {
        [name: string]: string | string[] | undefined;
    };
    complete: boolean;
    on(event: string, listener: (piece: Uint8Array) => void): unknown;
    pause(): unknown;
    resume(): unknown;
    destroy(): unknown;
}
/** A response as `node:http` gives it. */
export interface NodeResponse {
    statusCode: number;
    appendHeader(name: string, value: string): unknown;
    end(body: Uint8Array, done?: () => void): unknown;
    on(event: string, listener: () => void): unknown;
}
/**
 * Makes a listener for `http.createServer`, or a handler for Express and its like, of a handler of requests. The request's
 * signal aborts when the client goes away. A body that was parsed before (`express.json()`) is taken as it is in `body`.
 */
export declare function toNodeListener(handler: (request: Request) => MaybePromise<Response>): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void>;
