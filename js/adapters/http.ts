/** Sessions over HTTP, as one function from a `Request` to a `Response`: for Node, Bun, Deno and workers. */

import { invalidOption, optionsOf } from "../options.js";
import type { Outcome, SessionWarning } from "../session/types.js";
import type { MaybePromise } from "../types.js";
import type { Check } from "../wasm/epitome.js";
import { type Answer, answer, finish, Problem } from "./http/answer.js";
import { focusIn } from "./http/body.js";
import { type CorsOptions, Gate } from "./http/cors.js";
import { pathOf, type Route, routes } from "./http/route.js";

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
  context(): { messages: unknown[]; tokens: number; entries: readonly { id: string }[] };
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
  authorize?: ((request: Request, asked: { id: string; action: Action }) => MaybePromise<boolean | Response>) | undefined;
  /** Is told when a request is done with its session: the place to close one that `open` opened for it alone. */
  release?: ((session: S, asked: { id: string; action: Action }) => MaybePromise<void>) | undefined;
  /** Is told what became a 500, whose answer says nothing of it. Default: `console.error`, with the session's id and the action. */
  onError?: ((error: unknown, asked: { request: Request; id?: string; action?: Action }) => void) | undefined;
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
export function createHandler<S extends HttpSession>(options: HandlerOptions<S>): (request: Request) => Promise<Response> {
  const given = optionsOf<HandlerOptions<S>>("createHandler", OPTIONS, options);
  const { open, authorize, release, maxBodyBytes = 65_536, onError = report, basePath, cors } = given;
  if (typeof open !== "function") throw invalidOption("open", "must be a function that gives the session of an id");
  if (!(Number.isSafeInteger(maxBodyBytes) && maxBodyBytes >= 0)) throw invalidOption("maxBodyBytes", "must be a whole number from 0 on");
  const routeOf = routes(basePath);
  const gate = new Gate(cors);

  return async (request) => {
    let route: Route | undefined;
    let origin: string | undefined;
    try {
      origin = await gate.admits(request);
      const given = await respond().catch((error) => (error instanceof Problem ? error.answer() : Promise.reject(error)));
      return finish(given, gate.headersFor(origin), request.method);

      async function respond(): Promise<Answer | Response> {
        route = routeOf(pathOf(request));
        const { methods } = route;
        if (request.method === "OPTIONS" && gate.isOpen) return gate.preflight(request, origin, methods);
        if (!methods.includes(request.method)) {
          const allow = [...methods, ...(gate.isOpen ? ["OPTIONS"] : [])].join(", ");
          throw new Problem(405, "method-not-allowed", `This address takes ${allow}.`, { allow });
        }
        if (route.action === "summarize") gate.checkSameOrigin(request, origin);
        return serve(request, route);
      }
    } catch (error) {
      if (!request.signal?.aborted || error !== request.signal.reason) tell(error, { request, ...asked(route) });
      const failed = new Problem(500, "internal", "The server could not do this.");
      return finish(failed.answer(), gate.headersFor(origin), request.method);
    }
  };

  async function serve(request: Request, route: Route): Promise<Answer | Response> {
    const { id, action } = route;
    if (authorize) {
      const verdict: unknown = await authorize(request, { id, action });
      if (verdict instanceof Response) return verdict;
      if (verdict !== true) throw new Problem(403, "forbidden", "You may not do this.");
    }
    const instructions = action === "summarize" ? await focusIn(request, maxBodyBytes) : undefined;
    const session = await open(id, request);
    if (!session) throw new Problem(404, "unknown-session", "There is no such session.");
    try {
      if (action === "state") return answer(stateOf(session));
      if (action === "context") return answer(contextOf(session));
      return summarized(await session.compact({ instructions, signal: request.signal }));
    } finally {
      try {
        await release?.(session, { id, action });
      } catch (error) {
        tell(error, { request, id, action });
      }
    }
  }

  function tell(...told: Parameters<NonNullable<HandlerOptions["onError"]>>): void {
    try {
      onError(...told);
    } catch (error) {
      report(error, told[1]);
    }
  }
}

const OPTIONS = {
  open: "function",
  authorize: "function",
  release: "function",
  onError: "function",
  basePath: "text",
  cors: "object",
  maxBodyBytes: "any",
} as const;

// The id is anybody's text: as a value of its own it is written with its control characters escaped.
const report: NonNullable<HandlerOptions["onError"]> = (error, { id, action }) =>
  id === undefined ? console.error("epitome: a request failed", error) : console.error("epitome: a request failed", { id, action }, error);

const asked = (route: Route | undefined) => (route ? { id: route.id, action: route.action } : {});

function stateOf(session: HttpSession): object {
  const { id, leafId, head } = session;
  // The sentences of warnings may quote errors of the host's own: they stay inside.
  const warnings = session.warnings.map(({ code, entryId, line }) => ({ code, entryId, line }));
  return { id, leafId, head, check: session.check(), warnings };
}

function contextOf(session: HttpSession): object {
  const { messages, tokens, entries } = session.context();
  return { id: session.id, leafId: session.leafId, tokens, messages, entryIds: entries.map(({ id }) => id) };
}

function summarized({ status, reason, tokensBefore, tokensAfter, degraded }: Awaited<ReturnType<HttpSession["compact"]>>): Answer {
  return answer(
    { compacted: status === "compacted" },
    {
      "epitome-status": status,
      "epitome-reason": reason,
      "epitome-tokens-before": String(tokensBefore),
      "epitome-tokens-after": String(tokensAfter),
      ...(degraded && { "epitome-degraded": "true" }),
    },
  );
}
