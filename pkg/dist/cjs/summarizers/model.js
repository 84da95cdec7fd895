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
  TOOL_CALL: () => TOOL_CALL,
  asking: () => asking,
  checkModelOptions: () => checkModelOptions,
  counts: () => counts,
  ended: () => ended,
  named: () => named,
  parseEvent: () => parseEvent,
  unasked: () => unasked
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_options = require("../options.js");
var import_http = require("./http.js");
var import_http_error = require("./http-error.js");
const LIMITS = ["contextWindow", "maxOutput"];
const NAMES = { model: "any", apiKey: "any", baseURL: "any", contextWindow: "any", maxOutput: "any", reasoningTokens: "any" };
const MORE = { extraBody: "any", stream: "any", ...import_http.HTTP };
function checkModelOptions(of, options, own) {
  (0, import_options.optionsOf)(of, { ...NAMES, ...MORE, ...own }, options);
  (0, import_http.checkHttpOptions)(options);
  for (const limit of LIMITS)
    checkTokens(limit, options[limit], 1);
  return (0, import_http.checkText)("model", options.model);
}
function unasked({ maxOutput = Number.POSITIVE_INFINITY }) {
  return Math.min(8192, Math.floor(maxOutput / 2));
}
function asking(protocol, options, reasoning) {
  const { provider, url } = protocol;
  const { maxOutput = Number.POSITIVE_INFINITY } = options;
  checkTokens("reasoningTokens", reasoning, 0);
  const post = async (request, signal, live) => {
    const exchange = new import_http.Exchange(provider, url, options, signal, reasoning);
    try {
      if (options.stream)
        exchange.header("accept", "text/event-stream, application/json");
      await protocol.send(exchange, request, Math.min(request.maxTokens + reasoning, maxOutput), live);
      return exchange;
    } catch (error) {
      exchange.close();
      throw error;
    }
  };
  async function whole(request, signal, live) {
    const exchange = await post(request, signal, live);
    try {
      if (!exchange.streams)
        return protocol.read(exchange, await exchange.json());
      let text = "";
      for (const pieces = protocol.stream(exchange); ; ) {
        const { done, value } = await pieces.next();
        if (done)
          return { text, ...value };
        text += value;
      }
    } finally {
      exchange.close();
    }
  }
  async function within(request, live, signal) {
    for (const toolChoice of live.tools ? ["none", "auto"] : ["none"]) {
      try {
        return await whole(request, signal, { ...live, toolChoice });
      } catch (error) {
        const why = declined(error);
        if (!why)
          throw error;
        if (why !== "request")
          break;
      }
    }
    return whole(request, signal);
  }
  async function* streamed(request, signal) {
    const exchange = await post(request, signal);
    try {
      if (exchange.streams)
        return yield* protocol.stream(exchange);
      const { text, ...rest } = protocol.read(exchange, await exchange.json());
      yield text;
      return rest;
    } finally {
      exchange.close();
    }
  }
  const ask = (request, o) => {
    const { live } = request;
    if (live?.format === protocol.format)
      return within(request, live, o?.signal);
    return options.stream ? streamed(request, o?.signal) : whole(request, o?.signal);
  };
  const summarizer = named(ask, `${provider}(${options.model})`, options, reasoning);
  return Object.defineProperties(summarizer, { model: { value: options.model }, provider: { value: protocol.system ?? provider } });
}
function declined(error) {
  const { code, details } = error ?? {};
  if (details?.reason === TOOL_CALL)
    return "call";
  if (details?.payloadTooLarge)
    return "bytes";
  const isRequest = code === "summarizer-http" && (details.status === 400 || details.status === 422);
  return isRequest && !details.overflow ? "request" : void 0;
}
const TOOL_CALL = "tool call instead of text";
function named(ask, name, limits, reasoning = 0) {
  const own = { name: { value: name } };
  for (const limit of LIMITS) {
    const tokens = limits[limit];
    checkTokens(limit, tokens, reasoning + 1);
    if (tokens !== void 0)
      own[limit] = { value: tokens - reasoning, enumerable: true };
  }
  return Object.defineProperties(ask, own);
}
function checkTokens(name, value, least) {
  if (value === void 0 || Number.isSafeInteger(value) && value >= least)
    return;
  const room = least > 1 ? ", for the model's reasoning and a summary" : "";
  throw new import_errors.EpitomeError("invalid-option", `${name} must be a whole number of tokens, ${least} or more${room}.`);
}
function ended(exchange, text, usage, isCutOff) {
  if (isCutOff && text.trim() === "") {
    const sentence = "reached its output limit before the first word of the summary: it went into reasoning, or the prompt left no room. Raise reasoningTokens, let the model reason less, or ask another one.";
    throw (0, import_http_error.invalidReply)(exchange.target, "no-text", sentence);
  }
  return { stopReason: isCutOff ? "length" : "stop", ...usage ? { usage } : {} };
}
function parseEvent(data) {
  try {
    return JSON.parse(data);
  } catch {
    return void 0;
  }
}
function counts(given) {
  const read = (source, name) => source?.[name];
  return (name, within) => {
    const value = read(within ? read(given, within) : given, name);
    return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
  };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  TOOL_CALL,
  asking,
  checkModelOptions,
  counts,
  ended,
  named,
  parseEvent,
  unasked
});
