var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  createHandler: () => createHandler,
  toNodeListener: () => import_node.toNodeListener
});
module.exports = __toCommonJS(stdin_exports);
var import_options = require("../options.js");
var import_answer = require("./http/answer.js");
var import_body = require("./http/body.js");
var import_cors = require("./http/cors.js");
var import_route = require("./http/route.js");
var import_node = require("./http/node.js");
function createHandler(options) {
  const given = (0, import_options.optionsOf)("createHandler", OPTIONS, options);
  const { open, authorize, release, maxBodyBytes = 65536, onError = report, basePath, cors } = given;
  if (typeof open !== "function")
    throw (0, import_options.invalidOption)("open", "must be a function that gives the session of an id");
  if (!(Number.isSafeInteger(maxBodyBytes) && maxBodyBytes >= 0))
    throw (0, import_options.invalidOption)("maxBodyBytes", "must be a whole number from 0 on");
  const routeOf = (0, import_route.routes)(basePath);
  const gate = new import_cors.Gate(cors);
  return async (request) => {
    let route;
    let origin;
    try {
      origin = await gate.admits(request);
      const given2 = await respond().catch((error) => error instanceof import_answer.Problem ? error.answer() : Promise.reject(error));
      return (0, import_answer.finish)(given2, gate.headersFor(origin), request.method);
      async function respond() {
        route = routeOf((0, import_route.pathOf)(request));
        const { methods } = route;
        if (request.method === "OPTIONS" && gate.isOpen)
          return gate.preflight(request, origin, methods);
        if (!methods.includes(request.method)) {
          const allow = [...methods, ...gate.isOpen ? ["OPTIONS"] : []].join(", ");
          throw new import_answer.Problem(405, "method-not-allowed", `This address takes ${allow}.`, { allow });
        }
        if (route.action === "summarize")
          gate.checkSameOrigin(request, origin);
        return serve(request, route);
      }
    } catch (error) {
      if (!request.signal?.aborted || error !== request.signal.reason)
        tell(error, { request, ...asked(route) });
      const failed = new import_answer.Problem(500, "internal", "The server could not do this.");
      return (0, import_answer.finish)(failed.answer(), gate.headersFor(origin), request.method);
    }
  };
  async function serve(request, route) {
    const { id, action } = route;
    if (authorize) {
      const verdict = await authorize(request, { id, action });
      if (verdict instanceof Response)
        return verdict;
      if (verdict !== true)
        throw new import_answer.Problem(403, "forbidden", "You may not do this.");
    }
    const instructions = action === "summarize" ? await (0, import_body.focusIn)(request, maxBodyBytes) : void 0;
    const session = await open(id, request);
    if (!session)
      throw new import_answer.Problem(404, "unknown-session", "There is no such session.");
    try {
      if (action === "state")
        return (0, import_answer.answer)(stateOf(session));
      if (action === "context")
        return (0, import_answer.answer)(contextOf(session));
      return summarized(await session.compact({ instructions, signal: request.signal }));
    } finally {
      try {
        await release?.(session, { id, action });
      } catch (error) {
        tell(error, { request, id, action });
      }
    }
  }
  function tell(...told) {
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
  maxBodyBytes: "any"
};
const report = (error, { id, action }) => id === void 0 ? console.error("epitome: a request failed", error) : console.error("epitome: a request failed", { id, action }, error);
const asked = (route) => route ? { id: route.id, action: route.action } : {};
function stateOf(session) {
  const { id, leafId, head } = session;
  const warnings = session.warnings.map(({ code, entryId, line }) => ({ code, entryId, line }));
  return { id, leafId, head, check: session.check(), warnings };
}
function contextOf(session) {
  const { messages, tokens, entries } = session.context();
  return { id: session.id, leafId: session.leafId, tokens, messages, entryIds: entries.map(({ id }) => id) };
}
function summarized({ status, reason, tokensBefore, tokensAfter, degraded }) {
  return (0, import_answer.answer)({ compacted: status === "compacted" }, {
    "epitome-status": status,
    "epitome-reason": reason,
    "epitome-tokens-before": String(tokensBefore),
    "epitome-tokens-after": String(tokensAfter),
    ...degraded && { "epitome-degraded": "true" }
  });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  createHandler,
  toNodeListener
});
