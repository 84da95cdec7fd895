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
  adopt: () => adopt,
  askNative: () => askNative,
  compactionsIn: () => compactionsIn,
  inlineOf: () => inlineOf,
  itemsOf: () => itemsOf,
  nativesOf: () => nativesOf
});
module.exports = __toCommonJS(stdin_exports);
var import_call = require("../engine/call.js");
var import_pure = require("../engine/pure.js");
var import_tape = require("../engine/tape.js");
var import_errors = require("../errors.js");
var import_options = require("../options.js");
var import_deadline = require("../summarizers/deadline.js");
var import_commit = require("./commit.js");
var import_fold = require("./fold.js");
const VENDORS = { "openai-responses": "openai", anthropic: "anthropic" };
const keyOf = (format) => `${VENDORS[format]}RemoteCompaction`;
function itemsOf({ preserveData }, format) {
  return preserveData[keyOf(format)]?.replacementHistory ?? [];
}
function nativesOf({ native, settings }) {
  const given = [native ?? []].flat();
  for (const one of given) {
    if (typeof one === "function" && Object.hasOwn(VENDORS, one.format) && one.provider)
      continue;
    throw (0, import_options.invalidOption)("native", "must be functions, each with its provider, and the format openai-responses or anthropic");
  }
  const { remoteEnabled, strictAlternation } = settings?.compaction ?? {};
  return remoteEnabled === false || strictAlternation ? [] : given;
}
function askNative({ log, journal, natives, now }, firstKeptEntryId, instructions, signal, emit) {
  const { format, rendered, overhead } = natives;
  const { provider, id: model } = log.model();
  const ask = natives.compactors.find((one) => one.format === format && (!provider || one.provider === provider));
  const name = JSON.stringify([provider, model]);
  if (!ask || natives.refused === name)
    return void 0;
  const { held } = journal;
  const path = [...log.path()];
  const kept = new Set(path.slice(path.indexOf(held.placeOf(firstKeptEntryId))).map((at) => held.entries[at]));
  const { messages, entries } = rendered.now();
  const end = entries.findIndex((entry) => entry.type !== "compaction" && kept.has(entry));
  const folded = messages.slice(0, Math.max(0, end));
  const gone = new Set(entries.slice(0, folded.length));
  const { system, tools } = overhead() ?? {};
  const tokens = (0, import_call.guarded)(() => log.sizeOf((0, import_tape.stage)(folded)));
  const request = { system, tools, messages: folded, tokens, instructions, model: model || void 0, contextWindow: log.contextWindow };
  const since = now();
  const limited = (parent, ms) => new import_deadline.Deadline(parent, ms, () => (0, import_deadline.timeoutError)(`The compaction of ${ask.provider}`, now() - since));
  const deadline = limited(signal, Math.min(log.timeoutMs, log.totalTimeoutMs));
  let patience;
  let answer = deadline.race((async () => ask(request, { signal: deadline.signal }))());
  let isTold = false;
  const fail = (error) => {
    isTold = true;
    emit({ type: "native_failed", provider: ask.provider, error });
  };
  answer.catch((error) => {
    if ([401, 403, 404].includes(error?.status ?? error?.details?.status))
      natives.refused = name;
  });
  return {
    within(patienceMs) {
      patience = limited(deadline.signal, patienceMs);
      answer = patience.race(answer);
      return answer.catch(() => {
      });
    },
    async preserve(run, draft) {
      try {
        const { items: given, usage } = await answer ?? {};
        const durationMs = now() - since;
        const items = JSON.parse(JSON.stringify(given ?? null));
        const output = usage?.output;
        const tokens2 = (0, import_call.guarded)(() => log.remote((0, import_tape.stage)(items, { tokens: output })));
        if (tokens2 === void 0)
          throw unfit("are none that it would take back");
        const { messages: messages2, entries: entries2 } = rendered.now();
        const stays = ({ id, message }) => draft.keptEntryIds.includes(id) && compactionsIn(message).length === 0;
        const behind = messages2.filter((_, at) => !gone.has(entries2[at]) || stays(entries2[at]));
        const faults = (first) => (0, import_pure.pure)("validate", [...first, ...behind], { format }, "messages").length;
        const tokensAfter = run.sizeWithItems(tokens2, draft.summary);
        const isRepeated = faults(items) > faults([{ role: "user", content: "." }]);
        if (isRepeated || tokensAfter === void 0) {
          if (++natives.inVain > 1)
            natives.refused = name;
          throw unfit(isRepeated ? "repeat what stays behind them" : "free too little");
        }
        natives.inVain = 0;
        draft.tokensAfter = tokensAfter;
        isTold = true;
        emit({ type: "native_end", provider: ask.provider, durationMs, ...usage && { usage } });
        const told = { ...model && { model }, ...output && { tokens: output } };
        return { [keyOf(format)]: { provider: ask.provider, format, ...told, replacementHistory: items } };
      } catch (error) {
        signal.throwIfAborted();
        fail(error);
        return void 0;
      }
    },
    close() {
      patience?.close();
      deadline.close(new DOMException("The compaction has ended", "AbortError"));
      if (!isTold)
        fail(unfit("came to nothing: no summary was written"));
    }
  };
}
const unfit = (how) => new import_errors.EpitomeError("summarizer-invalid-reply", `The provider's items ${how}.`);
function compactionsIn(message) {
  const { content } = message ?? {};
  const parts = Array.isArray(content) ? content : [message];
  return parts.filter((part) => /^compaction(_summary)?$/.test(String(part?.type)));
}
function standing(message, format) {
  const says = ({ content, encrypted_content }) => {
    const text = format === "anthropic" ? content : encrypted_content;
    return typeof text === "string" && text.trim() !== "";
  };
  return compactionsIn(message).filter(says).at(-1);
}
function inlineOf({ log, natives: { format } }, messages) {
  if (!Object.hasOwn(VENDORS, format))
    return void 0;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    const part = standing(message, format);
    if (!part)
      continue;
    const isWhole = part === message && at === messages.length - 1 && messages.some((other) => other?.role === "user");
    if (isWhole)
      return void 0;
    while (part === message && at > 0 && standing(messages[at - 1], format))
      at--;
    const [usageRatio, overheadTokens, declaredTokens] = log.calibration();
    const { tokens: tokensBefore } = log.check(0, 0, false);
    return { at, part, before: { tokensBefore, usageRatio, overheadTokens, declaredTokens } };
  }
  return void 0;
}
async function adopt(host, reply, { part, before }) {
  const { log, natives, journal } = host;
  const { entries } = journal.held;
  const isNoted = ({ type, firstKeptEntryId }) => type === "compaction" && firstKeptEntryId === reply.id;
  if (entries.slice(journal.held.placeOf(reply.id)).some(isNoted))
    return;
  const run = (0, import_call.guarded)(() => log.beginCompaction(import_fold.Mode.Adopted, (0, import_tape.stage)({ firstKept: reply.id })));
  if (!run)
    return;
  try {
    if (part.content)
      run.supply((0, import_tape.stage)({ summary: part.content }));
    const { signal } = new AbortController();
    const verdict = await run.drive(() => Promise.reject(), signal);
    if (verdict.type === "refused")
      return;
    const draft = { ...verdict, ...before, tokensAfter: 0 };
    const { format } = natives;
    const { provider, id: model } = log.model();
    const inline = { provider: provider || VENDORS[format], format, ...model && { model }, inline: true };
    await (0, import_commit.commit)(host, draft, log.check(0, 0, false).compactions, { preserveData: { [keyOf(format)]: inline }, isTheirs: false, isInline: true }, signal);
  } finally {
    run.free();
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  adopt,
  askNative,
  compactionsIn,
  inlineOf,
  itemsOf,
  nativesOf
});
