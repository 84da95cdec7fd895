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
  AUTH_TEXT: () => AUTH_TEXT,
  EMPTY_TEXT: () => EMPTY_TEXT,
  OTHER_TEXT: () => OTHER_TEXT,
  OVERFLOW_NAMED: () => OVERFLOW_NAMED,
  OVERFLOW_TEXT: () => OVERFLOW_TEXT,
  PAYLOAD_TEXT: () => PAYLOAD_TEXT,
  RATE_TEXT: () => RATE_TEXT,
  SILENT_PROVIDERS: () => SILENT_PROVIDERS,
  STATUS_TEXT: () => STATUS_TEXT,
  isCutOff: () => isCutOff,
  kindOfCode: () => kindOfCode
});
module.exports = __toCommonJS(stdin_exports);
const CODES = {
  overflow: "contextlengthexceeded contextwindowexceeded modelcontextwindowexceeded modelmaxprompttokensexceeded exceedcontextsize contextwindowoverflow maxcontextlengthexceeded prompttoolong inputtoolong",
  "payload-too-large": "requesttoolarge payloadtoolarge contenttoolarge requestentitytoolarge entitytoolarge functionpayloadtoolarge",
  "rate-limit": "ratelimit ratelimitexceeded toomanyrequests resourceexhausted throttling throttled quotaexceeded insufficientquota servicequotaexceeded usagelimitreached requestlimitexceeded modelratelimit billing billinghardlimitreached billingnotactive",
  auth: "authentication permission permissiondenied unauthenticated unauthorized forbidden invalidapikey apikeyinvalid incorrectapikey loadapikey invalidauthentication modelauthentication authunavailable accessdenied unrecognizedclient invalidsignature expiredtoken accountdeactivated credentialsprovider summarizerauth",
  never: "stringabovemaxlength arrayabovemaxlength",
  guess: "contextoverflow"
  // LangChain
};
const KINDS = new Map(Object.entries(CODES).flatMap(([kind, codes]) => codes.split(" ").map((code) => [code, kind])));
const normalize = (code) => code.slice(0, 80).toLowerCase().replace(/^ai_|[^a-z0-9]/g, "").replace(/(error|exception)$/, "");
const kindOfCode = (code) => KINDS.get(normalize(code));
const isCutOff = (stop) => /^(length|max(output)?tokens)$/.test(normalize(stop));
const words = (...lines) => new RegExp(lines.join("|"), "i");
const OVERFLOW_NAMED = words("\\b(model_)?context_(length|window)_exceeded\\b|model_max_prompt_tokens_exceeded|exceed_context_size_error", "\\bContext(WindowExceeded|WindowOverflow|LengthExceeded)(Error|Exception)\\b");
const OTHER_TEXT = /^\W*service unavailable:|string_above_max_length/im;
const RATE_TEXT = words(
  "rate.?limit|too many (requests|tokens per|tokens,? please wait|concurrent)|throttl(ed|ing)",
  // the last two: Bedrock
  "\\b[TRI]P[MD]\\b|(tokens|requests) per (minute|min|hour|day|second)\\b",
  // Groq, OpenAI
  "(exceeded|reached) your (current |monthly |weekly |daily )?(quota|usage)|quota (exceeded|is used)|insufficient.?quota|usage limit",
  "credit balance is too low|resource.?exhausted|limit (has been |was )?(exceeded|reached) for (your|this) (plan|account|tier|organization)"
);
const OVERFLOW_TEXT = words(
  "prompt is too long|input length and .?max_tokens.? exceed context limit",
  // Anthropic
  "exceed(s|ed)? (the |this |your |its )?(model.{0,2} )?(maximum )?context (window|length|limit|size)|maximum context length",
  // OpenAI and its relatives
  "input tokens exceed the configured limit",
  // OpenAI
  "input token count.{0,40} (exceeds the maximum|but model only supports)",
  // Google
  "too large for model with [\\d,]+ maximum context",
  // Mistral
  "reduce the length of the (input )?messages",
  // Groq, Cerebras, vLLM
  "maximum prompt length is",
  // xAI
  "input is too long for requested model|input tokens exceeds maximum length|too many input tokens",
  // Bedrock
  "prompt tokens .{0,20}exceed model maximum",
  // Bedrock's mantle
  "exceeds the available context size|configured context size",
  // llama.cpp, DS4, vLLM
  "exceeded max context length",
  // Ollama
  "tokens to keep from the initial prompt|with n_keep .{0,12} >= n_ctx|tokens when context the overflows",
  // LM Studio
  "current length is [\\d,]+ while limit is",
  // Cerebras
  "prompt token count of [\\d,]+ exceeds",
  // Copilot
  "tokens in request more than max tokens allowed|prompt exceeds max(imum)? length|prompt too long",
  // z.ai
  "context window exceeds limit|exceeded model token limit",
  // MiniMax, Kimi
  "longer than the (model.{0,3} context|maximum model) length",
  // Together, SGLang; vLLM
  "exceeds? (the )?(maximum allowed (input )?|maximum input )length",
  // Poolside, SGLang, DeepInfra
  "exceeded this model context window",
  // Cloudflare
  "`inputs` tokens \\+ `max_new_tokens`|`inputs` must have less than",
  // TGI
  "range of input length should be|message token length exceeds? model limit",
  // DashScope
  "number of tokens in the prompt cannot exceed",
  // Cohere
  "context (length|window|size) (has been |was )?exceeded|\u4E0A\u4E0B\u6587\u8FC7\u957F|\u8D85\u51FA\u6700\u5927\u4E0A\u4E0B\u6587"
);
const PAYLOAD_TEXT = words("(request entity|payload|content|request|request body|body) (is )?too large|payload size exceeds|body exceeded", "(exceeds|over) the maximum (allowed |request |body )*size|image exceeds .{0,20}maximum");
const AUTH_TEXT = words("(invalid|incorrect|missing|expired|no) (x-)?api.?key|api.?key.{0,40} (not valid|invalid|expired|missing|not found|incorrect)", "\\bunauthori[sz]ed\\b|authentication (failed|error|required)|auth_unavailable|no auth available|could not resolve authentication");
const SILENT_PROVIDERS = /cerebras/i;
const EMPTY_TEXT = /^\W*([45]\d\d)?\W*(status code)?\W*(no body|bad request|(request entity|payload|content) too large)?\W*$/i;
const STATUS_TEXT = /^\W*(?:(?:api|http|error|code|status|request|failed|with)[\s:_-]+){0,6}\(?([45]\d\d)\b(?!,?\d|[\s-]*tokens)|\bstatus(?: code)?:? ([45]\d\d)\b/i;
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  AUTH_TEXT,
  EMPTY_TEXT,
  OTHER_TEXT,
  OVERFLOW_NAMED,
  OVERFLOW_TEXT,
  PAYLOAD_TEXT,
  RATE_TEXT,
  SILENT_PROVIDERS,
  STATUS_TEXT,
  isCutOff,
  kindOfCode
});
