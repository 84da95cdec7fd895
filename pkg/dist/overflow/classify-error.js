/** Tells what kind of failure a provider's error is, and in particular whether the request was too long for the model. */
import { countsOf, plausible } from "./counts.js";
import { readFacts } from "./facts.js";
import { isCutOff, OVERFLOW_TEXT } from "./tables.js";
import { counted } from "./usage.js";
import { kindOf } from "./verdict.js";
/** The longest reply that can be an error's text and nothing else, and where in it the error may begin; in characters. */
const MAX_SAID = 200;
const MAX_LEAD = 40;
/** The longest text of a reply marked as an error: what is longer is an answer that an error broke off. */
const MAX_MARKED = 1_000;
/** A window that is full to this share leaves no room for an answer. */
const FULL = 0.99;
/**
 * Tells overflows, requests with too many bytes, rate limits and refused keys apart: from typed codes and statuses first, from
 * the wording second. It knows the answers of Anthropic, OpenAI, Google, Bedrock, Mistral, Groq, xAI, OpenRouter, DeepSeek,
 * Cerebras, Copilot, z.ai, MiniMax, Kimi, Together, Cloudflare, DashScope, llama.cpp, Ollama, vLLM, LM Studio and more.
 *
 * It takes whatever there is: an error of the vendors' clients, of the AI SDK or of LangChain, with all that it wraps; a body,
 * parsed or as text; an event of a stream; an assistant message or a whole reply. An error that came as a reply counts, a reply
 * that only speaks of errors does not. With `contextWindow`, an overflow without any error is seen too: more prompt tokens
 * than the window has, or an answer that was cut off before its first token because the prompt fills the window.
 *
 * It never throws, never waits, and changes nothing. The body of a `Response` can only be read with a promise: of the
 * `Response` alone, its status decides. Pass `{ status: response.status, body: await response.text() }` to have all.
 *
 * ```js
 * const { kind, observed, maximum } = classifyError(error, { contextWindow: 200_000 });
 * ```
 */
export function classifyError(error, options) {
    try {
        return classify(error, options ?? {});
    }
    catch {
        // Some values cannot even be asked what they are.
        return { kind: "other" };
    }
}
function classify(error, { contextWindow, provider }) {
    const chain = readFacts(error);
    for (const facts of chain)
        prepare(facts, provider);
    const kind = kindOf(chain);
    if (kind === "overflow")
        return { kind, ...countsIn(chain) };
    if (kind)
        return { kind };
    const observed = silent(chain, error, contextWindow);
    return observed ? { kind: "overflow", observed } : { kind: "other" };
}
/** A stop reason is a code; the text of a reply is an error's only where it is marked as one, or can be nothing else. */
function prepare(facts, provider) {
    facts.codes.push(...facts.stops);
    if (typeof provider === "string")
        facts.sources.push(provider);
    const { said, texts, stops } = facts;
    if (said && (facts.isMarked || texts.length === 0) && isError(facts, stops.includes("error")))
        texts.push(said);
}
const isError = (facts, isBroken) => facts.isMarked || isBroken ? facts.said.length <= MAX_MARKED : isOnlyError(facts);
/** Some clients put the error's text where the answer would be, unmarked: then the reply cost nothing, and says no more. */
function isOnlyError({ said, usage }) {
    const cost = counted(usage);
    if (!cost || cost.prompt > 0 || cost.output > 0 || said.length > MAX_SAID)
        return false;
    const found = OVERFLOW_TEXT.exec(said);
    return found !== null && found.index <= MAX_LEAD;
}
/** The counts of an overflow, wherever they stand. */
export function countsIn(chain) {
    const counts = {};
    for (const { observed, maximum, texts } of chain) {
        const typed = { observed: plausible(observed), maximum: plausible(maximum) };
        for (const found of [typed, ...texts.map(countsOf)]) {
            for (const name of ["observed", "maximum", "excess"]) {
                if (found[name])
                    counts[name] ??= found[name];
            }
        }
    }
    return counts;
}
/** The prompt tokens of a reply that shows an overflow nobody reported. */
function silent(chain, error, contextWindow) {
    if (!(typeof contextWindow === "number" && contextWindow > 0))
        return undefined;
    for (const [index, { usage, stops, status, texts }] of chain.entries()) {
        // Usage may also come alone.
        const cost = counted(usage ?? (index === 0 && status === undefined && texts.length === 0 ? error : undefined));
        if (!cost)
            continue;
        const isFull = cost.output === 0 && cost.prompt >= FULL * contextWindow && stops.some(isCutOff);
        if (cost.prompt > contextWindow || isFull)
            return cost.prompt;
    }
    return undefined;
}
