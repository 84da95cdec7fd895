/** Sessions over HTTP, as one function from a `Request` to a `Response`: for Node, Bun, Deno and workers. */
import { invalidOption, optionsOf } from "../options.js";
import { answer, finish, Problem } from "./http/answer.js";
import { focusIn } from "./http/body.js";
import { Gate } from "./http/cors.js";
import { pathOf, routes } from "./http/route.js";
export { toNodeListener } from "./http/node.js";
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
export function createHandler(options) {
    const given = optionsOf("createHandler", OPTIONS, options);
    const { open, authorize, release, maxBodyBytes = 65_536, onError = report, basePath, cors } = given;
    if (typeof open !== "function")
        throw invalidOption("open", "must be a function that gives the session of an id");
    if (!(Number.isSafeInteger(maxBodyBytes) && maxBodyBytes >= 0))
        throw invalidOption("maxBodyBytes", "must be a whole number from 0 on");
    const routeOf = routes(basePath);
    const gate = new Gate(cors);
    return async (request) => {
        let route;
        let origin;
        try {
            origin = await gate.admits(request);
            const given = await respond().catch((error) => (error instanceof Problem ? error.answer() : Promise.reject(error)));
            return finish(given, gate.headersFor(origin), request.method);
            async function respond() {
                route = routeOf(pathOf(request));
                const { methods } = route;
                if (request.method === "OPTIONS" && gate.isOpen)
                    return gate.preflight(request, origin, methods);
                if (!methods.includes(request.method)) {
                    const allow = [...methods, ...(gate.isOpen ? ["OPTIONS"] : [])].join(", ");
                    throw new Problem(405, "method-not-allowed", `This address takes ${allow}.`, { allow });
                }
                if (route.action === "summarize")
                    gate.checkSameOrigin(request, origin);
                return serve(request, route);
            }
        }
        catch (error) {
            if (!request.signal?.aborted || error !== request.signal.reason)
                tell(error, { request, ...asked(route) });
            const failed = new Problem(500, "internal", "The server could not do this.");
            return finish(failed.answer(), gate.headersFor(origin), request.method);
        }
    };
    async function serve(request, route) {
        const { id, action } = route;
        if (authorize) {
            const verdict = await authorize(request, { id, action });
            if (verdict instanceof Response)
                return verdict;
            if (verdict !== true)
                throw new Problem(403, "forbidden", "You may not do this.");
        }
        const instructions = action === "summarize" ? await focusIn(request, maxBodyBytes) : undefined;
        const session = await open(id, request);
        if (!session)
            throw new Problem(404, "unknown-session", "There is no such session.");
        try {
            if (action === "state")
                return answer(stateOf(session));
            if (action === "context")
                return answer(contextOf(session));
            return summarized(await session.compact({ instructions, signal: request.signal }));
        }
        finally {
            try {
                await release?.(session, { id, action });
            }
            catch (error) {
                tell(error, { request, id, action });
            }
        }
    }
    function tell(...told) {
        try {
            onError(...told);
        }
        catch (error) {
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
};
// The id is anybody's text: as a value of its own it is written with its control characters escaped.
const report = (error, { id, action }) => id === undefined ? console.error("epitome: a request failed", error) : console.error("epitome: a request failed", { id, action }, error);
const asked = (route) => (route ? { id: route.id, action: route.action } : {});
function stateOf(session) {
    const { id, leafId, head } = session;
    // The sentences of warnings may quote errors of the host's own: they stay inside.
    const warnings = session.warnings.map(({ code, entryId, line }) => ({ code, entryId, line }));
    return { id, leafId, head, check: session.check(), warnings };
}
function contextOf(session) {
    const { messages, tokens, entries } = session.context();
    return { id: session.id, leafId: session.leafId, tokens, messages, entryIds: entries.map(({ id }) => id) };
}
function summarized({ status, reason, tokensBefore, tokensAfter, degraded }) {
    return answer({ compacted: status === "compacted" }, {
        "epitome-status": status,
        "epitome-reason": reason,
        "epitome-tokens-before": String(tokensBefore),
        "epitome-tokens-after": String(tokensAfter),
        ...(degraded && { "epitome-degraded": "true" }),
    });
}
