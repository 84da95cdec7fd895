/** How providers word their failures: codes and texts. What is not in these tables is not known anywhere else. */
/**
 * Codes, types, names of error classes and stop reasons as `normalize` leaves them: `context_length_exceeded` and
 * `ContextLengthExceededError` are one.
 */
const CODES = {
    overflow: "contextlengthexceeded contextwindowexceeded modelcontextwindowexceeded modelmaxprompttokensexceeded exceedcontextsize " +
        "contextwindowoverflow maxcontextlengthexceeded prompttoolong inputtoolong",
    "payload-too-large": "requesttoolarge payloadtoolarge contenttoolarge requestentitytoolarge entitytoolarge functionpayloadtoolarge",
    "rate-limit": "ratelimit ratelimitexceeded toomanyrequests resourceexhausted throttling throttled quotaexceeded insufficientquota " +
        "servicequotaexceeded usagelimitreached requestlimitexceeded modelratelimit billing billinghardlimitreached billingnotactive",
    auth: "authentication permission permissiondenied unauthenticated unauthorized forbidden invalidapikey apikeyinvalid incorrectapikey " +
        "loadapikey invalidauthentication modelauthentication authunavailable accessdenied unrecognizedclient invalidsignature " +
        "expiredtoken accountdeactivated credentialsprovider summarizerauth",
    never: "stringabovemaxlength arrayabovemaxlength",
    guess: "contextoverflow", // LangChain
};
const KINDS = new Map(Object.entries(CODES).flatMap(([kind, codes]) => codes.split(" ").map((code) => [code, kind])));
const normalize = (code) => code
    .slice(0, 80)
    .toLowerCase()
    .replace(/^ai_|[^a-z0-9]/g, "")
    .replace(/(error|exception)$/, "");
/** What a code, a type, an error's name or a stop reason says of the failure. */
export const kindOfCode = (code) => KINDS.get(normalize(code));
/** Stop reasons of a reply that was cut off at its longest. */
export const isCutOff = (stop) => /^(length|max(output)?tokens)$/.test(normalize(stop));
const words = (...lines) => new RegExp(lines.join("|"), "i");
/** Codes that mean an overflow even where they stand in prose. They say more than the prose around them. */
export const OVERFLOW_NAMED = words("\\b(model_)?context_(length|window)_exceeded\\b|model_max_prompt_tokens_exceeded|exceed_context_size_error", "\\bContext(WindowExceeded|WindowOverflow|LengthExceeded)(Error|Exception)\\b");
/** Wordings of failures that are none of our kinds, though they speak of lengths. They are looked at before all others. */
export const OTHER_TEXT = /^\W*service unavailable:|string_above_max_length/im;
/** How providers say that there were too many requests, or that what the account may use is used up. */
export const RATE_TEXT = words("rate.?limit|too many (requests|tokens per|tokens,? please wait|concurrent)|throttl(ed|ing)", // the last two: Bedrock
"\\b[TRI]P[MD]\\b|(tokens|requests) per (minute|min|hour|day|second)\\b", // Groq, OpenAI
"(exceeded|reached) your (current |monthly |weekly |daily )?(quota|usage)|quota (exceeded|is used)|insufficient.?quota|usage limit", "credit balance is too low|resource.?exhausted|limit (has been |was )?(exceeded|reached) for (your|this) (plan|account|tier|organization)");
/** How providers say that the request does not fit the window. Each line names whose wording it is. */
export const OVERFLOW_TEXT = words("prompt is too long|input length and .?max_tokens.? exceed context limit", // Anthropic
"exceed(s|ed)? (the |this |your |its )?(model.{0,2} )?(maximum )?context (window|length|limit|size)|maximum context length", // OpenAI and its relatives
"input tokens exceed the configured limit", // OpenAI
"input token count.{0,40} (exceeds the maximum|but model only supports)", // Google
"too large for model with [\\d,]+ maximum context", // Mistral
"reduce the length of the (input )?messages", // Groq, Cerebras, vLLM
"maximum prompt length is", // xAI
"input is too long for requested model|input tokens exceeds maximum length|too many input tokens", // Bedrock
"prompt tokens .{0,20}exceed model maximum", // Bedrock's mantle
"exceeds the available context size|configured context size", // llama.cpp, DS4, vLLM
"exceeded max context length", // Ollama
"tokens to keep from the initial prompt|with n_keep .{0,12} >= n_ctx|tokens when context the overflows", // LM Studio
"current length is [\\d,]+ while limit is", // Cerebras
"prompt token count of [\\d,]+ exceeds", // Copilot
"tokens in request more than max tokens allowed|prompt exceeds max(imum)? length|prompt too long", // z.ai
"context window exceeds limit|exceeded model token limit", // MiniMax, Kimi
"longer than the (model.{0,3} context|maximum model) length", // Together, SGLang; vLLM
"exceeds? (the )?(maximum allowed (input )?|maximum input )length", // Poolside, SGLang, DeepInfra
"exceeded this model context window", // Cloudflare
"`inputs` tokens \\+ `max_new_tokens`|`inputs` must have less than", // TGI
"range of input length should be|message token length exceeds? model limit", // DashScope
"number of tokens in the prompt cannot exceed", // Cohere
"context (length|window|size) (has been |was )?exceeded|上下文过长|超出最大上下文");
/** How providers and the servers before them say that a request has too many bytes, or a picture of it. */
export const PAYLOAD_TEXT = words("(request entity|payload|content|request|request body|body) (is )?too large|payload size exceeds|body exceeded", "(exceeds|over) the maximum (allowed |request |body )*size|image exceeds .{0,20}maximum");
/** How a missing or refused key is worded. */
export const AUTH_TEXT = words("(invalid|incorrect|missing|expired|no) (x-)?api.?key|api.?key.{0,40} (not valid|invalid|expired|missing|not found|incorrect)", "\\bunauthori[sz]ed\\b|authentication (failed|error|required)|auth_unavailable|no auth available|could not resolve authentication");
/** Whose empty answer means an overflow, and what clients say of an empty answer: at most its status. */
export const SILENT_PROVIDERS = /cerebras/i;
export const EMPTY_TEXT = /^\W*([45]\d\d)?\W*(status code)?\W*(no body|bad request|(request entity|payload|content) too large)?\W*$/i;
/** A status at the start of a text, or called one. */
export const STATUS_TEXT = /^\W*(?:(?:api|http|error|code|status|request|failed|with)[\s:_-]+){0,6}\(?([45]\d\d)\b(?!,?\d|[\s-]*tokens)|\bstatus(?: code)?:? ([45]\d\d)\b/i;
