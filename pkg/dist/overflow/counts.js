/** The numbers in the text of an overflow. */
/** A number, with or without separators between its thousands; not one with a fraction, and not `128k`. */
const NUMBER = "((?:\\d{1,3}(?:[,._'\\u00a0\\u202f ]\\d{3})+|\\d{1,12})(?![\\d]|[.,]\\d|\\s?[kKmM]\\b))";
const patterns = (...lines) => lines.map((line) => new RegExp(line.replaceAll("#", NUMBER), "im"));
/** Where the prompt's size stands. The first that is found counts. */
const OBSERVED = patterns("too long: # tokens", // Anthropic
"exceed context limit: # \\+", // Anthropic: prompt + max_tokens
"resulted in # tokens", // OpenAI
"token count \\(#\\)|token count(?: of| is|:) #", // Google, Vertex, Copilot, Titan
"(?:prompt|request|messages?)(?: has| have| contains?) # (?:input )?tokens", // Mistral, xAI, vLLM, DS4
"request \\(# tokens|input \\(# tokens|prompt tokens \\(#\\)|prompt \\(length #\\)", // llama.cpp, Together, mantle, vLLM
"(?:current|(?:^|[^m] |[^a-z ])input) length (?:is )?\\(?#", // Cerebras, Poolside, SGLang, DeepInfra; not "maximum input length"
"n_keep:? \\(?#|keep the first # tokens", // LM Studio
"given: #|received #|you passed # input tokens");
/** The parts of a prompt, where a text lists them: they are added up, and what is for the answer is left out. */
const PARTS = new RegExp(`(?:^|[\\s(])${NUMBER} (?:tokens )?(?:of|in|from) (?:the |your )?(?:[a-z]{1,12} )?(?:input|messages|prompt|functions|tools)\\b`, "gi");
/** The request's size with the room for its answer: what is left where a text does not say more. */
const REQUESTED = patterns("requested:? (?:about |a total of )?#", "output tokens \\(#\\)");
/** Where the largest size stands. */
const MAXIMUM = patterns("> # maximum|\\+ [\\d,]{1,16} > #", // Anthropic
"context length(?: is| of)?(?: only)? #|context length \\(#|only # tokens|with # maximum context", // OpenAI and relatives, Together, Mistral
"configured limit of #|limit(?: is| of|:) #|window limit \\(#\\)", // OpenAI, Cerebras, Copilot, Kimi, Cloudflare
"tokens allowed \\(#\\)|only supports up to #", // Google, Vertex
"(?:maximum|max) (?:prompt|model|input|allowed)?(?: ?input)? ?(?:length|tokens):? (?:is |of |\\()?#", // xAI, vLLM, Poolside, Titan
"maximum length (?:of )?#|model maximum \\(#\\)", // Bedrock, mantle
"context size(?: is)? \\(?#|n_ctx:? \\(?#", // llama.cpp, DS4, LM Studio
"must be <= #|less than # tokens|cannot exceed #|should be \\[\\d+, ?#\\]");
/** By how much it was too long, where no more is said. */
const EXCESS = patterns("by # tokens"); // Ollama
/** No window is larger, and no prompt: what is, is no count of tokens. */
const LARGEST = 1e10;
/** A count that can be one. */
export function plausible(value) {
    return typeof value === "number" && Number.isSafeInteger(value) && value > 0 && value < LARGEST ? value : undefined;
}
const parse = (digits) => plausible(Number(digits.replace(/\D/g, "")));
function find(list, text) {
    for (const pattern of list) {
        const digits = pattern.exec(text)?.slice(1).find(Boolean);
        const count = digits && parse(digits);
        if (count)
            return count;
    }
    return undefined;
}
function sum(text) {
    let total = 0;
    for (const [, digits = ""] of text.matchAll(PARTS))
        total += parse(digits) ?? 0;
    return plausible(total);
}
/** Reads the counts out of the text of an overflow. */
export function countsOf(text) {
    const counts = {};
    const observed = find(OBSERVED, text) ?? sum(text) ?? find(REQUESTED, text);
    const maximum = find(MAXIMUM, text);
    if (observed)
        counts.observed = observed;
    if (maximum)
        counts.maximum = maximum;
    const excess = observed || maximum ? undefined : find(EXCESS, text);
    if (excess)
        counts.excess = excess;
    return counts;
}
