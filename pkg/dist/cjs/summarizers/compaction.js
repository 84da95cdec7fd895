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
  checkCompactionOptions: () => checkCompactionOptions,
  compacting: () => compacting,
  lastIndex: () => lastIndex,
  leadOf: () => leadOf
});
module.exports = __toCommonJS(stdin_exports);
var import_errors = require("../errors.js");
var import_options = require("../options.js");
var import_unicode = require("../unicode.js");
var import_http = require("./http.js");
var import_http_error = require("./http-error.js");
const NAMES = { apiKey: "any", model: "any", provider: "any", contextWindow: "any", extraBody: "any", baseURL: "any", ...import_http.HTTP };
function leadOf(messages) {
  const lead = messages.findIndex((message) => !/^(system|developer)$/.test(String(message?.role)));
  return lead < 0 ? messages.length : lead;
}
function lastIndex(messages, is) {
  for (let at = messages.length - 1; at >= 0; at--)
    if (is(messages[at]))
      return at;
  return -1;
}
function checkCompactionOptions(of, options, own) {
  (0, import_options.optionsOf)(of, { ...NAMES, ...own }, options);
  (0, import_http.checkHttpOptions)(options);
  for (const name of ["model", "provider"])
    if (options[name] !== void 0)
      (0, import_http.checkText)(name, options[name]);
  const { contextWindow = 1 } = options;
  if (!(Number.isSafeInteger(contextWindow) && contextWindow > 0)) {
    throw new import_errors.EpitomeError("invalid-option", "contextWindow must be a whole number of tokens, 1 or more.");
  }
}
function compacting(protocol, options) {
  const { vendor, format, url } = protocol;
  async function once(request, signal) {
    const exchange = new import_http.Exchange(vendor, url, options, signal);
    try {
      await protocol.send(exchange, request);
      const reply = protocol.read(exchange, await exchange.json());
      if ((0, import_unicode.illFormed)(reply.items).length === 0)
        return reply;
      throw (0, import_http_error.invalidReply)(exchange.target, "ill-formed", "answered with text that is no well-formed Unicode.");
    } finally {
      exchange.close();
    }
  }
  const answerIn = (window) => Math.min(Math.max(Math.floor(window * 0.15), protocol.room, 1), Math.floor(window / 2));
  function within(window, request) {
    if (!window)
      return { ...request, answer: protocol.room };
    const kept = answerIn(window);
    return { ...request, messages: fitted(protocol, request, window - kept), answer: Math.max(Math.min(kept, protocol.room), 1) };
  }
  const compact = async (request, { signal }) => {
    const model = (0, import_http.checkText)("model", options.model ?? request.model);
    const asked = within(options.contextWindow ?? request.contextWindow, { ...request, model });
    try {
      return await once(asked, signal);
    } catch (error) {
      const { overflow, observed, maximum } = import_errors.EpitomeError.isInstance(error) ? error.details : {};
      if (!overflow || !(Number(maximum) > 0))
        throw error;
      const tokens = Number(observed) > 0 ? Number(observed) : request.tokens;
      const less = within(Number(maximum), { ...asked, tokens });
      if (less.messages.length === asked.messages.length && less.answer === asked.answer)
        throw error;
      return once(less, signal);
    }
  };
  return Object.assign(compact, { provider: options.provider ?? vendor, format });
}
function fitted({ vendor, joints }, { messages, tokens }, room) {
  if (tokens <= room)
    return messages;
  const { starts, head } = joints(messages);
  const [from, to] = head;
  const weights = messages.map(weight);
  const sum = (weights2) => weights2.reduce((sum2, one) => sum2 + one, 0);
  const scale = tokens / sum(weights);
  let left = tokens - sum(weights.slice(0, from)) * scale;
  for (let at = to; at < messages.length; at++) {
    if (left <= room && (at === to || starts[at]))
      return [...messages.slice(from, to), ...messages.slice(at)];
    left -= weights[at] * scale;
  }
  const message = `The conversation has ${tokens} tokens, and ${vendor} takes ${Math.floor(room)} of it: no part of it can be left out that would make it fit.`;
  throw new import_errors.EpitomeError("summarizer-failed", message, { details: { overflow: true } });
}
function weight(message) {
  const text = JSON.stringify(message, (_, value) => typeof value === "string" && value.length > 8e3 && !/\s/.test(value.slice(0, 2e3)) ? value.slice(0, 4800) : value);
  return text.length;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  checkCompactionOptions,
  compacting,
  lastIndex,
  leadOf
});
