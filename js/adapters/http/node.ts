/** The bridge to Node's own servers, which do not speak `Request` and `Response`. */

import type { MaybePromise } from "../../types.js";

/** A request as `node:http` gives it. */
export interface NodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  headers: { [name: string]: string | string[] | undefined };
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

/** How long a request may go on that was answered before its end, in milliseconds. */
const LINGER = 1_000;

/**
 * Makes a listener for `http.createServer`, or a handler for Express and its like, of a handler of requests. The request's
 * signal aborts when the client goes away. A body that was parsed before (`express.json()`) is taken as it is in `body`.
 */
export function toNodeListener(
  handler: (request: Request) => MaybePromise<Response>,
): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on("close", () => gone.abort());
    const answered = { yet: false };
    let response: Response;
    let body = new Uint8Array();
    try {
      response = await handler(requestOf(incoming, gone.signal, answered));
      if (response.body) body = new Uint8Array(await response.arrayBuffer());
    } catch {
      // A host or an address that cannot be; what fails inside the handler is its own to answer.
      response = new Response(null, { status: 400 });
    }
    if (gone.signal.aborted) return;
    outgoing.statusCode = response.status;
    for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
    if (!incoming.complete) outgoing.appendHeader("connection", "close");
    answered.yet = true;
    outgoing.end(body, () => {
      if (incoming.complete) return;
      // The client may be sending still, and reads the answer only then: cut off at once, it would not see it.
      incoming.resume();
      const timer: unknown = setTimeout(() => incoming.destroy(), LINGER);
      (timer as { unref?: () => void }).unref?.();
    });
  };
}

function requestOf(incoming: NodeRequest, signal: AbortSignal, answered: { yet: boolean }): Request {
  const { method = "GET", url = "/", headers: given } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    // HTTP/2 has its own in there, which begin with a colon.
    if (!name.startsWith(":")) for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const host = headers.get("host") ?? [given[":authority"]].flat()[0] ?? "localhost";
  if (/[^\w.:[\]-]/.test(host)) throw new TypeError("The host is none.");
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, duplex: "half" };
  if (method !== "GET" && method !== "HEAD") init.body = bodyOf(incoming, answered);
  return new Request(url.startsWith("/") ? `http://${host}${url}` : url, init);
}

function bodyOf(incoming: NodeRequest, answered: { yet: boolean }): BodyInit {
  const { body } = incoming as { body?: unknown };
  if (typeof body === "string" || body instanceof Uint8Array) return body as BodyInit;
  // Express leaves an empty object where there was no body.
  if (body !== undefined) return body === null || Object.keys(body).length === 0 ? "" : JSON.stringify(body);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.on("data", (piece) => {
        // After the answer nobody reads: what still comes is let go.
        if (answered.yet) return;
        unlessClosed(() => controller.enqueue(piece));
        if (controller.desiredSize! <= 0) incoming.pause();
      });
      incoming.on("end", () => unlessClosed(() => controller.close()));
      incoming.on("error", (error: unknown) => unlessClosed(() => controller.error(error)));
      incoming.pause();
    },
    pull: () => void incoming.resume(),
  });
}

/** A stream that was cancelled is closed already. */
function unlessClosed(stream: () => void): void {
  try {
    stream();
  } catch {
    // Nobody reads it any more.
  }
}
